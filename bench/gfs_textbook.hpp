// The generalized Fisher score as one would write it down first: dense matrices, plain loops, every matrix
// formed anew at every step, projected gradients for the mixture of the planes.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::bench {

using namespace detail;

class TextbookGfs {
  public:
    TextbookGfs(const DenseMatrix& x, const Labels& labels, double gamma)
        : n_(x.rows()), d_(x.cols()), c_(labels.classes()), gamma_(gamma), z_(x), h_(n_, c_) {
        for (Index j = 0; j < d_; ++j) {
            double mean = 0.0;
            for (Index i = 0; i < n_; ++i) mean += z_(i, j) / static_cast<double>(n_);
            for (Index i = 0; i < n_; ++i) z_(i, j) -= mean;
        }
        for (Index i = 0; i < n_; ++i)
            for (Index k = 0; k < c_; ++k) {
                const double part = static_cast<double>(labels.counts[at(k)]) / static_cast<double>(n_);
                const bool member = labels.of[at(i)] == k;
                h_(i, k) = (member ? 1.0 / std::sqrt(part) : 0.0) - std::sqrt(part);
            }
    }

    // At most `limit` planes of m features; the mixture of each round to a relative gap of 1e-4 or 10 steps.
    Index run(Index m, Index limit, double tolerance) {
        std::vector<std::vector<Index>> planes{top(scores(h_), m)};
        std::vector<double> mixture{1.0};
        for (;;) {
            const double value = mix(planes, mixture);
            const std::vector<double> s = scores(v_);
            std::vector<Index> next = top(s, m);
            double gap = 0.0;
            for (const Index j : next) gap += s[at(j)] / (2.0 * gamma_);
            for (std::size_t t = 0; t < planes.size(); ++t)
                for (const Index j : planes[t]) gap -= mixture[t] * s[at(j)] / (2.0 * gamma_);
            if (gap <= tolerance * value || static_cast<Index>(planes.size()) == limit) break;
            planes.push_back(std::move(next));
            mixture.push_back(0.0);
        }
        return static_cast<Index>(planes.size());
    }

  private:
    double mix(const std::vector<std::vector<Index>>& planes, std::vector<double>& mixture) {
        double value = objective(planes, mixture), step = 1.0;
        for (int round = 0; round < 10 && planes.size() > 1; ++round) {
            const std::vector<double> s = scores(v_);
            std::vector<double> gradient(planes.size());
            double mean = 0.0, least = 0.0;
            for (std::size_t t = 0; t < planes.size(); ++t) {
                for (const Index j : planes[t]) gradient[t] -= s[at(j)] / (2.0 * gamma_);
                mean += mixture[t] * gradient[t];
                least = std::min(least, gradient[t]);
            }
            if (mean - least <= 1e-4 * value) break;
            for (;; step *= 0.5) {
                std::vector<double> moved(mixture);
                for (std::size_t t = 0; t < moved.size(); ++t) moved[t] -= step * gradient[t] / value;
                moved = onto_simplex(moved);
                const double next = objective(planes, moved);
                if (next < value || step < 1e-12) {
                    value = next;
                    mixture = std::move(moved);
                    break;
                }
            }
            step *= 2.0;
        }
        return value;
    }

    // M = I + (1/γ)ΣqzzᵀT, its Cholesky factor and V = M⁻¹H.
    double objective(const std::vector<std::vector<Index>>& planes, const std::vector<double>& mixture) {
        std::vector<double> q(at(d_));
        for (std::size_t t = 0; t < planes.size(); ++t)
            for (const Index j : planes[t]) q[at(j)] += mixture[t];
        DenseMatrix m(n_, n_);
        for (Index i = 0; i < n_; ++i) {
            for (Index j = 0; j < d_; ++j) {
                if (q[at(j)] == 0.0) continue;
                const double weighted = q[at(j)] * z_(i, j) / gamma_;
                for (Index l = 0; l <= i; ++l) m(i, l) += weighted * z_(l, j);
            }
            m(i, i) += 1.0;
        }
        for (Index i = 0; i < n_; ++i)
            for (Index j = 0; j <= i; ++j) {
                double sum = m(i, j);
                for (Index l = 0; l < j; ++l) sum -= m(i, l) * m(j, l);
                m(i, j) = i == j ? std::sqrt(sum) : sum / m(j, j);
            }
        v_ = h_;
        double value = 0.0;
        for (Index k = 0; k < c_; ++k) {
            for (Index i = 0; i < n_; ++i) {
                for (Index l = 0; l < i; ++l) v_(i, k) -= m(i, l) * v_(l, k);
                v_(i, k) /= m(i, i);
            }
            for (Index i = n_ - 1; i >= 0; --i) {
                for (Index l = i + 1; l < n_; ++l) v_(i, k) -= m(l, i) * v_(l, k);
                v_(i, k) /= m(i, i);
            }
            for (Index i = 0; i < n_; ++i) value += 0.5 * h_(i, k) * v_(i, k);
        }
        return value;
    }

    std::vector<double> scores(const DenseMatrix& v) const {
        std::vector<double> result(at(d_));
        for (Index j = 0; j < d_; ++j)
            for (Index k = 0; k < c_; ++k) {
                double sum = 0.0;
                for (Index i = 0; i < n_; ++i) sum += z_(i, j) * v(i, k);
                result[at(j)] += sum * sum;
            }
        return result;
    }

    static std::vector<Index> top(const std::vector<double>& s, Index m) {
        std::vector<Index> order(s.size());
        std::iota(order.begin(), order.end(), Index{0});
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return s[at(a)] > s[at(b)]; });
        order.resize(at(m));
        return order;
    }

    static std::vector<double> onto_simplex(const std::vector<double>& point) {
        double low = -2.0, high = *std::max_element(point.begin(), point.end());
        const auto total = [&](double shift) {
            double sum = 0.0;
            for (const double entry : point) sum += std::max(0.0, entry - shift);
            return sum;
        };
        for (int i = 0; i < 60; ++i) (total(0.5 * (low + high)) > 1.0 ? low : high) = 0.5 * (low + high);
        std::vector<double> result;
        for (const double entry : point) result.push_back(std::max(0.0, entry - 0.5 * (low + high)));
        return result;
    }

    Index n_, d_, c_;
    double gamma_;
    DenseMatrix z_, h_, v_;
};

}  // namespace tamis::bench
