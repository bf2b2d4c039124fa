#include "tamis/pipeline/parts/select_parts.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/pipeline/data_remarks.hpp"
#include "tamis/pipeline/driver.hpp"
#include "tamis/pipeline/remarks.hpp"
#include "tamis/pipeline/trust/p_values.hpp"
#include "tamis/pipeline/trust/run_trust.hpp"
#include "tamis/trust/false_discovery.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void refuse(const Message& what, const Message& remedy) {
    throw UsageError(what + " needs the samples themselves, which parts (.tps) do not hold", remedy);
}

// Standard deviations by the number of samples.
std::vector<double> deviations_of(const MergedParts& data) {
    const GroupMoments all = pooled(data.moments.known).in_unit(0);
    std::vector<double> deviations;
    for (Index j = 0; j < all.features(); ++j)
        deviations.push_back(std::sqrt(all.scatter(0, j) / all.weight.front()));
    return deviations;
}

RunHead head_of(const MergedParts& data, const SelectRequest& request, const Context& context) {
    RunHead head;
    head.method = request.method.name();
    head.seed = context.seed;
    head.data_name = data.name;
    head.samples = data.moments.samples();
    head.features = data.moments.known.features();
    head.parts = data.parts;
    if (data.moments.labeled) {
        head.classes = data.moments.classes();
        head.label_name = data.label_name;
        head.class_names = data.moments.class_names;
    }
    head.sparse = data.sparse;
    head.data_hash = data.hash;
    head.feature_names = data.feature_names;
    return head;
}

TrustResult test_parts(const MergedParts& data, const SelectRequest& request, const Context& context) {
    const Timer timer;
    TrustResult result;
    result.pvalues = f_p_values(request.method, class_scatter(data.moments), data.moments.samples(),
                                data.moments.classes(), {}, context);
    result.pvalues.q = q_values(result.pvalues.p);
    context.warning(
        "p-values: parts do not say which features vary in a few samples only, for which the F test is "
        "approximate");
    result.seconds = timer.seconds();
    return result;
}

}  // namespace

void require_no_samples(const SelectRequest& request) {
    check_trust(request);
    require_moments_enough(request.method);
    const Message leave_out = "leave it out, or select from the data";
    if (request.scale != Scaling::none)
        refuse(option("scale", to_text(request.scale)), "scale the shards before their parts are made");
    if (request.rule) refuse(option("k", to_text(*request.rule)), "give a number or a fraction");
    if (request.graph != nullptr || request.between != nullptr || request.graph_options)
        refuse("a graph", leave_out);
    if (request.trust.permutations) refuse(option("permutations"), "use " + option("pvalues"));
    if (request.trust.stability) refuse(option("stability"), leave_out);
    if (request.trust.bootstrap) refuse(option("bootstrap"), leave_out);
    if (request.trust.pvalues && test_of(request.method, request.trust) != TestKind::f)
        refuse(option("pvalues") + " of " + request.method.name(), leave_out);
    if (request.explain) refuse(option("explain"), leave_out);
    if (request.exhibits) refuse(option("report"), leave_out);
}

SelectRun select_from_parts(const MergedParts& data, const SelectRequest& request, const Context& caller) {
    const Timer total;
    require_no_samples(request);
    Remarks remarks(caller, {});
    const Context& context = remarks.context();
    SelectRun run{head_of(data, request, context)};
    const ClassMoments& moments = data.moments;
    if (run.samples < 2)
        throw Error(data.name + " hold " + std::to_string(run.samples) +
                    (run.samples == 1 ? " sample" : " samples") + ": selecting features needs at least 2");
    if (request.method.needs().labels) {
        require_classes(moments, request.method.name());
        remark_on_single_samples(moments.class_names, moments.class_counts, context);
    }
    const Index k = checked_count(request.k, request.fixed, run.features, run.feature_names);
    const std::vector<char>& constant = moments.known.moments.constant;
    const auto varying = static_cast<Index>(std::count(constant.begin(), constant.end(), 0));
    remark_on_constant_features(varying, run.features, context);
    remark_on_few_varying(varying, k, context);
    if (units_matter(request.method, false))
        remark_on_dominance(deviations_of(data), run.feature_names, context);

    MethodRun done;
    const Timer stage;
    done.selection = run_from_moments(request.method, moments, {k, request.fixed}, context);
    run.method_seconds = stage.seconds();
    finish_run(done, request.method, varying, k, Scaling::none, context);
    run.params = std::move(done.params);
    run.selection = std::move(done.selection);
    run.fixed = request.fixed;
    if (request.trust.pvalues) run.trust = test_parts(data, request, context);
    run.remarks = remarks.take();
    run.total_seconds = total.seconds();
    return run;
}

}  // namespace tamis::detail
