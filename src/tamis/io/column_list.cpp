#include "tamis/io/column_list.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"

namespace tamis::detail {

namespace {

constexpr std::string_view range_mark = "..";

std::optional<Index> as_integer(std::string_view text) {
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<Index> find_name(std::string_view name, const NamedColumns& columns) {
    const auto found = std::find(columns.names.begin(), columns.names.end(), name);
    if (found == columns.names.end()) return std::nullopt;
    return found - columns.names.begin();
}

// For options that mean one column.
void refuse_second(std::string_view name, Index first, const NamedColumns& columns) {
    const auto second = std::find(columns.names.begin() + first + 1, columns.names.end(), name);
    if (second == columns.names.end()) return;
    const std::string here = std::to_string(first), there = std::to_string(second - columns.names.begin());
    throw Error(std::string(columns.file) + ": column " + here + " and column " + there +
                " are both called '" + std::string(name) + "': write '#" + here + "' or '#" + there +
                "' for one of them (counted from 0)");
}

// The column at a position, or nothing where there is none.
std::optional<Index> find_position(Index position, const NamedColumns& columns) {
    const Index column = position < 0 ? position + columns.count : position;
    if (column < 0 || column >= columns.count) return std::nullopt;
    return column;
}

std::string of_file(const NamedColumns& columns) { return std::string(columns.file) + ": "; }

[[noreturn]] void no_such_position(std::string_view text, const NamedColumns& columns) {
    const std::string noun(columns.noun);
    throw Error(of_file(columns) + "there is no " + noun + " " + std::string(text) + ": the " + noun +
                "s are 0 to " + std::to_string(columns.count - 1));
}

[[noreturn]] void no_such_name(std::string_view text, const NamedColumns& columns) {
    const std::string name(text), noun(columns.noun);
    if (columns.names.empty())
        throw Error(of_file(columns) + "has no " + noun + " names, so there is no " + noun + " '" + name +
                    "': give its position, 0 to " + std::to_string(columns.count - 1));
    constexpr std::size_t most = 20;  // a table of genes has thousands
    const std::string nearest = suggestion(name, columns.names);
    throw Error(of_file(columns) + "has no " + noun + " '" + name + "'" + (nearest.empty() ? "." : nearest) +
                (columns.noun == "column" ? " Columns: " : " Features: ") +
                joined(columns.names.first(std::min(most, columns.names.size()))) +
                (columns.names.size() > most ? ", …" : ""));
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

bool is_pattern(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

// Throws Error if the name of a column is the position of another.
void refuse_other_position(std::string_view name, Index column, const NamedColumns& columns) {
    const std::optional<Index> position = as_integer(name);
    const std::optional<Index> there = position ? find_position(*position, columns) : std::nullopt;
    if (!there || there == column) return;
    const std::string text(name);
    throw Error(of_file(columns) + "'" + text + "' is the name of column " + std::to_string(column) +
                " and the position of another: write '#" + text +
                "' for the position (counted from 0) or '=" + text + "' for the name");
}

class Chosen {
  public:
    explicit Chosen(const NamedColumns& columns) : columns_(columns), hit_(at(columns.count)) {}

    void add(std::string_view entry) {
        if (const auto named = find_name(entry, columns_)) {
            refuse_other_position(entry, *named, columns_);
            add_matching([&](const std::string& name) { return name == entry; });
        } else if (const std::size_t mark = entry.find(range_mark); mark != std::string_view::npos) {
            add_range(entry, mark);
        } else if (is_pattern(entry) && !columns_.names.empty()) {
            const std::string pattern(entry);
            const bool some = add_matching(
                [&](const std::string& name) { return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0; });
            if (!some)
                throw Error(of_file(columns_) + "no " + std::string(columns_.noun) + " is called like '" +
                            pattern + "'");
        } else {
            take(find_column(entry, columns_));
        }
    }

    // In the order in which they were added.
    const std::vector<Index>& list() const { return list_; }

  private:
    void take(Index column) {
        if (hit_[at(column)] == 0) list_.push_back(column);
        hit_[at(column)] = 1;
    }

    void add_range(std::string_view entry, std::size_t mark) {
        const Index first = find_column(trimmed(entry.substr(0, mark)), columns_);
        const Index last = find_column(trimmed(entry.substr(mark + range_mark.size())), columns_);
        if (first > last)
            throw Error(of_file(columns_) + "the range '" + std::string(entry) + "' ends before it starts: " +
                        std::string(columns_.noun) + " " + std::to_string(first) + " comes after " +
                        std::string(columns_.noun) + " " + std::to_string(last) + " (counted from 0)");
        for (Index column = first; column <= last; ++column) take(column);
    }

    template <class Test>
    bool add_matching(Test&& test) {
        bool some = false;
        for (std::size_t j = 0; j < columns_.names.size(); ++j)
            if (test(columns_.names[j])) {
                take(static_cast<Index>(j));
                some = true;
            }
        return some;
    }

    const NamedColumns& columns_;
    std::vector<char> hit_;
    std::vector<Index> list_;
};

}  // namespace

std::string NamedColumns::label(Index column) const {
    if (names.empty()) return std::to_string(column);
    return "'" + names[at(column)] + "'";
}

Index find_column(std::string_view text, const NamedColumns& columns) {
    if (text.starts_with('#'))
        if (const auto position = as_integer(text.substr(1))) {
            const auto column = find_position(*position, columns);
            if (!column) no_such_position(text.substr(1), columns);
            return *column;
        }
    if (const auto named = find_name(text, columns)) {
        refuse_other_position(text, *named, columns);
        refuse_second(text, *named, columns);
        return *named;
    }
    if (text.starts_with('='))
        if (const auto spelled_out = find_name(text.substr(1), columns)) {
            refuse_second(text.substr(1), *spelled_out, columns);
            return *spelled_out;
        }
    const std::optional<Index> position = as_integer(text);
    if (!position) no_such_name(text, columns);
    const std::optional<Index> column = find_position(*position, columns);
    if (!column) no_such_position(text, columns);
    return *column;
}

std::vector<Index> find_columns(std::string_view list, const NamedColumns& columns) {
    std::vector<Index> found = find_columns_in_order(list, columns);
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<Index> find_columns_in_order(std::string_view list, const NamedColumns& columns) {
    if (list.empty()) return {};
    Chosen chosen(columns);
    // A name may have a comma itself.
    if (find_name(list, columns)) {
        chosen.add(list);
        return chosen.list();
    }
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const std::string_view entry = trimmed(list.substr(0, comma)); !entry.empty()) chosen.add(entry);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return chosen.list();
}

}  // namespace tamis::detail
