#include "tamis/passes/identical_columns.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <unordered_map>

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
    explicit ColumnHashes(const Strip& strip) : strip_(strip), hashes_(at(strip.width())) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index j, double value) {
                if (value != 0.0) hashes_[at(j - strip_.begin)] += cell_hash(block.first + i, value);
            });
    }
    void merge(const ColumnHashes& later) {
        for (std::size_t j = 0; j < hashes_.size(); ++j) hashes_[j] += later.hashes_[j];
    }

    const std::vector<std::uint64_t>& hashes() const { return hashes_; }

  private:
    Strip strip_;
    std::vector<std::uint64_t> hashes_;
};

std::vector<std::uint64_t> column_hashes(const Rows& x, const Context& context) {
    const std::vector<Strip> strips = strips_of(x, 256);
    const Index chunk_rows = rows_per_chunk(x.rows(), static_cast<Index>(strips.size()));
    const auto make = [&](const Piece& piece) { return ColumnHashes(piece.columns); };
    std::vector<std::uint64_t> all;
    for (const ColumnHashes& part : run_pass(x, chunk_rows, strips, make, context))
        all.insert(all.end(), part.hashes().begin(), part.hashes().end());
    return all;
}

bool same_cells(const Rows& x, Index a, Index b, const Context& context) {
    const Index columns[] = {a, b};
    DenseMatrix pair(x.rows(), 2);
    gather_columns(x, columns, pair.data(), context);
    for (Index i = 0; i < pair.rows(); ++i)
        if (pair(i, 0) != pair(i, 1)) return false;
    return true;
}

}  // namespace

std::vector<Index> first_equal_columns(const Rows& x, const Context& context) {
    const std::vector<std::uint64_t> hashes = column_hashes(x, context);
    std::unordered_map<std::uint64_t, std::vector<Index>> originals;
    std::vector<Index> first(hashes.size());
    for (Index j = 0; j < x.cols(); ++j) {
        std::vector<Index>& known = originals[hashes[at(j)]];
        const auto original =
            std::find_if(known.begin(), known.end(), [&](Index o) { return same_cells(x, o, j, context); });
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
