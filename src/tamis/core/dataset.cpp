#include "tamis/core/dataset.hpp"

#include <xxhash.h>

#include <cstdio>
#include <cstring>

#include "tamis/core/parallel.hpp"

namespace tamis {

std::string feature_label(const Dataset& data, Index column) {
    return data.feature_names.empty() ? std::to_string(column)
                                      : data.feature_names[static_cast<std::size_t>(column)];
}

Dataset take_features(const Dataset& data, std::span<const Index> columns) {
    Dataset taken;
    taken.name = data.name;
    taken.x = take_columns(data.x, columns);
    taken.labels = data.labels;
    taken.label_name = data.label_name;
    taken.label_column = data.label_column;
    if (!data.feature_names.empty())
        for (const Index column : columns)
            taken.feature_names.push_back(data.feature_names[static_cast<std::size_t>(column)]);
    for (std::size_t position = 0; position < columns.size(); ++position)
        for (const CategoryColumn& category : data.categories)
            if (category.column == columns[position])
                taken.categories.push_back({static_cast<Index>(position), category.values});
    return taken;
}

Dataset columns(const Dataset& data, const Selection& selection) {
    return take_features(data, selection.selected);
}

namespace {

struct Nonzero {
    Index column;
    double value;
};

// Hash of the non-zero cells of one row, so that storage does not matter.
std::uint64_t row_hash(const MatrixView& x, Index i, std::vector<Nonzero>& cells) {
    cells.clear();
    const auto add = [&](Index column, double value) {
        if (value != 0.0) cells.push_back({column, value});
    };
    if (x.is_sparse()) {
        const SparseRow row = x.sparse().row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) add(row.columns[p], row.values[p]);
    } else {
        const double* row = x.dense().row(i);
        for (Index j = 0; j < x.cols(); ++j) add(j, row[j]);
    }
    return XXH3_64bits(cells.data(), cells.size() * sizeof(Nonzero));
}

}  // namespace

std::string data_hash(const MatrixView& x, const Labels& labels, const Context& context) {
    constexpr std::size_t header = 2;
    std::vector<std::uint64_t> hashes(header + static_cast<std::size_t>(x.rows()));
    hashes[0] = static_cast<std::uint64_t>(x.rows());
    hashes[1] = static_cast<std::uint64_t>(x.cols());
    parallel_chunks(context, x.rows(), 256, [&](const Chunk& chunk) {
        std::vector<Nonzero> cells;
        for (Index i = chunk.begin; i < chunk.end; ++i)
            hashes[header + static_cast<std::size_t>(i)] = row_hash(x, i, cells);
    });
    for (const int label : labels.of) hashes.push_back(static_cast<std::uint64_t>(label));
    char text[32];
    std::snprintf(
        text, sizeof text, "xxh3:%016llx",
        static_cast<unsigned long long>(XXH3_64bits(hashes.data(), hashes.size() * sizeof(std::uint64_t))));
    return text;
}

}  // namespace tamis
