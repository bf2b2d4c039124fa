#include "tamis/pipeline/describe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/passes/column_ranges.hpp"
#include "tamis/passes/repeated/repeated_rows.hpp"
#include "tamis/pipeline/data_remarks.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::detail {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

void describe_cells(const Dataset& data, const Context& context, DataInfo& info) {
    std::vector<char> has_missing(at(data.features()), 0);
    Index nonzero = 0, stored = 0;
    info.smallest = infinite;
    info.largest = -infinite;
    for (Index i = 0; i < data.samples(); ++i) {
        if (i % 1024 == 0) context.check_cancel();
        const Index before = info.missing_cells;
        for_each_cell(data.x, i, [&](Index j, double value) {
            ++stored;
            if (value != 0.0) ++nonzero;
            if (std::isnan(value)) {
                has_missing[at(j)] = 1;
                ++info.missing_cells;
            } else if (std::isinf(value)) {
                ++info.infinite_cells;
            } else {
                info.smallest = std::min(info.smallest, value);
                info.largest = std::max(info.largest, value);
            }
        });
        if (info.missing_cells > before) ++info.missing_rows;
    }
    info.missing_features = std::count(has_missing.begin(), has_missing.end(), 1);
    if (stored < data.samples() * data.features()) {  // zeros that sparse data do not store
        info.smallest = std::min(info.smallest, 0.0);
        info.largest = std::max(info.largest, 0.0);
    }
    const std::vector<char> constant = present_ranges(data.x, context).constants();
    for (std::size_t j = 0; j < constant.size(); ++j)
        if (constant[j] != 0) info.constant.push_back(static_cast<Index>(j));
    const double cells = static_cast<double>(data.samples()) * static_cast<double>(data.features());
    info.density = cells > 0.0 ? static_cast<double>(nonzero) / cells : 0.0;
    if (info.smallest > info.largest) info.smallest = info.largest = 0.0;
}

// Texts aside, and with missing cells at the mean of their column.
void remark_on_units(const Dataset& data, const DataInfo& info, const Context& context) {
    if (info.infinite_cells > 0 || data.samples() < 2) return;
    std::vector<double> means = present_means(data.x, context);
    std::replace_if(
        means.begin(), means.end(), [](double mean) { return std::isnan(mean); }, 0.0);
    const ChangedRows filled(data.x, data.x.is_sparse(), [&](Matrix& block) { fill_missing(block, means); });
    std::vector<double> deviations =
        feature_deviations(info.missing_cells > 0 ? Rows(filled) : Rows(data.x), context);
    for (const CategoryColumn& category : data.categories) deviations[at(category.column)] = 0.0;
    remark_on_dominance(deviations, data.feature_names, context);
}

}  // namespace

DataInfo describe(const Dataset& data, const Context& context) {
    DataInfo info;
    info.name = data.name;
    info.samples = data.samples();
    info.features = data.features();
    info.named_features = !data.feature_names.empty();
    info.named_samples = !data.sample_names.empty();
    info.sample_column = data.sample_column;
    info.sparse = data.x.is_sparse();
    info.label = data.label_name;
    info.label_column = data.label_column;
    info.labeled = !data.labels.empty();
    info.measured = data.labels.measured;
    for (std::size_t c = 0; c < data.labels.names.size(); ++c)
        info.classes.emplace_back(data.labels.names[c], data.labels.counts[c]);
    info.unlabeled = std::count(data.labels.of.begin(), data.labels.of.end(), Labels::unlabeled);
    for (const CategoryColumn& category : data.categories)
        info.categories.emplace_back(feature_label(data, category.column),
                                     static_cast<Index>(category.values.size()));
    describe_cells(data, context, info);
    info.duplicates = count_repeated_rows(data.x, context);
    remark_on_units(data, info, context);
    return info;
}

}  // namespace tamis::detail
