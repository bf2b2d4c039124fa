#include "tamis/preprocess/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/core/parallel.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis {

namespace {

const std::vector<std::pair<std::string, Scaling>>& scaling_names() {
    static const std::vector<std::pair<std::string, Scaling>> names = {{"none", Scaling::none},
                                                                       {"standard", Scaling::standard},
                                                                       {"minmax", Scaling::minmax},
                                                                       {"unit", Scaling::unit}};
    return names;
}

struct ColumnStatistics {
    std::vector<double> low, high;  // extremes
    std::vector<double> mean;
    std::vector<double> deviation;  // population standard deviation
};

// Two passes: the extremes and the mean, then the spread about the mean. Deviations are divided by the range
// before they are squared, so that neither tiny nor huge columns leave the range of doubles. Each column is
// summed in row order whatever the number of threads.
class StatisticsPass {
  public:
    StatisticsPass(const MatrixView& x, const Context& context)
        : x_(x), context_(context), rows_(static_cast<double>(x.rows())) {
        const auto columns = static_cast<std::size_t>(x.cols());
        const double infinite = std::numeric_limits<double>::infinity();
        result_.low.assign(columns, infinite);
        result_.high.assign(columns, -infinite);
        result_.mean.assign(columns, 0.0);
        result_.deviation.assign(columns, 0.0);
        residual_.assign(columns, 0.0);
    }

    ColumnStatistics run() {
        each_cell([&](std::size_t j, double value) {
            result_.low[j] = std::min(result_.low[j], value);
            result_.high[j] = std::max(result_.high[j], value);
            result_.mean[j] += value;
        });
        add_implicit_zeros();
        for (double& mean : result_.mean) mean /= rows_;
        each_cell([&](std::size_t j, double value) { add_deviation(j, value, 1.0); });
        for (std::size_t j = 0; j < result_.mean.size(); ++j) finish(j);
        return std::move(result_);
    }

  private:
    // visit(column, value) for all stored cells: blocks of columns side by side for dense data.
    template <class Visit>
    void each_cell(Visit&& visit) {
        if (x_.is_sparse()) {
            for (Index i = 0; i < x_.rows(); ++i)
                for_each_cell(x_, i,
                              [&](Index j, double value) { visit(static_cast<std::size_t>(j), value); });
            return;
        }
        parallel_chunks(context_, x_.cols(), 64, [&](const Chunk& chunk) {
            for (Index i = 0; i < x_.rows(); ++i)
                for (Index j = chunk.begin; j < chunk.end; ++j)
                    visit(static_cast<std::size_t>(j), x_.dense()(i, j));
        });
    }

    void add_implicit_zeros() {
        if (!x_.is_sparse()) return;
        implicit_.assign(result_.low.size(), x_.rows());
        for (Index i = 0; i < x_.rows(); ++i)
            for_each_cell(x_, i, [&](Index j, double) { --implicit_[static_cast<std::size_t>(j)]; });
        for (std::size_t j = 0; j < implicit_.size(); ++j) {
            if (implicit_[j] == 0) continue;
            result_.low[j] = std::min(result_.low[j], 0.0);
            result_.high[j] = std::max(result_.high[j], 0.0);
        }
    }

    void add_deviation(std::size_t j, double value, double times) {
        const double range = result_.high[j] - result_.low[j];
        if (range == 0.0) return;
        const double part = (value - result_.mean[j]) / range;
        residual_[j] += times * part;
        result_.deviation[j] += times * part * part;
    }

    // What the deviations sum to is the rounding error of the mean: taken out of both moments.
    void finish(std::size_t j) {
        if (!implicit_.empty()) add_deviation(j, 0.0, static_cast<double>(implicit_[j]));
        const double range = result_.high[j] - result_.low[j];
        const double error = residual_[j] / rows_;
        result_.deviation[j] = range * std::sqrt(std::max(0.0, result_.deviation[j] / rows_ - error * error));
        result_.mean[j] += range * error;
        if (range == 0.0) result_.mean[j] = result_.low[j];  // exactly, so that the column becomes 0
    }

    MatrixView x_;
    const Context& context_;
    double rows_;
    std::vector<Index> implicit_;  // zeros of each sparse column that are not stored
    std::vector<double> residual_;
    ColumnStatistics result_;
};

// 1 / spread; nothing where the column is constant, or so nearly that its reciprocal overflows.
std::optional<double> reciprocal(double spread) {
    const double inverse = 1.0 / spread;
    return std::isfinite(inverse) ? std::optional(inverse) : std::nullopt;
}

// Divides by the largest value first: the squares of tiny rows must not vanish.
double row_length(std::span<const double> values) {
    double largest = 0.0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    if (largest == 0.0) return 0.0;
    double sum = 0.0;
    for (const double value : values) sum += (value / largest) * (value / largest);
    return largest * std::sqrt(sum);
}

void make_unit_rows(Matrix& x, const Context& context) {
    parallel_chunks(context, x.rows(), 256, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            std::span<double> values;
            if (x.is_sparse()) {
                SparseMatrix& sparse = x.sparse();
                const Index start = sparse.row_start[static_cast<std::size_t>(i)];
                const Index end = sparse.row_start[static_cast<std::size_t>(i) + 1];
                values = {sparse.values.data() + start, static_cast<std::size_t>(end - start)};
            } else {
                values = {x.dense().row(i), static_cast<std::size_t>(x.cols())};
            }
            const double length = row_length(values);
            if (length == 0.0) continue;
            for (double& value : values) value /= length;
        }
    });
}

void make_dense(Matrix& x, const Context& context) {
    const double megabytes =
        static_cast<double>(x.rows()) * static_cast<double>(x.cols()) * sizeof(double) / 1e6;
    context.warning("this scaling shifts columns, so the sparse data become dense: " +
                    std::to_string(std::max<Index>(1, std::llround(megabytes))) + " MB");
    x = to_dense(x);
}

}  // namespace

Scaling parse_scaling(const std::string& text) {
    std::vector<std::string> known;
    for (const auto& [name, scaling] : scaling_names()) {
        if (name == text) return scaling;
        known.push_back(name);
    }
    throw UsageError(unknown_name("scaling", text, known));
}

std::string to_text(Scaling scaling) {
    for (const auto& [name, value] : scaling_names())
        if (value == scaling) return name;
    return "";
}

Scaler fit_scaler(const MatrixView& x, Scaling kind, const Context& context) {
    Scaler scaler{.kind = kind, .shift = {}, .scale = {}};
    if (kind == Scaling::none || kind == Scaling::unit) return scaler;
    if (x.rows() == 0) throw Error("there are no samples to fit a scaling on");
    const ColumnStatistics columns = StatisticsPass(x, context).run();
    const auto count = static_cast<std::size_t>(x.cols());
    scaler.scale.resize(count);
    for (std::size_t j = 0; j < count; ++j) {
        if (kind == Scaling::standard)
            scaler.scale[j] = reciprocal(columns.deviation[j]).value_or(1.0);
        else
            scaler.scale[j] = reciprocal(columns.high[j] - columns.low[j]).value_or(0.0);
    }
    scaler.shift = kind == Scaling::standard ? columns.mean : columns.low;
    const bool shifts =
        std::any_of(scaler.shift.begin(), scaler.shift.end(), [](double shift) { return shift != 0.0; });
    if (!shifts) scaler.shift.clear();
    return scaler;
}

void apply_scaler(const Scaler& scaler, Matrix& x, const Context& context) {
    if (scaler.kind == Scaling::none) return;
    if (scaler.kind == Scaling::unit) return make_unit_rows(x, context);
    if (static_cast<Index>(scaler.scale.size()) != x.cols())
        throw Error("the scaling was fitted on " + std::to_string(scaler.scale.size()) +
                    " features and the data have " + std::to_string(x.cols()));
    if (x.is_sparse() && !scaler.shift.empty()) make_dense(x, context);
    if (x.is_sparse()) {
        SparseMatrix& sparse = x.sparse();
        for (std::size_t p = 0; p < sparse.values.size(); ++p)
            sparse.values[p] *= scaler.scale[static_cast<std::size_t>(sparse.columns[p])];
        return;
    }
    DenseMatrix& dense = x.dense();
    parallel_chunks(context, dense.rows(), 256, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i) {
            double* row = dense.row(i);
            for (Index j = 0; j < dense.cols(); ++j) {
                const auto column = static_cast<std::size_t>(j);
                const double shift = scaler.shift.empty() ? 0.0 : scaler.shift[column];
                row[j] = (row[j] - shift) * scaler.scale[column];
            }
        }
    });
}

Matrix scaled_copy(const Scaler& scaler, const MatrixView& x, const Context& context) {
    Matrix copy = x.is_sparse() ? Matrix(to_sparse(x)) : Matrix(to_dense(x));
    apply_scaler(scaler, copy, context);
    return copy;
}

}  // namespace tamis
