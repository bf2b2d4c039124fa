#include "tamis/passes/identical_columns.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <unordered_map>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/products.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis::detail {

namespace {

// A number for one non-zero cell of a column; the sum over a column does not depend on how it is stored.
std::uint64_t cell_hash(Index row, double value) {
    std::uint64_t bits =
        std::bit_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(row) * 0x9E3779B97F4A7C15ULL;
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31U);
}

class ColumnHashes {
  public:
    ColumnHashes(const Strip& strip, Index first_row)
        : strip_(strip), first_row_(first_row), hashes_(at(strip.width())) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index j, double value) {
                if (value != 0.0)
                    hashes_[at(j - strip_.begin)] += cell_hash(first_row_ + block.first + i, value);
            });
    }
    void merge(const ColumnHashes& later) {
        for (std::size_t j = 0; j < hashes_.size(); ++j) hashes_[j] += later.hashes_[j];
    }

    const std::vector<std::uint64_t>& hashes() const { return hashes_; }

  private:
    Strip strip_;
    Index first_row_;
    std::vector<std::uint64_t> hashes_;
};

std::vector<std::uint64_t> column_hashes(const Rows& x, const Context& context, Index first_row = 0) {
    if (const Shards* shards = x.shards()) {
        const auto own = [&](Index shard) { return ColumnHashRound::Own{shards->shape().begin(shard)}; };
        return run_round<ColumnHashRound>(*shards, {}, own, context).hashes;
    }
    const std::vector<Strip> strips = strips_of(x, 256);
    const Index chunk_rows = rows_per_chunk(x.rows(), static_cast<Index>(strips.size()));
    const auto make = [&](const Piece& piece) { return ColumnHashes(piece.columns, first_row); };
    std::vector<std::uint64_t> all;
    for (const ColumnHashes& part : run_pass(x, chunk_rows, strips, make, context))
        all.insert(all.end(), part.hashes().begin(), part.hashes().end());
    return all;
}

// Sharded columns are compared in one round, each with the first that has its hash.
std::vector<std::pair<Index, Index>> same_by_hash(const Shards& shards,
                                                  const std::vector<std::uint64_t>& hashes,
                                                  const Context& context) {
    std::unordered_map<std::uint64_t, Index> first;
    SameColumnsRound::Request request;
    for (std::size_t j = 0; j < hashes.size(); ++j) {
        const auto [place, is_new] = first.emplace(hashes[j], static_cast<Index>(j));
        if (!is_new) request.pairs.emplace_back(place->second, static_cast<Index>(j));
    }
    if (request.pairs.empty()) return {};
    const std::vector<char> same = run_round<SameColumnsRound>(shards, request, context).same;
    std::vector<std::pair<Index, Index>> found;
    for (std::size_t p = 0; p < request.pairs.size(); ++p)
        if (same.at(p) != 0) found.push_back(request.pairs[p]);
    return found;
}

bool same_cells(const Rows& x, Index a, Index b, const Context& context) {
    if (const Shards* shards = x.shards())
        return run_round<SameColumnsRound>(*shards, {{{a, b}}}, context).same.front() != 0;
    const Index columns[] = {a, b};
    DenseMatrix pair(x.rows(), 2);
    gather_columns(x, columns, pair.data(), context);
    for (Index i = 0; i < pair.rows(); ++i)
        if (pair(i, 0) != pair(i, 1)) return false;
    return true;
}

constexpr auto by_second = [](const auto& a, const auto& b) { return a.second < b.second; };

}  // namespace

ColumnHashRound::Partial ColumnHashRound::partial(const Request&, const Own& own, const Rows& shard,
                                                  const Context& context) {
    return {column_hashes(shard, context, own.first)};
}

void ColumnHashRound::merge(Partial& partial, const Partial& later) {
    for (std::size_t j = 0; j < partial.hashes.size(); ++j) partial.hashes[j] += later.hashes.at(j);
}

SameColumnsRound::Partial SameColumnsRound::partial(const Request& request, const Own&, const Rows& shard,
                                                    const Context& context) {
    Partial found;
    for (const auto& [a, b] : request.pairs) {
        if (std::min(a, b) < 0 || std::max(a, b) >= shard.cols())
            throw Error("a request names a column that the shard does not have");
        found.same.push_back(same_cells(shard, a, b, context) ? 1 : 0);
    }
    return found;
}

void SameColumnsRound::merge(Partial& partial, const Partial& later) {
    for (std::size_t p = 0; p < partial.same.size(); ++p)
        if (later.same.at(p) == 0) partial.same[p] = 0;
}

std::vector<Index> first_equal_columns(const Rows& x, const Context& context) {
    const std::vector<std::uint64_t> hashes = column_hashes(x, context);
    std::unordered_map<std::uint64_t, std::vector<Index>> originals;
    std::vector<Index> first(hashes.size());
    std::vector<std::pair<Index, Index>> compared;
    if (x.shards() != nullptr) compared = same_by_hash(*x.shards(), hashes, context);
    const auto same = [&](Index o, Index j) {
        const auto found = std::lower_bound(compared.begin(), compared.end(), std::pair(o, j), by_second);
        return (found != compared.end() && *found == std::pair(o, j)) || same_cells(x, o, j, context);
    };
    for (Index j = 0; j < x.cols(); ++j) {
        std::vector<Index>& known = originals[hashes[at(j)]];
        const auto original = std::find_if(known.begin(), known.end(), [&](Index o) { return same(o, j); });
        first[at(j)] = original == known.end() ? j : *original;
        if (original == known.end()) known.push_back(j);
    }
    return first;
}

std::vector<char> repeated_columns(const Rows& x, const Context& context) {
    const std::vector<Index> first = first_equal_columns(x, context);
    std::vector<char> repeated(first.size(), 0);
    for (std::size_t j = 0; j < first.size(); ++j) repeated[j] = first[j] != static_cast<Index>(j) ? 1 : 0;
    return repeated;
}

void settle_equal_columns(std::span<const Index> first, std::vector<double>& scores,
                          std::vector<Index>& selected) {
    std::unordered_map<Index, std::vector<Index>> groups;  // of columns that have copies, ascending
    for (std::size_t j = 0; j < first.size(); ++j)
        if (first[j] != static_cast<Index>(j)) {
            std::vector<Index>& group = groups[first[j]];
            if (group.empty()) group.push_back(first[j]);
            group.push_back(static_cast<Index>(j));
        }
    for (const auto& [original, group] : groups) {
        std::vector<double> sorted;
        for (const Index j : group) sorted.push_back(scores[at(j)]);
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        for (std::size_t p = 0; p < group.size(); ++p) scores[at(group[p])] = sorted[p];
        auto next = group.begin();
        for (Index& column : selected)
            if (first[at(column)] == original) column = *next++;
    }
}

}  // namespace tamis::detail
