// What the documents of a selection and of a projection hold, described once: the same description writes
// JSON, reads it back and fills the dictionaries of Python. `run` is const for a visitor that writes.
//
// A visitor offers
//   visit(name, field)                    one entry
//   visit.or_null(name, list)             the same; an empty list or record is null
//   visit.number_if(name, number, known)  a number, null unless `known`
//   visit.sum(name, number, more)         the entry is number + more
//   visit.fixed(name, text)               a text that belongs to the document, not to the run
//   visit.computed(name, make)            make() follows from the rest of the run; nothing is read back
//   visit.unless(name, field, usual)      no entry if the field is the usual value
//   visit.option(name, record)            the value of that name in a record; null if it has none
//   visit.option(name, record, entry)     the same under another name
//   visit.object(name, describe)          an object; describe(visitor of its entries)
//   visit.object_if(name, there, describe)           no entry unless `there`
//   visit.optional(name, field, describe)            null if the field is empty; describe(visitor, value)
//   visit.record(name, record, describe)             the values of a record, and next to them what
//                                                    describe(visitor) visits
//   visit.steps(name, list, describe)                objects, describe(visitor, element) each; no entry if
//   empty
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "tamis/core/version.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail::document {

constexpr const char* selection_schema = "tamis.selection/1";
constexpr const char* projection_schema = "tamis.projection/1";

// The names of the selected features; nothing if the data have no names.
inline std::optional<std::vector<std::string>> selected_names(const SelectRun& run) {
    if (run.feature_names.empty()) return std::nullopt;
    std::vector<std::string> names;
    for (const Index column : run.selection.selected) names.push_back(run.feature_names[at(column)]);
    return names;
}

// RunHead::params, with the scaling and whatever `more` visits in addition.
template <class Visitor, class Run, class More>
void describe_params(Visitor& visit, Run& run, const More& more) {
    visit.record("params", run.params, [&](auto& params) {
        more(params);
        params.unless("scale", run.scale, Scaling::none);
    });
}

// The first entries of both documents.
template <class Visitor, class Run, class More>
void describe_head(Visitor& visit, Run& run, const char* schema, const More& more_params) {
    visit.fixed("schema", schema);
    visit("method", run.method);
    describe_params(visit, run, more_params);
    visit("seed", run.seed);
    visit.fixed("version", version());
    visit.object("data", [&](auto& data) {
        data("name", run.data_name);
        data("samples", run.samples);
        data("features", run.features);
        data.unless("parts", run.parts, Index{0});
        data.unless("shards", run.shards, Index{0});
        data.unless("shards_of_rows", run.shards_of_rows, false);
        data("classes", run.classes);
        data("sparse", run.sparse);
        data("hash", run.data_hash);
        data.or_null("feature_names", run.feature_names);
        data("options", run.data_options);
    });
    visit.optional("label", run.classes, [&](auto& label, auto& classes) {
        label.or_null("name", run.label_name);
        label("classes", classes);
        label("class_names", run.class_names);
    });
}

// How the work of a method ended: of a Selection or of a Projection.
template <class Visitor, class Outcome>
void describe_ending(Visitor& visit, Outcome& outcome) {
    visit.object("objective", [&](auto& objective) {
        objective("name", outcome.objective.name);
        objective("trace", outcome.objective.trace);
        objective("value", outcome.objective.value);
    });
    visit.or_null("certificate", outcome.certificate);
    visit("stop", outcome.stop);
    visit("iterations", outcome.iterations);
}

template <class Visitor, class Summary>
void describe_graph(Visitor& visit, Summary& graph) {
    const Value* weights = find(graph.options, "weights");
    const bool heat = weights != nullptr && *weights == Value(std::string("heat"));
    visit.option("neighbors", graph.options);
    visit.option("weights", graph.options);
    visit.number_if("bandwidth", graph.bandwidth, heat || graph.bandwidth > 0.0);
    visit.option("symmetry", graph.options);
    visit("edges", graph.health.edges);
    visit("components", graph.health.components);
    visit("isolated", graph.health.isolated);
    visit("hash", graph.hash);
    for (const char* name : {"metric", "self_loops", "search", "same_class"})
        visit.option(name, graph.options);
    visit.option("recall", graph.options, "recall_goal");
    visit.number_if("recall", graph.recall, !graph.recall_interval.empty());
    visit.or_null("recall_interval", graph.recall_interval);
    visit.object_if("between", graph.between_edges.has_value(), [&](auto& between) {
        between("edges", graph.between_edges);
        between("hash", graph.between_hash);
    });
}

template <class Visitor, class All>
void describe_explanations(Visitor& visit, All& explanations) {
    visit.steps("explanations", explanations.features, [](auto& inner, auto& one) {
        inner("rank", one.rank);
        inner("margin", one.margin);
        inner("r2", one.r2);
        inner("r2_adjusted", one.r2_adjusted);
        inner("nearest", one.nearest);
        inner("r", one.r);
        inner("reason", one.reason);
    });
    visit.steps("class_profiles", explanations.profiles, [](auto& inner, auto& profile) {
        inner("feature", profile.feature);
        inner("highest", profile.highest);
        inner("highest_difference", profile.highest_difference);
        inner("lowest", profile.lowest);
        inner("lowest_difference", profile.lowest_difference);
    });
}

template <class Visitor, class Bins>
void describe_histogram(Visitor& visit, Bins& bins) {
    visit("low", bins.low);
    visit("high", bins.high);
    visit("counts", bins.counts);
}

// The same of numbers that are all of one group: a plain list of counts.
template <class Visitor, class Bins>
void describe_single_histogram(Visitor& visit, Bins& bins) {
    if constexpr (!std::is_const_v<Bins>) bins.counts.resize(1);  // to be read into
    visit("low", bins.low);
    visit("high", bins.high);
    visit("counts", bins.counts.front());
}

template <class Visitor, class Plane>
void describe_plane(Visitor& visit, Plane& plane) {
    visit("x", plane.x);
    visit("y", plane.y);
    visit("axes", plane.axes);
    visit.unless("explained", plane.explained, std::vector<double>());
}

template <class Visitor, class Map>
void describe_map(Visitor& visit, Map& map) {
    const auto plane = [](auto& inner, auto& own) { describe_plane(inner, own); };
    visit("samples", map.samples);
    visit.or_null("class", map.classes);
    visit("features", map.features);
    visit.optional("pca", map.pca, plane);
    visit.optional("flda", map.flda, plane);
    visit.optional("projected", map.projected, plane);
    visit.unless("note", map.note, std::string());
}

// What a report shows of the data; no entry that there is nothing for.
template <class Visitor, class All>
void describe_exhibits(Visitor& visit, All& exhibits) {
    visit("scale", exhibits.scale);
    visit.steps("histograms", exhibits.histograms, [](auto& inner, auto& one) {
        inner("feature", one.feature);
        describe_histogram(inner, one.histogram);
    });
    visit.unless("histogram_classes", exhibits.histogram_classes, std::vector<std::string>());
    visit.object_if("correlations", !exhibits.correlated.empty(), [&](auto& inner) {
        inner("features", exhibits.correlated);
        inner("r", exhibits.correlations);
    });
    visit.optional("map", exhibits.map, [](auto& inner, auto& map) { describe_map(inner, map); });
    visit.optional("graph", exhibits.graph, [](auto& inner, auto& graph) {
        inner.object("degrees", [&](auto& bins) { describe_single_histogram(bins, graph.degrees); });
        inner.object("weights", [&](auto& bins) { describe_single_histogram(bins, graph.weights); });
    });
    visit.unless("contributions", exhibits.contributions, std::vector<double>());
    visit.optional("image", exhibits.image, [](auto& inner, auto& image) {
        inner("height", image.height);
        inner("width", image.width);
        inner("order", image.order);
    });
    visit.steps("masks", exhibits.masks, [](auto& inner, auto& mask) {
        inner.unless("data", mask.data, std::string());
        inner("method", mask.label);
        inner("k", mask.k);
        inner.unless("clusters", mask.clusters, Index{0});
        inner("share", mask.share);
    });
}

template <class Visitor, class Run>
void describe_run_exhibits(Visitor& visit, Run& run) {
    visit.object_if("exhibits", !run.exhibits.empty(),
                    [&](auto& inner) { describe_exhibits(inner, run.exhibits); });
}

// From the graph to the end of the work.
template <class Visitor, class Run>
void describe_outcome(Visitor& visit, Run& run) {
    auto& selection = run.selection;
    visit.optional("graph", run.graph, [](auto& inner, auto& graph) { describe_graph(inner, graph); });
    visit("selected", selection.selected);
    visit.computed("selected_names", [&] { return selected_names(run); });
    visit.or_null("scores", selection.scores);
    visit.or_null("raw_scores", selection.raw_scores);
    visit("raw_direction", selection.raw_direction);
    describe_ending(visit, selection);
    visit("remarks", run.remarks);
    visit.unless("include", run.fixed.include, std::vector<Index>());
    visit.unless("exclude", run.fixed.exclude, std::vector<Index>());
    visit.unless("graph_features", run.fixed.graph, GraphFeatures::candidates);
    visit.unless("k_rule", run.k_rule, std::string());
    visit.unless("k_reason", run.k_reason, std::string());
    describe_explanations(visit, run.explanations);
    describe_run_exhibits(visit, run);
}

// How sure the selection is: no entry that was not asked for.
template <class Visitor, class Run>
void describe_trust(Visitor& visit, Run& run) {
    const auto list = [&](const char* name, auto& numbers) {
        visit.unless(name, numbers, std::remove_cvref_t<decltype(numbers)>());
    };
    auto& tests = run.trust.pvalues;
    list("pvalues", tests.p);
    list("qvalues", tests.q);
    list("pvalues_familywise", tests.familywise);
    list("log10_p", tests.log10_p);
    list("p_method", tests.method);
    list("p_flags", tests.flags);
    list("test_score", tests.test_score);
    list("z", tests.z);
    list("skew", tests.skew);
    visit.unless("permutations", tests.permutations, Index{0});
    auto& stability = run.trust.stability;
    list("selection_probability", stability.probability);
    visit.object_if("stability", !stability.empty(), [&](auto& inner) {
        inner("pairs", stability.pairs);
        inner("size", stability.size);
        inner("value", stability.value);
        inner("low", stability.low);
        inner("high", stability.high);
        inner.steps("bounds", stability.bounds, [](auto& row, auto& bounds) {
            row("threshold", bounds.threshold);
            row("features", bounds.features);
            row("any", bounds.any);
            row("unimodal", bounds.unimodal);
            row("r_concave", bounds.r_concave);
        });
    });
    auto& ranks = run.trust.ranks;
    list("rank_interval", ranks.interval);
    visit.object_if("bootstrap", !ranks.empty(), [&](auto& inner) {
        inner("kind", ranks.kind);
        inner("replicates", ranks.replicates);
        inner("level", ranks.level);
        inner("mean_rank", ranks.mean);
        inner("top_share", ranks.top_share);
    });
}

// What was asked of the shards that the rows are in. Like the seconds, it depends on who holds them.
template <class Visitor, class Run>
void describe_rounds(Visitor& visit, Run& run) {
    visit.object_if("rounds", run.shards > 0, [&](auto& rounds) {
        rounds("count", run.rounds.rounds);
        rounds("bytes_to_shards", run.rounds.bytes_out);
        rounds("bytes_from_shards", run.rounds.bytes_in);
    });
}

template <class Visitor, class Run>
void describe_path(Visitor& visit, Run& run) {
    visit.steps("path", run.selection.path, [](auto& inner, auto& step) {
        inner("k", step.k);
        inner("value", step.value);
        inner("selected", step.selected);
        inner("nested", step.nested);
    });
}

// The whole of a "tamis.selection/1" document.
template <class Visitor, class Run, class Seconds>
void describe_selection(Visitor& visit, Run& run, Seconds& load_seconds) {
    describe_head(visit, run, selection_schema, [](auto&) {});
    describe_outcome(visit, run);
    describe_trust(visit, run);
    describe_rounds(visit, run);
    visit.object("seconds", [&](auto& seconds) {
        seconds("load", load_seconds);
        seconds("graph", run.graph_seconds);
        seconds("method", run.method_seconds);
        seconds.unless("trust", run.trust.seconds, 0.0);
        seconds.sum("total", run.total_seconds, load_seconds);
    });
    describe_path(visit, run);
}

// The entries of a "tamis.projection/1" document that say what was asked for.
template <class Visitor, class Run>
void describe_projection_head(Visitor& visit, Run& run) {
    describe_head(visit, run, projection_schema,
                  [&](auto& params) { params.unless("pca", run.pca, std::optional<Dimension>()); });
}

}  // namespace tamis::detail::document
