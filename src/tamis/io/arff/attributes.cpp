#include "tamis/io/arff/attributes.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace tamis::detail {

namespace {

// Calls work(column, cell) for every stored cell of a nominal feature that is not missing.
template <class Work>
void for_each_code(Matrix& x, const std::vector<const ArffAttribute*>& features, Work work) {
    const auto visit = [&](Index column, double& cell) {
        if (features[at(column)]->nominal && !std::isnan(cell)) work(at(column), cell);
    };
    if (x.is_sparse()) {
        const std::span<double> values = x.sparse().values();
        for (std::size_t p = 0; p < values.size(); ++p) visit(x.sparse().columns()[p], values[p]);
    } else {
        for (Index i = 0; i < x.rows(); ++i)
            for (Index j = 0; j < x.cols(); ++j) visit(j, x.dense()(i, j));
    }
}

}  // namespace

void rank_values(Dataset& data, const std::vector<const ArffAttribute*>& features) {
    std::vector<std::vector<double>> rank(features.size());
    for (std::size_t j = 0; j < features.size(); ++j)
        rank[j].assign(features[j]->values.values().size(), 0.0);
    for_each_code(data.x, features,
                  [&](std::size_t j, double code) { rank[j][static_cast<std::size_t>(code)] = 1.0; });
    for (std::size_t j = 0; j < features.size(); ++j) {
        if (!features[j]->nominal) continue;
        const std::vector<std::string>& declared = features[j]->values.values();
        CategoryColumn category{static_cast<Index>(j), {}};
        for (std::size_t v = 0; v < declared.size(); ++v)
            if (rank[j][v] != 0.0) category.values.push_back(declared[v]);
        std::sort(category.values.begin(), category.values.end());
        for (std::size_t v = 0; v < declared.size(); ++v)
            rank[j][v] = static_cast<double>(
                std::lower_bound(category.values.begin(), category.values.end(), declared[v]) -
                category.values.begin());
        data.categories.push_back(std::move(category));
    }
    for_each_code(data.x, features,
                  [&](std::size_t j, double& code) { code = rank[j][static_cast<std::size_t>(code)]; });
}

}  // namespace tamis::detail
