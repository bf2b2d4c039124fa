// f̂ᵀγ(ℒ)f̂ for φ1 and φ2 (eq. 6, 7, 9, 10), features in blocks.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/chebyshev.hpp"
#include "tamis/algebra/smallest_eigenpairs.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/edge_energy.hpp"
#include "tamis/methods/spec/feature_blocks.hpp"
#include "tamis/methods/spec/rbf.hpp"

namespace tamis::detail::spec_parts {

namespace {

constexpr Index powers_at_once = 8;  // binomial sums lose a bit per power

using Block = std::vector<double>;

// p = 2q: ‖A^q u‖² in the measure; p = 2q+1: the edge energy of A^q u.
std::vector<double> whole_powers(const Rows& x, const WalkOperator& walk, Index power,
                                 const Context& context) {
    if (x.shards() != nullptr) return shard_powers(x, walk, power, context);
    std::vector<double> values(at(x.cols()));
    for_each_feature_block(x, context, [&](const FeatureBlock& features) {
        Block block(at(walk.size() * width)), next(block.size());
        walk.load(features.x, features.column, block.data());
        for (Index q = 0; q < power / 2; ++q) {
            context.check_cancel();
            walk.apply(block.data(), next.data());
            block.swap(next);
        }
        double sums[width] = {};
        if (power % 2 == 0)
            walk.add_squares(block.data(), sums);
        else
            walk.add_energies(block.data(), sums);
        std::copy_n(sums, features.count, values.begin() + features.feature);
    });
    return values;
}

// block = Σ c_k T_k(A/half - I)·block, by the three-term recurrence.
void evaluate(const ChebyshevSum& sum, const WalkOperator& walk, Block& block, const Context& context) {
    Block before = block, current(block.size()), image(block.size());
    walk.apply(before.data(), image.data());
    const double scale = 1.0 / sum.half;
    for (std::size_t i = 0; i < block.size(); ++i) {
        current[i] = image[i] * scale - before[i];
        block[i] = sum.coefficients[0] * before[i];
        if (sum.coefficients.size() > 1) block[i] += sum.coefficients[1] * current[i];
    }
    for (std::size_t k = 2; k < sum.coefficients.size(); ++k) {
        context.check_cancel();
        walk.apply(current.data(), image.data());
        const double c = sum.coefficients[k];
        for (std::size_t i = 0; i < block.size(); ++i) {
            const double next = 2.0 * (image[i] * scale - current[i]) - before[i];
            before[i] = current[i];
            current[i] = next;
            block[i] += c * next;
        }
    }
}

// With M = I - K: p = 2q: ‖M^q f̃‖²; p = 2q+1: y = M^q f̃, ‖y‖² - ‖K^1/2 y‖².
Forms diffusion_powers(const Rows& x, const WalkOperator& walk, double beta, const Sizes& sizes, Index power,
                       const Context& context) {
    const double half = 0.5 * walk.upper();
    const ChebyshevSum root = heat_kernel(0.5 * beta, half);
    std::vector<ChebyshevSum> factors;
    for (Index left = power / 2; left > 0; left -= std::min(left, powers_at_once))
        factors.push_back(heat_remainder(beta, half, std::min(left, powers_at_once)));
    Forms forms{std::vector<double>(at(x.cols())), std::vector<double>(at(x.cols())), 0.0};
    // ‖(S+E)f‖² differs from ‖Sf‖² by at most 2e + e² when no |S| is above 1 and |E| <= e.
    forms.error = 2.0 * root.error;
    for (const ChebyshevSum& factor : factors) forms.error += 2.0 * factor.error;
    forms.error *= 1.0 + forms.error;
    for_each_feature_block(x, context, [&](const FeatureBlock& features) {
        Block block = load_centered(features, walk, sizes), kernel;
        double kernel_sums[width] = {}, root_sums[width] = {}, sums[width] = {};
        kernel = block;
        evaluate(root, walk, kernel, context);
        walk.add_squares(kernel.data(), kernel_sums);
        for (const ChebyshevSum& factor : factors) evaluate(factor, walk, block, context);
        walk.add_squares(block.data(), sums);
        if (power % 2 != 0 && factors.empty()) {
            std::copy_n(kernel_sums, width, root_sums);
        } else if (power % 2 != 0) {
            evaluate(root, walk, block, context);
            walk.add_squares(block.data(), root_sums);
        }
        for (Index c = 0; c < features.count; ++c) {
            const double form = sums[c] - root_sums[c];
            // NaN stays, and is found out below.
            forms.values[at(features.feature + c)] = form < 0.0 ? 0.0 : form;
            forms.kernel[at(features.feature + c)] = kernel_sums[c];
        }
    });
    return forms;
}

// 1 - e^-βa = βa(1 - βa/2 + …): below this τ = β·half the first term is nearer than a difference of rounded
// kernels.
constexpr double small_tau = 1e-8;
// About 8,500 Chebyshev terms.
constexpr double largest_tau = 5e5;

std::string in_short(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

Forms diffusion_limit(const Rows& x, const WalkOperator& walk, double beta, const Sizes& sizes, Index power,
                      const Context& context) {
    const double factor = std::pow(beta, static_cast<double>(power));
    if (!std::isnormal(factor))
        throw Error("beta=" + in_short(beta) + " is too small for power=" + std::to_string(power) +
                    ": every score underflows; use a larger beta or a smaller power");
    Forms forms{whole_powers(x, walk, power, context), sizes.spread, 0.0};
    for (double& value : forms.values) value *= factor;
    forms.error = static_cast<double>(power) * 0.5 * beta * walk.upper();
    return forms;
}

// Above this many samples what is no whole power takes less time by quadrature or moments.
constexpr Index most_by_spectrum = 1000;

// Any function: one eigendecomposition, every form from the squared coordinates.
Forms by_spectrum(const Rows& x, const WalkOperator& walk, const Setting& setting, const Sizes& sizes,
                  const SpectralFunction& gamma, const Context& context) {
    const DenseEigen spectrum = dense_eigen(
        matrix_of(
            walk.size(), [&](const double* in, double* out) { walk.apply_symmetric(in, out, context); },
            context),
        context);
    std::vector<double> weights, kernel;
    for (const double value : spectrum.values) {
        weights.push_back(spectral_weight(setting, gamma, value));
        if (setting.beta) kernel.push_back(std::exp(-*setting.beta * std::max(value, 0.0)));
    }
    Forms forms{std::vector<double>(at(x.cols())), std::vector<double>(kernel.empty() ? 0 : at(x.cols())),
                0.0};
    const blas::SingleThreaded one_thread_per_product;
    for_each_feature_block(x, context, [&](const FeatureBlock& features) {
        Block block = load_centered(features, walk, sizes), coordinates(block.size());
        for (Index i = 0; i < walk.size(); ++i)
            for (Index c = 0; c < features.count; ++c)
                block[at(i * width + c)] *= std::sqrt(walk.measure()[at(i)]);
        blas::multiply(walk.size(), width, walk.size(), 1.0, {spectrum.vectors.data(), walk.size()},
                       {block.data(), width}, 0.0, coordinates.data(), width);
        for (Index i = 0; i < walk.size(); ++i)
            for (Index c = 0; c < features.count; ++c) {
                const double square = coordinates[at(i * width + c)] * coordinates[at(i * width + c)];
                forms.values[at(features.feature + c)] += weights[at(i)] * square;
                if (!kernel.empty()) forms.kernel[at(features.feature + c)] += kernel[at(i)] * square;
            }
    });
    return forms;
}

// Multiplications, roughly: all eigenvectors and one product with them, against a polynomial of the graph for
// every feature.
bool spectrum_is_cheaper(const WalkOperator& walk, double beta, Index features, Index power) {
    if (walk.size() > largest_dense) return false;
    const auto n = static_cast<double>(walk.size()), d = static_cast<double>(features);
    const auto edges = static_cast<double>(walk.graph().neighbors.size());
    const auto terms = static_cast<double>(heat_kernel(0.5 * beta, 0.5 * walk.upper()).coefficients.size());
    const Index halves = power / 2;
    const double products = terms * static_cast<double>(1 + halves);
    return n * n * (3.0 * n + d) < 2.0 * products * (edges + 4.0 * n) * d;
}

Forms diffusion_forms(const Rows& x, const WalkOperator& walk, const Setting& setting, const Sizes& sizes,
                      Index power, const Context& context) {
    const double beta = *setting.beta, half = 0.5 * walk.upper();
    if (beta * half < small_tau) return diffusion_limit(x, walk, beta, sizes, power, context);
    if (!(beta * half <= largest_tau))
        throw Error("beta=" + in_short(beta) +
                    " is too large for this graph: it takes at most beta=" + in_short(largest_tau / half));
    if (spectrum_is_cheaper(walk, beta, x.cols(), power))
        return by_spectrum(x, walk, setting, sizes, SpectralFunction::of_power(static_cast<double>(power)),
                           context);
    return diffusion_powers(x, walk, beta, sizes, power, context);
}

// Functions that are analytic on the spectrum have fast moments; a power that is not whole is sharp at 0.
Forms smooth_forms(const Rows& x, const WalkOperator& walk, const Setting& setting, const Sizes& sizes,
                   const SpectralFunction& gamma, const Context& context) {
    if (walk.size() <= most_by_spectrum) return by_spectrum(x, walk, setting, sizes, gamma, context);
    if (gamma.is_power() || setting.beta) return quadrature_forms(x, walk, setting, sizes, gamma, context);
    if (const auto sum = chebyshev_sum(gamma, 0.5 * walk.upper()))
        return moment_forms(x, walk, setting, sizes, gamma, *sum, context);
    return quadrature_forms(x, walk, setting, sizes, gamma, context);
}

}  // namespace

Forms quadratic_forms(const Rows& x, const Setting& setting, const Sizes& sizes,
                      const SpectralFunction& gamma, const Context& context) {
    const bool whole = gamma.is_whole_power();
    if (setting.in_tiles)
        return rbf_forms(x.require_matrix("spec with similarity=rbf"), setting, sizes,
                         std::lround(gamma.power()), context);
    if (whole && gamma.power() == 1.0 && !setting.beta)
        return {edge_energy(setting.graph(), x, context), {}, 0.0};
    const WalkOperator walk(setting.graph(), setting.takes_part, setting.kind);
    Forms forms;
    if (!whole)
        forms = smooth_forms(x, walk, setting, sizes, gamma, context);
    else if (setting.beta)
        forms = diffusion_forms(x, walk, setting, sizes, std::lround(gamma.power()), context);
    else
        forms.values = whole_powers(x, walk, std::lround(gamma.power()), context);
    if (!std::all_of(forms.values.begin(), forms.values.end(), [](double v) { return std::isfinite(v); }))
        throw Error("the scores overflow: use a smaller power or scale the data");
    return forms;
}

}  // namespace tamis::detail::spec_parts
