// The data as blocks of rows: what a pass reads.
//
// A method that takes `const Rows&` reads the data block after block and a few single rows, so it works on
// any kind of rows: a matrix in memory, which is read in place, or a RowSource that delivers the rows from
// elsewhere. A method that takes `const MatrixView&` needs the whole matrix in memory.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <variant>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/threads/function_ref.hpp"

namespace tamis {

namespace detail {
class Shards;
}

// Neighboring rows of the data.
struct RowBlock {
    Index first = 0;   // number of the first one among all rows
    MatrixView cells;  // row i of it is row first + i of the data

    Index end() const { return first + cells.rows(); }  // number of the row after the last one
    // The rows begin … end-1 of the data, which must be among those of the block.
    RowBlock between(Index begin, Index end) const;
};

// Rows that are not one matrix in memory.
class RowSource {
  public:
    virtual ~RowSource() = default;

    virtual Index rows() const = 0;
    virtual Index cols() const = 0;
    virtual bool sparse() const = 0;  // whether the blocks are sparse; all of them are, or none

    // Calls visit(block) for all rows in order, in blocks of any number of whole rows. The memory of a block
    // need not outlive its visit. May be called any number of times, with the same cells each time.
    virtual void for_each_block(const Context& context,
                                FunctionRef<void(const RowBlock& block)> visit) const = 0;

    // The given rows, in the given order; dense or sparse as the blocks are. Unless a source knows better,
    // all rows are read for it.
    virtual Matrix gather(std::span<const Index> rows) const;

    // Whether rows can be had out of order and from several threads at once.
    virtual bool seekable() const { return false; }
    // Whether a run of rows can be had without those before it, maybe by one thread at a time only.
    virtual bool ranged() const { return seekable(); }
    // As for_each_block, for the rows begin … end-1 alone. Called only if the source is seekable or ranged.
    virtual void for_each_block_between(Index begin, Index end,
                                        FunctionRef<void(const RowBlock& block)> visit) const;

    // Where the rows are if they are spread over workers (core/shards): a pass then runs there.
    virtual const detail::Shards* shards() const { return nullptr; }
};

// Rows of any kind. Owns nothing: the matrix or the source must outlive it.
class Rows {
  public:
    template <class AnyMatrix>
    requires std::convertible_to<const AnyMatrix&, MatrixView> Rows(
        const AnyMatrix& matrix)  // implicit: every matrix is rows
        : kind_(static_cast<MatrixView>(matrix)) {}
    Rows(const RowSource& source) : kind_(&source) {}  // implicit

    Index rows() const;
    Index cols() const;
    bool sparse() const;  // whether the cells are stored sparse

    // As RowSource does; a matrix in memory is one block. Both throw Error if a source delivers other rows
    // than it says it has.
    void for_each_block(const Context& context, FunctionRef<void(const RowBlock& block)> visit) const;
    Matrix gather(std::span<const Index> rows) const;  // as RowSource does

    // Calls visit(position, cells, i) for the given rows in their order: row i of `cells` is the one at
    // `position` of the list. Rows in memory are not copied.
    void for_each_row(std::span<const Index> rows,
                      FunctionRef<void(std::size_t position, const MatrixView& cells, Index i)> visit) const;

    // The source if there is one, otherwise null.
    const RowSource* source() const;
    // The shards if the rows are spread over workers, otherwise null.
    const detail::Shards* shards() const;
    // The matrix if there is one in memory, otherwise null.
    const MatrixView* matrix() const { return std::get_if<MatrixView>(&kind_); }
    // The same, or Error: `who` needs it.
    const MatrixView& require_matrix(const std::string& who) const;

  private:
    std::variant<MatrixView, const RowSource*> kind_;
};

// A copy of all rows, in memory. Throws std::bad_alloc if there is not enough of it.
Matrix to_matrix(const Rows& x, const Context& context = {});

}  // namespace tamis
