#include "tamis/core/data_hash.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstdio>

namespace tamis::detail {

std::uint64_t RowHasher::operator()(const MatrixView& x, Index i) {
    // Every cell is written and the place moves on for those that are not zero: no branches.
    cells_.resize(std::max(cells_.size(), at(x.cols()) + 1));
    std::size_t count = 0;
    const auto add = [&](Index column, double value) {
        cells_[count] = {column, value};
        count += value != 0.0 ? 1 : 0;
    };
    if (x.is_sparse()) {
        const SparseRow row = x.sparse().row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) add(row.columns[p], row.values[p]);
    } else {
        const double* row = x.dense().row(i);
        for (Index j = 0; j < x.cols(); ++j) add(j, row[j]);
    }
    return XXH3_64bits(cells_.data(), count * sizeof(Cell));
}

namespace {

std::vector<std::uint64_t> with_shape(Index cols, const std::vector<std::uint64_t>& row_hashes) {
    std::vector<std::uint64_t> hashes = {row_hashes.size(), static_cast<std::uint64_t>(cols)};
    hashes.insert(hashes.end(), row_hashes.begin(), row_hashes.end());
    return hashes;
}

}  // namespace

std::uint64_t hash_of_rows(Index cols, const std::vector<std::uint64_t>& row_hashes) {
    const std::vector<std::uint64_t> hashes = with_shape(cols, row_hashes);
    return XXH3_64bits(hashes.data(), hashes.size() * sizeof(std::uint64_t));
}

std::string combined_hash(Index cols, const std::vector<std::uint64_t>& row_hashes, const Labels& labels) {
    std::vector<std::uint64_t> hashes = with_shape(cols, row_hashes);
    for (const int label : labels.of) hashes.push_back(static_cast<std::uint64_t>(label));
    return hash_text(XXH3_64bits(hashes.data(), hashes.size() * sizeof(std::uint64_t)));
}

std::uint64_t hash_of(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string hash_text(std::uint64_t hash) {
    char text[32];
    std::snprintf(text, sizeof text, "xxh3:%016llx", static_cast<unsigned long long>(hash));
    return text;
}

}  // namespace tamis::detail
