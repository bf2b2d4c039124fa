#include "trust_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tamis/core/options/names.hpp"

namespace tamis::cli {

namespace {

std::string test_line(const PValues& tests) {
    std::set<PMethod> used(tests.method.begin(), tests.method.end());
    std::vector<std::string> names;
    for (const PMethod method : used) {
        if (method == PMethod::f) names.push_back("F test");
        if (method == PMethod::pearson3 || method == PMethod::normal) names.push_back("graph test");
        if (method == PMethod::permutation)
            names.push_back(fmt::format("{} permutations", tests.permutations));
    }
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto below = std::count_if(tests.q.begin(), tests.q.end(), [](double q) { return q <= 0.05; });
    return fmt::format("p-values: {}; {} of {} features have q <= 0.05\n", joined(names, ", "), below,
                       tests.q.size());
}

}  // namespace

TrustColumns::TrustColumns(const SelectRun& run, bool exact)
    : trust_(run.trust),
      exact_(exact),
      flagged_(exact ||
               std::any_of(run.selection.selected.begin(), run.selection.selected.end(), [&](Index j) {
                   return !trust_.pvalues.empty() && trust_.pvalues.flags[at(j)] != PFlag::none;
               })) {}

std::string TrustColumns::number(double value) const {
    return exact_ ? exact_number(value) : short_number(value, 3);
}

// A p that is too small for a double is shown by its power of ten.
std::string TrustColumns::p_text(std::size_t feature) const {
    const PValues& tests = trust_.pvalues;
    if (tests.p[feature] == 0.0 && !tests.log10_p.empty() && std::isfinite(tests.log10_p[feature])) {
        const double power = std::floor(tests.log10_p[feature]);
        return fmt::format("{:.2f}e{:.0f}", std::pow(10.0, tests.log10_p[feature] - power), power);
    }
    return number(tests.p[feature]);
}

void TrustColumns::add_titles(std::vector<Table::Column>& columns) const {
    const PValues& tests = trust_.pvalues;
    if (tests.empty()) return;
    columns.push_back({"p", Align::right});
    columns.push_back({"q", Align::right});
    if (!tests.familywise.empty())
        columns.push_back({exact_ ? "p_familywise" : "family-wise p", Align::right});
    if (exact_ && !tests.z.empty()) columns.push_back({"z", Align::right});
    if (exact_) columns.push_back({"p_method"});
    if (flagged_) columns.push_back({exact_ ? "p_flag" : "note"});
}

void TrustColumns::add_cells(std::size_t feature, std::vector<std::string>& cells) const {
    const PValues& tests = trust_.pvalues;
    if (tests.empty()) return;
    cells.push_back(p_text(feature));
    cells.push_back(number(tests.q[feature]));
    if (!tests.familywise.empty()) cells.push_back(number(tests.familywise[feature]));
    if (exact_ && !tests.z.empty()) cells.push_back(number(tests.z[feature]));
    if (exact_) cells.push_back(to_text(tests.method[feature]));
    if (flagged_) cells.push_back(to_text(tests.flags[feature]));
}

std::string trust_lines(const SelectRun& run) {
    std::string text;
    if (!run.trust.pvalues.empty()) text += test_line(run.trust.pvalues);
    return text;
}

}  // namespace tamis::cli
