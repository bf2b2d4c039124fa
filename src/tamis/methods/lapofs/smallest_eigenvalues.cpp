#include "tamis/methods/lapofs/smallest_eigenvalues.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

double product_of(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// `a` has one entry per eigenvalue θ; they ascend.
double root(const std::vector<double>& thetas, const std::vector<double>& a, double pivot) {
    double low = 0.0, high = pivot;
    if (!thetas.empty() && thetas.back() > 0.0) high = std::min(high, 1.0 / thetas.back());
    while (true) {
        const double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high)) return middle;
        double sum = 1.0;
        for (std::size_t i = 0; i < thetas.size(); ++i) sum += a[i] * a[i] / (1.0 - middle * thetas[i]);
        (pivot - middle * sum > 0.0 ? low : high) = middle;
    }
}

}  // namespace

// Takes away what each selected feature explains, one after the other, which changes w along with e. A second
// round takes away what the rounding of the first has left.
SmallestEigenvalues::Fit SmallestEigenvalues::fitted(Index f, const Context& context) const {
    Fit fit{.residual = std::vector<double>(at(gram_.samples())),
            .coefficients = std::vector<double>(selected_.size())};
    gram_.gather(std::array{f}, fit.residual.data(), context);
    for (int round = 0; round < 2; ++round)
        for (std::size_t l = 0; l < selected_.size(); ++l) {
            const Fit& other = selected_[l];
            double step = product_of(weighted_[l], fit.residual);
            for (std::size_t p = 0; p < l; ++p)
                step += lambda2_ * other.coefficients[p] * fit.coefficients[p];
            step = (step - lambda2_ * fit.coefficients[l]) / other.pivot;
            for (std::size_t i = 0; i < fit.residual.size(); ++i) fit.residual[i] -= step * other.residual[i];
            for (std::size_t p = 0; p < l; ++p) fit.coefficients[p] -= step * other.coefficients[p];
            fit.coefficients[l] += step;
        }
    std::vector<double> weighted(fit.residual.size());
    gram_.apply_b(fit.residual.data(), weighted.data(), 1, context);
    fit.pivot = std::max(0.0, product_of(fit.residual, weighted)) +
                lambda2_ * (1.0 + product_of(fit.coefficients, fit.coefficients));
    return fit;
}

// H_{S+g}⁻¹ is H_S⁻¹ bordered by zeros plus vvᵀ/s, v = (w, -1).
bool SmallestEigenvalues::add(Index g, const Context& context) {
    Fit fit = fitted(g, context);
    const std::size_t before = selected_.size(), after = before + 1;
    std::vector<double> v = fit.coefficients, grown(after * after);
    v.push_back(-1.0);
    for (std::size_t a = 0; a < after; ++a)
        for (std::size_t b = 0; b < after; ++b)
            grown[a * after + b] =
                (a < before && b < before ? inverse_[a * before + b] : 0.0) + v[a] * v[b] / fit.pivot;
    inverse_ = std::move(grown);
    eigen_ = dense_eigen(inverse_.data(), static_cast<Index>(after));
    for (double& theta : eigen_.values) theta = std::max(theta, 0.0);
    std::vector<double> weighted(fit.residual.size());
    gram_.apply_b(fit.residual.data(), weighted.data(), 1, context);
    weighted_.push_back(std::move(weighted));
    selected_.push_back(std::move(fit));
    const double pivot = selected_.back().pivot, diagonal = gram_.diagonal()[at(g)];
    rounding_ = std::max(rounding_, residual_rounding * std::sqrt(diagonal / pivot));
    return is_hidden(pivot, diagonal);
}

std::vector<double> SmallestEigenvalues::with_each(std::span<const Index> candidates,
                                                   const Context& context) const {
    std::vector<double> values(candidates.size());
    parallel_chunks(context, static_cast<Index>(candidates.size()), 1, [&](const Chunk& chunk) {
        const Fit fit = fitted(candidates[at(chunk.begin)], context);
        std::vector<double> a(selected_.size());
        for (Index i = 0; i < size(); ++i)
            a[at(i)] = std::inner_product(fit.coefficients.begin(), fit.coefficients.end(),
                                          eigen_.vectors.row(i), 0.0);
        values[at(chunk.begin)] = root(eigen_.values, a, fit.pivot);
    });
    return values;
}

}  // namespace tamis::detail
