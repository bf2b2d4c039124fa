#include "tamis/pipeline/describe.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "tamis/preprocess/cells.hpp"

namespace tamis {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct ColumnSummary {
    double low = infinite, high = -infinite;
    Index stored = 0, missing = 0;
};

void describe_cells(const Dataset& data, const Context& context, DataInfo& info) {
    std::vector<ColumnSummary> columns(static_cast<std::size_t>(data.features()));
    Index nonzero = 0;
    info.smallest = infinite;
    info.largest = -infinite;
    for (Index i = 0; i < data.samples(); ++i) {
        if (i % 1024 == 0) context.check_cancel();
        const Index before = info.missing_cells;
        for_each_cell(data.x, i, [&](Index j, double value) {
            ColumnSummary& column = columns[static_cast<std::size_t>(j)];
            ++column.stored;
            if (value != 0.0) ++nonzero;
            if (std::isnan(value)) {
                ++column.missing;
                ++info.missing_cells;
                return;
            }
            if (std::isinf(value)) {
                ++info.infinite_cells;
            } else {
                info.smallest = std::min(info.smallest, value);
                info.largest = std::max(info.largest, value);
            }
            column.low = std::min(column.low, value);
            column.high = std::max(column.high, value);
        });
        if (info.missing_cells > before) ++info.missing_rows;
    }
    for (std::size_t j = 0; j < columns.size(); ++j) {
        ColumnSummary& column = columns[j];
        if (column.stored < data.samples()) {  // zeros that sparse data do not store
            column.low = std::min(column.low, 0.0);
            column.high = std::max(column.high, 0.0);
            info.smallest = std::min(info.smallest, 0.0);
            info.largest = std::max(info.largest, 0.0);
        }
        if (column.missing > 0) ++info.missing_features;
        if (!(column.high > column.low)) info.constant.push_back(static_cast<Index>(j));
    }
    const double cells = static_cast<double>(data.samples()) * static_cast<double>(data.features());
    info.density = cells > 0.0 ? static_cast<double>(nonzero) / cells : 0.0;
    if (info.smallest > info.largest) info.smallest = info.largest = 0.0;
}

// The non-zero cells of a row as bytes: equal for equal rows, whatever the storage; missing equals missing.
void row_key(const MatrixView& x, Index i, std::string& key) {
    key.clear();
    for_each_cell(x, i, [&](Index column, double value) {
        if (value == 0.0) return;
        if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
        char bytes[sizeof column + sizeof value];
        std::memcpy(bytes, &column, sizeof column);
        std::memcpy(bytes + sizeof column, &value, sizeof value);
        key.append(bytes, sizeof bytes);
    });
}

Index count_duplicates(const MatrixView& x, const Context& context) {
    std::unordered_map<std::size_t, std::vector<Index>> seen;  // hash -> different rows that have it
    Index duplicates = 0;
    std::string key, other;
    for (Index i = 0; i < x.rows(); ++i) {
        if (i % 1024 == 0) context.check_cancel();
        row_key(x, i, key);
        std::vector<Index>& rows = seen[std::hash<std::string_view>()(key)];
        const bool repeats = std::any_of(rows.begin(), rows.end(), [&](Index row) {
            row_key(x, row, other);
            return key == other;
        });
        if (repeats)
            ++duplicates;
        else
            rows.push_back(i);
    }
    return duplicates;
}

}  // namespace

DataInfo describe(const Dataset& data, const Context& context) {
    DataInfo info;
    info.name = data.name;
    info.samples = data.samples();
    info.features = data.features();
    info.named_features = !data.feature_names.empty();
    info.sparse = data.x.is_sparse();
    info.label = data.label_name;
    info.label_column = data.label_column;
    info.labeled = !data.labels.empty();
    for (std::size_t c = 0; c < data.labels.names.size(); ++c)
        info.classes.emplace_back(data.labels.names[c], data.labels.counts[c]);
    info.unlabeled = std::count(data.labels.of.begin(), data.labels.of.end(), Labels::unlabeled);
    for (const CategoryColumn& category : data.categories)
        info.categories.emplace_back(feature_label(data, category.column),
                                     static_cast<Index>(category.values.size()));
    describe_cells(data, context, info);
    info.duplicates = count_duplicates(data.x, context);
    return info;
}

}  // namespace tamis
