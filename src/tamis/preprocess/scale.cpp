#include "tamis/preprocess/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/passes/run_pass.hpp"

namespace tamis {

using namespace detail;

namespace {

const std::vector<std::pair<std::string, Scaling>>& scaling_names() {
    static const std::vector<std::pair<std::string, Scaling>> names = {{"none", Scaling::none},
                                                                       {"standard", Scaling::standard},
                                                                       {"minmax", Scaling::minmax},
                                                                       {"unit", Scaling::unit}};
    return names;
}

constexpr double infinite = std::numeric_limits<double>::infinity();
struct ColumnStatistics {
    std::vector<double> low, high;  // extremes
    std::vector<double> mean;
    std::vector<double> deviation;  // population standard deviation
    std::vector<Index> implicit;    // zeros of each column that are not stored

    explicit ColumnStatistics(Index columns)
        : low(at(columns), infinite),
          high(at(columns), -infinite),
          mean(at(columns), 0.0),
          deviation(at(columns), 0.0),
          implicit(at(columns), 0) {}

    double range(std::size_t j) const { return high[j] - low[j]; }
};

// First pass: the extremes and the sum of each column of a strip.
class SumsAndRanges {
  public:
    explicit SumsAndRanges(const Strip& strip) : strip_(strip), columns_(strip.width()) {}

    void add(const RowBlock& block) {
        if (block.cells.is_sparse()) count_implicit(block.cells);
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index column, double value) {
                const std::size_t j = at(column - strip_.begin);
                columns_.low[j] = std::min(columns_.low[j], value);
                columns_.high[j] = std::max(columns_.high[j], value);
                columns_.mean[j] += value;
            });
    }
    void merge(const SumsAndRanges& later) {
        for (std::size_t j = 0; j < columns_.low.size(); ++j) {
            columns_.low[j] = std::min(columns_.low[j], later.columns_.low[j]);
            columns_.high[j] = std::max(columns_.high[j], later.columns_.high[j]);
            columns_.mean[j] += later.columns_.mean[j];
            columns_.implicit[j] += later.columns_.implicit[j];
        }
    }

    void write(Index rows, ColumnStatistics& all) const {
        for (std::size_t j = 0; j < columns_.low.size(); ++j) {
            const std::size_t column = at(strip_.begin) + j;
            const bool zeros = columns_.implicit[j] > 0;
            all.low[column] = zeros ? std::min(columns_.low[j], 0.0) : columns_.low[j];
            all.high[column] = zeros ? std::max(columns_.high[j], 0.0) : columns_.high[j];
            all.mean[column] = columns_.mean[j] / static_cast<double>(rows);
            all.implicit[column] = columns_.implicit[j];
        }
    }

  private:
    void count_implicit(const MatrixView& x) {
        for (Index& zeros : columns_.implicit) zeros += x.rows();
        for (Index i = 0; i < x.rows(); ++i)
            for_each_cell(x, i, strip_.begin, strip_.end,
                          [&](Index column, double) { --columns_.implicit[at(column - strip_.begin)]; });
    }

    Strip strip_;
    ColumnStatistics columns_;
};

// Second pass: the spread about the mean. Deviations are divided by the range before they are squared, so
// that neither tiny nor huge columns leave the range of doubles.
class Deviations {
  public:
    Deviations(const ColumnStatistics& columns, const Strip& strip)
        : columns_(&columns), strip_(strip), sum_(at(strip.width()), 0.0), square_(at(strip.width()), 0.0) {}

    void add(const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end,
                          [&](Index column, double value) { add_cell(at(column), value, 1.0); });
    }
    void merge(const Deviations& later) {
        for (std::size_t j = 0; j < sum_.size(); ++j) {
            sum_[j] += later.sum_[j];
            square_[j] += later.square_[j];
        }
    }

    // What the deviations sum to is the rounding error of the mean: taken out of both moments.
    void write(Index rows, ColumnStatistics& all) {
        const auto count = static_cast<double>(rows);
        for (auto column = at(strip_.begin); column < at(strip_.end); ++column) {
            if (all.implicit[column] > 0) add_cell(column, 0.0, static_cast<double>(all.implicit[column]));
            const std::size_t j = column - at(strip_.begin);
            const double range = all.range(column), error = sum_[j] / count;
            all.deviation[column] = range * std::sqrt(std::max(0.0, square_[j] / count - error * error));
            all.mean[column] += range * error;
            if (range == 0.0) all.mean[column] = all.low[column];  // exactly, so that the column becomes 0
        }
    }

  private:
    void add_cell(std::size_t column, double value, double times) {
        const double range = columns_->range(column);
        if (range == 0.0) return;
        const double part = (value - columns_->mean[column]) / range;
        sum_[column - at(strip_.begin)] += times * part;
        square_[column - at(strip_.begin)] += times * part * part;
    }

    const ColumnStatistics* columns_;
    Strip strip_;
    std::vector<double> sum_, square_;
};

// Each column is summed in row order whatever the number of threads.
ColumnStatistics column_statistics(const Rows& x, const Context& context) {
    const std::vector<Strip> strips = strips_of(x, 64);
    ColumnStatistics columns(x.cols());
    const auto first = [](const Piece& piece) { return SumsAndRanges(piece.columns); };
    for (const SumsAndRanges& part : run_pass(x, x.rows(), strips, first, context))
        part.write(x.rows(), columns);
    const auto second = [&](const Piece& piece) { return Deviations(columns, piece.columns); };
    for (Deviations& part : run_pass(x, x.rows(), strips, second, context)) part.write(x.rows(), columns);
    return columns;
}

// 1 / spread; nothing if the column is constant, or so nearly that its reciprocal overflows.
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
            const double length = row_length(stored_values(x, i));
            if (length == 0.0) continue;
            change_cells(x, i, [&](Index, double& value) { value /= length; });
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

Scaling parse_scaling(const std::string& text) { return find_named(scaling_names(), "scaling", text).second; }

std::string to_text(Scaling scaling) {
    for (const auto& [name, value] : scaling_names())
        if (value == scaling) return name;
    return "";
}

Scaler fit_scaler(const Rows& x, Scaling kind, const Context& context) {
    Scaler scaler{.kind = kind, .shift = {}, .scale = {}};
    if (kind == Scaling::none || kind == Scaling::unit) return scaler;
    if (x.rows() == 0) throw Error("there are no samples to fit a scaling on");
    const ColumnStatistics columns = column_statistics(x, context);
    const auto count = at(x.cols());
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
    if (!scaler.shift.empty() && scaler.shift.size() != scaler.scale.size())
        throw Error("the scaling is damaged: it shifts " + std::to_string(scaler.shift.size()) +
                    " features and stretches " + std::to_string(scaler.scale.size()));
    if (x.is_sparse() && !scaler.shift.empty()) make_dense(x, context);
    parallel_chunks(context, x.rows(), 256, [&](const Chunk& chunk) {
        for (Index i = chunk.begin; i < chunk.end; ++i)
            change_cells(x, i, [&](Index column, double& value) {
                const double shift = scaler.shift.empty() ? 0.0 : scaler.shift[at(column)];
                value = (value - shift) * scaler.scale[at(column)];
            });
    });
}

Matrix scaled_copy(const Scaler& scaler, const MatrixView& x, const Context& context) {
    Matrix copy = x.is_sparse() ? Matrix(to_sparse(x)) : Matrix(to_dense(x));
    apply_scaler(scaler, copy, context);
    return copy;
}

}  // namespace tamis
