#include "tamis/pipeline/prepared.hpp"

#include <algorithm>

#include "tamis/passes/constant_columns.hpp"
#include "tamis/passes/repeated_rows.hpp"
#include "tamis/pipeline/data_remarks.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis {

namespace {

const Labels& labels_of(const DataView& data) { return labels_or_none(data.labels); }

}  // namespace

Prepared::Prepared(const DataView& data, Scaling scale, Survey::Hash hash, const Context& context)
    : given_(data.x), labels_(&labels_of(data)) {
    const Survey found = look_at(data.name, hash, context);
    if (hash == Survey::Hash::yes) hash_ = found.hash(*labels_);
    if (scale != Scaling::none) {
        scaler_ = fit_scaler(given_, scale, context);
        own_ = scaled_copy(scaler_, given_, context);
    }
    count_varying(found, context);
}

Prepared::Prepared(const DataView& data, Matrix matrix, Scaling scale, const Context& context)
    : given_(DenseView{}), labels_(&labels_of(data)), own_(std::move(matrix)) {
    const Survey found = look_at(data.name, Survey::Hash::no, context);
    scaler_ = fit_scaler(*own_, scale, context);
    apply_scaler(scaler_, *own_, context);
    count_varying(found, context);
}

Survey Prepared::look_at(const std::string& name, Survey::Hash hash, const Context& context) {
    Survey found = survey(x(), hash, context);
    if (found.unusable()) refuse_unusable(x(), name, context);
    remark_on_repeated_samples(count_repeated_rows(x(), found.signatures()), found.rows(), context);
    return found;
}

void Prepared::remark_on_units(std::span<const std::string> feature_names, const Context& context) const {
    if (scaler_.kind == Scaling::standard) return;  // all variances are one
    remark_on_dominance(feature_deviations(x(), context), feature_names, context);
}

void Prepared::count_varying(const Survey& found, const Context& context) {
    // Scaling the rows changes every column. Scaling a column leaves it constant or not, but for a range so
    // small that its reciprocal overflows: that column becomes 0.
    const std::vector<char> constant =
        scaler_.kind == Scaling::unit ? constant_columns(x(), context) : found.constant();
    for (std::size_t j = 0; j < constant.size(); ++j)
        if (constant[j] == 0 && (scaler_.scale.empty() || scaler_.scale[j] != 0.0)) ++varying_;
    remark_on_constant_features(varying_, x().cols(), context);
}

}  // namespace tamis
