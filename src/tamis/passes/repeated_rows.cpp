#include "tamis/passes/repeated_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis {

namespace {

constexpr Index chunk_rows = 256;

// The non-zero cells of a row as bytes: equal for equal rows.
void read_key(const MatrixView& x, Index i, std::string& key) {
    key.clear();
    for_each_cell(x, i, [&](Index column, double value) {
        if (value == 0.0) return;
        if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
        char bytes[sizeof column + sizeof value];
        std::memcpy(bytes, &column, sizeof column);
        std::memcpy(bytes + sizeof column, &value, sizeof value);
        key.append(bytes, sizeof bytes);
    });
}

struct HashedRow {
    std::size_t hash;
    Index row;
    auto operator<=>(const HashedRow&) const = default;
};

std::vector<HashedRow> hash_rows(const Rows& x, const Context& context) {
    std::vector<HashedRow> hashes(at(x.rows()));
    for_each_chunk(
        x, chunk_rows,
        [&](const RowBlock& chunk) {
            std::string key;
            for (Index i = 0; i < chunk.cells.rows(); ++i) {
                read_key(chunk.cells, i, key);
                hashes[at(chunk.first + i)] = {std::hash<std::string_view>()(key), chunk.first + i};
            }
        },
        context);
    return hashes;
}

// How many of some rows with the same hash repeat one before them.
Index count_repeated(const Rows& x, std::span<const Index> rows) {
    Index repeated = 0;
    std::vector<std::string> originals;
    x.for_each_row(rows, [&](std::size_t, const MatrixView& cells, Index i) {
        std::string key;
        read_key(cells, i, key);
        if (std::find(originals.begin(), originals.end(), key) != originals.end())
            ++repeated;
        else
            originals.push_back(std::move(key));
    });
    return repeated;
}

}  // namespace

Index count_repeated_rows(const Rows& x, const Context& context) {
    std::vector<HashedRow> hashes = hash_rows(x, context);
    std::sort(hashes.begin(), hashes.end());
    Index repeated = 0;
    std::vector<Index> same;
    for (std::size_t first = 0, next = 0; first < hashes.size(); first = next) {
        same.clear();
        for (; next < hashes.size() && hashes[next].hash == hashes[first].hash; ++next)
            same.push_back(hashes[next].row);
        if (same.size() > 1) repeated += count_repeated(x, same);
    }
    return repeated;
}

}  // namespace tamis
