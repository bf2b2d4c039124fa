// The one way in which a selector is run, by `select`, by `evaluate` on every split, and by whatever does
// their work again: checks, preparation, graph, method, and the remarks on all of them.
#pragma once

#include <memory>
#include <optional>

#include "tamis/core/feature_count.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/pipeline/prepared.hpp"

namespace tamis::detail {

// Where data and graph come from: made for this run, or shared with others. Each is asked for once, the graph
// only if the method needs one.
struct Sources {
    FunctionRef<const Prepared&()> data;
    FunctionRef<std::shared_ptr<const CheckedGraph>()> graph;
};

struct MethodRun {
    Selection selection;
    Record params;  // every option with its value; what was left to the method is what it took
    std::optional<GraphSummary> graph;
    double graph_seconds = 0.0, method_seconds = 0.0;
};

// `given` are the data before preparation, with the labels that the method may see. Remarks go to
// context.warn. Throws Error if the data are not usable for the method.
MethodRun run_method(const ConfiguredMethod& method, const FeatureCount& k, const DataView& given,
                     const Sources& sources, const Context& context, const FixedFeatures& fixed = {});

// The number of features to select: `all` and the usual number are of those that are not excluded. Throws
// UsageError if the lists contradict each other or the number, or name what is no feature.
Index checked_count(const FeatureCount& wanted, const FixedFeatures& fixed, const DataView& data);

// The same for a number of features with or without names.
Index checked_count(const FeatureCount& wanted, const FixedFeatures& fixed, Index features,
                    std::span<const std::string> names);

// Remarks that need no data: a class of one sample has no spread; fewer features vary than are wanted.
void remark_on_single_samples(std::span<const std::string> class_names, std::span<const Index> counts,
                              const Context& context);
void remark_on_few_varying(Index varying, Index k, const Context& context);

// What follows once the method has run: `params` with what it chose, the remark on a ranking by variances
// that are all equal, and whether the features that vary are exhausted.
void finish_run(MethodRun& run, const ConfiguredMethod& method, Index varying, Index k, Scaling scale,
                const Context& context);

// Whether the method works on distances or raw scales, so that another unit of a feature changes what it
// finds. The variance score does too, but its users ask for just that.
bool units_matter(const ConfiguredMethod& method, bool own_graph);

// For every kind of method: at least two samples and one feature (`purpose`: "selecting features"), and,
// if it needs labels, one per sample and two classes. A class of one sample has no spread, which is
// remarked on.
void check_data(const DataView& data, const std::string& method, const std::string& purpose,
                bool needs_labels, const Context& context);

}  // namespace tamis::detail
