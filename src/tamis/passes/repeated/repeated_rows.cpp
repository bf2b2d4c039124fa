#include "tamis/passes/repeated/repeated_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/repeated/repeated_numbers.hpp"
#include "tamis/passes/repeated/row_signature.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/survey/survey.hpp"

namespace tamis::detail {

namespace {

constexpr Index hashed_rows = 256;

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
    std::uint64_t hash;
    Index row;
    auto operator<=>(const HashedRow&) const = default;
};

// The hashes that come more than once, ascending. A row with hash 0 is compared for certain.
std::vector<std::uint64_t> repeated_hashes(std::span<const std::uint64_t> hashes) {
    std::vector<std::uint64_t> seen, repeated;
    add_repeated(hashes, seen, repeated);
    std::sort(repeated.begin(), repeated.end());
    return repeated;
}

// The rows that share their hash with another one, in runs of equal hashes. `hashes`: those of `rows`, or of
// all rows if these are none.
std::vector<HashedRow> sharing(std::span<const std::uint64_t> hashes, std::span<const Index> rows = {}) {
    const std::vector<std::uint64_t> repeated = repeated_hashes(hashes);
    if (repeated.empty()) return {};
    std::vector<HashedRow> some;
    for (std::size_t p = 0; p < hashes.size(); ++p)
        if (std::binary_search(repeated.begin(), repeated.end(), hashes[p]))
            some.push_back({hashes[p], rows.empty() ? static_cast<Index>(p) : rows[p]});
    std::sort(some.begin(), some.end());
    std::vector<HashedRow> shared;
    for (std::size_t r = 0; r < some.size(); ++r)
        if ((r > 0 && some[r - 1].hash == some[r].hash) ||
            (r + 1 < some.size() && some[r + 1].hash == some[r].hash))
            shared.push_back(some[r]);
    return shared;
}

// The hash of all cells of the given rows, which ascend.
std::vector<std::uint64_t> key_hashes(const Rows& x, const std::vector<Index>& rows, const Context& context) {
    std::vector<std::uint64_t> hashes;
    std::string key;
    x.for_each_block(context, [&](const RowBlock& block) {
        for (; hashes.size() < rows.size() && rows[hashes.size()] < block.end();) {
            read_key(block.cells, rows[hashes.size()] - block.first, key);
            hashes.push_back(std::hash<std::string_view>()(key));
        }
    });
    return hashes;
}

// The given rows that agree with another one in the hash of all their cells. Rows that are not in memory are
// read once more.
std::vector<HashedRow> sharing_cells(const Rows& x, const std::vector<HashedRow>& some) {
    if (some.empty()) return {};
    std::vector<Index> rows;
    rows.reserve(some.size());
    for (const HashedRow& row : some) rows.push_back(row.row);
    std::sort(rows.begin(), rows.end());
    return sharing(key_hashes(x, rows, {}), rows);
}

// How many of some rows with the same hash repeat one before them. Rows that are not in memory are taken for
// equal: both of their hashes are, and all of them could be repeated.
Index count_repeated(const Rows& x, std::span<const Index> rows) {
    if (x.matrix() == nullptr) return static_cast<Index>(rows.size()) - 1;
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

std::vector<std::uint64_t> signatures_of(const Rows& x, const Context& context) {
    std::vector<std::uint64_t> signatures(at(x.rows()));
    for_each_chunk(
        x, hashed_rows,
        [&](const RowBlock& chunk) {
            for (Index i = 0; i < chunk.cells.rows(); ++i)
                signatures[at(chunk.first + i)] = row_signature(chunk.cells, i);
        },
        context);
    return signatures;
}

Index count_by_signatures(const Rows& x, std::span<const std::uint64_t> signatures) {
    const std::vector<HashedRow> alike = sharing_cells(x, sharing(signatures));
    Index repeated = 0;
    std::vector<Index> same;
    for (std::size_t first = 0, next = 0; first < alike.size(); first = next) {
        same.clear();
        for (; next < alike.size() && alike[next].hash == alike[first].hash; ++next)
            same.push_back(alike[next].row);
        repeated += count_repeated(x, same);
    }
    return repeated;
}

// Rows of shards are compared by the hash of all their cells.
Index count_on_shards(const Shards& shards, const SharedSignatures& shared, const Context& context) {
    if (shared.shortened.empty()) return 0;
    const RowKeysRound::Partial keys =
        run_round<RowKeysRound>(shards, {shared.bucket_bits, shared.shortened}, context);
    Index repeated = 0;
    for (const Index rows : keys.rows) repeated += rows - 1;
    return repeated;
}

}  // namespace

RowKeysRound::Partial RowKeysRound::partial(const Request& request, const Own&, const Rows& shard,
                                            const Context& context) {
    if (request.bucket_bits < 0 || request.bucket_bits > most_bucket_bits ||
        !std::is_sorted(request.shortened.begin(), request.shortened.end()))
        throw Error("a request for rows with given signatures is damaged");
    const std::vector<std::uint64_t> signatures = signatures_of(shard, context);
    std::vector<Index> rows;
    for (std::size_t i = 0; i < signatures.size(); ++i)
        if (std::binary_search(request.shortened.begin(), request.shortened.end(),
                               shortened(signatures[i], request.bucket_bits)))
            rows.push_back(static_cast<Index>(i));
    std::vector<std::uint64_t> hashes = key_hashes(shard, rows, context);
    std::sort(hashes.begin(), hashes.end());
    Partial found;
    for (const std::uint64_t hash : hashes) {
        if (found.hashes.empty() || found.hashes.back() != hash) {
            found.hashes.push_back(hash);
            found.rows.push_back(0);
        }
        ++found.rows.back();
    }
    return found;
}

void RowKeysRound::merge(Partial& partial, const Partial& later) {
    Partial both;
    std::size_t p = 0, l = 0;
    while (p < partial.hashes.size() || l < later.hashes.size()) {
        const bool is_here =
            l == later.hashes.size() || (p < partial.hashes.size() && partial.hashes[p] <= later.hashes[l]);
        const std::uint64_t hash = is_here ? partial.hashes[p] : later.hashes[l];
        Index rows = is_here ? partial.rows.at(p++) : 0;
        if (l < later.hashes.size() && later.hashes[l] == hash) rows += later.rows.at(l++);
        both.hashes.push_back(hash);
        both.rows.push_back(rows);
    }
    partial = std::move(both);
}

Index count_repeated_rows(const Rows& x, const Survey& found, const Context& context) {
    if (const Shards* shards = x.shards())
        return count_on_shards(*shards, found.shared_signatures(), context);
    return count_by_signatures(x, found.signatures());
}

Index count_repeated_rows(const Rows& x, const Context& context) {
    if (x.shards() != nullptr) return count_repeated_rows(x, survey(x, Survey::Hash::no, context), context);
    return count_by_signatures(x, signatures_of(x, context));
}

}  // namespace tamis::detail
