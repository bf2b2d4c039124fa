#include "tamis/subspace/class_scatter.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/rounds/scatter_round.hpp"

namespace tamis::detail {

FilledClasses filled_classes(const Labels& labels, Index samples, const std::string& who) {
    require_classes(labels, samples, who);
    FilledClasses filled;
    std::vector<int> place(labels.counts.size(), -1);
    for (std::size_t c = 0; c < labels.counts.size(); ++c) {
        if (labels.counts[c] == 0) continue;
        place[c] = static_cast<int>(filled.counts.size());
        filled.counts.push_back(static_cast<double>(labels.counts[c]));
        filled.names.push_back(labels.names[c]);
    }
    for (const int label : labels.of) filled.of.push_back(place[at(label)]);
    return filled;
}

ClassMeans class_means(const Rows& x, const FilledClasses& classes, const Context& context) {
    require_samples(x, 2);
    const GroupMoments moments =
        group_moments(x, {.group_of = classes.of, .groups = classes.classes()}, context);
    ClassMeans result;
    result.overall.resize(at(x.cols()));
    result.means = DenseMatrix(classes.classes(), x.cols());
    result.centered = DenseMatrix(classes.classes(), x.cols());
    std::vector<double> centered(at(classes.classes()));
    for (Index j = 0; j < x.cols(); ++j) {
        moments.centered_means(j, centered);
        for (Index k = 0; k < classes.classes(); ++k) {
            result.means(k, j) = moments.mean(k, j);
            result.centered(k, j) = centered[at(k)];
        }
        result.overall[at(j)] = result.means(0, j) - result.centered(0, j);
    }
    return result;
}

std::string same_mean_text(const FilledClasses& classes, Index a, Index b) {
    return ": classes '" + classes.names[at(a)] + "' and '" + classes.names[at(b)] +
           "' have the same mean, so no direction tells them apart: merge them or leave one out";
}

DenseMatrix within_scatter(const Rows& x, const FilledClasses& classes, const ClassMeans& means,
                           const Context& context) {
    if (const Shards* shards = x.shards()) return shard_scatter(*shards, means.means, classes.of, context);
    std::vector<Index> all(at(x.rows()));
    std::iota(all.begin(), all.end(), Index{0});
    return CenteredData(x, {.means = means.means, .group_of = classes.of}).feature_gram(all, {}, context);
}

DenseMatrix between_scatter(const FilledClasses& classes, const ClassMeans& means) {
    DenseMatrix weighted = means.centered;
    for (Index k = 0; k < weighted.rows(); ++k)
        for (Index j = 0; j < weighted.cols(); ++j) weighted(k, j) *= classes.counts[at(k)];
    return product_tn(weighted, means.centered);
}

Index directions_asked(const Dimension& dim, Index usual, Index most, const std::string& who,
                       const std::string& limit) {
    if (dim.share())
        throw UsageError(who + " takes a whole number of dimensions",
                         "a share of the variance is for the method pca, and for " + option("pca"));
    const Index wanted = dim.count().value_or(std::min(usual, most));
    if (wanted < 1) throw UsageError("dim must be at least 1, not " + std::to_string(wanted));
    if (wanted > most)
        throw Error(who + " cannot give " + std::to_string(wanted) + " dimensions (" + limit + ")",
                    "use " + option("dim", std::to_string(most)) + " or less");
    return wanted;
}

}  // namespace tamis::detail
