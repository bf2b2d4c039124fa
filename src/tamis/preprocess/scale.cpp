#include "tamis/preprocess/scale.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/preprocess/column_statistics.hpp"
#include "tamis/preprocess/scaled_rows.hpp"

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
    context.warning(dense_remark(x.rows(), x.cols()));
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
