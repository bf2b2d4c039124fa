#include "tamis/pipeline/prepared.hpp"

#include <algorithm>

#include "tamis/passes/constant_columns.hpp"
#include "tamis/passes/repeated/repeated_rows.hpp"
#include "tamis/pipeline/data_remarks.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/scaled_rows.hpp"

namespace tamis::detail {

namespace {

const Labels& labels_of(const DataView& data) { return labels_or_none(data.labels); }

}  // namespace

Reading reading(const ConfiguredMethod& method, bool own_graph) {
    const bool builds_graph = method.needs().graph && !own_graph;
    return method.in_passes() && !builds_graph ? Reading::in_passes : Reading::whole;
}

SumsAlong sums_for(bool needs_labels) { return needs_labels ? SumsAlong::of_classes : SumsAlong::of_all; }

Prepared::Prepared(const DataView& data, Scaling kind, Survey::Hash hash, Reading reading,
                   const Context& context, SumsAlong sums)
    : given_(data.x), labels_(&labels_of(data)) {
    if (reading == Reading::whole && given_.matrix() == nullptr && given_.shards() == nullptr)
        own_ = to_matrix(given_, context);
    look_at(data, hash, kind == Scaling::none ? sums : SumsAlong::none, context);
    scale(kind, context);
    count_varying(context);
}

Prepared::Prepared(const DataView& data, Matrix matrix, Scaling kind, const Context& context)
    : given_(DenseView{}), labels_(&labels_of(data)), own_(std::move(matrix)) {
    look_at(data, Survey::Hash::no, SumsAlong::none, context);
    scale(kind, context);
    count_varying(context);
}

Rows Prepared::x() const {
    if (scaled_) return *scaled_;
    if (own_) return *own_;
    return given_;
}

void Prepared::look_at(const DataView& data, Survey::Hash hash, SumsAlong sums, const Context& context) {
    std::optional<Survey> taken;
    const bool known = data.survey != nullptr && (hash == Survey::Hash::no || data.survey->hashed());
    if (!known) taken = survey(x(), hash, context, *labels_, sums);
    const Survey& found = known ? *data.survey : *taken;
    if (found.unusable()) refuse_unusable(x(), data.name, context);
    remark_on_repeated_samples(count_repeated_rows(x(), found, context), found.rows(), context);
    if (hash == Survey::Hash::yes) hash_ = found.hash(*labels_);
    constant_ = found.constant();
}

void Prepared::scale(Scaling kind, const Context& context) {
    if (kind == Scaling::none) return;
    scaler_ = fit_scaler(x(), kind, context);
    if (own_)
        apply_scaler(scaler_, *own_, context);
    else if (const MatrixView* matrix = given_.matrix())
        own_ = scaled_copy(scaler_, *matrix, context);
    else
        scaled_.emplace(scaled_rows(scaler_, given_, context));
}

void Prepared::remark_on_units(std::span<const std::string> feature_names, const Context& context) const {
    if (scaler_.kind == Scaling::standard) return;  // all variances are one
    remark_on_dominance(feature_deviations(x(), context), feature_names, context);
}

void Prepared::count_varying(const Context& context) {
    // Scaling the rows changes every column. Scaling a column leaves it constant or not, but for a range so
    // small that its reciprocal overflows: that column becomes 0.
    if (scaler_.kind == Scaling::unit) constant_ = constant_columns(x(), context);
    for (std::size_t j = 0; j < constant_.size(); ++j)
        if (constant_[j] == 0 && (scaler_.scale.empty() || scaler_.scale[j] != 0.0)) ++varying_;
    remark_on_constant_features(varying_, x().cols(), context);
}

}  // namespace tamis::detail
