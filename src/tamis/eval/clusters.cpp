#include "tamis/eval/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/eval/assignment.hpp"

namespace tamis::detail {

namespace {

// Samples of every class (row) in every cluster (column).
DenseMatrix contingency(std::span<const int> classes, std::span<const int> clusters) {
    if (classes.empty() || classes.size() != clusters.size())
        throw Error("clusters are compared with classes sample by sample: there are " +
                    std::to_string(classes.size()) + " classes and " + std::to_string(clusters.size()) +
                    " clusters given");
    DenseMatrix table(1 + *std::max_element(classes.begin(), classes.end()),
                      1 + *std::max_element(clusters.begin(), clusters.end()));
    for (std::size_t i = 0; i < classes.size(); ++i) table(classes[i], clusters[i]) += 1.0;
    return table;
}

double entropy(const std::vector<double>& counts, double total) {
    double sum = 0.0;
    for (const double count : counts)
        if (count > 0.0) sum -= count / total * std::log2(count / total);
    return sum;
}

}  // namespace

double clustering_accuracy(std::span<const int> classes, std::span<const int> clusters) {
    const DenseMatrix table = contingency(classes, clusters);
    const std::vector<Index> paired = best_assignment(table.view());
    double right = 0.0;
    for (Index row = 0; row < table.rows(); ++row)
        if (const Index column = paired[at(row)]; column >= 0) right += table(row, column);
    return right / static_cast<double>(classes.size());
}

double normalized_information(std::span<const int> classes, std::span<const int> clusters) {
    const DenseMatrix table = contingency(classes, clusters);
    const auto total = static_cast<double>(classes.size());
    std::vector<double> rows(at(table.rows())), columns(at(table.cols()));
    for (Index i = 0; i < table.rows(); ++i)
        for (Index j = 0; j < table.cols(); ++j) {
            rows[at(i)] += table(i, j);
            columns[at(j)] += table(i, j);
        }
    const double larger = std::max(entropy(rows, total), entropy(columns, total));
    if (larger == 0.0) return 1.0;
    double information = 0.0;
    for (Index i = 0; i < table.rows(); ++i)
        for (Index j = 0; j < table.cols(); ++j)
            if (table(i, j) > 0.0)
                information +=
                    table(i, j) / total * std::log2(table(i, j) * total / rows[at(i)] / columns[at(j)]);
    return std::clamp(information / larger, 0.0, 1.0);
}

}  // namespace tamis::detail
