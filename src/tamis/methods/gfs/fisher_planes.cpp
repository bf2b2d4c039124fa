#include "tamis/methods/gfs/fisher_planes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/algebra/simplex_newton.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/methods/gfs/class_fit.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"

namespace tamis::detail {

namespace {

// Tighter than the 1e-10 that is promised: Newton's last step costs little, and q is then good to far more
// digits than the ranking looks at.
constexpr double inner_goal = 1e-13;
constexpr double promised_gap = 1e-10;  // of a mixture, relative

std::vector<Index> top_plane(const FisherData& data, const std::vector<double>& scores, Index m,
                             const FixedFeatures& fixed) {
    std::vector<Index> plane = top_features({scores, data.classes().constant}, m, fixed);
    std::sort(plane.begin(), plane.end());
    return plane;
}

// G as a function of the mixture λ of the planes: q = Σ λ_t p_t.
class Mixture : public SimplexFunction {
  public:
    Mixture(const FisherData& data, const std::vector<Index>& features,
            const std::vector<std::vector<Index>>& planes, double gamma)
        : total_(data.classes().total()),
          gamma_(data.scaled(gamma)),
          fit_(make_class_fit(data, features, gamma, static_cast<Index>(planes.size()))),
          weights_(features.size()) {
        for (const std::vector<Index>& plane : planes) {
            Plane& positions = planes_.emplace_back();
            for (const Index j : plane)
                positions.push_back(std::lower_bound(features.begin(), features.end(), j) - features.begin());
        }
    }

    double value(std::span<const double> mixture) override {
        std::fill(weights_.begin(), weights_.end(), 0.0);
        for (std::size_t t = 0; t < planes_.size(); ++t)
            for (const Index j : planes_[t]) weights_[at(j)] += mixture[t];
        fresh_ = false;
        return 0.5 * (total_ - fit_->explained(weights_));
    }

    std::vector<double> gradient() override {
        const std::vector<double> scores = feature_scores();
        std::vector<double> result(planes_.size());
        for (std::size_t t = 0; t < planes_.size(); ++t) {
            for (const Index j : planes_[t]) result[t] += scores[at(j)];
            result[t] *= -0.5 / gamma_;
        }
        return result;
    }

    DenseMatrix hessian() override { return fit_->curvature(planes_, pull()); }

    const std::vector<double>& weights() const { return weights_; }

    // W = QZᵀV/γ: the ridge coefficients of the features.
    DenseMatrix coefficients() {
        DenseMatrix result = pull();
        for (Index j = 0; j < result.rows(); ++j)
            for (Index k = 0; k < result.cols(); ++k) result(j, k) *= weights_[at(j)] / gamma_;
        return result;
    }

  private:
    const DenseMatrix& pull() {
        if (!fresh_) pull_ = fit_->pull();
        fresh_ = true;
        return pull_;
    }

    std::vector<double> feature_scores() {
        std::vector<double> scores(weights_.size());
        for (Index j = 0; j < pull().rows(); ++j)
            for (Index k = 0; k < pull_.cols(); ++k) scores[at(j)] += pull_(j, k) * pull_(j, k);
        return scores;
    }

    double total_, gamma_;
    std::unique_ptr<ClassFit> fit_;
    std::vector<Plane> planes_;
    std::vector<double> weights_;  // q of the union
    bool fresh_ = false;
    DenseMatrix pull_;
};

// Scores of all features at the current mixture; features without weight take no part in V.
std::vector<double> scores_of_all(FisherData& data, const std::vector<Index>& features, Mixture& mixture) {
    const DenseMatrix all = mixture.coefficients();
    std::vector<Index> active;
    std::vector<Index> rows;
    for (Index j = 0; j < all.rows(); ++j) {
        if (!(mixture.weights()[at(j)] > 0.0)) continue;
        active.push_back(features[at(j)]);
        rows.push_back(j);
    }
    DenseMatrix coefficients = DenseMatrix::uninitialized(static_cast<Index>(rows.size()), all.cols());
    for (std::size_t r = 0; r < rows.size(); ++r)
        std::copy_n(all.row(rows[r]), all.cols(), coefficients.row(static_cast<Index>(r)));
    return data.scores(active, coefficients);
}

class PlaneLoop {
  public:
    PlaneLoop(FisherData& data, Index m, const PlaneOptions& options)
        : data_(data), m_(m), options_(options), fixed_{.include = options.forced} {}

    std::optional<PlaneSolution> run() {
        add_plane(top_plane(data_, data_.first_scores(), m_, fixed_));
        for (Index t = 1;; ++t) {
            data_.context().check_cancel();
            if (out_of_reach(t)) return std::nullopt;
            const std::vector<Index> next = solve_mixture();
            if (bound_ - solution_.theta.back() <= options_.tolerance * std::abs(solution_.theta.back()))
                break;
            // No new plane: this mixture is the optimum, unless rounding hides what is left.
            const bool known =
                std::find(solution_.planes.begin(), solution_.planes.end(), next) != solution_.planes.end();
            if (known && bound_ - solution_.theta.back() <= promised_gap * std::abs(solution_.theta.back()))
                break;
            if (known || t == options_.most_planes) {
                solution_.stop = Stop::iteration_limit;
                break;
            }
            add_plane(next);
            data_.context().report("planes",
                                   static_cast<double>(t) / static_cast<double>(options_.most_planes));
        }
        if (static_cast<Index>(solution_.features.size()) < options_.least_union) return std::nullopt;
        if (solution_.inner_gap > promised_gap) solution_.stop = Stop::iteration_limit;
        return std::move(solution_);
    }

  private:
    bool out_of_reach(Index planes) const {
        const Index to_come = std::min(options_.most_planes - planes, options_.least_union);
        const Index new_in_each = m_ - static_cast<Index>(options_.forced.size());
        return static_cast<Index>(solution_.features.size()) + new_in_each * to_come < options_.least_union;
    }

    void add_plane(const std::vector<Index>& plane) {
        std::vector<Index> joined;
        std::set_union(solution_.features.begin(), solution_.features.end(), plane.begin(), plane.end(),
                       std::back_inserter(joined));
        solution_.features = std::move(joined);
        solution_.planes.push_back(plane);
        if (fits_in_feature_space(data_, static_cast<Index>(solution_.features.size()),
                                  static_cast<Index>(solution_.planes.size())))
            data_.prepare(solution_.features);
        const double alone = -objective_of_set(data_, plane, options_.gamma);
        solution_.lower.push_back(solution_.lower.empty() ? alone : std::max(alone, solution_.lower.back()));
        mixture_.push_back(mixture_.empty() ? 1.0 : 0.0);
    }

    // The master problem over the planes so far, then the scores there and the plane they ask for.
    std::vector<Index> solve_mixture() {
        Mixture mixture(data_, solution_.features, solution_.planes, options_.gamma);
        SimplexMinimum minimum = minimize_on_simplex(mixture, mixture_, inner_goal, data_.context());
        mixture_ = std::move(minimum.x);
        solution_.inner_gap = std::max(solution_.inner_gap, minimum.gap);
        solution_.theta.push_back(-minimum.value);
        solution_.scores = scores_of_all(data_, solution_.features, mixture);
        solution_.weights.assign(at(data_.features()), 0.0);
        for (std::size_t j = 0; j < solution_.features.size(); ++j)
            solution_.weights[at(solution_.features[j])] = mixture.weights()[j];

        std::vector<Index> next = top_plane(data_, solution_.scores, m_, fixed_);
        double best = 0.0, mean = 0.0;
        for (const Index j : next) best += solution_.scores[at(j)];
        for (const Index j : solution_.features) mean += solution_.weights[at(j)] * solution_.scores[at(j)];
        bound_ = -minimum.value + 0.5 * (best - mean) / data_.scaled(options_.gamma);
        solution_.upper.push_back(solution_.upper.empty() ? bound_
                                                          : std::min(bound_, solution_.upper.back()));
        return next;
    }

    FisherData& data_;
    Index m_;
    const PlaneOptions& options_;
    FixedFeatures fixed_;
    PlaneSolution solution_;
    std::vector<double> mixture_;  // λ
    double bound_ = 0.0;           // on θ*, at the last mixture; u_t is the least of them
};

double rounded(double weight) { return std::round(weight * 1e9); }

}  // namespace

std::optional<PlaneSolution> solve_fisher_planes(FisherData& data, Index m, const PlaneOptions& options) {
    std::optional<PlaneSolution> solution = PlaneLoop(data, m, options).run();
    if (!solution) return solution;
    const double unit = data.classes().unit;
    for (double& score : solution->scores) score = score / unit / unit;
    return solution;
}

std::vector<Index> rank_by_planes(const FisherData& data, const PlaneSolution& solution) {
    const std::vector<char>& constant = data.classes().constant;
    std::vector<char> outside(at(data.features()), 1);
    for (const Index j : solution.features) outside[at(j)] = 0;
    std::vector<Index> order(at(data.features()));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index a, Index b) {
        if (constant[at(a)] != constant[at(b)]) return constant[at(a)] < constant[at(b)];
        if (constant[at(a)] != 0) return a < b;
        if (outside[at(a)] != outside[at(b)]) return outside[at(a)] < outside[at(b)];
        const double qa = rounded(solution.weights[at(a)]), qb = rounded(solution.weights[at(b)]);
        if (qa != qb) return qa > qb;
        const double sa = solution.scores[at(a)], sb = solution.scores[at(b)];
        return sa != sb ? sa > sb : a < b;
    });
    return order;
}

}  // namespace tamis::detail
