// f̂ᵀγ(ℒ)f̂ for any smooth γ: with t_k = T_k(A/half - I)·g for a centered feature g, the moments are
//     μ_2k = 2‖t_k‖² - μ_0,   μ_2k+1 = 2 t_kᵀt_k+1 - μ_1
// and Σ c_k μ_k is the form, so that K coefficients take K/2 products with the graph.
#include <algorithm>
#include <array>
#include <cmath>

#include "tamis/methods/spec/feature_blocks.hpp"

namespace tamis::detail::spec_parts {

namespace {

constexpr double moment_error = 1e-10;  // relative to the form

using PerFeature = std::array<double, width>;

PerFeature form_by_moments(const ChebyshevSum& sum, const WalkOperator& walk, std::vector<double> before,
                           const Context& context) {
    const std::vector<double>& c = sum.coefficients;
    const double scale = 1.0 / sum.half;
    std::vector<double> current(before.size());
    PerFeature first{}, second{}, form{};
    walk.add_squares(before.data(), first.data());
    for (std::size_t f = 0; f < width; ++f) form[f] = c[0] * first[f];
    if (c.size() == 1) return form;
    PerFeature squares{};
    walk.chebyshev_start(before.data(), scale, current.data(), squares.data(), second.data());
    for (std::size_t k = 1; 2 * k - 1 < c.size(); ++k) {
        context.check_cancel();
        // Here `current` is t_k, `squares` its squared length, `crossed` t_{k-1}ᵀt_k.
        if (k == 1)
            for (std::size_t f = 0; f < width; ++f) form[f] += c[1] * second[f];
        if (2 * k >= c.size()) break;
        for (std::size_t f = 0; f < width; ++f) form[f] += c[2 * k] * (2.0 * squares[f] - first[f]);
        if (2 * k + 1 >= c.size()) break;
        PerFeature crossed{};
        squares = {};
        walk.chebyshev_step(current.data(), scale, before.data(), squares.data(), crossed.data());
        before.swap(current);
        for (std::size_t f = 0; f < width; ++f) form[f] += c[2 * k + 1] * (2.0 * crossed[f] - second[f]);
    }
    return form;
}

}  // namespace

Forms moment_forms(const Rows& x, const WalkOperator& walk, const Setting& setting, const Sizes& sizes,
                   const SpectralFunction& gamma, const ChebyshevSum& sum, const Context& context) {
    Forms forms{std::vector<double>(at(x.cols())), {}, sum.error};
    const QuadratureBlocks quadrature(walk, setting, gamma);
    std::vector<double> errors(at(x.cols()));
    for_each_feature_block(x, context, [&](const FeatureBlock& features) {
        std::vector<double> block = load_centered(features, walk, sizes);
        const PerFeature found = form_by_moments(sum, walk, block, context);
        const auto is_exact = [&](Index f) {
            return sum.error * sizes.spread[at(features.feature + f)] <= moment_error * found[at(f)];
        };
        bool all_exact = true;
        for (Index f = 0; f < features.count; ++f) all_exact = all_exact && is_exact(f);
        std::optional<QuadratureBlocks::Result> finer;
        if (!all_exact) finer = quadrature.run(std::move(block), features.count, context);
        for (Index f = 0; f < features.count; ++f) {
            const bool exact = is_exact(f);
            forms.values[at(features.feature + f)] = exact ? found[at(f)] : finer->values[at(f)];
            errors[at(features.feature + f)] = exact ? sum.error : finer->errors[at(f)];
        }
    });
    forms.error = *std::max_element(errors.begin(), errors.end());
    return forms;
}

}  // namespace tamis::detail::spec_parts
