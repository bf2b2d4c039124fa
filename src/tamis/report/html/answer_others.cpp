#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/comparison.hpp"
#include "tamis/report/html/method_words.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

// The best mean of the measure over methods that choose, where it was reached, and how it compares.
std::string best_words(const Measured& measured) {
    const Mean* best = nullptr;
    const Mean* all = nullptr;
    for (const Mean& mean : measured.means) {
        if (mean.method == "all") all = &mean;
        if (mean.method == "all" || mean.method == "random" || !std::isfinite(mean.mean)) continue;
        if (best == nullptr || mean.mean > best->mean) best = &mean;
    }
    if (best == nullptr) return "";
    std::string text =
        fmt::format("<strong>{}</strong> with {} reaches the best {}: {}", name_html(best->label, 40),
                    counted(best->k, "feature"), html_text(measured.title),
                    percent(best->mean) + (best->repeats > 1 ? " ± " + percent(best->std) : ""));
    if (all != nullptr)
        text += fmt::format("; all {} features reach {}", all->k, percent(all->mean));
    else
        text += "; all features were not tried, because the baselines were left out";
    for (const Mean& mean : measured.means)
        if (mean.method == "random" && mean.k == best->k)
            text += fmt::format(", {} random ones {}", mean.k, percent(mean.mean));
    return text + ". ";
}

std::string test_words(const Measured& measured) {
    std::size_t different = 0;
    for (const PairTest& test : measured.tests)
        if (test.p_holm <= 0.05) ++different;
    if (measured.repeats() < 2) return "There was one repeat, so nothing can be said about chance. ";
    if (measured.tests.empty()) return "";
    return fmt::format(
        "Paired tests with Holm's correction tell {} of {} apart at the level 0.05{}. ", different,
        counted(static_cast<Index>(measured.tests.size()), "pair"),
        different == 0 ? ": every difference may be chance, and more repeats may show more" : "");
}

}  // namespace

void answer_projection(const Result& result, Section& section) {
    const Node& root = result.root;
    std::string text = fmt::format(
        "From the {} of {} ({}, {}), <strong>{}</strong>{} made {}. {} ", counted(result.features, "feature"),
        name_html(result.data), counted(result.samples, "sample"),
        result.has_classes() ? class_count(result.class_names.size()) : std::string("no classes"),
        html_text(shortened(result.method, 60)),
        result.title == result.method ? "" : " (" + html_text(result.title) + ")",
        counted(root["dim"].index(), "direction"), html_text(method_words(result.method, true)));
    const Node pca = root["pca"];
    if (pca && pca.is_object() && pca["components"])
        text += fmt::format("A PCA to {} came first. ", counted(pca["components"].index(), "component"));
    text += ending_words(result);
    section.paragraph_html(text);
    section.paragraph_html(
        "How well the projected data predict the classes of new samples was not measured; <code>tamis "
        "evaluate</code> "
        "compares projectors too.");
}

void answer_comparison(const Result& result, Section& section) {
    const Comparison comparison = comparison_of(result);
    std::string text;
    for (const Measured& measured : comparison.measures) {
        if (measured.is_description) continue;
        text += comparison.data.size() > 1 || comparison.measures.size() > 2
                    ? "On " + name_html(measured.data) + ": "
                    : "";
        text += best_words(measured) + test_words(measured);
    }
    section.paragraph_html(
        fmt::format("{} compared on {} with the protocol <code>{}</code>: every choice is made on training "
                    "samples alone.",
                    counted(static_cast<Index>(comparison.labels.size()), "method") +
                        (comparison.labels.size() == 1 ? " was" : " were"),
                    listed([&] {
                        std::vector<std::string> names;
                        for (const std::string& name : comparison.data) names.push_back(name_html(name));
                        return names;
                    }()),
                    html_text(result.root["protocol"].text())));
    if (!text.empty()) section.paragraph_html(text);
    if (result.root["complete"].is_truth() && !result.root["complete"].truth())
        section.paragraph_html("<strong>The comparison is not complete</strong>: it was interrupted, and " +
                               result.option_html("resume") + " continues it.");
}

void answer_reproduction(const Result& result, Section& section) {
    const Node& root = result.root;
    std::size_t printed = 0, differ = 0, hold = 0;
    const std::vector<Node> cells = root["cells"].items(), claims = root["claims"].items();
    for (const Node& cell : cells) {
        if (cell["paper"]) ++printed;
        if (cell["differs"].truth()) ++differ;
    }
    for (const Node& claim : claims)
        if (claim["holds"].truth()) ++hold;
    std::string text =
        fmt::format("The experiments of {} were repeated{}: {}. ", html_text(root["citation"].text()),
                    root["quick"].truth() ? ", with fewer repeats than in the paper" : "",
                    html_text(root["protocol"].text()));
    if (printed > 0)
        text += fmt::format(
            "{} of {} printed numbers agree with ours; {} marked below, by more than two of the "
            "paper's standard deviations or by 3 points if it prints none. ",
            printed - differ, printed,
            differ == 1 ? std::string("1 differs and is") : fmt::format("{} differ and are", differ));
    else
        text += "The paper prints no tables of these numbers, so ours have nothing to be compared with. ";
    if (!claims.empty())
        text += fmt::format("{} of {} of its claims that were checked hold. ", hold, claims.size());
    const std::vector<std::string> absent = root["absent"].texts();
    if (!absent.empty()) {
        std::vector<std::string> files;
        for (const std::string& file : absent) files.push_back(name_html(file, 100));
        text += "Data sets that were not there: " + listed(files) + ". ";
    }
    section.paragraph_html(text);
    if (!root["figures"])
        section.paragraph_html("This result holds no figures; " + result.option_html("report") +
                                   " of the reproduction adds them.",
                               "note");
}

}  // namespace tamis::detail::html
