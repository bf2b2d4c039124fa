#include "tamis/io/text/transposed.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/io/column_list.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/text/verdict.hpp"

namespace tamis::detail {

namespace {

// Descriptions of the features stand between their names and the samples.
void refuse_texts(const RawTable& table, const TableLayout& layout, const TextFormat& format,
                  const std::string& file) {
    const NamedColumns columns{format.names, format.fields, file};
    std::string list, entries;
    for (Index field = 0; field < format.fields; ++field) {
        if (layout.use[at(field)] != FieldUse::text) continue;
        const auto& texts = table.texts_of(field);
        list += (list.empty() ? "" : ", ") + columns.label(field) +
                (texts.empty() ? "" : " ('" + texts.front() + "')");
        const bool plain = format.named() && !format.names[at(field)].empty();
        entries += (entries.empty() ? "" : ",") + (plain ? format.names[at(field)] : std::to_string(field));
    }
    if (list.empty()) return;
    throw Error(file + ": beside the first column there is text in column " + list +
                    (format.named() ? "" : " (counted from 0)") + ", where " + option("transpose") +
                    " expects a sample",
                "leave descriptions out with " + option("drop", entries));
}

// A row of texts under names of samples is one of classes that nobody named.
void refuse_text_row(const RawTable& table, const std::string& file, std::optional<Index> label) {
    if (table.odd.empty()) return;
    const OddCell& first = table.odd.begin()->second.first.front();
    const auto is_there = [&](const auto& entry) {
        return std::any_of(entry.second.first.begin(), entry.second.first.end(),
                           [&](const OddCell& cell) { return cell.row == first.row; });
    };
    const bool whole_row = static_cast<Index>(table.odd.size()) == table.x.cols() &&
                           std::all_of(table.odd.begin(), table.odd.end(), is_there);
    if (first.row == label || !whole_row) return;
    const std::string row = table.names.empty() ? std::to_string(first.row) : table.names[at(first.row)];
    throw Error(
        file + ": line " + std::to_string(table.lines[at(first.row)]) + ": the row '" + row +
            "' holds text ('" + first.text + "', …), where " + option("transpose") +
            " expects the numbers of a feature",
        "use " + option("label", row) + " if these are the classes, or leave the row out of the file");
}

// The classes as texts: a cell that is a number was read as one.
Labels row_labels(const RawTable& table, Index row) {
    std::vector<std::string> texts;
    for (Index column = 0; column < table.x.cols(); ++column) {
        const double value = table.x(row, column);
        texts.push_back(std::isnan(value) ? "" : to_text(Value(value)));
    }
    for (const auto& [field, odd] : table.odd)
        for (const OddCell& cell : odd.first)
            if (cell.row == row) texts[at(table.feature[at(field)])] = cell.text;
    return make_labels(texts);
}

DenseMatrix turned(const DenseMatrix& x, std::optional<Index> without) {
    DenseMatrix result = DenseMatrix::uninitialized(x.cols(), x.rows() - (without ? 1 : 0));
    Index feature = 0;
    for (Index row = 0; row < x.rows(); ++row) {
        if (row == without) continue;
        for (Index i = 0; i < x.cols(); ++i) result(i, feature) = x(row, i);
        ++feature;
    }
    return result;
}

}  // namespace

Dataset transposed_table(RawTable table, const TableLayout& layout, const TextFormat& format,
                         const LoadOptions& options, const std::string& file) {
    refuse_texts(table, layout, format, file);
    const std::optional<Index> label = find_label_column(options.label, table.names, table.x.rows(), file);
    refuse_text_row(table, file, label);
    refuse_odd_cells(table, layout, format, file, label);
    Dataset data;
    if (label) {
        data.labels = row_labels(table, *label);
        if (!table.names.empty()) data.label_name = table.names[at(*label)];
        data.label_column = label;
        if (table.x.rows() == 1) throw Error(file + ": has no feature beside the label row");
    }
    data.x = turned(table.x, label);
    data.feature_names = std::move(table.names);
    if (label && !data.feature_names.empty()) data.feature_names.erase(data.feature_names.begin() + *label);
    for (Index field = 0; format.named() && field < format.fields; ++field)
        if (table.feature[at(field)] >= 0) data.sample_names.push_back(format.names[at(field)]);
    return data;
}

}  // namespace tamis::detail
