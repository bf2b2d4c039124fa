// The exhibits of a run, from the data as its method saw them.
#pragma once

#include <optional>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/projection.hpp"
#include "tamis/core/rows.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis::detail {

constexpr Index most_shown_features = 200;   // chosen ones in detail, and as many of the next
constexpr Index most_mapped_features = 500;  // that the map is made of
constexpr Index most_shown_classes = 12;

// Who is counted together in the histograms: the classes, the smallest of them together if there are many,
// and the samples without a label.
struct ShownClasses {
    std::vector<std::string> names;  // empty without labels
    std::vector<int> of;             // per sample
};
ShownClasses shown_classes(const Labels& labels);

// One pass over x, besides the map of at most 5,000 samples that the pass copies. `labels` may be empty.
Exhibits selection_exhibits(const Rows& x, const Labels& labels, const Selection& selection,
                            const Context& context);

GraphExhibit graph_exhibit(const Graph& graph);

// One pass over x; `deviations` are the standard deviations of its features.
Exhibits projection_exhibits(const Rows& x, const Labels& labels, const std::string& method,
                             const Projection& projection, std::span<const double> deviations,
                             const Context& context);

// Explains the features of a run from the data as its method saw them.
void explain_run(SelectRun& run, const Rows& x, const Labels& labels, const Context& context);

// The same for a report, for which nobody asked for them: not if the correlations of every chosen feature
// with every feature would take too long, which is remarked on, and not if none was chosen.
void explain_for_report(SelectRun& run, const Rows& x, const Labels& labels, const Context& context);

// Adds what a report shows to a run that was made without: the explanations, if it has none, and the
// exhibits, but for the graph, which is not kept. Throws Error if the data are not of its shape, or not
// clean.
void add_exhibits(SelectRun& run, const DataView& data, const Context& context);

}  // namespace tamis::detail
