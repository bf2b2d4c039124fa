#include "tamis/io/label_column.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/interner.hpp"
#include "tamis/io/text/blocks.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis {

namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

std::optional<Index> as_position(const std::string& text) {
    Index position = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), position);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return position;
}

std::optional<Index> find_label_name(std::span<const std::string> names) {
    for (std::size_t j = 0; j < names.size(); ++j)
        if (is_label_name(names[j])) return static_cast<Index>(j);
    return std::nullopt;
}

[[noreturn]] void no_such_column(const std::string& label, std::span<const std::string> names, Index columns,
                                 const std::string& file) {
    if (names.empty())
        throw Error(file + ": has no column names, so there is no column '" + label +
                    "': give the label column's position, 0 to " + std::to_string(columns - 1));
    constexpr std::size_t most = 20;  // a table of genes has thousands
    const std::string nearest = suggestion(label, names);
    throw Error(file + ": has no column '" + label + "'" + (nearest.empty() ? "." : nearest) + " Columns: " +
                joined(names.first(std::min(most, names.size()))) + (names.size() > most ? ", …" : ""));
}

}  // namespace

bool is_label_name(std::string_view name) {
    if (name == "Y" || name == "y" || name == "gnd") return true;
    const std::string lower = lower_case(name);
    return lower == "label" || lower == "class" || lower == "target";
}

std::optional<Index> find_label_column(const std::string& label, std::span<const std::string> names,
                                       Index columns, const std::string& file) {
    if (label == "none") return std::nullopt;
    if (label == "auto") return find_label_name(names);
    if (label == "first") return 0;
    if (label == "last") return columns - 1;
    const auto named = std::find(names.begin(), names.end(), label);
    if (named != names.end()) return named - names.begin();
    const std::optional<Index> position = as_position(label);
    if (!position) no_such_column(label, names, columns, file);
    const Index column = *position < 0 ? *position + columns : *position;
    if (column < 0 || column >= columns)
        throw Error(file + ": there is no column " + label + ": the columns are 0 to " +
                    std::to_string(columns - 1));
    return column;
}

Labels labels_from_ids(std::span<const std::string> values, std::span<const int> ids) {
    std::vector<char> used(values.size());
    for (const int id : ids)
        if (id >= 0) used[static_cast<std::size_t>(id)] = 1;
    // The classes follow from the distinct texts alone; each sample then takes the class of its text.
    std::vector<std::string> texts(values.size());
    for (std::size_t t = 0; t < values.size(); ++t)
        if (used[t] != 0) texts[t] = values[t];
    Labels labels = make_labels(texts);
    const std::vector<int> class_of_text = std::move(labels.of);
    labels.of.assign(ids.size(), Labels::unlabeled);
    std::fill(labels.counts.begin(), labels.counts.end(), Index{0});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0) continue;
        const int number = class_of_text[static_cast<std::size_t>(ids[i])];
        labels.of[i] = number;
        ++labels.counts[static_cast<std::size_t>(number)];
    }
    return labels;
}

void take_label_column(Dataset& data, Index column) {
    std::vector<double> values(static_cast<std::size_t>(data.samples()));
    for (Index i = 0; i < data.samples(); ++i) copy_cells(data.x, i, column, column + 1, &values[at(i)]);
    std::vector<Index> others(static_cast<std::size_t>(data.features()));
    std::iota(others.begin(), others.end(), Index{0});
    others.erase(others.begin() + column);
    const std::string name =
        data.feature_names.empty() ? "" : data.feature_names[static_cast<std::size_t>(column)];
    data = take_features(data, others);
    data.labels = make_labels(values);
    data.label_name = name;
    data.label_column = column;
}

Labels read_label_file(const std::string& path, Index samples, const std::string& data_file) {
    const std::unique_ptr<ByteSource> source = open_file(path);
    constexpr std::size_t block_bytes = 1 << 18;
    BlockReader blocks(*source, path, ',', true, block_bytes);
    Interner texts;
    std::vector<int> ids;
    Index empty_line = 0;
    bool title = false;
    std::string block;
    while (blocks.next(block)) {
        Index line = blocks.lines_before();
        CellCursor cursor(block.data(), ',');
        while (cursor.position() < block.data() + block.size()) {
            ++line;
            const Cell cell = cursor.next();
            if (!cell.ends_record || cell.text.find_first_of(";\t\n") != std::string_view::npos)
                throw Error(path + ": line " + std::to_string(line) +
                            " has more than one field: a label file has one label per line");
            if (cell.text.empty()) {
                if (empty_line == 0) empty_line = line;
                continue;
            }
            if (empty_line > 0)
                throw Error(path + ": line " + std::to_string(empty_line) +
                            " is empty: write NA for a sample without a label");
            title = title || (line == 1 && is_label_name(cell.text));
            ids.push_back(is_missing(cell.text) ? -1 : texts.add(cell.text));
        }
    }
    std::span<const int> labels = ids;
    if (title && static_cast<Index>(ids.size()) == samples + 1) labels = labels.subspan(1);
    if (static_cast<Index>(labels.size()) != samples)
        throw Error(path + ": has " + std::to_string(labels.size()) + " labels for the " +
                    std::to_string(samples) + " samples of " + data_file);
    return labels_from_ids(texts.values(), labels);
}

}  // namespace tamis
