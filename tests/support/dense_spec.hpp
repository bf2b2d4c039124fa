// SPEC by its definition: a dense similarity matrix, all eigenpairs, sums over them. For small data only.
#pragma once

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis::testing {

using namespace detail;

inline Eigen::MatrixXd dense_weights(const Graph& graph) {
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(graph.samples, graph.samples);
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
            w(i, graph.neighbors[at(p)]) = graph.weights[at(p)];
    return w;
}

inline Eigen::MatrixXd plain_laplacian(const Eigen::MatrixXd& w) {
    return Eigen::MatrixXd(w.rowwise().sum().asDiagonal()) - w;
}

inline Eigen::MatrixXd matrix_exponential(const Eigen::MatrixXd& symmetric) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
    return solver.eigenvectors() * solver.eigenvalues().array().exp().matrix().asDiagonal() *
           solver.eigenvectors().transpose();
}

struct DenseSpec {
    Eigen::VectorXd values;   // λ_1 … λ_{n-1}, ascending, on the complement of ξ0
    Eigen::MatrixXd vectors;  // their ξ, one per column
    Eigen::VectorXd scale;    // diagonal of D^1/2
    Eigen::VectorXd trivial;  // ξ0

    // From L = diag(W1) - W and the degrees.
    DenseSpec(const Eigen::MatrixXd& laplacian, const Eigen::VectorXd& degrees) {
        scale = degrees.cwiseSqrt();
        trivial = scale.normalized();
        const Eigen::VectorXd inverse = scale.cwiseInverse();
        Eigen::MatrixXd normalized = inverse.asDiagonal() * laplacian * inverse.asDiagonal();
        constexpr double far = 1e3;
        normalized += far * trivial * trivial.transpose();
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(normalized);
        const Eigen::Index n = degrees.size();
        values = solver.eigenvalues().head(n - 1);
        vectors = solver.eigenvectors().leftCols(n - 1);
    }

    static double gamma(double value, double power) {
        return std::abs(value) < 1e-12 ? 0.0 : std::pow(value, power);
    }

    // Of one feature, which must not be constant.
    double phi1(const Eigen::VectorXd& f, double power) const {
        const Eigen::VectorXd unit = scale.cwiseProduct(f).normalized();
        double sum = 0;
        for (Eigen::Index j = 0; j < values.size(); ++j)
            sum += gamma(values[j], power) * std::pow(vectors.col(j).dot(unit), 2);
        return sum;
    }
    double phi2(const Eigen::VectorXd& f, double power) const {
        const Eigen::VectorXd unit = scale.cwiseProduct(f).normalized();
        return phi1(f, power) / (1 - std::pow(unit.dot(trivial), 2));
    }
    double phi3(const Eigen::VectorXd& f, double power, Index clusters) const {
        const Eigen::VectorXd unit = scale.cwiseProduct(f).normalized();
        double sum = 0;
        for (Index j = 0; j + 1 < clusters; ++j)
            sum += (std::pow(2.0, power) - gamma(values[j], power)) * std::pow(vectors.col(j).dot(unit), 2);
        return sum;
    }
};

inline Eigen::VectorXd column_of(const DenseMatrix& x, Index j) {
    Eigen::VectorXd f(x.rows());
    for (Index i = 0; i < x.rows(); ++i) f[i] = x(i, j);
    return f;
}

}  // namespace tamis::testing
