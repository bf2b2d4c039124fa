#include "tamis/pipeline/trust/half_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/passes/unit/working_unit.hpp"
#include "tamis/pipeline/choice/graph_columns.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/pipeline/trust/setting.hpp"
#include "tamis/pipeline/trust/shared_neighbors.hpp"
#include "tamis/trust/half_samples.hpp"
#include "tamis/trust/rank_intervals.hpp"

namespace tamis::detail {

namespace {

GraphOptions graph_options_of(const SelectRequest& request) {
    return request.graph_options.value_or(request.method.about().graph);
}

// The edges between the given samples.
Graph part_of(const Graph& graph, std::span<const Index> rows) {
    std::vector<Small> place(at(graph.samples), -1);
    for (std::size_t i = 0; i < rows.size(); ++i) place[at(rows[i])] = static_cast<Small>(i);
    Graph part;
    part.samples = static_cast<Index>(rows.size());
    part.bandwidth = graph.bandwidth;
    for (const Index i : rows) {
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
            if (const Small other = place[at(graph.neighbors[at(p)])]; other >= 0) {
                part.neighbors.push_back(other);
                part.weights.push_back(graph.weights[at(p)]);
            }
        part.row_start.push_back(static_cast<Index>(part.neighbors.size()));
    }
    set_degrees(part);
    return part;
}

class HalfRunner {
  public:
    HalfRunner(const DataView& data, const SelectRequest& request, const Prepared& prepared, Index size,
               const Context& context)
        : data_(data),
          request_(request),
          labels_(prepared.labels()),
          size_(size),
          options_(graph_options_of(request)) {
        // Scaling by columns depends on which samples there are, and the distances with it.
        const bool same_distances = request.scale == Scaling::none || request.scale == Scaling::unit;
        if (request.method.needs().graph && request.graph == nullptr && same_distances &&
            options_.search != Search::approximate &&
            !WorkingUnit::of(prepared.x(), Extremes::tiny, context)) {
            candidates_ = graph_columns(prepared.matrix(), request.fixed);
            all_.emplace(candidates_ ? candidates_->view() : prepared.matrix());
            neighbors_.emplace(*all_, options_.neighbors, options_.metric, context);
        }
    }

    Selection select(std::span<const Index> rows, const Context& context) const {
        const Labels labels = labels_of_part(labels_, rows);
        const DataView half{.name = data_.name, .x = DenseView{}, .labels = &labels};
        const Prepared prepared(half, data_.x.gather(rows), request_.scale, context);
        const DataView given{.name = data_.name, .x = prepared.x(), .labels = &labels};
        Graph between;
        const auto data = [&]() -> const Prepared& { return prepared; };
        const auto graph = [&] {
            auto checked = std::make_shared<CheckedGraph>();
            checked->graph = std::make_shared<const Graph>(graph_of(rows, prepared, context));
            if (request_.between != nullptr) {
                between = part_of(*request_.between, rows);
                checked->between = &between;
            }
            return std::shared_ptr<const CheckedGraph>(std::move(checked));
        };
        return run_method(request_.method, size_, given, {data, graph}, context, request_.fixed).selection;
    }

  private:
    Graph graph_of(std::span<const Index> rows, const Prepared& prepared, const Context& context) const {
        if (request_.graph != nullptr) return part_of(*request_.graph, rows);
        const Labels* labels = prepared.labels().empty() ? nullptr : &prepared.labels();
        const std::optional<Matrix> candidates = graph_columns(prepared.matrix(), request_.fixed);
        const MatrixView x = candidates ? candidates->view() : prepared.matrix();
        if (neighbors_) return weigh_graph(neighbors_->among(rows), x, options_, context, labels);
        return build_graph(x, options_, context, labels);
    }

    const DataView& data_;
    const SelectRequest& request_;
    const Labels& labels_;
    Index size_;
    GraphOptions options_;
    std::optional<Matrix> candidates_;  // the columns of the graph, unless they are all
    std::optional<MatrixView> all_;
    std::optional<SharedNeighbors> neighbors_;
};

void check_halves(const DataView& data, const SelectRequest& request, const Labels& labels,
                  const Context& context) {
    constexpr Index least = 6;
    if (data.x.rows() < least)
        throw Error("half samples need at least " + std::to_string(least) + " samples, and " + data.name +
                    " has " + std::to_string(data.x.rows()));
    if (labels.empty()) return;
    Index left = 0;
    std::vector<std::string> single;
    for (std::size_t c = 0; c < labels.counts.size(); ++c) {
        if (labels.counts[c] == 1) single.push_back("'" + labels.names[c] + "'");
        left += labels.counts[c] > 1;
    }
    if (request.method.needs().labels && left < 2)
        throw Error("half samples need two classes of at least two samples, and " + data.name + " has " +
                        std::to_string(left),
                    "give more samples");
    if (!single.empty())
        context.warning("half samples: " + std::to_string(single.size()) +
                        (single.size() == 1 ? " class has one sample only and is"
                                            : " classes have one sample only and are") +
                        " in neither half: " + single.front() + (single.size() > 1 ? ", …" : ""));
}

}  // namespace

std::vector<Small> ranking_of(const Selection& selection, Index features) {
    const auto chosen = static_cast<Index>(selection.selected.size());
    std::vector<Small> ranking(at(features), static_cast<Small>(chosen + 1));
    if (!selection.scores.empty()) {
        std::vector<double> scores = selection.scores;
        for (const Index j : selection.selected) scores[at(j)] = std::numeric_limits<double>::infinity();
        ranking = ranks_of_features({scores});
        // Others with an infinite score stand between the selected: behind them.
        std::vector<char> taken(at(features), 0);
        for (const Index j : selection.selected) taken[at(j)] = 1;
        std::vector<std::pair<Small, Small>> others;
        for (Index j = 0; j < features; ++j)
            if (taken[at(j)] == 0 && std::isinf(scores[at(j)]) && scores[at(j)] > 0.0)
                others.emplace_back(ranking[at(j)], static_cast<Small>(j));
        std::sort(others.begin(), others.end());
        for (std::size_t p = 0; p < others.size(); ++p)
            ranking[at(others[p].second)] = static_cast<Small>(chosen + 1 + static_cast<Index>(p));
    }
    for (Index place = 0; place < chosen; ++place)
        ranking[at(selection.selected[at(place)])] = static_cast<Small>(place + 1);
    return ranking;
}

const Labels& resampled_labels(const SelectRequest& request, const Labels& labels) {
    const Needs& needs = request.method.needs();
    const bool partly = setting(request.method, "criterion") == "semi";
    const bool by_graph = needs.graph && request.graph == nullptr && graph_options_of(request).needs_labels();
    return needs.labels || needs.classes || partly || by_graph ? labels : labels_or_none(nullptr);
}

HalfRuns run_halves(const DataView& data, const SelectRequest& request, const Prepared& prepared, Index pairs,
                    Index size, bool with_rankings, const Context& context) {
    const Labels& labels = resampled_labels(request, prepared.labels());
    check_halves(data, request, labels, context);
    std::vector<std::vector<Index>> halves;
    for (HalfPair& pair : half_samples(strata_of(labels, data.x.rows()), pairs, context.seed)) {
        halves.push_back(std::move(pair.first));
        halves.push_back(std::move(pair.second));
    }
    HalfRuns runs;
    runs.selected.resize(halves.size());
    if (with_rankings) runs.rankings.resize(halves.size());
    const HalfRunner runner(data, request, prepared, size, context);
    const blas::SingleThreaded guard;
    Context inside = context;
    inside.warn = nullptr;
    inside.progress = nullptr;
    std::mutex mutex;
    Index done = 0;
    context.report("half samples", 0.0);
    parallel_chunks(context, static_cast<Index>(halves.size()), 1, [&](const Chunk& chunk) {
        Selection found = runner.select(halves[at(chunk.begin)], inside);
        if (with_rankings) runs.rankings[at(chunk.begin)] = ranking_of(found, data.x.cols());
        runs.selected[at(chunk.begin)] = std::move(found.selected);
        const std::lock_guard lock(mutex);
        context.report("half samples", static_cast<double>(++done) / static_cast<double>(halves.size()));
    });
    return runs;
}

}  // namespace tamis::detail
