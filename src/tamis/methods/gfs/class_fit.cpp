#include "tamis/methods/gfs/class_fit.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky_matrix.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis::detail {

namespace {

// Woodbury: T = γI + Q½CQ½ over the features with q > 0; explained = ‖T^{-½}Q½R‖²,
// ZᵀV = R - CW with W = Q½T⁻¹Q½R, N = C - CQ½T⁻¹Q½C.
class FeatureFit : public ClassFit {
  public:
    FeatureFit(const FisherData& data, const std::vector<Index>& features, double gamma)
        : gamma_(gamma),
          scaled_gamma_(data.scaled(gamma)),
          gram_(data.gram(features)),
          products_(data.products(features)) {}

    double explained(std::span<const double> weights) override {
        active_.clear();
        root_.clear();
        for (Index j = 0; j < static_cast<Index>(weights.size()); ++j) {
            if (!(weights[at(j)] > 0.0)) continue;
            active_.push_back(j);
            root_.push_back(std::sqrt(weights[at(j)]));
        }
        const auto count = static_cast<Index>(active_.size());
        factor_ = DenseMatrix::uninitialized(count, count);
        reduced_ = DenseMatrix::uninitialized(count, products_.cols());
        for (Index a = 0; a < count; ++a) {
            const double* row = gram_.row(active_[at(a)]);
            for (Index b = 0; b <= a; ++b) factor_(a, b) = root_[at(a)] * root_[at(b)] * row[active_[at(b)]];
            factor_(a, a) += scaled_gamma_;
            for (Index k = 0; k < products_.cols(); ++k)
                reduced_(a, k) = root_[at(a)] * products_(active_[at(a)], k);
        }
        if (!factor_in_place(factor_)) throw_gamma_too_small(gamma_);
        solve_lower(factor_, reduced_);
        double sum = 0.0;
        for (Index a = 0; a < count; ++a)
            for (Index k = 0; k < reduced_.cols(); ++k) sum += reduced_(a, k) * reduced_(a, k);
        return sum;
    }

    DenseMatrix pull() override {
        DenseMatrix solved = reduced_;
        solve_lower_transposed(factor_, solved);
        DenseMatrix spread(gram_.rows(), products_.cols());  // W, with rows of 0 where q = 0
        for (Index a = 0; a < solved.rows(); ++a)
            for (Index k = 0; k < solved.cols(); ++k) spread(active_[at(a)], k) = root_[at(a)] * solved(a, k);
        DenseMatrix result = products_;
        const blas::SingleThreaded guard;
        blas::multiply(result.rows(), result.cols(), gram_.rows(), -1.0, {gram_.data(), gram_.cols()},
                       {spread.data(), spread.cols()}, 1.0, result.data(), result.cols());
        return result;
    }

    DenseMatrix curvature(std::span<const Plane> planes, const DenseMatrix& pull) override {
        const Index count = gram_.rows();
        DenseMatrix half = DenseMatrix::uninitialized(static_cast<Index>(active_.size()), count);
        for (Index a = 0; a < half.rows(); ++a)
            for (Index j = 0; j < count; ++j) half(a, j) = root_[at(a)] * gram_(active_[at(a)], j);
        solve_lower(factor_, half);
        DenseMatrix reach = gram_;  // N
        add_gram(-1.0, half, 1.0, reach);
        DenseMatrix alike = DenseMatrix::uninitialized(count, count);
        const blas::SingleThreaded guard;
        blas::multiply(count, count, pull.cols(), 1.0 / (scaled_gamma_ * scaled_gamma_),
                       {pull.data(), pull.cols()}, {pull.data(), pull.cols(), blas::Form::transposed}, 0.0,
                       alike.data(), count);
        for (Index e = 0; e < count * count; ++e) reach.data()[e] *= alike.data()[e];

        const auto directions = static_cast<Index>(planes.size());
        DenseMatrix result = DenseMatrix::uninitialized(directions, directions);
        std::vector<double> row(at(count));
        for (Index s = 0; s < directions; ++s) {
            std::fill(row.begin(), row.end(), 0.0);
            for (const Index j : planes[at(s)])
                for (Index l = 0; l < count; ++l) row[at(l)] += reach(j, l);
            for (Index t = 0; t <= s; ++t) {
                double sum = 0.0;
                for (const Index l : planes[at(t)]) sum += row[at(l)];
                result(s, t) = result(t, s) = sum;
            }
        }
        return result;
    }

  private:
    double gamma_, scaled_gamma_;
    DenseMatrix gram_;      // C
    DenseMatrix products_;  // R
    std::vector<Index> active_;
    std::vector<double> root_;  // √q of the active features
    DenseMatrix factor_;        // of T
    DenseMatrix reduced_;       // T^{-½}Q½R
};

}  // namespace

void throw_gamma_too_small(double gamma) {
    throw Error("gamma = " + to_text(Value(gamma)) + " is negligible next to the scatter of these features",
                "standardize the data (" + option("scale", "standard") + ") or use a larger " +
                    method_option("gamma"));
}

std::unique_ptr<ClassFit> fit_in_feature_space(const FisherData& data, std::vector<Index> features,
                                               double gamma) {
    return std::make_unique<FeatureFit>(data, features, gamma);
}

bool fits_in_feature_space(const FisherData& data, Index features, Index planes) {
    if (data.sharded() && features > most_features_squared)
        throw Error("gfs on sharded rows weighs at most " + std::to_string(most_features_squared) +
                        " features against each other, not " + std::to_string(features),
                    "select fewer features");
    if (data.sharded()) return true;
    if (data.samples() > most_samples_squared) return features <= most_features_squared;
    if (features <= data.samples()) return true;
    // Multiplications of one Newton step in either space.
    const auto u = static_cast<double>(features), n = static_cast<double>(data.samples());
    const auto directions = static_cast<double>(planes * data.classes().width());
    const double by_features = 2.0 * u * u * u;
    const double by_samples =
        n * n * (n / 3.0 + u + directions) + n * directions * static_cast<double>(planes);
    return by_features <= by_samples;
}

std::unique_ptr<ClassFit> make_class_fit(const FisherData& data, std::vector<Index> features, double gamma,
                                         Index planes) {
    if (fits_in_feature_space(data, static_cast<Index>(features.size()), planes))
        return fit_in_feature_space(data, std::move(features), gamma);
    return fit_in_sample_space(
        data, std::move(features), gamma,
        data.samples() <= most_samples_squared ? SampleSolver::cholesky : SampleSolver::conjugate_gradients);
}

}  // namespace tamis::detail
