// Help for names that were not found.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/error.hpp"

namespace tamis::detail {

// The candidate with the smallest edit distance, or "" when none is near enough to be meant.
std::string nearest_name(std::string_view wanted, std::span<const std::string> candidates);

// "a, b, c"
std::string joined(std::span<const std::string> names, std::string_view separator = ", ");

// "unknown method 'fishr': did you mean 'fisher'? Known: …" — the sentence for every unknown name.
std::string unknown_name(std::string_view what, std::string_view wanted,
                         std::span<const std::string> candidates);

// ": did you mean 'fisher'?", or "" when no candidate is near enough.
std::string suggestion(std::string_view wanted, std::span<const std::string> candidates);

// Throws UsageError with that sentence unless `name` is one of `known`.
void require_known(std::string_view what, std::string_view name, std::span<const std::string> known);

// The name of an element of a table: of a registry (about.name), of named data (name) or of a pair (first).
template <class Entry>
const std::string& name_of(const Entry& entry) {
    if constexpr (requires { entry.about.name; })
        return entry.about.name;
    else if constexpr (requires { entry.name; })
        return entry.name;
    else
        return entry.first;
}

template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& table) {
    std::vector<std::string> names;
    names.reserve(table.size());
    for (const Entry& entry : table) names.push_back(name_of(entry));
    return names;
}

// The element of `table` that is called `name`. Throws UsageError otherwise; the message lists the names of
// the table and `further` ones, which the caller knows too.
template <class Entry>
const Entry& find_named(const std::vector<Entry>& table, std::string_view what, std::string_view name,
                        const std::vector<std::string>& further = {}) {
    for (const Entry& entry : table)
        if (name_of(entry) == name) return entry;
    std::vector<std::string> known = names_of(table);
    known.insert(known.end(), further.begin(), further.end());
    throw UsageError(unknown_name(what, name, known));
}

}  // namespace tamis::detail
