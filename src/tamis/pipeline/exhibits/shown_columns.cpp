#include "tamis/pipeline/exhibits/shown_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/pipeline/exhibits/dyadic_histogram.hpp"

namespace tamis::detail {

namespace {

constexpr Index block_rows = 256;

// The columns that are wanted for anything, each once.
struct Slots {
    std::vector<Index> columns;
    std::vector<Index> slot_of;  // per column of the data; -1: not wanted

    explicit Slots(Index features) : slot_of(at(features), -1) {}

    std::vector<Index> take(std::span<const Index> wanted) {
        std::vector<Index> slots;
        for (const Index column : wanted) {
            Index& slot = slot_of[at(column)];
            if (slot < 0) {
                slot = static_cast<Index>(columns.size());
                columns.push_back(column);
            }
            slots.push_back(slot);
        }
        return slots;
    }

    void copy(const MatrixView& cells, Index i, double* out) const {
        if (!cells.is_sparse()) {
            const double* row = cells.dense().row(i);
            for (std::size_t s = 0; s < columns.size(); ++s) out[s] = row[columns[s]];
            return;
        }
        std::fill_n(out, columns.size(), 0.0);
        for_each_cell(cells, i, [&](Index j, double value) {
            if (slot_of[at(j)] >= 0) out[slot_of[at(j)]] = value;
        });
    }
};

struct Plan {
    const ShownColumns& wanted;
    Slots slots;
    std::vector<Index> counted, correlated, mapped;  // as slots
    DenseMatrix& cells;

    Plan(const ShownColumns& columns, Index features, DenseMatrix& out)
        : wanted(columns),
          slots(features),
          counted(slots.take(columns.counted)),
          correlated(slots.take(columns.correlated)),
          mapped(slots.take(columns.mapped)),
          cells(out) {}
};

// Means and sums of products about them.
class Comoments {
  public:
    explicit Comoments(Index columns) : mean_(at(columns), 0.0), products_(columns, columns) {}

    // Takes the rows of a block (rows × columns), which it centers.
    void add(double* block, Index rows) {
        const auto columns = static_cast<Index>(mean_.size());
        Comoments own(columns);
        own.rows_ = static_cast<double>(rows);
        for (Index i = 0; i < rows; ++i)
            for (Index c = 0; c < columns; ++c) own.mean_[at(c)] += block[i * columns + c] / own.rows_;
        for (Index i = 0; i < rows; ++i)
            for (Index c = 0; c < columns; ++c) block[i * columns + c] -= own.mean_[at(c)];
        const blas::SingleThreaded alone;
        blas::multiply(columns, columns, rows, 1.0, {block, columns, blas::Form::transposed},
                       {block, columns}, 0.0, own.products_.data(), columns);
        merge(own);
    }

    // Chan, Golub, LeVeque 1983: the products about the common mean.
    void merge(const Comoments& later) {
        if (later.rows_ == 0.0) return;
        const double all = rows_ + later.rows_, factor = rows_ * later.rows_ / all;
        std::vector<double> shift(mean_.size());
        for (std::size_t c = 0; c < shift.size(); ++c) shift[c] = later.mean_[c] - mean_[c];
        for (std::size_t a = 0; a < shift.size(); ++a)
            for (std::size_t b = 0; b < shift.size(); ++b) {
                const auto row = static_cast<Index>(a), column = static_cast<Index>(b);
                products_(row, column) += later.products_(row, column) + factor * shift[a] * shift[b];
            }
        for (std::size_t c = 0; c < shift.size(); ++c) mean_[c] += shift[c] * (later.rows_ / all);
        rows_ = all;
    }

    // `varies`: whether a column is more than rounding.
    DenseMatrix correlations(const std::vector<char>& varies) const {
        DenseMatrix r(products_.rows(), products_.cols());
        for (Index a = 0; a < r.rows(); ++a)
            for (Index b = 0; b < r.cols(); ++b) {
                const double squares = std::sqrt(products_(a, a)) * std::sqrt(products_(b, b));
                r(a, b) = varies[at(a)] == 0 || varies[at(b)] == 0 || !(squares > 0.0)
                              ? std::numeric_limits<double>::quiet_NaN()
                          : a == b
                              ? 1.0
                              : std::clamp(products_(std::min(a, b), std::max(a, b)) / squares, -1.0, 1.0);
            }
        return r;
    }

  private:
    double rows_ = 0.0;
    std::vector<double> mean_;
    DenseMatrix products_;
};

// The statistic of run_pass.hpp.
class Shown {
  public:
    Shown(const Plan& plan, const Piece& piece)
        : plan_(&plan),
          piece_(piece),
          histograms_(plan.counted.size(), DyadicHistogram(plan.wanted.groups)),
          moments_(static_cast<Index>(plan.correlated.size())) {}

    void add(const RowBlock& block) {
        row_.resize(plan_->slots.columns.size());
        buffer_.resize(at(block_rows) * plan_->correlated.size());
        auto sample =
            std::lower_bound(plan_->wanted.samples.begin(), plan_->wanted.samples.end(), block.first);
        for (Index i = 0; i < block.cells.rows(); ++i) {
            plan_->slots.copy(block.cells, i, row_.data());
            const Index row = block.first + i;
            count(row);
            buffer_row();
            if (sample == plan_->wanted.samples.end() || *sample != row) continue;
            double* out = plan_->cells.row(sample - plan_->wanted.samples.begin());
            for (std::size_t c = 0; c < plan_->mapped.size(); ++c) out[c] = row_[at(plan_->mapped[c])];
            ++sample;
        }
        if (piece_.ends_with(block)) flush();
    }

    void merge(const Shown& later) {
        for (std::size_t h = 0; h < histograms_.size(); ++h) histograms_[h].merge(later.histograms_[h]);
        moments_.merge(later.moments_);
    }

    ShownData take(DenseMatrix cells) const {
        ShownData data;
        for (const DyadicHistogram& histogram : histograms_) data.histograms.push_back(histogram.histogram());
        std::unordered_map<Index, bool> constant;  // by slot
        for (std::size_t h = 0; h < histograms_.size(); ++h)
            constant[plan_->counted[h]] = data.histograms[h].low == data.histograms[h].high;
        std::vector<char> varies;
        for (const Index slot : plan_->correlated) varies.push_back(constant.at(slot) ? 0 : 1);
        data.correlations = moments_.correlations(varies);
        data.cells = std::move(cells);
        return data;
    }

  private:
    void count(Index row) {
        const std::span<const int> group_of = plan_->wanted.group_of;
        const Index group = group_of.empty() ? 0 : Index{group_of[at(row)]};
        for (std::size_t h = 0; h < histograms_.size(); ++h)
            histograms_[h].add(row_[at(plan_->counted[h])], group);
    }

    void buffer_row() {
        if (plan_->correlated.empty()) return;
        double* out = buffer_.data() + at(buffered_) * plan_->correlated.size();
        for (std::size_t c = 0; c < plan_->correlated.size(); ++c) out[c] = row_[at(plan_->correlated[c])];
        if (++buffered_ == block_rows) flush();
    }

    void flush() {
        if (buffered_ > 0) moments_.add(buffer_.data(), buffered_);
        buffered_ = 0;
    }

    const Plan* plan_;
    Piece piece_;
    std::vector<DyadicHistogram> histograms_;
    Comoments moments_;
    std::vector<double> row_, buffer_;
    Index buffered_ = 0;  // rows
};

}  // namespace

ShownData show_columns(const Rows& x, const ShownColumns& wanted, const Context& context) {
    DenseMatrix cells(static_cast<Index>(wanted.samples.size()), static_cast<Index>(wanted.mapped.size()));
    const Plan plan(wanted, x.cols(), cells);
    const Shown all = run_pass(
        x, rows_per_chunk(x.rows(), 1), [&](const Piece& piece) { return Shown(plan, piece); }, context);
    return all.take(std::move(cells));
}

}  // namespace tamis::detail
