#include "tamis/report/html/comparison.hpp"

#include <algorithm>
#include <set>

#include "tamis/report/html/markup.hpp"

namespace tamis::detail::html {

namespace {

std::string measure_title(const std::string& evaluator, const std::string& metric, Index clusters) {
    const std::string who = evaluator == "1nn"        ? "1NN "
                            : evaluator == "svm"      ? "SVM "
                            : evaluator == "kmeans"   ? "k-means "
                            : evaluator == "features" ? ""
                                                      : evaluator + " ";
    const std::string what = metric == "ac" ? "accuracy" : metric == "nmi" ? "NMI" : metric;
    return who + what + (clusters > 0 ? ", " + std::to_string(clusters) + " classes" : "");
}

Measured& measure_of(Comparison& comparison, const Node& row) {
    const std::string data = row["data"].text(), evaluator = row["evaluator"].text(),
                      metric = row["metric"].text();
    const Index clusters = row["clusters"].index();
    for (Measured& one : comparison.measures)
        if (one.data == data && one.evaluator == evaluator && one.metric == metric &&
            one.clusters == clusters)
            return one;
    comparison.measures.push_back({.data = data,
                                   .evaluator = evaluator,
                                   .metric = metric,
                                   .clusters = clusters,
                                   .title = measure_title(evaluator, metric, clusters),
                                   .is_description = evaluator == "features"});
    return comparison.measures.back();
}

}  // namespace

Index Measured::repeats() const {
    Index most = 0;
    for (const Mean& mean : means) most = std::max(most, mean.repeats);
    return most;
}

std::size_t Comparison::series(const std::string& label) const {
    return static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) - labels.begin());
}

Comparison comparison_of(const Result& result) {
    Comparison comparison;
    const Node& root = result.root;
    for (const Node& row : root["summary"].items()) {
        Mean mean{.method = row["method"].text(),
                  .label = row["label"].text(),
                  .k = row["k"].index(),
                  .mean = row["mean"].number(),
                  .std = row["std"].number(),
                  .repeats = row["n"].index(),
                  .seconds = row["seconds"].number(),
                  .k_rule = row["k_rule"].text()};
        add_once(comparison.labels, mean.label);
        add_once(comparison.data, row["data"].text());
        measure_of(comparison, row).means.push_back(std::move(mean));
    }
    for (const Node& row : root["tests"].items())
        measure_of(comparison, row)
            .tests.push_back({row["a"].text(), row["b"].text(), row["k"].index(), row["p_holm"].number()});
    for (const Node& row : root["ranks"].items())
        measure_of(comparison, row).ranks.push_back({row["label"].text(), row["mean_rank"].number()});
    for (Measured& measured : comparison.measures)
        std::stable_sort(measured.ranks.begin(), measured.ranks.end(),
                         [](const MeanRankOf& a, const MeanRankOf& b) { return a.rank < b.rank; });
    for (const Node& row : root["stability"].items())
        comparison.stability.push_back({row["data"].text(), row["label"].text(), row["k"].index(),
                                        row["clusters"].index(), row["nogueira"].number(),
                                        row["kuncheva"].number()});
    return comparison;
}

std::vector<std::pair<std::size_t, std::size_t>> groups_alike(const Measured& measured) {
    std::set<std::pair<std::string, std::string>> apart;
    for (const PairTest& test : measured.tests)
        if (test.p_holm <= 0.05) {
            apart.emplace(test.a, test.b);
            apart.emplace(test.b, test.a);
        }
    std::vector<std::pair<std::size_t, std::size_t>> groups;
    std::size_t reached = 0;  // one behind the last method of the groups so far
    for (std::size_t first = 0; first < measured.ranks.size(); ++first) {
        std::size_t end = first + 1;
        const auto joins = [&](std::size_t next) {
            for (std::size_t member = first; member < next; ++member)
                if (apart.contains({measured.ranks[member].label, measured.ranks[next].label})) return false;
            return true;
        };
        while (end < measured.ranks.size() && joins(end)) ++end;
        if (end > first + 1 && end > reached) groups.emplace_back(first, end - 1);
        reached = std::max(reached, end);
    }
    return groups;
}

}  // namespace tamis::detail::html
