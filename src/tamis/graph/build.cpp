#include "tamis/graph/build.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/search_fields.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index rows_per_chunk = 512;

// The first k neighbors of every sample, read from both ends.
class DirectedPairs {
  public:
    DirectedPairs(const Neighbors& lists, Index k) : lists_(lists), k_(k) {
        const auto samples = at(lists.samples);
        start_.assign(samples + 1, 0);
        for (Index i = 0; i < lists.samples; ++i)
            for (Index p = 0; p < k; ++p) ++start_[at(lists.of(i)[at(p)]) + 1];
        for (std::size_t i = 0; i < samples; ++i) start_[i + 1] += start_[i];
        std::vector<Index> next(start_.begin(), start_.end() - 1);
        listed_by_.resize(at(start_.back()));
        for (Index i = 0; i < lists.samples; ++i)
            for (Index p = 0; p < k; ++p) {
                const auto j = at(lists.of(i)[at(p)]);
                listed_by_[at(next[j]++)] = {static_cast<Small>(i), lists.distances_of(i)[at(p)]};
            }
    }

    struct End {
        Small sample;
        double squared_distance;
    };

    // The samples joined to i, ascending. A distance is the same from either side.
    void joined(Index i, Symmetry symmetry, std::vector<End>& own, std::vector<End>& out) const {
        own.clear();
        for (std::size_t p = 0; p < at(k_); ++p) own.push_back({lists_.of(i)[p], lists_.distances_of(i)[p]});
        const auto by_sample = [](const End& a, const End& b) { return a.sample < b.sample; };
        std::sort(own.begin(), own.end(), by_sample);
        const auto other = listed_by_.begin() + start_[at(i)];
        const auto other_end = listed_by_.begin() + start_[at(i) + 1];
        out.clear();
        if (symmetry == Symmetry::either)
            std::set_union(own.begin(), own.end(), other, other_end, std::back_inserter(out), by_sample);
        else
            std::set_intersection(own.begin(), own.end(), other, other_end, std::back_inserter(out),
                                  by_sample);
    }

  private:
    const Neighbors& lists_;
    Index k_;
    std::vector<Index> start_;
    std::vector<End> listed_by_;  // of every sample: who lists it, ascending
};

// Mean d² over the n·k directed pairs.
double mean_squared_distance(const Neighbors& lists, Index k, const Context& context) {
    double largest = 0.0;
    for (const double value : lists.squared_distances) largest = std::max(largest, value);
    const auto mean_in_units_of = [&](double unit) {
        const double sum = parallel_sum(context, lists.samples, 4096, 0.0, [&](const Chunk& chunk) {
            double part = 0.0;
            for (Index i = chunk.begin; i < chunk.end; ++i)
                for (const double value : lists.distances_of(i).first(at(k))) part += value / unit;
            return part;
        });
        return sum / static_cast<double>(lists.samples * k) * unit;
    };
    const double mean = mean_in_units_of(1.0);
    return std::isfinite(mean) ? mean : mean_in_units_of(largest);
}

struct Row {
    std::vector<Small> columns;
    std::vector<double> weights;
};

// Moves the rows of equal chunks behind each other.
Graph gather(Index samples, const std::vector<Row>& chunks, const std::vector<Index>& row_lengths) {
    Graph graph;
    graph.samples = samples;
    graph.row_start.resize(at(samples) + 1);
    for (std::size_t i = 0; i < row_lengths.size(); ++i)
        graph.row_start[i + 1] = graph.row_start[i] + row_lengths[i];
    graph.neighbors.reserve(at(graph.row_start.back()));
    graph.weights.reserve(at(graph.row_start.back()));
    for (const Row& chunk : chunks) {
        graph.neighbors.insert(graph.neighbors.end(), chunk.columns.begin(), chunk.columns.end());
        graph.weights.insert(graph.weights.end(), chunk.weights.begin(), chunk.weights.end());
    }
    set_degrees(graph);
    return graph;
}

void warn_of_dropped(Weights weights, Index dropped, const Context& context) {
    if (dropped == 0) return;
    if (weights == Weights::cosine)
        context.warning(std::to_string(dropped) +
                        " neighbor pairs have a cosine similarity of 0 or less and make no edge");
    else
        context.warning(std::to_string(dropped) +
                        " neighbor pairs are so far apart that their heat weight is 0 and make no edge: a "
                        "larger bandwidth keeps them");
}

void require_lists(const Neighbors& lists) {
    const auto size = at(lists.samples) * at(lists.count);
    const bool inside = std::all_of(lists.index.begin(), lists.index.end(),
                                    [&](Small j) { return j >= 0 && j < lists.samples; });
    if (lists.index.size() != size || lists.squared_distances.size() != size || !inside)
        throw Error("the neighbor lists are damaged: they do not hold " + std::to_string(lists.count) +
                    " samples and distances for each of " + std::to_string(lists.samples) + " samples");
}

// he2011, outlook: neighbors of one class are joined more strongly, or less. Samples without a label
// are of no class, and loops stay as they are.
void weigh_classes(Graph& graph, const Labels* labels, double factor) {
    if (labels == nullptr || labels->samples() != graph.samples)
        throw Error(
            graph_option("same_class") + " makes the graph use class labels, and the data have none",
            "give them with " + option("label") + ", or leave " + graph_option("same_class") + " out");
    check_labels(*labels, graph.samples);
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
            const Index j = graph.neighbors[at(p)];
            const int own = labels->of[at(i)];
            if (i != j && own != Labels::unlabeled && own == labels->of[at(j)])
                graph.weights[at(p)] *= factor;
        }
    set_degrees(graph);
}

}  // namespace

Fields<GraphOptions> GraphOptions::fields() {
    Fields<GraphOptions> fields(OptionMention::Owner::graph);
    fields
        .integer("neighbors", &GraphOptions::neighbors, at_least(1),
                 "nearest neighbors per sample; larger values connect and smooth more")
        .choice("metric", &GraphOptions::metric,
                {{"euclidean", Metric::euclidean}, {"cosine", Metric::cosine}},
                "distance between two samples; cosine compares directions only")
        .choice("weights", &GraphOptions::weights,
                {{"heat", Weights::heat}, {"binary", Weights::binary}, {"cosine", Weights::cosine}},
                "weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows")
        .boolean("self_loops", &GraphOptions::self_loops, "join every sample to itself with weight 1")
        .optional("bandwidth", &GraphOptions::bandwidth, at_least(0), "auto",
                  "T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger "
                  "makes the weights more alike, 0 makes them all 1")
        .choice("symmetry", &GraphOptions::symmetry,
                {{"union", Symmetry::either}, {"mutual", Symmetry::mutual}},
                "an edge if either sample lists the other, or only if both do");
    add_search_fields(fields);
    return fields.real(
        "same_class", &GraphOptions::same_class, above(0),
        "factor for the weights of edges within a class; any value but 1 makes the graph use the labels");
}

Graph weigh_graph(const Neighbors& lists, const Rows& x, const GraphOptions& options, const Context& context,
                  const Labels* labels) {
    GraphOptions::fields().check(options);
    if (lists.samples < 2)
        throw Error("a graph needs at least two samples: the data have " + std::to_string(lists.samples));
    const Index k = std::min(options.neighbors, lists.samples - 1);
    if (lists.count < k)
        throw Error("the graph needs " + std::to_string(k) + " neighbors per sample and got lists of " +
                    std::to_string(lists.count));
    if (x.rows() != lists.samples)
        throw Error("the neighbor lists are of " + std::to_string(lists.samples) +
                    " samples and the data have " + std::to_string(x.rows()));
    require_lists(lists);

    const DirectedPairs pairs(lists, k);
    double bandwidth = 0.0;
    if (options.weights == Weights::heat)
        bandwidth = options.bandwidth ? *options.bandwidth : mean_squared_distance(lists, k, context);
    std::optional<SampleRows> rows;
    if (options.weights == Weights::cosine)
        rows.emplace(x.require_matrix("a graph with weights=cosine"), Metric::cosine, context);
    const auto weight = [&](Index i, const DirectedPairs::End& end) {
        switch (options.weights) {
            case Weights::heat:
                return bandwidth == 0.0 ? 1.0 : std::exp(-end.squared_distance / bandwidth);
            case Weights::cosine:
                return std::clamp(rows->product(i, end.sample), 0.0, 1.0);
            case Weights::binary:
                break;
        }
        return 1.0;
    };

    std::vector<Row> chunks(at(chunk_count(lists.samples, rows_per_chunk)));
    std::vector<Index> row_lengths(at(lists.samples));
    const Index dropped =
        parallel_sum(context, lists.samples, rows_per_chunk, Index{0}, [&](const Chunk& chunk) {
            Row& row = chunks[at(chunk.number)];
            std::vector<DirectedPairs::End> own, ends;
            Index zeros = 0;
            const auto add = [&](Small column, double value) {
                row.columns.push_back(column);
                row.weights.push_back(value);
            };
            for (Index i = chunk.begin; i < chunk.end; ++i) {
                const std::size_t before = row.columns.size();
                bool loop_due = options.self_loops;
                pairs.joined(i, options.symmetry, own, ends);
                for (const DirectedPairs::End& end : ends) {
                    if (loop_due && end.sample > i) {
                        add(static_cast<Small>(i), 1.0);
                        loop_due = false;
                    }
                    const double value = weight(i, end);
                    if (value > 0.0)
                        add(end.sample, value);
                    else if (end.sample > i)
                        ++zeros;
                }
                if (loop_due) add(static_cast<Small>(i), 1.0);
                row_lengths[at(i)] = static_cast<Index>(row.columns.size() - before);
            }
            return zeros;
        });
    warn_of_dropped(options.weights, dropped, context);
    Graph graph = gather(lists.samples, chunks, row_lengths);
    graph.bandwidth = bandwidth;
    graph.found_by = lists.found_by;
    if (options.needs_labels()) weigh_classes(graph, labels, options.same_class);
    return graph;
}

Graph build_graph(const Rows& x, const GraphOptions& options, const Context& context, const Labels* labels) {
    GraphOptions::fields().check(options);
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context)) {
        GraphOptions measured = options;
        if (options.bandwidth)
            measured.bandwidth =
                std::min(unit->in(*options.bandwidth, 2), std::numeric_limits<double>::max());
        Graph graph = build_graph(unit->x(), measured, context, labels);
        if (graph.bandwidth > 0.0)
            graph.bandwidth = options.bandwidth ? *options.bandwidth : unit->back(graph.bandwidth, 2);
        return graph;
    }
    const Neighbors lists =
        find_neighbors(x, options.neighbors, options.metric, options.search, context, options.recall);
    if (options.search == Search::automatic && lists.found_by.search == Search::approximate)
        context.warning("so many samples are searched approximately; " + graph_option("search", "exact") +
                        " finds all neighbors, in longer time");
    return weigh_graph(lists, x, options, context, labels);
}

}  // namespace tamis
