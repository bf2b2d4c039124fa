#include "tamis/methods/hsic.hpp"

#include <algorithm>

#include "tamis/core/ranking.hpp"
#include "tamis/methods/from_moments/scored.hpp"
#include "tamis/methods/hsic/linear_hsic.hpp"
#include "tamis/methods/hsic/rbf_hsic.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/unit/column_units.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About HsicOptions::about() {
    return {.name = "hsic",
            .title = "Hilbert-Schmidt independence criterion",
            .citation = {{.key = "song2007"}, {.key = "song2012"}},
            .raw_scales = true};
}

Fields<HsicOptions> HsicOptions::fields() {
    return Fields<HsicOptions>()
        .choice("kernel", &HsicOptions::kernel, {{"linear", Kernel::linear}, {"rbf", Kernel::rbf}},
                "kernel on the features; linear: one by one, in one pass, rbf: together, by backward "
                "elimination")
        .choice(
            "label_kernel", &HsicOptions::label_kernel,
            {{"onehot", LabelKernelKind::onehot},
             {"balanced", LabelKernelKind::balanced},
             {"integer", LabelKernelKind::integer}},
            "kernel on the labels; same class or not, the same over the class size, or the product of the "
            "label values")
        .choice("estimator", &HsicOptions::estimator,
                {{"biased", HsicEstimator::biased}, {"unbiased", HsicEstimator::unbiased}},
                "estimator of the dependence; for the scores (linear) or the reported objective (rbf, whose "
                "elimination is always unbiased)")
        .real("drop_fraction", &HsicOptions::drop_fraction, between(0, 1),
              "fraction of the features dropped per round; rbf only: at least one feature, larger is faster "
              "and coarser");
}

namespace {

class BackwardElimination {
  public:
    BackwardElimination(const MatrixView& x, const Labels& labels, const HsicOptions& options,
                        const Context& context)
        : x_(x),
          labels_(labels),
          options_(options),
          context_(context),
          kernel_(labels, options.label_kernel) {}

    Selection run(const std::vector<char>& constant) {
        require_unbiased_samples(x_.rows());
        std::vector<Index> survivors;
        const std::vector<char> excluded = marks(options_.fixed.exclude, x_.cols());
        kept_ = marks(options_.fixed.include, x_.cols());
        for (Index j = 0; j < x_.cols(); ++j)
            if (constant[at(j)] == 0 && excluded[at(j)] == 0) survivors.push_back(j);
        const auto informative = static_cast<Index>(survivors.size());

        std::vector<Index> dropped;  // in order of dropping
        Objective objective{.name = "HSIC of the chosen features"};
        while (survivors.size() > 1 && droppable(survivors) > 0) {
            context_.report("eliminating features",
                            static_cast<double>(dropped.size()) / static_cast<double>(informative));
            drop_round(survivors, dropped, objective.trace);
        }
        dropped.insert(dropped.end(), survivors.begin(), survivors.end());

        std::vector<double> places(at(x_.cols()), 0.0);
        for (std::size_t p = 0; p < dropped.size(); ++p) places[at(dropped[p])] = static_cast<double>(p + 1);
        Selection result = select_by_score(std::move(places), Direction::larger, constant, {}, options_.k,
                                           objective.name, options_.fixed);
        objective.value = informative > 0 ? hsic_of(result.selected) : 0.0;
        result.iterations = static_cast<Index>(objective.trace.size());
        result.objective = std::move(objective);
        if (informative < options_.k) result.stop = Stop::exhausted;
        return result;
    }

  private:
    double sigma_of(const MatrixView& part) {
        const Bandwidth bandwidth = median_bandwidth(part, context_);
        if (bandwidth.coincident && !warned_) {
            warned_ = true;
            context_.warning(
                "hsic: more than half of the sample pairs coincide on the features that are left, so the "
                "kernel width is taken from the mean squared distance instead of the median");
        }
        return bandwidth.sigma;
    }

    double hsic_of(const std::vector<Index>& features) {
        const Matrix part = take_columns(x_, features);
        return rbf_hsic(part, labels_, kernel_, sigma_of(part), options_.estimator, context_);
    }

    // Included features stay to the end.
    Index droppable(const std::vector<Index>& survivors) const {
        return std::count_if(survivors.begin(), survivors.end(), [&](Index j) { return kept_[at(j)] == 0; });
    }

    void drop_round(std::vector<Index>& survivors, std::vector<Index>& dropped, std::vector<double>& trace) {
        const Matrix part = take_columns(x_, survivors);
        const double sigma = sigma_of(part);
        const HsicRound round = rbf_hsic_round(part, labels_, kernel_, sigma, options_.estimator, context_);
        trace.push_back(round.whole);
        const std::vector<double>& without = round.without;

        const auto left = static_cast<Index>(survivors.size());
        const auto wanted = static_cast<Index>(options_.drop_fraction * static_cast<double>(left));
        const Index count = std::clamp<Index>(wanted, 1, std::min(left - 1, droppable(survivors)));
        std::vector<Index> order;
        for (Index p = 0; p < left; ++p)
            if (kept_[at(survivors[at(p)])] == 0) order.push_back(p);
        std::sort(order.begin(), order.end(), [&](Index a, Index b) {
            return without[at(a)] != without[at(b)] ? without[at(a)] > without[at(b)] : a > b;
        });
        order.resize(at(count));
        for (const Index p : order) dropped.push_back(survivors[at(p)]);
        std::sort(order.begin(), order.end(), std::greater<>());
        for (const Index p : order) survivors.erase(survivors.begin() + p);
    }

    const MatrixView& x_;
    const Labels& labels_;
    const HsicOptions& options_;
    const Context& context_;
    LabelKernel kernel_;
    std::vector<char> kept_;  // per feature
    bool warned_ = false;
};

}  // namespace

Selection hsic(const Rows& x, const Labels& labels, const HsicOptions& options, const Context& context) {
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    require_classes(labels, x.rows(), "hsic");
    HsicOptions::fields().check(options);
    if (const auto unit = WorkingUnit::of(x, Extremes::tiny, context)) {
        const int power = options.kernel == HsicOptions::Kernel::linear ? 2 : 0;
        return unit->back(hsic(unit->x(), labels, options, context), power, context);
    }
    const GroupMoments moments = group_moments(x, {labels.of, labels.classes()}, context);
    remark_on_hsic(moments, options, context);
    if (options.kernel == HsicOptions::Kernel::rbf)
        return BackwardElimination(x.require_matrix("hsic with kernel=rbf"), labels, options, context)
            .run(moments.constant);
    return linear_hsic_selection(moments, LabelKernel(labels, options.label_kernel), options);
}

Selection detail::linear_hsic_selection(const GroupMoments& moments, const LabelKernel& kernel,
                                        const HsicOptions& options) {
    return select_by_score(linear_hsic(moments, kernel, options.estimator), Direction::larger,
                           moments.constant, {}, options.k, "sum of HSIC", options.fixed);
}

void detail::remark_on_hsic(const GroupMoments& moments, const HsicOptions& options, const Context& context) {
    if (options.label_kernel == LabelKernelKind::integer && moments.groups() > 2)
        context.warning(
            "hsic with label_kernel=integer treats class labels as quantities, which makes sense only for "
            "two "
            "classes: it is meant for reproducing published numbers");
    if (options.kernel == HsicOptions::Kernel::linear && options.drop_fraction != HsicOptions{}.drop_fraction)
        context.warning(
            "hsic: drop_fraction has no effect with kernel=linear, which scores features one by one");
    remark_on_small_columns(with_lost_digits(group_scatter(moments), 1.0), context);
}

}  // namespace tamis
