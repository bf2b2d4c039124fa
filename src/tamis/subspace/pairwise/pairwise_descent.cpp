#include "tamis/subspace/pairwise/pairwise_descent.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tamis/algebra/dense_algebra.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/directions.hpp"
#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

constexpr double paper_change = 0.05;
constexpr Index paper_iterations = 30;

// The shortest way from span(W) to span(T): W·A·cos(sθ) + N·sin(sθ), 0 ≤ s ≤ 1.
struct ShortestWay {
    DenseMatrix rotation, start, normal;  // A, W·A and N
    std::vector<double> angles;

    ShortestWay(const DenseMatrix& w, const DenseMatrix& t, const Context& context) {
        ThinSvd cosines = thin_svd(product_tn(w, t, context));
        start = product(w, cosines.left, context);
        rotation = std::move(cosines.left);
        // The part of T outside of span(W), twice orthogonalized: small angles need its digits.
        normal = product(t, cosines.right, context);
        for (int pass = 0; pass < 2; ++pass)
            add_scaled(normal, -1.0, product(w, product_tn(w, normal, context), context));
        for (Index c = 0; c < w.cols(); ++c) {
            double sum = 0.0;
            for (Index i = 0; i < w.rows(); ++i) sum += normal(i, c) * normal(i, c);
            const double sine = std::sqrt(sum);
            angles.push_back(std::atan2(sine, cosines.values[at(c)]));
            for (Index i = 0; sine > 0.0 && i < w.rows(); ++i) normal(i, c) /= sine;
        }
    }

    // N·diag(θ), the direction in which the way sets out.
    DenseMatrix direction() const {
        DenseMatrix result = normal;
        for (Index i = 0; i < result.rows(); ++i)
            for (Index c = 0; c < result.cols(); ++c) result(i, c) *= angles[at(c)];
        return result;
    }

    DenseMatrix point(double s) const {
        DenseMatrix result(start.rows(), start.cols());
        for (Index i = 0; i < result.rows(); ++i)
            for (Index c = 0; c < result.cols(); ++c)
                result(i, c) =
                    std::cos(s * angles[at(c)]) * start(i, c) + std::sin(s * angles[at(c)]) * normal(i, c);
        return orthonormal_columns(std::move(result));
    }
};

class Descent {
  public:
    Descent(PairwiseProblem& problem, const DescentOptions& options, const Context& context)
        : problem_(problem), options_(options), context_(context) {}

    DescentResult run(DenseMatrix start) {
        result_.state = problem_.evaluate(orthonormal_columns(std::move(start), context_));
        require_apart();
        result_.trace = {result_.state.value};
        const Index limit = options_.paper_stop ? paper_iterations : options_.max_iterations;
        result_.stop = Stop::iteration_limit;
        look();
        while (result_.iterations < limit) {
            context_.check_cancel();
            if (!options_.paper_stop && result_.residual <= options_.tolerance) {
                result_.stop = Stop::converged;
                break;
            }
            std::optional<PairwiseState> next = options_.safe ? safe_step() : plain_step();
            if (!next) {  // no step falls: stationary to rounding
                result_.stop = Stop::converged;
                break;
            }
            ++result_.iterations;
            const double change = std::abs(next->value - result_.state.value);
            result_.monotone = result_.monotone && next->value <= result_.state.value;
            result_.state = std::move(*next);
            result_.trace.push_back(result_.state.value);
            look();
            const double negligible = options_.tolerance * options_.tolerance * std::abs(result_.state.value);
            if (change < (options_.paper_stop ? paper_change : negligible)) {
                result_.stop = Stop::converged;
                break;
            }
        }
        turn_to_axes();
        return std::move(result_);
    }

  private:
    void require_apart() const {
        if (std::isfinite(result_.state.value)) return;
        const DenseMatrix& distance = result_.state.distance;
        for (Index j = 0; j < distance.rows(); ++j)
            for (Index k = 0; k < j; ++k)
                if (!(distance(j, k) > 0.0)) throw Error("trln" + same_mean_text(problem_.classes(), k, j));
        throw Error("trln: the criterion is not finite at the start",
                    "scale the data (" + option("scale", "standard") + ")");
    }

    // M, its product with W and the residual of eq. 24 at the current W.
    void look() {
        problem_.focus(result_.state);
        const DenseMatrix& w = result_.state.w;
        image_ = problem_.multiply(w);
        inside_ = product_tn(w, image_, context_);
        DenseMatrix outside = image_;
        add_scaled(outside, -1.0, product(w, inside_, context_));
        result_.residual =
            2.0 * std::sqrt(inner_product(outside, outside)) / std::max(1.0, std::abs(result_.state.value));
    }

    // Eigenvectors need no more digits than the step makes use of.
    double accuracy() const {
        return options_.safe ? std::clamp(1e-2 * result_.residual, 1e-11, 3e-3) : 1e-11;
    }

    std::optional<PairwiseState> plain_step() {
        return problem_.evaluate(problem_.smallest(result_.state.w, 0.0, accuracy()));
    }

    std::optional<PairwiseState> safe_step() {
        const DenseMatrix target = problem_.smallest(result_.state.w, 0.0, accuracy());
        if (auto next = along_the_way(target)) return next;
        return shifted_step();
    }

    std::optional<PairwiseState> along_the_way(const DenseMatrix& target) {
        const ShortestWay way(result_.state.w, target, context_);
        const double slope = 2.0 * inner_product(product(image_, way.rotation), way.direction());
        if (!(slope < 0.0)) return std::nullopt;
        for (double s = 1.0; s > 0.1; s *= 0.5) {
            PairwiseState next = problem_.evaluate(s == 1.0 ? target : way.point(s));
            if (next.value <= result_.state.value + 0.01 * s * slope && next.value < result_.state.value) {
                result_.shortened += s < 1.0;
                return next;
            }
        }
        return std::nullopt;
    }

    // Minimizes <M,P'> + σ/2·‖P'-P‖², which keeps P' near P for large σ.
    std::optional<PairwiseState> shifted_step() {
        const DenseMatrix& w = result_.state.w;
        if (shift_ == 0.0) shift_ = 1e-3 * spectral_scale();
        for (int trial = 0; trial < 60; ++trial, shift_ *= 4.0) {
            context_.check_cancel();
            PairwiseState next = problem_.evaluate(problem_.smallest(w, shift_, accuracy()));
            const DenseMatrix overlap = product_tn(w, next.w, context_);
            const double moved =
                2.0 * std::max(0.0, static_cast<double>(w.cols()) - inner_product(overlap, overlap));
            if (next.value <= result_.state.value - 0.005 * shift_ * moved &&
                next.value < result_.state.value) {
                shift_ *= 0.25;
                ++result_.shifted;
                return next;
            }
            if (moved <= 1e-15 * static_cast<double>(w.cols())) break;
        }
        shift_ = 0.0;
        return std::nullopt;
    }

    double spectral_scale() const {
        double largest = 0.0;
        for (const double value : dense_eigen(inside_).values) largest = std::max(largest, std::abs(value));
        return std::max(largest, problem_.mean_diagonal());
    }

    // Among the bases of the span the one along the eigenvectors of WᵀMW.
    void turn_to_axes() {
        const DenseEigen axes = dense_eigen(inside_);
        result_.eigenvalues = axes.values;
        result_.state.w = product_nt(result_.state.w, axes.vectors);
        fix_signs(result_.state.w);
    }

    PairwiseProblem& problem_;
    const DescentOptions& options_;
    const Context& context_;
    DescentResult result_;
    DenseMatrix image_, inside_;  // M·W and WᵀMW
    double shift_ = 0.0;
};

}  // namespace

DescentResult descend(PairwiseProblem& problem, DenseMatrix start, const DescentOptions& options,
                      const Context& context) {
    return Descent(problem, options, context).run(std::move(start));
}

}  // namespace tamis::detail
