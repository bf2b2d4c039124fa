#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/method_words.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

constexpr std::size_t most_named = 8;
constexpr double most_false = 0.05;  // of a false discovery rate
constexpr double often = 0.75;       // of the half samples
constexpr double alike = 0.9;        // |r| of features that say the same

std::string data_words(const Result& result) {
    std::string text = fmt::format("{} ({}", name_html(result.data), counted(result.samples, "sample"));
    if (result.has_classes()) {
        text += " in " + class_count(result.class_names.size());
        if (!result.label.empty()) text += ", label " + name_html(result.label);
    } else {
        text += ", no classes";
    }
    return text + ")";
}

std::string chosen_names(const Result& result) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(result.selected.size(), most_named); ++i)
        names.push_back("<strong>" + result.feature_html(result.selected[i]) + "</strong>");
    if (result.selected.size() > most_named)
        names.push_back(fmt::format("{} more", result.selected.size() - most_named));
    return listed(names);
}

std::string what_words(const Result& result) {
    const Node& root = result.root;
    const std::size_t count = result.selected.size();
    std::string text =
        fmt::format("Of the {} of {}, <strong>{}</strong>{} chose ", counted(result.features, "feature"),
                    data_words(result), html_text(shortened(result.method, 60)),
                    result.title == result.method ? "" : " (" + html_text(result.title) + ")");
    if (count == 0)
        text += "none";
    else if (static_cast<Index>(count) == result.features)
        text += "all, in this order: " + chosen_names(result);
    else
        text += fmt::format("{}: {}", count, chosen_names(result));
    text += ". " + html_text(method_words(result.method, false)) + " ";
    if (root["k_rule"]) {
        text += fmt::format("How many to choose was found by the rule <code>{}</code>",
                            html_text(root["k_rule"].text()));
        const std::string reason = root["k_reason"].text();
        text += (reason.empty() ? "" : ": " + html_text(reason)) + ". ";
    } else if (count > 0) {
        text += fmt::format("The number {} was given, not found; {} would look for one. ", count,
                            result.option_html("k", "cv:best"));
    }
    if (const std::size_t kept = root["include"].size())
        text += counted(static_cast<Index>(kept), "feature") + " had to be among them. ";
    if (const std::size_t barred = root["exclude"].size())
        text += counted(static_cast<Index>(barred), "feature") + " could not be chosen. ";
    return text;
}

// How far the last chosen feature is from the first that was left out.
std::string cut_words(const Result& result) {
    if (!result.chose_the_best() || result.selected.size() == at(result.features)) return "";
    const std::vector<Index> order = result.by_score();
    const Index last = order[result.selected.size() - 1], next = order[result.selected.size()];
    const std::vector<double>& shown = result.shown_scores();
    const double kept = shown[at(last)], left = shown[at(next)];
    if (!std::isfinite(kept) || !std::isfinite(left)) return "";
    const double best = shown[at(order.front())];
    std::string text =
        fmt::format("The first feature left out, {}, scores {} against {} of the last one chosen",
                    result.feature_html(next), number_text(left), number_text(kept));
    if (kept == left) return text + ": the two are tied. ";
    if (std::isfinite(best) && best != left)
        text += fmt::format(", a gap of {} of the distance between the best score and the first left out",
                            percent((kept - left) / (best - left)));
    return text + ". ";
}

std::string significance_words(const Result& result) {
    const std::vector<double> q = per_feature(result, result.root["qvalues"], "qvalues");
    if (q.empty())
        return "Whether such scores could arise by chance was not tested; " + result.option_html("pvalues") +
               " does. ";
    const auto below = [](double value) { return value <= most_false; };
    const auto among = std::count_if(result.selected.begin(), result.selected.end(),
                                     [&](Index j) { return below(q[at(j)]); });
    return fmt::format(
        "{} of the {} chosen features, and {} of all {}, have a q-value of at most 0.05: of features with "
        "such a value about 5 % at most are expected to be there by chance. ",
        among, result.selected.size(), std::count_if(q.begin(), q.end(), below), result.features);
}

std::string stability_words(const Result& result) {
    const Node found = result.root["stability"];
    if (!found)
        return "How stable this choice is was not measured; " + result.option_html("stability") + " does. ";
    const std::vector<double> share =
        per_feature(result, result.root["selection_probability"], "selection_probability");
    std::string text;
    if (!share.empty()) {
        const auto again = std::count_if(result.selected.begin(), result.selected.end(),
                                         [&](Index j) { return share[at(j)] >= often - 1e-9; });
        text += fmt::format("{} of the {} were chosen again on 75 % or more of {} half samples", again,
                            result.selected.size(), 2 * found["pairs"].index());
    }
    const double value = found["value"].number();
    if (std::isfinite(value))
        text += fmt::format(
            "{}stability {:.2f} (about {:.2f} to {:.2f}; 1 is the same set every time, 0 is chance), "
            "which is {}",
            text.empty() ? "The choice has " : "; ", value, found["low"].number(), found["high"].number(),
            value > 0.75  ? "good"
            : value < 0.4 ? "poor"
                          : "fair");
    return text.empty() ? text : text + ". ";
}

std::string redundancy_words(const Result& result) {
    const Node correlations = result.exhibits ? result.exhibits["correlations"] : Node();
    if (!correlations)
        return result.selected.size() < 2 ? ""
                                          : "How much the chosen features repeat each other is not in this "
                                            "result; " +
                                                result.option_html("report") + " adds it. ";
    const std::vector<Index> features = correlations["features"].indices();
    std::size_t pairs = 0, first = 0, second = 0;
    double strongest = 0.0;
    const std::vector<Node> rows = correlations["r"].items();
    if (rows.size() != features.size()) throw WrongEntry{"'correlations' has not one row for each feature"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::vector<double> r = rows[i].numbers();
        for (std::size_t j = i + 1; j < r.size() && j < features.size(); ++j) {
            if (std::abs(r[j]) >= alike) ++pairs;
            if (!(std::abs(r[j]) > std::abs(strongest))) continue;
            strongest = r[j];
            first = i;
            second = j;
        }
    }
    if (strongest == 0.0) return "";
    for (const std::size_t place : {first, second})
        if (features[place] < 0 || features[place] >= result.features)
            throw WrongEntry{"'correlations' names a feature that is not there"};
    return fmt::format(
        "The two chosen features that are most alike are {} and {} (r = {:.2f}); {} of the chosen have "
        "|r| ≥ 0.9. ",
        result.feature_html(features[first]), result.feature_html(features[second]), strongest,
        counted(static_cast<Index>(pairs), "pair"));
}

std::string worth_words(const Result& result) {
    const Node found = result.root["auto"];
    if (!found)
        return result.has_classes() && result.class_names.size() > 1
                   ? "How well these features predict the classes of new samples was not measured; "
                     "<code>tamis "
                     "evaluate</code> or <code>tamis auto</code> does. "
                   : "";
    std::string text;
    if (const Node accuracy = found["nested_accuracy"]) {
        text += fmt::format(
            "On samples that had no part in the choice, features chosen this way reach an accuracy of "
            "<strong>{}</strong> ± {}, all features {} and as many random ones {} ({} outer folds). ",
            percent(accuracy["mean"].number()), percent(accuracy["std"].number()),
            percent(accuracy["all"].number()), percent(accuracy["random"].number()),
            accuracy["folds"].index());
    }
    std::string conclusion = found["conclusion"].text();
    if (!conclusion.empty()) {
        conclusion.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(conclusion.front())));
        text += html_text(conclusion) + ". ";
    }
    return text;
}

}  // namespace

void answer_selection(const Result& result, Section& section) {
    section.paragraph_html(what_words(result) + (result.selected.empty() ? "" : ending_words(result)));
    if (result.selected.empty()) {
        section.paragraph("Nothing was chosen, so there is nothing to judge.");
        return;
    }
    section.paragraph_html(cut_words(result) + significance_words(result) + stability_words(result) +
                           redundancy_words(result) + worth_words(result));
    if (!result.exhibits)
        section.paragraph_html(
            "This result holds no exhibits: distributions of the features, their correlations, the map "
            "of the samples and the degrees of the graph are missing below. " +
                result.option_html("report") + ", where the features are selected, adds them.",
            "note");
}

}  // namespace tamis::detail::html
