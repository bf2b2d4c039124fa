// One selection from start to end: scale, graph if the method needs one, method.
#pragma once

#include <optional>

#include "tamis/core/choice/count_rule.hpp"
#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/feature_count.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/pipeline/choice/explanations.hpp"
#include "tamis/pipeline/compare/evaluator.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"
#include "tamis/pipeline/graph_summary.hpp"
#include "tamis/pipeline/run_head.hpp"
#include "tamis/pipeline/trust/trust.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis {

struct SelectRequest {
    ConfiguredMethod method;                            // configure("fisher"), or just "fisher"
    FeatureCount k = {};                                // 25, 0.1 or FeatureCount::all()
    std::optional<CountRule> rule = {};                 // finds k from the data
    Evaluator rule_evaluator = Evaluator::one_nearest;  // judges the features for cv
    FixedFeatures fixed = {};                           // features to be chosen in any case, and never
    std::optional<GraphOptions> graph_options = {};     // nothing: the method's own defaults
    const Graph* graph = nullptr;    // the user's own graph instead of one built from the data
    const Graph* between = nullptr;  // the second graph of a pair, for methods that take one
    Scaling scale = Scaling::none;
    bool hash_data = false;  // SelectRun::data_hash, which costs time
    TrustRequest trust = {};
    bool explain = false;   // SelectRun::explanations
    bool exhibits = false;  // SelectRun::exhibits, with explanations
};

// Plain data: everything that the JSON of `select` holds but the load time.
struct SelectRun : RunHead {
    std::optional<GraphSummary> graph;
    Selection selection;
    TrustResult trust;          // what was asked for
    FixedFeatures fixed;        // of the request
    std::string k_rule;         // that found how many features; empty: the number was given
    std::string k_reason;       // why that many
    Explanations explanations;  // empty unless asked for
    Exhibits exhibits;          // empty unless asked for
    double graph_seconds = 0.0, method_seconds = 0.0, total_seconds = 0.0;
};

// Checks the request before it does any work. The data must be clean (finite). Throws UsageError if the
// request contradicts itself and Error if the data are not usable.
SelectRun run_select(const DataView& data, const SelectRequest& request, const Context& context = {});
SelectRun run_select(const Dataset& data, const SelectRequest& request, const Context& context = {});

}  // namespace tamis
