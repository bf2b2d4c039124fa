// Help for names that were not found.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/error.hpp"

namespace tamis {

// The candidate with the smallest edit distance, or "" when none is near enough to be meant.
std::string nearest_name(std::string_view wanted, std::span<const std::string> candidates);

// "a, b, c"
std::string joined(std::span<const std::string> names, std::string_view separator = ", ");

// "unknown method 'fishr': did you mean 'fisher'? Known: …" — the sentence for every unknown name.
std::string unknown_name(std::string_view what, std::string_view wanted,
                         std::span<const std::string> candidates);

// The entry of a registry (anything with about.name) that is called `name`; throws UsageError otherwise.
template <class Entry>
const Entry& find_named(const std::vector<Entry>& table, const char* what, const std::string& name) {
    std::vector<std::string> known;
    for (const Entry& entry : table) {
        if (entry.about.name == name) return entry;
        known.push_back(entry.about.name);
    }
    throw UsageError(unknown_name(what, name, known));
}

}  // namespace tamis
