#include "tamis/methods/lapgofs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/ranking.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/lapofs/design_method.hpp"
#include "tamis/methods/lapofs/greedy.hpp"
#include "tamis/methods/lapofs/inverse_diagonal.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis {

using namespace detail;

About LapgofsOptions::about() {
    return {.name = "lapgofs",
            .title = "G-optimal design of the remaining variance, with a Laplacian prior",
            .citation = {{.key = "he2011", .place = "outlook", .role = "after"}},
            .raw_scales = true,
            .graph = design_graph()};
}

Fields<LapgofsOptions> LapgofsOptions::fields() {
    return design_fields<LapgofsOptions>().choice(
        "target", &LapgofsOptions::target,
        {{"remaining", SampleVariance::remaining}, {"explained", SampleVariance::explained}},
        "which variance is kept small at the worst sample; remaining: what the features do not explain, "
        "explained: what they do, which is G-optimality taken literally and prefers features that add "
        "nothing");
}

namespace detail::lapgofs_loops {

// For one sample: its residuals lose `factor` times the step, and the largest variance and the total gain of
// every feature take the sample in. A feature cannot explain more than the `limit` there is.
TAMIS_SIMD void take_sample(double* residual, double factor, const double* step, const double* inverse_pivot,
                            double variance, double sign, double limit, Index columns, double* largest,
                            double* gain) {
#pragma GCC ivdep
    for (Index f = 0; f < columns; ++f) {
        const double e = residual[f] - factor * step[f];
        residual[f] = e;
        const double part = e * e * inverse_pivot[f];
        const double explained = part < limit ? part : limit;
        const double after = variance + sign * explained;
        largest[f] = after > largest[f] ? after : largest[f];
        gain[f] += explained;
    }
}

}  // namespace detail::lapgofs_loops

namespace {

constexpr Index strip_columns = 256;
constexpr double variance_window = 1e-12;  // ties of the remaining variance; it is at most 1

class VarianceGreedy {
  public:
    VarianceGreedy(const FeatureGram& gram, const MatrixView& x, const LapgofsOptions& options,
                   const Context& context)
        : gram_(gram),
          context_(context),
          lambda2_(options.lambda2),
          remaining_(options.target == SampleVariance::remaining),
          residual_(to_dense(x)),
          variance_(remaining_ ? inverse_diagonal(gram, context) : std::vector<double>(at(x.rows()))),
          pivot_(gram.diagonal()),
          step_(pivot_.size()),
          largest_(pivot_.size()),
          gain_(pivot_.size()),
          is_selected_(pivot_.size()),
          chosen_(variance_.size()) {
        for (double& pivot : pivot_) pivot += lambda2_;
    }

    std::vector<Index> run(Index k, std::vector<double>& trace) {
        std::vector<Index> selected;
        for (Index j = 0; j < k; ++j) {
            context_.check_cancel();
            sweep();
            const Index g = best_candidate();
            trace.push_back(std::max(0.0, largest_[at(g)]));
            selected.push_back(g);
            if (j + 1 < k) add(g);
            context_.report("selecting", static_cast<double>(j + 1) / static_cast<double>(k));
        }
        return selected;
    }

  private:
    double sign() const { return remaining_ ? -1.0 : 1.0; }
    double limit(std::size_t sample) const {
        return remaining_ ? variance_[sample] : std::numeric_limits<double>::infinity();
    }

    // E -= e_g tᵀ of the last selection, and what each feature would leave, in one pass.
    void sweep() {
        std::vector<double> inverse(pivot_.size());
        for (std::size_t f = 0; f < inverse.size(); ++f) inverse[f] = 1.0 / pivot_[f];
        parallel_chunks(context_, gram_.features(), strip_columns, [&](const Chunk& strip) {
            const Index columns = strip.end - strip.begin;
            std::fill_n(largest_.data() + strip.begin, columns, -1.0);
            std::fill_n(gain_.data() + strip.begin, columns, 0.0);
            for (Index i = 0; i < gram_.samples(); ++i) {
                const auto sample = at(i);
                lapgofs_loops::take_sample(residual_.row(i) + strip.begin, chosen_[sample],
                                           step_.data() + strip.begin, inverse.data() + strip.begin,
                                           variance_[sample], sign(), limit(sample), columns,
                                           largest_.data() + strip.begin, gain_.data() + strip.begin);
            }
        });
    }

    Index best_candidate() const {
        const auto candidates = [&](auto&& visit) {
            for (std::size_t f = 0; f < pivot_.size(); ++f)
                if (is_selected_[f] == 0) visit(f);
        };
        double least = std::numeric_limits<double>::infinity(), most = -1.0;
        candidates([&](std::size_t f) { least = std::min(least, largest_[f]); });
        const auto tied = [&](std::size_t f) { return largest_[f] <= least + variance_window; };
        candidates([&](std::size_t f) {
            if (tied(f)) most = std::max(most, gain_[f]);
        });
        Index best = -1;
        candidates([&](std::size_t f) {
            if (best < 0 && tied(f) && gain_[f] >= most * (1.0 - tie_window)) best = static_cast<Index>(f);
        });
        return best;
    }

    void add(Index g) {
        const double pivot = pivot_[at(g)];
        for (Index i = 0; i < gram_.samples(); ++i) {
            const auto sample = at(i);
            chosen_[sample] = residual_(i, g);
            variance_[sample] += sign() * std::min(chosen_[sample] * chosen_[sample] / pivot, limit(sample));
        }
        std::vector<double> weighted(chosen_.size());
        gram_.apply_b(chosen_.data(), weighted.data(), 1, context_);
        gram_.products(weighted.data(), 1, step_.data(), context_);
        // Schur complements are positive: no entry goes beyond √(s_f s_g) unless e_g is mere rounding.
        for (std::size_t f = 0; f < pivot_.size(); ++f) {
            const double most = std::sqrt(pivot_[f] * pivot);
            step_[f] = std::clamp(step_[f], -most, most);
            pivot_[f] = std::max(pivot_[f] - step_[f] * step_[f] / pivot, lambda2_);
            step_[f] /= pivot;
        }
        is_selected_[at(g)] = 1;
    }

    const FeatureGram& gram_;
    const Context& context_;
    double lambda2_;
    bool remaining_;
    DenseMatrix residual_;          // E: what the selected features leave of every feature
    std::vector<double> variance_;  // r, or what is explained
    std::vector<double> pivot_;     // s
    std::vector<double> step_;      // t of the last selection
    std::vector<double> largest_, gain_;
    std::vector<char> is_selected_;
    std::vector<double> chosen_;  // e_g of the last selection
};

}  // namespace

Selection lapgofs(const MatrixView& x, const Graph& graph, const LapgofsOptions& options,
                  const Context& context) {
    LapgofsOptions::fields().check(options);
    require_k(options.k, x.cols());
    if (x.is_sparse())
        context.warning("lapgofs keeps the residuals of all features, which are dense: " +
                        std::to_string(x.rows() * x.cols() * 8 / 1000000 + 1) + " MB");
    const auto run = [&](const MatrixView& data, const LapgofsOptions& measured) {
        const FeatureGram gram(data, graph, measured.lambda1, measured.laplacian, context);
        Selection result;
        result.objective.name = measured.target == SampleVariance::remaining
                                    ? "largest remaining variance of a sample"
                                    : "largest explained variance of a sample";
        result.selected =
            VarianceGreedy(gram, data, measured, context).run(measured.k, result.objective.trace);
        result.objective.value = result.objective.trace.back();
        result.iterations = measured.k;
        result.stop = greedy_stop(gram, result.selected);
        return result;
    };
    // Variances are relative to those before any feature, which have no unit.
    return in_working_unit(x, options, context, run, [](const WorkingUnit&, Objective&) {});
}

}  // namespace tamis
