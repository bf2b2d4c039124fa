#include "tamis/preprocess/text_columns.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis::detail {

namespace {

constexpr std::size_t most_listed = 10;

// Three groups of digits with the same mark between them, and perhaps a time: 2024-05-17, 17.5.2024 12:30.
bool is_date(const std::string& text) {
    std::size_t position = 0;
    const auto digits = [&](std::size_t most) {
        const std::size_t start = position;
        while (position < text.size() && std::isdigit(static_cast<unsigned char>(text[position])) != 0)
            ++position;
        return position > start && position - start <= most;
    };
    if (!digits(4) || position >= text.size()) return false;
    const char mark = text[position];
    if (mark != '-' && mark != '/' && mark != '.') return false;
    ++position;
    if (!digits(2) || position >= text.size() || text[position] != mark) return false;
    ++position;
    if (!digits(4)) return false;
    return position == text.size() || text[position] == ' ' || text[position] == 'T';
}

// The name of the column, or its position in the file, as the options take it.
std::string column_of(const Dataset& data, const CategoryColumn& category) {
    if (!data.feature_names.empty()) return feature_label(data, category.column);
    return std::to_string(category.place.value_or(category.column));
}

// "'color' (3 values)", "'visit' (120 dates)", "'note' (all 120 values differ)"
std::string described(const Dataset& data, const CategoryColumn& category) {
    const auto count = static_cast<Index>(category.values.size());
    std::string what = counted(count, "value");
    if (count > 0 && std::all_of(category.values.begin(), category.values.end(), is_date))
        what = counted(count, "date");
    else if (count > 1 && count == data.samples())
        what = "all " + what + " differ";
    return "'" + column_of(data, category) + "' (" + what + ")";
}

std::string listed(const Dataset& data) {
    std::string text;
    for (std::size_t c = 0; c < std::min(most_listed, data.categories.size()); ++c)
        text += (c > 0 ? ", " : "") + described(data, data.categories[c]);
    return text + (data.categories.size() > most_listed ? ", …" : "");
}

std::string heading(const Dataset& data) {
    const auto count = static_cast<Index>(data.categories.size());
    return data.name + ": " + counted(count, "column") + (count == 1 ? " holds" : " hold") + " text, " +
           listed(data) + (data.feature_names.empty() ? " (columns counted from 0)" : "");
}

constexpr std::size_t most_values = 20;

bool may_be_label(const std::vector<Index>& counts) {
    return counts.size() >= 2 && counts.size() <= most_values &&
           std::all_of(counts.begin(), counts.end(), [](Index count) { return count >= 2; });
}

// How often the values of a column are there, if there are not too many for a label.
std::vector<Index> counts_of(const Dataset& data, const CategoryColumn& category) {
    std::vector<Index> counts(category.values.size());
    if (counts.size() > most_values) return counts;
    for (Index i = 0; i < data.samples(); ++i) {
        double code = 0.0;
        copy_cells(data.x, i, category.column, category.column + 1, &code);
        if (!std::isnan(code)) ++counts[static_cast<std::size_t>(code)];
    }
    return counts;
}

}  // namespace

void refuse_text_columns(const Dataset& data) {
    if (data.categories.empty()) return;
    const std::string first = column_of(data, data.categories.front());
    const std::string them = data.categories.size() == 1 ? "it" : "them";
    Message remedy = "use " + option("categories", "drop") + " to leave " + them + " out, " +
                     option("categories", "rank") + " or " + option("categories", "onehot") + " to read " +
                     them + " as numbers, or " + option("drop", first) + " for single columns";
    if (data.labels.empty()) remedy += "; " + option("label", first) + " if it is the label";
    throw Error(heading(data), remedy);
}

void drop_text_columns(CleanedCells& cells, const Context& context) {
    Dataset& data = cells.data();
    if (data.categories.empty()) return;
    const std::string text = heading(data) + ": left out";
    std::vector<Index> kept;
    auto category = data.categories.begin();
    for (Index j = 0; j < data.features(); ++j) {
        if (category != data.categories.end() && category->column == j)
            ++category;
        else
            kept.push_back(j);
    }
    if (kept.empty())
        throw Error(
            data.name + ": every column holds text, so " + option("categories", "drop") + " leaves nothing",
            "use " + option("categories", "rank") + " or " + option("categories", "onehot"));
    cells.keep_features(kept);
    add_remark(data, text, context);
}

void remark_on_text_columns(Dataset& data, const std::string& how, const Context& context) {
    if (!data.categories.empty()) add_remark(data, heading(data) + ": read as " + how, context);
}

void ask_for_label(const Dataset& data) {
    if (!data.labels.empty()) return;
    CategoryCounts counts;
    for (const CategoryColumn& category : data.categories) counts.push_back(counts_of(data, category));
    ask_for_label(data, counts);
}

void ask_for_label(const Dataset& data, const CategoryCounts& counts) {
    if (!data.labels.empty()) return;
    const CategoryColumn* candidate = nullptr;
    for (std::size_t c = 0; c < data.categories.size(); ++c)
        if (may_be_label(counts[c])) {
            if (candidate != nullptr) return;
            candidate = &data.categories[c];
        }
    if (candidate == nullptr) return;
    const std::string name = column_of(data, *candidate);
    throw Error(data.name + ": is " +
                    (data.feature_names.empty() ? "column " + name + " (counted from 0)" : "'" + name + "'") +
                    " the label? It is the column of text with " +
                    counted(static_cast<Index>(candidate->values.size()), "value") +
                    ", and no label was given",
                "use " + option("label", name) + " if it is, or " + option("label", "none") +
                    " if there is no label");
}

}  // namespace tamis::detail
