#include "tamis/methods/lapgofs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/ranking.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/lapofs/design_method.hpp"
#include "tamis/methods/lapofs/greedy.hpp"
#include "tamis/methods/lapofs/inverse_diagonal.hpp"
#include "tamis/methods/lapofs/smallest_eigenvalues.hpp"
#include "tamis/passes/products.hpp"
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
// The differences that make up a pivot s lose the digits of K/s: below this ratio pivots are computed from
// the residuals.
constexpr double first_correction = 1e-6;

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
          included_(options.fixed.include),
          is_closed_(marks(options.fixed.exclude, gram.features())),
          chosen_(variance_.size()),
          steps_(DenseMatrix::uninitialized(options.k, gram.features())) {
        for (double& pivot : pivot_) pivot += lambda2_;
    }

    std::vector<Index> run(Index k, std::vector<double>& trace) {
        std::vector<Index> selected;
        for (Index j = 0; j < k; ++j) {
            context_.check_cancel();
            sweep();
            const Index g = j < static_cast<Index>(included_.size()) ? included_[at(j)] : best_candidate();
            if (corrected_ && is_hidden(pivot_[at(g)], gram_.diagonal()[at(g)])) ++unknown_;
            trace.push_back(std::max(0.0, largest_[at(g)]));
            selected.push_back(g);
            if (j + 1 < k) add(g, j);
            context_.report("selecting", static_cast<double>(j + 1) / static_cast<double>(k));
        }
        return selected;
    }

    // Selected features of which rounding hides what they add.
    Index unknown() const { return unknown_; }

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
                if (is_closed_[f] == 0) visit(f);
        };
        double least = std::numeric_limits<double>::infinity(), most = -1.0, noise = 0.0;
        candidates([&](std::size_t f) {
            if (!(largest_[f] < least)) return;
            least = largest_[f];
            // A residual is known up to the rounding of what it was computed from.
            if (corrected_) noise = residual_rounding * std::sqrt(gram_.diagonal()[f] / pivot_[f]);
        });
        const auto tied = [&](std::size_t f) { return largest_[f] <= least + variance_window + noise; };
        candidates([&](std::size_t f) {
            if (tied(f)) most = std::max(most, gain_[f]);
        });
        Index best = -1;
        candidates([&](std::size_t f) {
            if (best < 0 && tied(f) && gain_[f] >= most * (1.0 - tie_window - noise))
                best = static_cast<Index>(f);
        });
        return best;
    }

    double largest_open_pivot() const {
        double largest = lambda2_;
        for (std::size_t f = 0; f < pivot_.size(); ++f)
            if (is_closed_[f] == 0) largest = std::max(largest, pivot_[f]);
        return largest;
    }

    // w_f loses t_f·w_g and gets the entry t_f.
    void update_coefficients(Index g, Index size) {
        double* last = coefficients_.append_rows(1, gram_.features());
        std::copy_n(steps_.row(size), gram_.features(), last);
        for (Index l = 0; l < size; ++l) {
            const double entry = coefficients_(l, g);
            for (Index f = 0; f < gram_.features(); ++f) coefficients_(l, f) -= entry * last[f];
        }
    }

    void turn_to_residuals() {
        corrected_ = true;
        for (Index l = 0; l < static_cast<Index>(selected_.size()); ++l)
            update_coefficients(selected_[at(l)], l);
    }

    // s = eᵀBe + λ2(1 + |w|²), after E has lost e_g tᵀ of the last selection.
    void correct_pivots() {
        constexpr Index block = 32;
        parallel_chunks(context_, gram_.features(), block, [&](const Chunk& strip) {
            const Index columns = strip.end - strip.begin;
            std::vector<double> part(at(gram_.samples() * columns)), weighted(part.size());
            for (Index i = 0; i < gram_.samples(); ++i)
                for (Index c = 0; c < columns; ++c) {
                    double& e = residual_(i, strip.begin + c);
                    e -= chosen_[at(i)] * step_[at(strip.begin + c)];
                    part[at(i * columns + c)] = e;
                }
            gram_.apply_b(part.data(), weighted.data(), columns, context_);
            for (Index c = 0; c < columns; ++c) {
                double energy = 0.0, square = 1.0;
                for (Index i = 0; i < gram_.samples(); ++i)
                    energy += part[at(i * columns + c)] * weighted[at(i * columns + c)];
                for (Index l = 0; l < coefficients_.rows(); ++l)
                    square += coefficients_(l, strip.begin + c) * coefficients_(l, strip.begin + c);
                pivot_[at(strip.begin + c)] = std::max(energy, 0.0) + lambda2_ * square;
            }
        });
        std::fill(chosen_.begin(), chosen_.end(), 0.0);  // nothing is left for the sweep to take away
    }

    // What is left of K[:,g]: XᵀBe_g, or the same from residuals, e_fᵀBe_g + λ2·w_fᵀw_g.
    void column_of(Index g, const std::vector<double>& weighted) {
        if (!corrected_) return gram_.products(weighted.data(), 1, step_.data(), context_);
        left_products(residual_, weighted.data(), 1, step_.data(), context_);
        for (Index l = 0; l < coefficients_.rows(); ++l)
            for (Index f = 0; f < gram_.features(); ++f)
                step_[at(f)] += lambda2_ * coefficients_(l, g) * coefficients_(l, f);
    }

    void add(Index g, Index size) {
        const double pivot = pivot_[at(g)];
        for (Index i = 0; i < gram_.samples(); ++i) {
            const auto sample = at(i);
            chosen_[sample] = residual_(i, g);
            variance_[sample] += sign() * std::min(chosen_[sample] * chosen_[sample] / pivot, limit(sample));
        }
        std::vector<double> weighted(chosen_.size());
        gram_.apply_b(chosen_.data(), weighted.data(), 1, context_);
        column_of(g, weighted);
        // Schur complements are positive: no entry goes beyond √(s_f s_g) unless e_g is mere rounding.
        for (std::size_t f = 0; f < pivot_.size(); ++f) {
            const double most = std::sqrt(pivot_[f] * pivot);
            step_[f] = std::clamp(step_[f], -most, most);
            pivot_[f] = std::max(pivot_[f] - step_[f] * step_[f] / pivot, lambda2_);
            step_[f] /= pivot;
        }
        is_closed_[at(g)] = 1;
        selected_.push_back(g);
        std::copy(step_.begin(), step_.end(), steps_.row(size));
        if (corrected_)
            update_coefficients(g, size);
        else if (largest_open_pivot() < first_correction * gram_.largest_diagonal())
            turn_to_residuals();
        if (corrected_) correct_pivots();
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
    const std::vector<Index>& included_;
    std::vector<char> is_closed_;  // selected or excluded
    std::vector<double> chosen_;   // e_g of the last selection
    std::vector<Index> selected_;
    DenseMatrix steps_;         // t of every selection
    DenseMatrix coefficients_;  // w, one row per selected feature, once they are needed
    bool corrected_ = false;    // pivots come from residuals
    Index unknown_ = 0;
};

}  // namespace

Selection lapgofs(const MatrixView& x, const Graph& graph, const LapgofsOptions& options,
                  const Context& context) {
    LapgofsOptions::fields().check(options);
    require_choice(options.k, options.fixed, x.cols());
    if (x.is_sparse())
        context.warning("lapgofs keeps the residuals of all features, which are dense: " +
                        std::to_string(x.rows() * x.cols() * 8 / 1000000 + 1) + " MB");
    const auto run = [&](const MatrixView& data, const LapgofsOptions& measured) {
        const FeatureGram gram(data, graph, measured.lambda1, measured.laplacian, context);
        Selection result;
        result.objective.name = measured.target == SampleVariance::remaining
                                    ? "largest remaining variance of a sample"
                                    : "largest explained variance of a sample";
        VarianceGreedy greedy(gram, data, measured, context);
        result.selected = greedy.run(measured.k, result.objective.trace);
        warn_of_hidden(greedy.unknown(), measured.k, measured.lambda2, gram, context);
        result.objective.value = result.objective.trace.back();
        result.iterations = measured.k;
        result.stop = greedy_stop(gram, result.selected, measured.fixed);
        return result;
    };
    // Variances are relative to those before any feature, which have no unit.
    return in_working_unit(x, options, context, run, [](const WorkingUnit&, Objective&) {});
}

}  // namespace tamis
