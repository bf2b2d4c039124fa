#include "trust_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tamis/core/options/names.hpp"

namespace tamis::cli {

namespace {

std::string test_names(const PValues& tests) {
    std::set<PMethod> used(tests.method.begin(), tests.method.end());
    std::vector<std::string> names;
    for (const PMethod method : used) {
        if (method == PMethod::f) names.push_back("F test");
        if (method == PMethod::pearson3 || method == PMethod::normal) names.push_back("graph test");
        if (method == PMethod::permutation)
            names.push_back(fmt::format("{} permutations", tests.permutations));
    }
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return joined(names, ", ");
}

std::string test_line(const PValues& tests) {
    const auto below = std::count_if(tests.q.begin(), tests.q.end(), [](double q) { return q <= 0.05; });
    return fmt::format("p-values: {}; {} of {} features have q <= 0.05\n", test_names(tests), below,
                       tests.q.size());
}

// After the guide of its authors.
const char* in_a_word(double stability) {
    return stability > 0.75 ? "good" : stability < 0.4 ? "poor" : "fair";
}

std::string stability_lines(const SelectionStability& found) {
    std::string text =
        fmt::format("chosen again: {} features on each of {} half samples", found.size, 2 * found.pairs);
    if (std::isfinite(found.value))
        text += fmt::format("; stability {:.2f} (about {:.2f} to {:.2f}), {}", found.value, found.low,
                            found.high, in_a_word(found.value));
    text += "\n";
    for (const SelectionStability::Bounds& bounds : found.bounds) {
        if (bounds.threshold != 0.75) continue;
        text += fmt::format("  on 75 % of them or more: {}", bounds.features);
        if (std::isfinite(bounds.unimodal))
            text += fmt::format(", of which at most {} expected to be no better than random",
                                short_number(bounds.unimodal, 2));
        text += "\n";
    }
    return text;
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
    const auto add = [&](const char* for_programs, const char* for_people) {
        columns.push_back({exact_ ? for_programs : for_people, Align::right});
    };
    if (!tests.empty()) {
        add("p", "p");
        add("q", "q");
        if (!tests.familywise.empty()) add("p_familywise", "family-wise p");
        if (exact_ && !tests.z.empty()) columns.push_back({"z"});
        if (exact_) columns.push_back({"p_method"});
    }
    if (!trust_.stability.empty()) add("selection_probability", "chosen again");
    if (!trust_.ranks.empty()) {
        add("rank_low", "ranks");
        if (exact_) columns.push_back({"rank_high"});
        if (exact_) columns.push_back({"mean_rank"});
    }
    if (flagged_ && !tests.empty()) columns.push_back({exact_ ? "p_flag" : "note"});
}

void TrustColumns::add_cells(std::size_t feature, std::vector<std::string>& cells) const {
    const PValues& tests = trust_.pvalues;
    if (!tests.empty()) {
        cells.push_back(p_text(feature));
        cells.push_back(number(tests.q[feature]));
        if (!tests.familywise.empty()) cells.push_back(number(tests.familywise[feature]));
        if (exact_ && !tests.z.empty()) cells.push_back(number(tests.z[feature]));
        if (exact_) cells.push_back(to_text(tests.method[feature]));
    }
    if (!trust_.stability.empty()) {
        const double share = trust_.stability.probability[feature];
        cells.push_back(exact_ ? exact_number(share) : fmt::format("{:.0f} %", 100.0 * share));
    }
    if (const RankStability& ranks = trust_.ranks; !ranks.empty()) {
        const Index low = ranks.interval[feature].front(), high = ranks.interval[feature].back();
        if (exact_) {
            cells.push_back(std::to_string(low));
            cells.push_back(std::to_string(high));
            cells.push_back(exact_number(ranks.mean[feature]));
        } else {
            cells.push_back(low == high ? std::to_string(low) : fmt::format("{}–{}", low, high));
        }
    }
    if (flagged_ && !tests.empty()) cells.push_back(to_text(tests.flags[feature]));
}

std::string trust_lines(const SelectRun& run) {
    const TrustResult& trust = run.trust;
    std::string text;
    if (!trust.pvalues.empty()) text += test_line(trust.pvalues);
    if (!trust.stability.empty()) text += stability_lines(trust.stability);
    if (!trust.ranks.empty())
        text += fmt::format("ranks: 90 % of {} {}\n", trust.ranks.replicates,
                            trust.ranks.kind == "bootstrap"
                                ? "bootstrap samples"
                                : "half samples, for " + run.method + " cannot be bootstrapped");
    return text;
}

std::string trust_in_words(const SelectRun& run) {
    const std::vector<Index>& selected = run.selection.selected;
    const PValues& tests = run.trust.pvalues;
    const SelectionStability& halves = run.trust.stability;
    if (tests.empty() && halves.empty()) return "";
    std::string text = "\nHow sure it is:\n\n";
    if (!tests.empty()) {
        const auto significant = [&](Index j) { return tests.q[at(j)] <= 0.05; };
        const bool on_graph = !tests.z.empty();
        const auto all = std::count_if(tests.q.begin(), tests.q.end(), [](double q) { return q <= 0.05; });
        text += fmt::format(
            "  {} of the {} chosen features have q <= 0.05 ({}), {} of all {}. Of features with q <= 0.05,\n"
            "  about 5 % at most are expected to have nothing to do with the {}.\n",
            std::count_if(selected.begin(), selected.end(), significant), selected.size(), test_names(tests),
            all, tests.q.size(), on_graph ? "others" : "classes");
    }
    if (halves.empty()) return text;
    const auto again = std::count_if(selected.begin(), selected.end(),
                                     [&](Index j) { return halves.probability[at(j)] >= 0.75 - 1e-9; });
    text += fmt::format("  {} of the {} are chosen again on 75 % of {} half samples or more", again,
                        selected.size(), 2 * halves.pairs);
    if (std::isfinite(halves.value))
        text += fmt::format("; stability {:.2f}, {}", halves.value, in_a_word(halves.value));
    return text +
           ".\n  A feature that is seldom chosen again may have others that say the same in its place.\n";
}

}  // namespace tamis::cli
