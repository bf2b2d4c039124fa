#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/draw/chart.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

void add_histogram(Section& section, const Node& histogram, const std::string& name, const std::string& title,
                   const std::string& x, const std::string& y) {
    if (!histogram) return;
    // One list, or one list of one group, as the histograms of features have them.
    const std::vector<Node> groups = histogram["counts"].items();
    const bool grouped = !groups.empty() && groups.front().is_list();
    const std::vector<double> counts = (grouped ? groups.front() : histogram["counts"]).numbers();
    const double low = histogram["low"].number(), high = histogram["high"].number();
    if (counts.empty() || !std::isfinite(low) || !std::isfinite(high)) return;
    if (low == high) {
        section.paragraph(title + ": all are " + number_text(low) + ".");
        return;
    }
    Range tallest;
    tallest.show(0.0);
    for (const double count : counts) tallest.show(count);
    Chart chart(560.0, 220.0, title, {.range = {low, high, false}, .label = x},
                {.range = tallest, .label = y, .whole = true});
    chart.bars(low, high, counts, "bar");
    section.figure(name, "graph", chart.svg(), html_text(title + "."));
}

std::string health_words(const Node& graph, Index samples) {
    const Index components = graph["components"].index(), isolated = graph["isolated"].index();
    std::string text =
        components == 1
            ? "The graph is connected: every sample can be reached from every other. "
            : fmt::format("The graph falls into {} parts, between which no information flows. ", components);
    if (isolated > 0) text += fmt::format("{} of {} samples have no neighbor at all. ", isolated, samples);
    return text;
}

}  // namespace

Section graph_part(const Result& result) {
    Section section("graph", "The graph of the samples");
    if (result.kind != ResultKind::selection) return section;
    const Node graph = result.root["graph"];
    if (!graph) return section;
    section.paragraph(health_words(graph, result.samples));
    std::vector<std::pair<std::string, std::string>> pairs;
    const auto add = [&](const char* term, const char* key) {
        if (graph[key]) pairs.emplace_back(term, html_text(graph[key].shown()));
    };
    if (!graph["neighbors"] && !graph["weights"]) pairs.emplace_back("origin", "a graph of the user's own");
    add("neighbors per sample", "neighbors");
    add("distance", "metric");
    add("weights", "weights");
    if (graph["bandwidth"])
        pairs.emplace_back("bandwidth T of exp(−d²/T)", number_text(graph["bandwidth"].number(), 6));
    add("kept if neighbors in", "symmetry");
    add("edges", "edges");
    if (graph["edges"] && result.samples > 0)
        pairs.emplace_back(
            "mean number of neighbors",
            number_text(2.0 * graph["edges"].number() / static_cast<double>(result.samples), 3));
    add("connected parts", "components");
    add("samples without a neighbor", "isolated");
    add("search", "search");
    if (graph["recall"]) {
        std::string text = percent(graph["recall"].number(), 2);
        const std::vector<double> interval = graph["recall_interval"].numbers();
        if (interval.size() == 2)
            text += fmt::format(" ({} to {})", percent(interval[0], 2), percent(interval[1], 2));
        pairs.emplace_back("recall: true neighbors that were found", text);
    }
    if (graph["same_class"] && graph["same_class"].number() != 1.0)
        pairs.emplace_back("weights within a class times", number_text(graph["same_class"].number()));
    section.pairs(pairs);
    const Node exhibit = result.exhibits ? result.exhibits["graph"] : Node();
    if (!exhibit) {
        section.paragraph_html(
            "Degrees and weights are not in this result; " + result.option_html("report") + " adds them.",
            "note");
        return section;
    }
    add_histogram(section, exhibit["degrees"], "degrees",
                  "Degrees of the samples (sums of the weights of their edges)", "degree", "samples");
    add_histogram(section, exhibit["weights"], "edge_weights", "Weights of the edges", "weight", "edges");
    return section;
}

}  // namespace tamis::detail::html
