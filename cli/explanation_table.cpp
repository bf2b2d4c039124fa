#include "explanation_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tamis/report/table.hpp"

namespace tamis::cli {

using namespace detail;

namespace {

constexpr std::size_t most_lines = 20;

std::string feature_text(const SelectRun& run, Index feature) {
    return run.feature_names.empty() ? std::to_string(feature) : run.feature_names[at(feature)];
}

std::string rest_text(std::size_t all) {
    return all <= most_lines
               ? ""
               : fmt::format("… and {} more: use --json or -o FILE.json for all\n", all - most_lines);
}

std::string profile_table(const SelectRun& run) {
    const std::vector<ClassProfile>& profiles = run.explanations.profiles;
    if (profiles.empty()) return "";
    Table table({{"chosen feature", Align::left},
                 {"highest in class", Align::left},
                 {"by", Align::right},
                 {"lowest in class", Align::left},
                 {"by", Align::right}});
    for (std::size_t p = 0; p < std::min(profiles.size(), most_lines); ++p)
        table.add({feature_text(run, profiles[p].feature), profiles[p].highest,
                   fmt::format("{:+.2f}", profiles[p].highest_difference), profiles[p].lowest,
                   fmt::format("{:+.2f}", profiles[p].lowest_difference)});
    return "\nWhere the chosen features stand out (difference from the other classes, in standard deviations "
           "within a class):\n\n" +
           table.text() + rest_text(profiles.size());
}

std::string dropped_table(const SelectRun& run) {
    const std::vector<Explanation>& all = run.explanations.features;
    std::vector<Index> dropped;
    std::vector<char> chosen(all.size(), 0);
    for (const Index feature : run.selection.selected) chosen[at(feature)] = 1;
    for (std::size_t j = 0; j < all.size(); ++j)
        if (chosen[j] == 0) dropped.push_back(static_cast<Index>(j));
    if (dropped.empty()) return "";
    std::stable_sort(dropped.begin(), dropped.end(),
                     [&](Index a, Index b) { return all[at(a)].rank < all[at(b)].rank; });
    Table table({{"rank", Align::right},
                 {"left out", Align::left},
                 {"R²", Align::right},
                 {"nearest chosen", Align::left},
                 {"r", Align::right},
                 {"why", Align::left}});
    for (std::size_t p = 0; p < std::min(dropped.size(), most_lines); ++p) {
        const Explanation& one = all[at(dropped[p])];
        table.add({std::to_string(one.rank), feature_text(run, dropped[p]), fmt::format("{:.2f}", one.r2),
                   one.nearest ? feature_text(run, *one.nearest) : "",
                   one.r ? fmt::format("{:+.2f}", *one.r) : "", one.reason});
    }
    return "\nWhy the others were left out (R²: the part of their variance that the chosen features "
           "explain):\n\n" +
           table.text() + rest_text(dropped.size());
}

}  // namespace

std::string explanation_tables(const SelectRun& run) {
    if (run.explanations.features.empty()) return "";
    return profile_table(run) + dropped_table(run);
}

}  // namespace tamis::cli
