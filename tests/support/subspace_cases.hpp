// The fixtures of tests/golden/trln.json and plain dense forms of what the subspace methods compute.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tamis/core/projection.hpp"
#include "tests/support/golden.hpp"

namespace tamis::testing {

using namespace detail;

using Dense = Eigen::MatrixXd;

struct SubspaceCase {
    DenseMatrix x;
    Labels labels;
};

// x[i,f] = noise·sin(0.37 i (f+1) + 0.11 f²) + sep·cos(1.3 (y_i+1) f), i and f from 1.
inline SubspaceCase formula_case(const std::vector<int>& sizes, Index features, double noise, double sep) {
    std::vector<int> labels;
    for (std::size_t k = 0; k < sizes.size(); ++k)
        labels.insert(labels.end(), at(sizes[k]), static_cast<int>(k));
    DenseMatrix x(static_cast<Index>(labels.size()), features);
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < features; ++j) {
            const double row = static_cast<double>(i + 1), f = static_cast<double>(j + 1);
            const double y = labels[at(i)];
            x(i, j) =
                noise * std::sin(0.37 * row * (f + 1) + 0.11 * f * f) + sep * std::cos(1.3 * (y + 1) * f);
        }
    return {std::move(x), make_labels(labels)};
}

inline const nlohmann::json& fixture(const std::string& name) {
    for (const auto& entry : golden("trln"))
        if (entry.at("name") == name) return entry;
    throw std::runtime_error("no fixture " + name);
}

inline SubspaceCase fixture_case(const nlohmann::json& entry) {
    return {golden_matrix(entry.at("X")), golden_labels(entry.at("y"))};
}

inline Dense as_eigen(const DenseMatrix& a) {
    Dense out(a.rows(), a.cols());
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.cols(); ++j) out(i, j) = a(i, j);
    return out;
}

// The orthogonal projector on the span of the columns.
inline Dense span_of(const DenseMatrix& weights) {
    const Dense w = as_eigen(weights);
    const Dense q = Eigen::HouseholderQR<Dense>(w).householderQ() * Dense::Identity(w.rows(), w.cols());
    return q * q.transpose();
}

inline double largest_difference(const Dense& a, const Dense& b) { return (a - b).cwiseAbs().maxCoeff(); }

inline Dense golden_dense(const nlohmann::json& rows) { return as_eigen(golden_matrix(rows)); }

// Scatter matrices by their definitions.
struct DenseScatter {
    std::vector<Dense> each;  // per class
    Dense within, between;
    Dense means;  // classes × features
    std::vector<double> counts;
};

inline DenseScatter dense_scatter(const DenseMatrix& data, const Labels& labels) {
    const Dense x = as_eigen(data);
    const Index c = labels.classes(), d = x.cols();
    DenseScatter out{std::vector<Dense>(at(c), Dense::Zero(d, d)), Dense::Zero(d, d), Dense::Zero(d, d),
                     Dense::Zero(c, d), std::vector<double>(at(c))};
    for (Index i = 0; i < x.rows(); ++i) {
        const int k = labels.of[at(i)];
        out.means.row(k) += x.row(i);
        out.counts[at(k)] += 1.0;
    }
    for (Index k = 0; k < c; ++k) out.means.row(k) /= out.counts[at(k)];
    for (Index i = 0; i < x.rows(); ++i) {
        const int k = labels.of[at(i)];
        const Eigen::VectorXd apart = (x.row(i) - out.means.row(k)).transpose();
        out.each[at(k)] += apart * apart.transpose();
    }
    const Eigen::VectorXd mean = x.colwise().mean().transpose();
    for (Index k = 0; k < c; ++k) {
        out.within += out.each[at(k)];
        const Eigen::VectorXd apart = out.means.row(k).transpose() - mean;
        out.between += out.counts[at(k)] * apart * apart.transpose();
    }
    return out;
}

// Σ (n_j + n_k)·term(between, within) over all pairs of classes, each with its own scatter under w.
template <class Term>
double sum_over_pairs(const DenseScatter& scatter, const Dense& w, Term term) {
    double sum = 0.0;
    for (std::size_t j = 0; j < scatter.each.size(); ++j)
        for (std::size_t k = j + 1; k < scatter.each.size(); ++k) {
            const double nj = scatter.counts[j], nk = scatter.counts[k];
            const Eigen::VectorXd apart =
                (scatter.means.row(static_cast<Index>(j)) - scatter.means.row(static_cast<Index>(k)))
                    .transpose();
            const double within = (w.transpose() * (scatter.each[j] + scatter.each[k]) * w).trace();
            const double between = nj * nk / (nj + nk) * (w.transpose() * apart).squaredNorm();
            sum += (nj + nk) * term(between, within);
        }
    return sum;
}

// R of eq. 21, pair by pair as the paper writes it.
inline double pairwise_ratio(const DenseScatter& scatter, const Dense& w) {
    return sum_over_pairs(scatter, w, [](double between, double within) { return within / between; });
}

}  // namespace tamis::testing
