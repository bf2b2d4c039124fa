#include "tamis/core/options/names.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tamis::detail {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wanted, std::span<const std::string> candidates) {
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 2);
    for (const std::string& candidate : candidates) {
        // A prefix ("lap" for "laplacian") counts as one edit.
        const bool prefix = wanted.size() >= 2 && candidate.starts_with(wanted);
        const std::size_t distance = prefix ? 1 : edit_distance(wanted, candidate);
        if (distance < best_distance || (best.empty() && distance == best_distance)) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string joined(std::span<const std::string> names, std::string_view separator) {
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text += separator;
        text += name;
    }
    return text;
}

std::string suggestion(std::string_view wanted, std::span<const std::string> candidates) {
    const std::string nearest = nearest_name(wanted, candidates);
    return nearest.empty() ? "" : ": did you mean '" + nearest + "'?";
}

std::string unknown_name(std::string_view what, std::string_view wanted,
                         std::span<const std::string> candidates) {
    const std::string nearest = suggestion(wanted, candidates);
    return "unknown " + std::string(what) + " '" + std::string(wanted) + "'" + nearest +
           (nearest.empty() ? ". Known: " : " Known: ") + joined(candidates);
}

void require_known(std::string_view what, std::string_view name, std::span<const std::string> known) {
    if (std::find(known.begin(), known.end(), name) == known.end())
        throw UsageError(unknown_name(what, name, known));
}

}  // namespace tamis::detail
