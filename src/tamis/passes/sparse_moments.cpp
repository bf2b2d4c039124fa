#include "tamis/passes/sparse_moments.hpp"

#include <algorithm>

#include "tamis/core/parallel.hpp"

namespace tamis {

namespace {

constexpr unsigned char looked_at = 8;  // samples of a group that decide about its shift

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// All that one column needs, side by side: a stored cell costs one access to memory. The cells of one group
// fit into the cache where those of all groups would not, so samples are visited group by group.
struct ColumnSums {
    double shift = 0.0, sum = 0.0, square = 0.0;
    double stored = 0.0;  // weight of the stored cells
};

// Where every shift is zero the implicit zeros add nothing, and half as much is needed.
struct PlainSums {
    double sum = 0.0, square = 0.0;
};

struct Piece {
    Index group, begin, end;  // of the group's samples
    std::vector<ColumnSums> columns = {};
    std::vector<PlainSums> plain = {};  // instead of `columns` where every shift is zero
    std::vector<Index> cells = {};      // stored cells per column; only where samples have weights
};

class GroupPasses {
  public:
    GroupPasses(const SparseView& x, const Grouping& grouping, const DenseMatrix& shift)
        : x_(x), grouping_(grouping), shift_(shift), members_(at(grouping.groups)) {
        std::vector<Index> nonzeros(members_.size(), 0);
        for (Index i = 0; i < x.rows; ++i) {
            const int group = grouping.group_of[at(i)];
            if (group < 0) continue;
            members_[at(group)].push_back(i);
            nonzeros[at(group)] += x.row_start[i + 1] - x.row_start[i];
        }
        // A piece holds a table of columns, so there are only as many as the data pay for, and no more than
        // it takes to keep the cores busy: 16 and one per group.
        const Index share = std::max<Index>(1, chunk_count(x.nonzeros(), 16));
        for (Index g = 0; g < grouping.groups; ++g) {
            const auto samples = static_cast<Index>(members_[at(g)].size());
            const Index paid_for = nonzeros[at(g)] / (4 * std::max<Index>(1, x.cols));
            const Index wanted = std::max<Index>(1, std::min(paid_for, chunk_count(nonzeros[at(g)], share)));
            const Index size = std::max<Index>(1, chunk_count(samples, wanted));
            for (Index begin = 0; begin < samples; begin += size)
                pieces_.push_back({g, begin, std::min(begin + size, samples)});
        }
    }

    std::vector<Piece>& pieces() { return pieces_; }
    Index samples(Index group) const { return static_cast<Index>(members_[at(group)].size()); }

    void run(Piece& piece) const {
        const double* shift = shift_.row(piece.group);
        if (std::all_of(shift, shift + x_.cols, [](double value) { return value == 0.0; }))
            return run_plain(piece);
        piece.columns.resize(at(x_.cols));
        if (!grouping_.weights.empty()) piece.cells.assign(at(x_.cols), 0);
        for (Index j = 0; j < x_.cols; ++j) piece.columns[at(j)].shift = shift[j];
        for_rows(piece, [&](const SparseRow& row, double weight) {
            for (std::size_t p = 0; p < row.columns.size(); ++p) {
                ColumnSums& column = piece.columns[static_cast<std::size_t>(row.columns[p])];
                const double difference = row.values[p] - column.shift;
                column.sum += weight * difference;
                column.square += weight * difference * difference;
                column.stored += weight;
            }
            if (!piece.cells.empty())
                for (const Small j : row.columns) ++piece.cells[static_cast<std::size_t>(j)];
        });
    }

  private:
    void run_plain(Piece& piece) const {
        piece.plain.resize(at(x_.cols));
        for_rows(piece, [&](const SparseRow& row, double weight) {
            for (std::size_t p = 0; p < row.columns.size(); ++p) {
                PlainSums& column = piece.plain[static_cast<std::size_t>(row.columns[p])];
                const double weighted = weight * row.values[p];
                column.sum += weighted;
                column.square += weighted * row.values[p];
            }
        });
    }

    template <class Work>
    void for_rows(const Piece& piece, Work&& work) const {
        for (Index m = piece.begin; m < piece.end; ++m) {
            const Index i = members_[at(piece.group)][at(m)];
            work(x_.row(i), grouping_.weights.empty() ? 1.0 : grouping_.weights[at(i)]);
        }
    }

    const SparseView& x_;
    const Grouping& grouping_;
    const DenseMatrix& shift_;
    std::vector<std::vector<Index>> members_;
    std::vector<Piece> pieces_;
};

// Adds a later piece of the same group.
void add(Piece& total, const Piece& later) {
    for (std::size_t j = 0; j < total.columns.size(); ++j) {
        total.columns[j].sum += later.columns[j].sum;
        total.columns[j].square += later.columns[j].square;
        total.columns[j].stored += later.columns[j].stored;
    }
    for (std::size_t j = 0; j < total.plain.size(); ++j) {
        total.plain[j].sum += later.plain[j].sum;
        total.plain[j].square += later.plain[j].square;
    }
    for (std::size_t j = 0; j < total.cells.size(); ++j) total.cells[j] += later.cells[j];
}

// The weight of the implicit zeros is what the stored cells leave; a full column has none, exactly.
void finish(const Piece& piece, Index samples, double group_weight, double* sum, double* square) {
    for (std::size_t j = 0; j < piece.plain.size(); ++j) {
        sum[j] = piece.plain[j].sum;
        square[j] = piece.plain[j].square;
    }
    for (std::size_t j = 0; j < piece.columns.size(); ++j) {
        const ColumnSums& column = piece.columns[j];
        const bool full =
            piece.cells.empty() ? column.stored == static_cast<double>(samples) : piece.cells[j] == samples;
        const double zeros = full ? 0.0 : std::max(0.0, group_weight - column.stored);
        sum[j] = column.sum - zeros * column.shift;
        square[j] = column.square + zeros * column.shift * column.shift;
    }
}

}  // namespace

DenseMatrix sparse_shift(const SparseView& x, const Grouping& grouping) {
    DenseMatrix shift(grouping.groups, x.cols);
    std::vector<unsigned char> seen(at(grouping.groups), 0);
    std::vector<unsigned char> hits(at(grouping.groups * x.cols), 0);
    for (Index i = 0; i < x.rows; ++i) {
        const int group = grouping.group_of[at(i)];
        if (group < 0 || seen[at(group)] == looked_at) continue;
        const SparseRow row = x.row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            const Index j = row.columns[p];
            if (seen[at(group)] == 0) shift(group, j) = row.values[p];
            ++hits[at(group * x.cols + j)];
        }
        ++seen[at(group)];
    }
    for (Index g = 0; g < grouping.groups; ++g)
        for (Index j = 0; j < x.cols; ++j)
            if (hits[at(g * x.cols + j)] < seen[at(g)]) shift(g, j) = 0.0;
    return shift;
}

void sparse_moments(const SparseView& x, const Grouping& grouping, const std::vector<double>& group_weight,
                    const DenseMatrix& shift, DenseMatrix& sum, DenseMatrix& square, const Context& context) {
    GroupPasses passes(x, grouping, shift);
    std::vector<Piece>& pieces = passes.pieces();
    const auto finish_group = [&](Piece& piece) {
        const Index g = piece.group;
        finish(piece, passes.samples(g), group_weight[at(g)], sum.row(g), square.row(g));
        piece.columns = {};
        piece.plain = {};
    };
    parallel_chunks(context, static_cast<Index>(pieces.size()), 1, [&](const Chunk& chunk) {
        Piece& piece = pieces[at(chunk.begin)];
        passes.run(piece);
        if (piece.begin == 0 && piece.end == passes.samples(piece.group)) finish_group(piece);
    });
    for (std::size_t first = 0; first < pieces.size();) {
        std::size_t next = first + 1;
        for (; next < pieces.size() && pieces[next].group == pieces[first].group; ++next)
            add(pieces[first], pieces[next]);
        if (next > first + 1) finish_group(pieces[first]);
        first = next;
    }
}

}  // namespace tamis
