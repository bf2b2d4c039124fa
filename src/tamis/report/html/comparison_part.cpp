#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/comparison.hpp"
#include "tamis/report/html/draw/chart.hpp"
#include "tamis/report/html/parts.hpp"
#include "tamis/report/html/ranks.hpp"

namespace tamis::detail::html {

namespace {

// A name for files: measures are numbered where there are several.
std::string file_name(const std::string& what, const Comparison& comparison, std::size_t number) {
    return comparison.measures.size() > 2 ? fmt::format("{}_{}", what, number + 1) : what;
}

// All numbers of features but that of `all`, which is drawn over all of them.
std::vector<Index> counts_of(const Measured& measured) {
    std::set<Index> counts;
    for (const Mean& mean : measured.means)
        if (mean.method != "all") counts.insert(mean.k);
    if (counts.empty())
        for (const Mean& mean : measured.means) counts.insert(mean.k);
    return {counts.begin(), counts.end()};
}

void add_series(Chart& chart, const Comparison& comparison, const Measured& measured,
                const std::string& label, const Range& x) {
    const std::size_t series = comparison.series(label);
    Points middle, lower, upper;
    bool flat = false;
    for (const Mean& mean : measured.means) {
        if (mean.label != label) continue;
        flat = mean.method == "all";
        const std::vector<double> places =
            flat ? std::vector<double>{x.low, x.high} : std::vector<double>{static_cast<double>(mean.k)};
        for (const double place : places) {
            middle.emplace_back(place, mean.mean);
            if (mean.repeats < 2) continue;
            lower.emplace_back(place, mean.mean - mean.std);
            upper.emplace_back(place, mean.mean + mean.std);
        }
    }
    std::sort(middle.begin(), middle.end());
    std::sort(lower.begin(), lower.end());
    std::sort(upper.begin(), upper.end());
    const std::string style = series_class(series);
    chart.svg().open(attribute("data-series", label) + attribute("class", style));
    if (lower.size() > 1) chart.band(lower, upper, "band " + style);
    chart.line(middle, "line " + style);
    if (!flat) chart.marks(middle, series, label);
    chart.svg().close();
}

void add_curves(const Comparison& comparison, std::size_t number, Section& section) {
    const Measured& measured = comparison.measures[number];
    Range x, y;
    for (const Index k : counts_of(measured)) x.show(static_cast<double>(k));
    bool banded = false;
    for (const Mean& mean : measured.means) {
        y.show(mean.mean);
        if (mean.repeats < 2) continue;
        banded = banded || mean.std > 0.0;
        y.show(mean.mean - mean.std);
        y.show(mean.mean + mean.std);
    }
    if (y.empty) return;
    const bool single = !(x.high > x.low);
    const Range shown = single ? x.widened(0.3) : x;
    // Few numbers of features are ticks themselves.
    std::vector<double> ticks;
    for (const Index k : counts_of(measured)) ticks.push_back(static_cast<double>(k));
    if (ticks.size() > 8) ticks.clear();
    Chart chart(760.0, 380.0, measured.title + " against the number of features on " + measured.data,
                {.range = shown,
                 .label = "number of features",
                 .log = shown.high > 15.0 * shown.low,
                 .whole = true,
                 .ticks = ticks},
                {.range = y.widened(0.05), .label = measured.title, .percent = !measured.is_description});
    for (const std::string& label : comparison.labels) add_series(chart, comparison, measured, label, shown);
    std::string caption =
        html_text(measured.title) + " on " + name_html(measured.data) + " against the number of features";
    caption += banded ? "; bands are one standard deviation over the repeats" : "";
    const auto has = [&](const char* name) {
        return std::any_of(measured.means.begin(), measured.means.end(),
                           [&](const Mean& mean) { return mean.method == name; });
    };
    if (has("all")) caption += "; <em>all</em> is the level of all features together";
    if (has("random")) caption += "; <em>random</em> is as many drawn by chance";
    if (!has("all") && !has("random")) caption += "; the baselines were left out";
    section.figure(
        file_name(measured.is_description ? "redundancy_of_methods" : "accuracy", comparison, number),
        "comparison", chart.svg(), caption + ".", comparison.labels);
}

const Mean* find(const Measured& measured, const std::string& label, Index k) {
    for (const Mean& mean : measured.means)
        if (mean.label == label && (mean.k == k || mean.method == "all")) return &mean;
    return nullptr;
}

void add_table(const Comparison& comparison, std::size_t number, Section& section) {
    const Measured& measured = comparison.measures[number];
    const std::vector<Index> counts = counts_of(measured);
    std::vector<DataTable::Column> columns = {{"method", DataTable::Kind::text}};
    std::vector<double> best(counts.size(), -1e300);
    for (std::size_t c = 0; c < counts.size(); ++c) {
        columns.push_back({"k = " + std::to_string(counts[c])});
        for (const std::string& label : comparison.labels)
            if (const Mean* mean = find(measured, label, counts[c])) best[c] = std::max(best[c], mean->mean);
    }
    if (!measured.ranks.empty()) columns.push_back({"mean rank"});
    const bool several = measured.repeats() > 1;
    DataTable table(measured.title + " on " + measured.data +
                        (several ? ", mean ± standard deviation" : ", one repeat") +
                        (measured.is_description ? "" : "; the best of each column is marked ★"),
                    columns);
    for (const std::string& label : comparison.labels) {
        std::vector<Cell> cells = {{.text = label}};
        for (std::size_t c = 0; c < counts.size(); ++c) {
            const Mean* mean = find(measured, label, counts[c]);
            if (mean == nullptr) {
                cells.push_back({.text = "—"});
                continue;
            }
            Cell cell = measured.is_description ? number_cell(mean->mean, 3) : percent_cell(mean->mean);
            if (several && !measured.is_description) cell.text += fmt::format(" ± {:.1f}", 100.0 * mean->std);
            if (mean->mean == best[c] && !measured.is_description) cell.text += " ★";
            cells.push_back(std::move(cell));
        }
        if (!measured.ranks.empty()) {
            const auto rank = std::find_if(measured.ranks.begin(), measured.ranks.end(),
                                           [&](const MeanRankOf& one) { return one.label == label; });
            cells.push_back(rank == measured.ranks.end() ? Cell{.text = "—"} : number_cell(rank->rank, 3));
        }
        table.add(std::move(cells));
    }
    section.table(
        file_name(measured.is_description ? "redundancy_of_methods" : "accuracy", comparison, number), table);
}

// Time and stability, with the largest number of features.
void add_costs(const Comparison& comparison, Section& section) {
    DataTable table(
        "Time of one selection (of the largest set, on one thread) and stability over the splits: 1 is the "
        "same set in every split, 0 is chance (Nogueira, Kuncheva).",
        {{"data", DataTable::Kind::text},
         {"method", DataTable::Kind::text},
         {"features"},
         {"time in s"},
         {"Nogueira"},
         {"Kuncheva"}});
    table.set_heading(1);
    for (const std::string& data : comparison.data)
        for (const std::string& label : comparison.labels) {
            const Mean* largest = nullptr;
            for (const Measured& measured : comparison.measures)
                if (measured.data == data)
                    for (const Mean& mean : measured.means)
                        if (mean.label == label && (largest == nullptr || mean.k > largest->k))
                            largest = &mean;
            if (largest == nullptr) continue;
            const StabilityOf* stability = nullptr;
            for (const StabilityOf& one : comparison.stability)
                if (one.data == data && one.label == label && one.k == largest->k) stability = &one;
            const double nan = std::nan("");
            table.add({{.text = data},
                       {.text = label},
                       {.text = std::to_string(largest->k), .value = std::to_string(largest->k)},
                       number_cell(largest->seconds, 3),
                       number_cell(stability == nullptr ? nan : stability->nogueira, 2),
                       number_cell(stability == nullptr ? nan : stability->kuncheva, 2)});
        }
    if (!table.empty()) section.table("costs", table);
}

void add_across(const Node& across, Section& section) {
    std::size_t number = 0;
    for (const Node& one : across.items()) {
        Measured measured;
        measured.title = "all data sets";
        for (const Node& method : one["methods"].items())
            measured.ranks.push_back({method["label"].text(), method["mean_rank"].number()});
        std::stable_sort(measured.ranks.begin(), measured.ranks.end(),
                         [](const MeanRankOf& a, const MeanRankOf& b) { return a.rank < b.rank; });
        std::string caption = "Mean ranks over all data sets, 1 is best";
        if (one["friedman_p"])
            caption += fmt::format("; Friedman's test that all are alike: p = {}",
                                   probability_text(one["friedman_p"].number()));
        section.figure(fmt::format("ranks_over_data_{}", ++number), "ranks", rank_diagram(measured, {}),
                       html_text(caption + "."));
    }
}

}  // namespace

Section comparison_part(const Result& result) {
    Section section("comparison", "Comparison");
    if (result.kind != ResultKind::comparison) return section;
    const Comparison comparison = comparison_of(result);
    if (comparison.measures.empty()) {
        section.note("The document holds no results yet.");
        return section;
    }
    const bool headed = comparison.measures.size() > 2;
    for (std::size_t m = 0; m < comparison.measures.size(); ++m) {
        const Measured& measured = comparison.measures[m];
        if (headed || measured.is_description)
            section.subheading(measured.is_description
                                   ? "Redundancy (mean |r| of the chosen features) on " + measured.data
                                   : measured.title + " on " + measured.data);
        add_curves(comparison, m, section);
        if (measured.ranks.size() > 1) {
            const auto groups = groups_alike(measured);
            std::string caption = "Mean ranks over repeats and numbers of features, 1 is best. ";
            caption +=
                measured.repeats() < 2 ? "One repeat allows no test."
                : groups.empty()
                    ? "Every two neighbors are told apart by a paired test."
                    : "A bar joins methods that no paired test (Holm, level 0.05) tells apart at any number "
                      "of features.";
            section.figure(file_name("ranks", comparison, m), "ranks", rank_diagram(measured, groups),
                           html_text(caption));
        }
        add_table(comparison, m, section);
    }
    section.subheading("Time and stability");
    add_costs(comparison, section);
    if (const Node across = result.root["across"]) {
        section.subheading("Over all data sets");
        add_across(across, section);
    }
    return section;
}

}  // namespace tamis::detail::html
