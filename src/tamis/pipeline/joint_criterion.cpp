#include "tamis/pipeline/joint_criterion.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/rows/column_rows.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"
#include "tamis/pipeline/prepared.hpp"
#include "tamis/preprocess/scaled_rows.hpp"

namespace tamis::detail {

std::optional<double> joint_criterion(const DataView& data, Scaling scale, std::span<const Index> features,
                                      double gamma, const Context& context) {
    const Labels& labels = labels_or_none(data.labels);
    const auto filled =
        std::count_if(labels.counts.begin(), labels.counts.end(), [](Index n) { return n > 0; });
    const bool complete = std::find(labels.of.begin(), labels.of.end(), Labels::unlabeled) == labels.of.end();
    if (filled < 2 || !complete) return std::nullopt;
    Context quiet = context;  // the run that chose the features has remarked on the data
    quiet.warn = nullptr;
    // Scaling by rows looks at all features, so the columns are taken after it.
    std::optional<ChangedRows> scaled;
    if (scale == Scaling::unit) scaled.emplace(scaled_rows(fit_scaler(data.x, scale, quiet), data.x));
    DataView chosen = data;
    chosen.survey = nullptr;  // that of all features
    const Prepared prepared(chosen, gather_columns(scaled ? Rows(*scaled) : data.x, features, quiet),
                            scaled ? Scaling::none : scale, quiet);
    std::vector<Index> all(features.size());
    std::iota(all.begin(), all.end(), Index{0});
    return regularized_fisher(prepared.own(), labels, all, gamma, context);
}

}  // namespace tamis::detail
