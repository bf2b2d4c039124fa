#include "tamis/trust/label_test.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/relieff/relief_weights.hpp"

namespace tamis::detail {

PermutationTest permute_labels(const Labels& labels, std::span<const char> constant,
                               FunctionRef<std::vector<double>(const Labels& labels)> score, Index draws,
                               std::uint64_t seed, const Context& context) {
    DrawCounts counts(score(labels), constant, true);
    PermutationDraws orders(seed, labels.samples());
    for (Index b = 0; b < draws; ++b) {
        context.check_cancel();
        context.report("permuting labels", static_cast<double>(b) / static_cast<double>(draws));
        counts.add(score(reordered(labels, orders.next())));
    }
    return counts.result();
}

namespace {

// All other samples of each sample, nearest first.
class SortedSamples {
  public:
    // From the lists of every class, complete.
    SortedSamples(const ClassNeighbors& all, std::span<const Index> probes, const Context& context)
        : samples_(all.samples), others_(at(all.samples)) {
        parallel_chunks(context, static_cast<Index>(probes.size()), 16, [&](const Chunk& chunk) {
            std::vector<std::pair<double, Small>> found;
            for (Index p = chunk.begin; p < chunk.end; ++p) {
                const Index i = probes[at(p)];
                found.clear();
                for (Index k = 0; k < all.classes; ++k)
                    for (std::size_t n = 0; n < all.of(i, k).size(); ++n)
                        found.emplace_back(all.distances_of(i, k)[n], all.of(i, k)[n]);
                std::sort(found.begin(), found.end());
                for (const auto& [distance, sample] : found) others_[at(i)].push_back(sample);
            }
        });
    }

    // The first `count` of every class.
    ClassNeighbors nearest(const Labels& labels, Index count, const Context& context) const {
        ClassNeighbors lists;
        lists.samples = samples_;
        lists.classes = labels.classes();
        lists.count = count;
        lists.index.resize(at(samples_ * lists.classes * count));
        lists.found.assign(at(samples_ * lists.classes), 0);
        parallel_chunks(context, samples_, 64, [&](const Chunk& chunk) {
            for (Index i = chunk.begin; i < chunk.end; ++i) {
                Index full = 0;
                for (const Small other : others_[at(i)]) {
                    const Index list = i * lists.classes + labels.of[at(other)];
                    Small& found = lists.found[at(list)];
                    if (found == count) continue;
                    lists.index[at(list * count + found++)] = other;
                    full += found == count;
                    if (full == lists.classes) break;
                }
            }
        });
        return lists;
    }

  private:
    Index samples_;
    std::vector<std::vector<Small>> others_;
};

}  // namespace

PermutationTest permute_relieff(const MatrixView& x, const Labels& given, const RelieffOptions& options,
                                Index draws, std::uint64_t seed, const Context& context) {
    constexpr Index most_sorted =
        3000;  // samples: about 40 bytes for each pair of them while they are sorted
    require_classes(given, x.rows(), "a permutation test of the labels");
    const Labels labels = without_empty_classes(given);
    const bool sorts = x.rows() <= most_sorted;
    RelieffOptions searched = options;
    if (sorts) searched.search = Search::exact;  // all samples in order are not approximately so
    const ReliefWeights weights(x, searched, context);
    std::optional<SortedSamples> sorted;
    if (sorts) sorted.emplace(weights.neighbors(labels, x.rows()), weights.probes(), context);
    const auto score = [&](const Labels& drawn) {
        return weights.of(drawn, sorted ? sorted->nearest(drawn, options.neighbors, context)
                                        : weights.neighbors(drawn, options.neighbors));
    };
    return permute_labels(labels, weights.ranges().constants(), score, draws, seed, context);
}

}  // namespace tamis::detail
