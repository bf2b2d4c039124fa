// f̂ᵀγ(ℒ)f̂ for powers that are not whole and other functions on many samples: a Lanczos run per feature,
// sixteen features side by side, and Gauss quadrature (algebra/lanczos_quadrature.hpp). Memory is a few
// blocks of samples × 16.
#include <algorithm>
#include <array>
#include <cmath>

#include "tamis/algebra/lanczos_quadrature.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/health.hpp"
#include "tamis/methods/spec/feature_blocks.hpp"

namespace tamis::detail::spec_parts {

namespace {

constexpr Index first_check = 12;  // steps; the next checks come after half as many more each
constexpr Index most_steps = 1000;
constexpr double quadrature_error = 1e-11;  // relative to the form

using PerFeature = std::array<double, width>;

// Mean of every component, in the operator's measure: what is left of a feature has no part in the null space
// of the operator. Returns the squared length of what was removed.
PerFeature center_components(const WalkOperator& walk, const std::vector<Index>& component, Index components,
                             std::vector<double>& block) {
    std::vector<PerFeature> mean(at(components), PerFeature{});
    std::vector<double> volume(at(components), 0.0);
    for (std::size_t i = 0; i < component.size(); ++i) {
        volume[at(component[i])] += walk.measure()[i];
        for (std::size_t c = 0; c < width; ++c)
            mean[at(component[i])][c] += walk.measure()[i] * block[i * width + c];
    }
    PerFeature removed{};
    for (std::size_t q = 0; q < mean.size(); ++q)
        for (std::size_t c = 0; c < width; ++c) {
            mean[q][c] /= volume[q];
            removed[c] += volume[q] * mean[q][c] * mean[q][c];
        }
    for (std::size_t i = 0; i < component.size(); ++i)
        for (std::size_t c = 0; c < width; ++c) block[i * width + c] -= mean[at(component[i])][c];
    return removed;
}

// The Lanczos recurrences of sixteen vectors at once, orthogonal in the operator's measure.
class LanczosBlock {
  public:
    LanczosBlock(const WalkOperator& walk, std::vector<double> start)
        : walk_(walk), current_(std::move(start)), before_(current_.size()), image_(current_.size()) {
        walk_.add_squares(current_.data(), lengths_.data());
        for (std::size_t c = 0; c < width; ++c) {
            squares_[c] = lengths_[c];
            lengths_[c] = std::sqrt(lengths_[c]);
            alive_[c] = lengths_[c] > 0.0 ? 1 : 0;
        }
        normalize(current_);
    }

    const PerFeature& squares() const { return squares_; }  // ‖start‖²
    const JacobiMatrix& jacobi(Index feature) const { return jacobi_[at(feature)]; }

    void step() {
        walk_.apply(current_.data(), image_.data());
        PerFeature along{};
        for (std::size_t i = 0; i < walk_.measure().size(); ++i)
            for (std::size_t c = 0; c < width; ++c)
                along[c] += walk_.measure()[i] * (current_[i * width + c] * image_[i * width + c]);
        for (std::size_t i = 0; i < walk_.measure().size(); ++i)
            for (std::size_t c = 0; c < width; ++c)
                image_[i * width + c] -=
                    along[c] * current_[i * width + c] + lengths_[c] * before_[i * width + c];
        lengths_ = {};
        walk_.add_squares(image_.data(), lengths_.data());
        for (std::size_t c = 0; c < width; ++c) {
            lengths_[c] = std::sqrt(lengths_[c]);
            if (alive_[c] == 0) continue;
            // Nothing new is left: the vector lies in the space that the steps so far span.
            if (lengths_[c] <= 1e-14 * walk_.upper()) lengths_[c] = 0.0;
            jacobi_[c].diagonal.push_back(along[c]);
            jacobi_[c].off.push_back(lengths_[c]);
            if (lengths_[c] == 0.0) alive_[c] = 0;
        }
        before_.swap(current_);
        current_.swap(image_);
        normalize(current_);
    }

  private:
    void normalize(std::vector<double>& block) const {
        PerFeature factor{};
        for (std::size_t c = 0; c < width; ++c) factor[c] = alive_[c] != 0 ? 1.0 / lengths_[c] : 0.0;
        for (std::size_t i = 0; i < block.size(); i += width)
            for (std::size_t c = 0; c < width; ++c) block[i + c] *= factor[c];
    }

    const WalkOperator& walk_;
    std::vector<double> current_, before_, image_;
    PerFeature lengths_{}, squares_{};
    std::array<char, width> alive_{};
    std::array<JacobiMatrix, width> jacobi_;
};

struct Estimate {
    double form = 0.0, kernel = 0.0;  // in units of ‖f‖²
    double error = 0.0;               // of the form
};

Estimate estimate(const JacobiMatrix& jacobi, const Setting& setting, const SpectralFunction& gamma,
                  double upper) {
    if (jacobi.diagonal.empty()) return {};
    const auto weight = [&](double value) { return spectral_weight(setting, gamma, std::min(value, upper)); };
    const bool from_above = gamma.has_positive_derivatives() && !setting.beta;
    const Quadrature gauss = gauss_quadrature(jacobi),
                     radau = radau_quadrature(jacobi, from_above ? upper : 0.0);
    Estimate result;
    const double below = gauss.sum(weight), above = radau.sum(weight);
    result.form = 0.5 * (below + above);
    result.error = 0.5 * std::abs(above - below);
    if (setting.beta)
        result.kernel = gauss.sum([&](double a) { return std::exp(-*setting.beta * std::max(a, 0.0)); });
    return result;
}

}  // namespace

QuadratureBlocks::QuadratureBlocks(const WalkOperator& walk, const Setting& setting,
                                   const SpectralFunction& gamma)
    : walk_(walk), setting_(setting), gamma_(gamma), component_(connected_components(walk.graph())) {
    components_ = component_.empty() ? 0 : *std::max_element(component_.begin(), component_.end()) + 1;
}

QuadratureBlocks::Result QuadratureBlocks::run(std::vector<double> block, Index count,
                                               const Context& context) const {
    const PerFeature removed = center_components(walk_, component_, components_, block);
    LanczosBlock lanczos(walk_, std::move(block));
    std::array<Estimate, width> found{};
    Index steps = 0;
    for (Index check = first_check;; check = std::min(check + check / 2, most_steps)) {
        for (; steps < check; ++steps) {
            context.check_cancel();
            lanczos.step();
        }
        bool done = true;
        for (Index c = 0; c < count; ++c) {
            const double before = found[at(c)].form;
            Estimate now = estimate(lanczos.jacobi(c), setting_, gamma_, walk_.upper());
            // The two bracket γ(a); of diffusion the change since the last check is a second witness.
            if (setting_.beta) now.error = std::max(now.error, std::abs(now.form - before));
            found[at(c)] = now;
            done = done && now.error <= quadrature_error * now.form;
        }
        if (done || steps >= std::min(most_steps, walk_.size())) break;
    }
    Result result{};
    for (Index c = 0; c < count; ++c) {
        const double square = lanczos.squares()[at(c)], whole = square + removed[at(c)];
        result.values[at(c)] = square * found[at(c)].form;
        if (setting_.beta) result.kernel[at(c)] = square * found[at(c)].kernel + removed[at(c)];
        result.errors[at(c)] = whole > 0.0 ? square / whole * found[at(c)].error : 0.0;
    }
    return result;
}

Forms quadrature_forms(const Rows& x, const WalkOperator& walk, const Setting& setting, const Sizes& sizes,
                       const SpectralFunction& gamma, const Context& context) {
    const QuadratureBlocks quadrature(walk, setting, gamma);
    Forms forms{std::vector<double>(at(x.cols())), std::vector<double>(setting.beta ? at(x.cols()) : 0), 0.0};
    std::vector<double> errors(at(x.cols()));
    for_each_feature_block(x, context, [&](const FeatureBlock& features) {
        const QuadratureBlocks::Result found =
            quadrature.run(load_centered(features, walk, sizes), features.count, context);
        std::copy_n(found.values.begin(), features.count, forms.values.begin() + features.feature);
        std::copy_n(found.errors.begin(), features.count, errors.begin() + features.feature);
        if (setting.beta)
            std::copy_n(found.kernel.begin(), features.count, forms.kernel.begin() + features.feature);
    });
    for (const double error : errors) forms.error = std::max(forms.error, error);
    return forms;
}

}  // namespace tamis::detail::spec_parts
