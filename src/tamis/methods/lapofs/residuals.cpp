#include "tamis/methods/lapofs/residuals.hpp"

#include <algorithm>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

constexpr Index candidates_per_block = 64;
constexpr double clearly_worse = 1.0 + 1e-6;  // than before a refinement: more than its own rounding

}  // namespace

void Residuals::follow(std::span<const Index> selected, const Context& context) {
    const Index known = chosen_.rows();
    const auto fresh = selected.subspan(at(known));
    if (fresh.empty()) return;
    for (std::size_t start = 0; start < fresh.size(); start += candidates_per_block) {
        const auto part =
            fresh.subspan(start, std::min<std::size_t>(candidates_per_block, fresh.size() - start));
        const auto count = static_cast<Index>(part.size());
        std::vector<double> block(at(gram_.samples() * count));
        gram_.gather(part, block.data(), context);
        double* rows = chosen_.append_rows(count, gram_.samples());
        for (Index c = 0; c < count; ++c)
            for (Index i = 0; i < gram_.samples(); ++i)
                rows[c * gram_.samples() + i] = block[at(i * count + c)];
    }
}

void Residuals::measure(Fit& fit, const std::vector<double>& features, double* weighted,
                        const Context& context) const {
    const Index samples = gram_.samples(), size = factor_.size();
    const auto count = static_cast<Index>(features.size()) / samples;
    std::vector<double> residual = features;
    if (size > 0)
        blas::multiply(samples, count, size, -1.0, {chosen_.data(), samples, blas::Form::transposed},
                       {fit.w.data(), count}, 1.0, residual.data(), count);
    gram_.apply_b(residual.data(), weighted, count, context);
    fit.pivot.clear();
    fit.square.clear();
    for (Index c = 0; c < count; ++c) {
        double energy = 0.0, square = 0.0;
        for (Index i = 0; i < samples; ++i) energy += residual[at(i * count + c)] * weighted[i * count + c];
        for (Index l = 0; l < size; ++l) {
            const double coefficient = fit.w[at(l * count + c)];
            square += coefficient * coefficient;
        }
        fit.pivot.push_back(std::max(energy, 0.0) + factor_.lambda2() * (1.0 + square));
        fit.square.push_back(square);
    }
}

// F_SᵀBe - λ2·w, which is 0 for the best w.
std::vector<double> Residuals::gradient(const Fit& fit, const double* weighted, Index count) const {
    std::vector<double> result(fit.w.size());
    if (result.empty()) return result;
    blas::multiply(factor_.size(), count, gram_.samples(), 1.0, {chosen_.data(), gram_.samples()},
                   {weighted, count}, 0.0, result.data(), count);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] -= factor_.lambda2() * fit.w[i];
    return result;
}

// The best of w as the factor gives it, w after a step of refinement and w = 0: if λ2 is negligible next to
// the data a step may lead away.
Residuals::Fit Residuals::fitted(std::span<const Index> candidates, double* weighted,
                                 const Context& context) const {
    const auto count = static_cast<Index>(candidates.size());
    std::vector<double> features(at(gram_.samples() * count));
    gram_.gather(candidates, features.data(), context);
    Fit fit{.w = factor_.coefficients(candidates), .pivot = {}, .square = {}};
    measure(fit, features, weighted, context);
    if (factor_.size() == 0) return fit;
    const Fit first = fit;
    std::vector<double> change = gradient(fit, weighted, count);
    factor_.solve(change.data(), count);
    for (std::size_t i = 0; i < change.size(); ++i) fit.w[i] += change[i];
    measure(fit, features, weighted, context);
    bool worse = false;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
        const double own = gram_.diagonal()[at(candidates[c])] + factor_.lambda2();
        if (fit.pivot[c] <= clearly_worse * std::min(first.pivot[c], own)) continue;
        worse = true;
        for (std::size_t i = c; i < fit.w.size(); i += candidates.size())
            fit.w[i] = first.pivot[c] <= own ? first.w[i] : 0.0;
    }
    if (worse) measure(fit, features, weighted, context);
    return fit;
}

void Residuals::put_in_place(std::span<const Index> candidates, const Fit& fit) {
    for (std::size_t c = 0; c < candidates.size(); ++c) {
        double& least = least_[at(candidates[c])];
        least = std::min(least, fit.pivot[c]);
        factor_.correct(candidates[c], fit.pivot[c], fit.square[c]);
    }
}

// s is quadratic with curvature H ≥ λ2: it lies at most |F_SᵀBe - λ2·w|²/λ2 above its least value.
double Residuals::correct(Index candidate, double* weighted, const Context& context) {
    const blas::SingleThreaded guard;
    const std::vector<Index> only{candidate};
    const Fit fit = fitted(only, weighted, context);
    put_in_place(only, fit);
    double square = 0.0;
    for (const double missing : gradient(fit, weighted, 1)) square += missing * missing;
    return std::max(fit.pivot.front() - square / factor_.lambda2(), factor_.lambda2());
}

void Residuals::correct_all(std::span<const Index> candidates, const Context& context) {
    const blas::SingleThreaded guard;
    const auto count = static_cast<Index>(candidates.size());
    Context one_round_at_a_time = context;
    if (gram_.sharded()) one_round_at_a_time.threads = 1;
    parallel_chunks(one_round_at_a_time, count, candidates_per_block, [&](const Chunk& chunk) {
        const auto part = candidates.subspan(at(chunk.begin), at(chunk.end - chunk.begin));
        std::vector<double> weighted(at(gram_.samples()) * part.size());
        put_in_place(part, fitted(part, weighted.data(), context));
    });
}

}  // namespace tamis::detail
