#include "tamis/passes/identical_columns.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "tamis/core/parallel.hpp"

namespace tamis {

namespace {

constexpr Index strip_columns = 256;

// A number for one non-zero cell of a column; the sum over a column does not depend on how it is stored.
std::uint64_t cell_hash(Index row, double value) {
    std::uint64_t bits =
        std::bit_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(row) * 0x9E3779B97F4A7C15ULL;
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31U);
}

std::vector<std::uint64_t> column_hashes(const MatrixView& x, const Context& context) {
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(x.cols()));
    if (x.is_sparse()) {
        for (Index i = 0; i < x.rows(); ++i) {
            const SparseRow row = x.sparse().row(i);
            for (std::size_t p = 0; p < row.columns.size(); ++p)
                if (row.values[p] != 0.0)
                    hashes[static_cast<std::size_t>(row.columns[p])] += cell_hash(i, row.values[p]);
        }
        return hashes;
    }
    parallel_chunks(context, x.cols(), strip_columns, [&](const Chunk& strip) {
        for (Index i = 0; i < x.rows(); ++i)
            for (Index j = strip.begin; j < strip.end; ++j)
                if (x.dense()(i, j) != 0.0)
                    hashes[static_cast<std::size_t>(j)] += cell_hash(i, x.dense()(i, j));
    });
    return hashes;
}

bool same_cells(const MatrixView& x, Index a, Index b) {
    const Index columns[] = {a, b};
    const DenseMatrix pair = to_dense(take_columns(x, columns));
    for (Index i = 0; i < pair.rows(); ++i)
        if (pair(i, 0) != pair(i, 1)) return false;
    return true;
}

}  // namespace

std::vector<char> repeated_columns(const MatrixView& x, const Context& context) {
    const std::vector<std::uint64_t> hashes = column_hashes(x, context);
    std::unordered_map<std::uint64_t, std::vector<Index>> originals;
    std::vector<char> repeated(hashes.size(), 0);
    for (Index j = 0; j < x.cols(); ++j) {
        std::vector<Index>& known = originals[hashes[static_cast<std::size_t>(j)]];
        const bool copy =
            std::any_of(known.begin(), known.end(), [&](Index o) { return same_cells(x, o, j); });
        repeated[static_cast<std::size_t>(j)] = copy ? 1 : 0;
        if (!copy) known.push_back(j);
    }
    return repeated;
}

}  // namespace tamis
