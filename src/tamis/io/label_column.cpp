#include "tamis/io/label_column.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/io/column_list.hpp"

namespace tamis::detail {

namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

// Throws Error where two columns have such a name, as the coordinate y and the class.
std::optional<Index> find_label_name(std::span<const std::string> names, const std::string& file) {
    const auto first = std::find_if(names.begin(), names.end(), is_label_name);
    if (first == names.end()) return std::nullopt;
    const auto second = std::find_if(first + 1, names.end(), is_label_name);
    if (second == names.end()) return first - names.begin();
    const auto entry = [&](auto column) {
        return *first == *second ? "#" + std::to_string(column - names.begin()) : *column;
    };
    throw Error(file + ": is '" + *first + "' or '" + *second + "' the label? Both have a usual name of one",
                "use " + option("label", entry(first)) + " or " + option("label", entry(second)) + ", or " +
                    option("label", "none") + " if there is no label");
}

}  // namespace

bool is_label_name(std::string_view name) {
    if (name == "Y" || name == "y" || name == "gnd") return true;
    const std::string lower = lower_case(name);
    return lower == "label" || lower == "class" || lower == "target";
}

bool is_id_name(std::string_view name) {
    static constexpr std::array<std::string_view, 8> names = {"",        "id",   "sample", "name",
                                                              "barcode", "cell", "index",  "unnamed: 0"};
    return std::find(names.begin(), names.end(), lower_case(name)) != names.end();
}

bool is_measured(const Labels& labels) {
    constexpr Index most_fractions = 20, fewest_samples = 20;
    const Index classes = labels.classes();
    const Index labeled = std::accumulate(labels.counts.begin(), labels.counts.end(), Index{0});
    if (labeled >= fewest_samples && 2 * classes > labeled) return true;
    const std::vector<double> values = class_values(labels);
    return std::count_if(values.begin(), values.end(),
                         [](double value) { return value != std::floor(value); }) > most_fractions;
}

std::optional<Index> find_label_column(const std::string& label, std::span<const std::string> names,
                                       Index columns, const std::string& file) {
    if (label == "none") return std::nullopt;
    if (label == "auto") return find_label_name(names, file);
    if (label == "first") return 0;
    if (label == "last") return columns - 1;
    return find_column(label, {names, columns, file});
}

Labels labels_from_ids(std::span<const std::string> values, std::span<const int> ids) {
    std::vector<char> used(values.size());
    for (const int id : ids)
        if (id >= 0) used[at(id)] = 1;
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
        const int number = class_of_text[at(ids[i])];
        labels.of[i] = number;
        ++labels.counts[at(number)];
    }
    return labels;
}

void take_label_column(Dataset& data, Index column) {
    std::vector<double> values(at(data.samples()));
    for (Index i = 0; i < data.samples(); ++i) copy_cells(data.x, i, column, column + 1, &values[at(i)]);
    std::vector<Index> others(at(data.features()));
    std::iota(others.begin(), others.end(), Index{0});
    others.erase(others.begin() + column);
    const std::string name = data.feature_names.empty() ? "" : data.feature_names[at(column)];
    data = take_features(data, others);
    data.labels = make_labels(values);
    data.label_name = name;
    data.label_column = column;
}

}  // namespace tamis::detail
