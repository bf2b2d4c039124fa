#include "tamis/passes/repeated_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/row_signature.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/passes/survey.hpp"

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

// The hashes that come more than once, ascending. Most come once, so a table of those seen costs much less
// than sorting them all.
std::vector<std::uint64_t> repeated_hashes(std::span<const std::uint64_t> hashes) {
    constexpr std::uint64_t nothing = 0;  // a row with this hash is compared for certain
    std::vector<std::uint64_t> seen(std::bit_ceil(2 * hashes.size() + 1), nothing);
    std::vector<std::uint64_t> repeated;
    const std::size_t last = seen.size() - 1;
    for (const std::uint64_t hash : hashes) {
        std::size_t place = hash & last;
        while (seen[place] != nothing && seen[place] != hash) place = (place + 1) & last;
        if (seen[place] == hash) repeated.push_back(hash);
        seen[place] = hash;
    }
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
    if (const Shards* shards = x.shards()) {
        std::size_t next = 0;
        const auto own = [&](Index shard) {
            GatherRound::Own here;
            for (; next < rows.size() && rows[next] < shards->shape().end(shard); ++next)
                here.rows.push_back(rows[next] - shards->shape().begin(shard));
            return here;
        };
        return run_round<RowKeysRound>(*shards, {}, own, context).hashes;
    }
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

}  // namespace

RowKeysRound::Partial RowKeysRound::partial(const Request&, const Own& own, const Rows& shard,
                                            const Context& context) {
    if (!std::is_sorted(own.rows.begin(), own.rows.end()) ||
        (!own.rows.empty() && (own.rows.front() < 0 || own.rows.back() >= shard.rows())))
        throw Error("a request names rows that the shard does not have");
    return {key_hashes(shard, own.rows, context)};
}

void RowKeysRound::merge(Partial& partial, const Partial& later) {
    partial.hashes.insert(partial.hashes.end(), later.hashes.begin(), later.hashes.end());
}

Index count_repeated_rows(const Rows& x, std::span<const std::uint64_t> signatures) {
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

Index count_repeated_rows(const Rows& x, const Context& context) {
    if (x.shards() != nullptr)
        return count_repeated_rows(x, survey(x, Survey::Hash::no, context).signatures());
    std::vector<std::uint64_t> signatures(at(x.rows()));
    for_each_chunk(
        x, hashed_rows,
        [&](const RowBlock& chunk) {
            for (Index i = 0; i < chunk.cells.rows(); ++i)
                signatures[at(chunk.first + i)] = row_signature(chunk.cells, i);
        },
        context);
    return count_repeated_rows(x, signatures);
}

}  // namespace tamis::detail
