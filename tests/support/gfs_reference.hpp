// The generalized Fisher score by the textbook, dense and slow: what the library's results are held against.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::testing {

using namespace detail;

// G(q) = ½tr(Hᵀ(I + (1/γ)ZQZᵀ)⁻¹H) with H as printed in eq. 9 of gu2011.
class DenseFisher {
  public:
    DenseFisher(const DenseMatrix& x, const Labels& labels, double gamma) : gamma_(gamma) {
        const Eigen::Index n = x.rows(), d = x.cols(), c = labels.classes();
        z_.resize(n, d);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < d; ++j) z_(i, j) = x(i, j);
        z_.rowwise() -= z_.colwise().mean().eval();
        h_.resize(n, c);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index k = 0; k < c; ++k) {
                const auto size = static_cast<double>(labels.counts[at(k)]);
                const bool member = labels.of[at(i)] == k;
                const auto samples = static_cast<double>(n);
                h_(i, k) = (member ? std::sqrt(samples / size) : 0.0) - std::sqrt(size / samples);
            }
    }

    Eigen::Index features() const { return z_.cols(); }
    const Eigen::MatrixXd& code() const { return h_; }

    double objective(const Eigen::VectorXd& q) const { return 0.5 * (h_.transpose() * residual(q)).trace(); }

    // -‖z_jᵀV‖²/(2γ).
    Eigen::VectorXd gradient(const Eigen::VectorXd& q) const {
        return (z_.transpose() * residual(q)).rowwise().squaredNorm() * (-0.5 / gamma_);
    }

    // tr(S_b(S_t + γI)⁻¹), eq. 2, from the scatter matrices themselves.
    double criterion(const std::vector<Index>& features) const {
        Eigen::MatrixXd part(z_.rows(), static_cast<Eigen::Index>(features.size()));
        for (std::size_t j = 0; j < features.size(); ++j)
            part.col(static_cast<Eigen::Index>(j)) = z_.col(features[j]);
        Eigen::MatrixXd total = part.transpose() * part;
        const Eigen::MatrixXd products = part.transpose() * h_;
        const Eigen::MatrixXd between = products * products.transpose() / static_cast<double>(z_.rows());
        total.diagonal().array() += gamma_;
        return total.inverse().cwiseProduct(between).sum();
    }

    Eigen::MatrixXd residual(const Eigen::VectorXd& q) const {
        Eigen::MatrixXd m = z_ * q.asDiagonal() * z_.transpose() / gamma_;
        m.diagonal().array() += 1.0;
        return m.llt().solve(h_);
    }

    // N = ZᵀM⁻¹Z.
    Eigen::MatrixXd reach(const Eigen::VectorXd& q) const {
        Eigen::MatrixXd m = z_ * q.asDiagonal() * z_.transpose() / gamma_;
        m.diagonal().array() += 1.0;
        return z_.transpose() * m.llt().solve(z_);
    }
    const Eigen::MatrixXd& centered() const { return z_; }
    double gamma() const { return gamma_; }

  private:
    double gamma_;
    Eigen::MatrixXd z_, h_;
};

// The nearest point with 0 ≤ q ≤ 1 and Σq = m, by bisection on the shift.
inline Eigen::VectorXd onto_capped_simplex(const Eigen::VectorXd& point, double m) {
    double low = point.minCoeff() - 1.0, high = point.maxCoeff();
    const auto shifted = [&](double shift) {
        return (point.array() - shift).cwiseMax(0.0).cwiseMin(1.0).matrix().eval();
    };
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (shifted(middle).sum() > m ? low : high) = middle;
    }
    return shifted(0.5 * (low + high));
}

// Accelerated projected gradients with restarts on the capped simplex: shares nothing with the cutting
// planes.
inline Eigen::VectorXd projected_gradient(const DenseFisher& problem, double m, int rounds = 20000) {
    const Eigen::Index d = problem.features();
    Eigen::VectorXd q = Eigen::VectorXd::Constant(d, m / static_cast<double>(d)), y = q;
    double step = 1.0, momentum = 1.0, value = problem.objective(q);
    for (int round = 0; round < rounds; ++round) {
        const Eigen::VectorXd g = problem.gradient(y);
        const double at_y = problem.objective(y);
        Eigen::VectorXd next;
        for (;; step *= 0.5) {
            next = onto_capped_simplex(y - step * g, m);
            const Eigen::VectorXd move = next - y;
            if (problem.objective(next) <= at_y + g.dot(move) + move.squaredNorm() / (2 * step) + 1e-15)
                break;
        }
        const double next_value = problem.objective(next);
        if ((next - q).norm() < 1e-13) break;
        if (next_value > value) {
            y = q;
            momentum = 1.0;
        } else {
            const double following = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
            y = next + (momentum - 1) / following * (next - q);
            momentum = following;
            q = next;
            value = next_value;
        }
        step *= 1.1;
    }
    return q;
}

}  // namespace tamis::testing
