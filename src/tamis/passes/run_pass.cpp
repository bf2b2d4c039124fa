#include "tamis/passes/run_pass.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

std::vector<Strip> strips_of(Index columns, Index width) {
    std::vector<Strip> strips;
    for (Index begin = 0; begin == 0 || begin < columns; begin += width)
        strips.push_back({begin, std::min(begin + width, columns)});
    return strips;
}

std::vector<Strip> strips_of(const Rows& x, Index dense_width) {
    return strips_of(x.cols(), x.sparse() ? std::max<Index>(1, x.cols()) : dense_width);
}

Index rows_per_chunk(Index rows, Index strips) {
    constexpr Index wanted_pieces = 32;
    constexpr Index fewest_rows = 1024;
    const Index chunks = std::clamp<Index>(wanted_pieces / strips, 1, wanted_pieces);
    return std::max(fewest_rows, chunk_count(rows, chunks));
}

namespace {

// Which parts have rows in the block that comes next; blocks come in order.
class OpenParts {
  public:
    explicit OpenParts(std::span<const RowRange> parts) : parts_(parts), waiting_(parts.size()) {
        std::iota(waiting_.begin(), waiting_.end(), Index{0});
        std::stable_sort(waiting_.begin(), waiting_.end(),
                         [&](Index a, Index b) { return range(a).begin < range(b).begin; });
    }

    const std::vector<Index>& in(const RowBlock& block) {
        std::erase_if(open_, [&](Index p) { return range(p).end <= block.first; });
        for (; next_ < waiting_.size() && range(waiting_[next_]).begin < block.end(); ++next_)
            if (range(waiting_[next_]).end > block.first) open_.push_back(waiting_[next_]);
        return open_;
    }

    const RowRange& range(Index part) const { return parts_[at(part)]; }

  private:
    std::span<const RowRange> parts_;
    std::vector<Index> waiting_;  // by their first row
    std::size_t next_ = 0;
    std::vector<Index> open_;
};

void run_in_memory(const MatrixView& x, std::span<const RowRange> parts,
                   FunctionRef<void(Index, const RowBlock&)> add, const Context& context) {
    const RowBlock all{0, x};
    parallel_chunks(context, static_cast<Index>(parts.size()), 1, [&](const Chunk& chunk) {
        const RowRange& rows = parts[at(chunk.number)];
        if (rows.begin < rows.end) add(chunk.number, all.between(rows.begin, rows.end));
    });
}

// Parts of the same rows, one after the other in the order of their rows; nothing if others overlap.
std::vector<std::vector<Index>> groups_of(std::span<const RowRange> parts) {
    std::vector<Index> order;
    for (std::size_t p = 0; p < parts.size(); ++p)
        if (parts[p].begin < parts[p].end) order.push_back(static_cast<Index>(p));
    const auto range = [&](Index part) { return parts[at(part)]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return range(a).begin < range(b).begin; });
    std::vector<std::vector<Index>> groups;
    for (const Index part : order) {
        if (groups.empty() || range(part).begin >= range(groups.back().front()).end) {
            groups.push_back({part});
            continue;
        }
        const RowRange& last = range(groups.back().front());
        if (range(part).begin != last.begin || range(part).end != last.end) return {};
        groups.back().push_back(part);
    }
    return groups;
}

// Each thread reads the rows of its own groups.
void run_seeking(const RowSource& source, const std::vector<std::vector<Index>>& groups,
                 std::span<const RowRange> parts, FunctionRef<void(Index, const RowBlock&)> add,
                 const Context& context) {
    parallel_chunks(context, static_cast<Index>(groups.size()), 1, [&](const Chunk& chunk) {
        const std::vector<Index>& group = groups[at(chunk.number)];
        const RowRange& rows = parts[at(group.front())];
        source.for_each_block_between(rows.begin, rows.end, [&](const RowBlock& block) {
            for (const Index part : group) add(part, block);
        });
    });
    context.check_cancel();
}

}  // namespace

void for_each_chunk(const Rows& x, Index chunk_rows, FunctionRef<void(const RowBlock& chunk)> visit,
                    const Context& context) {
    std::vector<RowRange> chunks;
    for (Index begin = 0; begin < x.rows(); begin += chunk_rows)
        chunks.push_back({begin, std::min(begin + chunk_rows, x.rows())});
    std::vector<Matrix> begun(x.matrix() != nullptr ? 0 : chunks.size());
    run_parts(
        x, chunks,
        [&](Index p, const RowBlock& block) {
            const RowRange& rows = chunks[at(p)];
            if (block.first == rows.begin && block.end() == rows.end) return visit(block);
            Matrix& chunk = begun[at(p)];
            if (block.first == rows.begin && x.sparse()) chunk = SparseMatrix();
            chunk.append_rows(block.cells);
            if (block.end() < rows.end) return;
            visit({rows.begin, chunk});
            chunk = Matrix();
        },
        context);
}

void run_parts(const Rows& x, std::span<const RowRange> parts,
               FunctionRef<void(Index part, const RowBlock& block)> add, const Context& context,
               const BeforeBlock* before) {
    if (x.matrix() != nullptr) return run_in_memory(*x.matrix(), parts, add, context);
    if (before == nullptr && x.source()->seekable())
        if (const auto groups = groups_of(parts); groups.size() > 1)
            return run_seeking(*x.source(), groups, parts, add, context);
    OpenParts open(parts);
    const auto run = [&](const RowBlock& block) {
        const std::vector<Index>& here = open.in(block);
        if (before != nullptr) before->prepare(block);
        parallel_chunks(context, static_cast<Index>(here.size()), 1, [&](const Chunk& chunk) {
            const Index part = here[at(chunk.number)];
            const RowRange& rows = open.range(part);
            add(part, block.between(std::max(rows.begin, block.first), std::min(rows.end, block.end())));
        });
    };
    x.for_each_block(context, [&](const RowBlock& block) {
        const Index most = before != nullptr ? before->most_rows : std::max<Index>(1, block.cells.rows());
        for (Index begin = block.first; begin < block.end(); begin += most)
            run(block.between(begin, std::min(begin + most, block.end())));
    });
    context.check_cancel();
}

}  // namespace tamis::detail
