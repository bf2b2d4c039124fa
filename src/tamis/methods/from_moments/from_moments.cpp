#include "tamis/methods/from_moments/from_moments.hpp"

#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/methods/from_moments/scored.hpp"
#include "tamis/passes/unit/column_units.hpp"

namespace tamis::detail {

namespace {

template <class Options>
Options options_of(const ConfiguredMethod& method, const SelectionSize& size) {
    Options options;
    Options::fields().assign(options, method.params());
    options.k = size.k;
    options.fixed = size.fixed;
    return options;
}

// The classes alone.
GroupMoments class_moments(const ClassMoments& data, const std::vector<int>& units) {
    GroupMoments moments = data.known.in_units(units);
    const Index classes = data.classes();
    moments.weight.resize(at(classes));
    for (DenseMatrix* part : {&moments.shift, &moments.sum, &moments.square}) part->truncate(classes);
    return moments;
}

std::vector<int> same_unit(const ClassMoments& data, int exponent) {
    return std::vector<int>(data.known.exponent.size(), exponent);
}

Selection run_variance(const ConfiguredMethod& method, const ClassMoments& data, const SelectionSize& size,
                       const Context& context) {
    const auto options = options_of<VarianceOptions>(method, size);
    const int exponent = data.known.common_exponent();
    Selection found = variance_selection(pooled(data.known).in_unit(exponent), options, context);
    return exponent == 0 ? found : MeasuredIn(exponent).back(std::move(found), 2, context);
}

Selection run_trace_ratio(const ConfiguredMethod& method, const ClassMoments& data, const SelectionSize& size,
                          const Context& context) {
    const auto options = options_of<TraceRatioOptions>(method, size);
    const int exponent = data.known.common_exponent();
    const Scatter pair = group_scatter(class_moments(data, same_unit(data, exponent)));
    remark_on_small_columns(with_lost_digits(pair, 1.0), context);
    const Scatter own = class_scatter(data);
    Selection found =
        trace_ratio_selection(pair, ratios(own.between, own.within, Direction::larger), options, context);
    return exponent == 0 ? found : trace_ratio_back(std::move(found), MeasuredIn(exponent));
}

Selection run_hsic(const ConfiguredMethod& method, const ClassMoments& data, const SelectionSize& size,
                   const Context& context) {
    const auto options = options_of<HsicOptions>(method, size);
    const int exponent = data.known.common_exponent();
    const GroupMoments moments = class_moments(data, same_unit(data, exponent));
    remark_on_hsic(moments, options, context);
    const LabelKernel kernel(data.class_names, data.class_counts, options.label_kernel);
    Selection found = linear_hsic_selection(moments, kernel, options);
    return exponent == 0 ? found : MeasuredIn(exponent).back(std::move(found), 2, context);
}

}  // namespace

Index ClassMoments::samples() const {
    return std::accumulate(class_counts.begin(), class_counts.end(), unlabeled);
}

void require_moments_enough(const ConfiguredMethod& method) {
    const std::string& name = method.name();
    const Record params = method.params();
    const auto is_set = [&](const char* option, const char* value) {
        const Value* set = find(params, option);
        return set != nullptr && to_text(*set) == value;
    };
    if (name == "variance" || name == "fisher") return;
    if (name == "trace-ratio" && is_set("criterion", "fisher")) return;
    if (name == "hsic" && is_set("kernel", "linear")) return;
    throw UsageError(name + (name == "trace-ratio" || name == "hsic" ? " with these settings" : "") +
                         " needs the samples themselves, which parts (.tps) do not hold",
                     "parts are enough for variance, fisher, trace-ratio with " +
                         method_option("criterion", "fisher") + " and hsic with " +
                         method_option("kernel", "linear"));
}

void require_classes(const ClassMoments& data, const std::string& who) {
    if (!data.labeled)
        throw Error(
            who + " needs class labels and the parts have none",
            "make them with " + option("label") + " or " + option("label-file") + ", or select by variance");
    if (data.unlabeled > 0)
        throw Error(who + " needs a label for every sample, and " + std::to_string(data.unlabeled) + " of " +
                    std::to_string(data.samples()) + (data.unlabeled == 1 ? " has none" : " have none"));
    require_two_classes(data.class_names, data.class_counts, who);
}

Scatter class_scatter(const ClassMoments& data) {
    const std::vector<int> unit = same_unit(data, data.known.common_exponent());
    Scatter scatter = group_scatter(class_moments(data, unit));
    const std::vector<char> lost = with_lost_digits(scatter, 1.0);
    const Scatter own = group_scatter(class_moments(data, data.known.exponent));
    for (std::size_t j = 0; j < lost.size(); ++j)
        if (lost[j] != 0) {
            scatter.between[j] = own.between[j];
            scatter.within[j] = own.within[j];
        }
    return scatter;
}

Selection run_from_moments(const ConfiguredMethod& method, const ClassMoments& data,
                           const SelectionSize& size, const Context& context) {
    require_moments_enough(method);
    require_choice(size.k, size.fixed, data.known.features());
    const std::string& name = method.name();
    if (name == "variance") return run_variance(method, data, size, context);
    require_classes(data, name);
    if (name == "trace-ratio") return run_trace_ratio(method, data, size, context);
    if (name == "hsic") return run_hsic(method, data, size, context);
    return fisher_selection(class_scatter(data), options_of<FisherOptions>(method, size));
}

}  // namespace tamis::detail
