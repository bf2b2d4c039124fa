// Optimal design by its definition, with dense matrices: what the fast forms are compared with.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "tamis/core/matrix.hpp"
#include "tamis/graph/graph.hpp"
#include "tamis/graph/laplacian_operator.hpp"
#include "tamis/graph/user_graph.hpp"
#include "tests/support/golden.hpp"

namespace tamis::testing {

using namespace detail;

inline Eigen::MatrixXd to_eigen(const DenseMatrix& x) {
    return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(x.data(), x.rows(), x.cols());
}

inline DenseMatrix from_eigen(const Eigen::MatrixXd& x) {
    DenseMatrix result(x.rows(), x.cols());
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) result(i, j) = x(i, j);
    return result;
}

inline Graph graph_of(const DenseMatrix& weights) {
    std::vector<GraphEntry> entries;
    for (Index i = 0; i < weights.rows(); ++i)
        for (Index j = 0; j < weights.cols(); ++j)
            if (weights(i, j) != 0.0) entries.push_back({i, j, weights(i, j)});
    return make_graph(weights.rows(), entries, "test graph");
}

// B = I + λ1·L, entry by entry.
inline Eigen::MatrixXd dense_b(const Graph& graph, double lambda1,
                               LaplacianKind kind = LaplacianKind::plain) {
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(graph.samples, graph.samples);
    for (Index i = 0; i < graph.samples; ++i)
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p)
            w(i, graph.neighbors[at(p)]) = graph.weights[at(p)];
    const Eigen::VectorXd degrees = w.rowwise().sum();
    Eigen::MatrixXd laplacian = Eigen::MatrixXd(degrees.asDiagonal()) - w;
    if (kind == LaplacianKind::normalized) {
        Eigen::VectorXd root = degrees;
        for (Index i = 0; i < root.size(); ++i) root(i) = degrees(i) > 0 ? 1.0 / std::sqrt(degrees(i)) : 0.0;
        laplacian = root.asDiagonal() * laplacian * root.asDiagonal();
    }
    return Eigen::MatrixXd::Identity(graph.samples, graph.samples) + lambda1 * laplacian;
}

struct DenseDesign {
    Eigen::MatrixXd x, b;
    double lambda2;

    Eigen::MatrixXd take(const std::vector<Index>& s) const {
        Eigen::MatrixXd f(x.rows(), static_cast<Index>(s.size()));
        for (std::size_t j = 0; j < s.size(); ++j) f.col(static_cast<Index>(j)) = x.col(s[j]);
        return f;
    }
    Eigen::MatrixXd information(const std::vector<Index>& s) const {
        const Eigen::MatrixXd f = take(s);
        Eigen::MatrixXd h = f.transpose() * b * f;
        h.diagonal().array() += lambda2;
        return h;
    }
    double log_det(const std::vector<Index>& s) const {
        const Eigen::LLT<Eigen::MatrixXd> llt(information(s));
        return 2.0 * llt.matrixLLT().diagonal().array().log().sum();
    }
    double trace_inverse(const std::vector<Index>& s) const { return information(s).inverse().trace(); }
    double smallest_eigenvalue(const std::vector<Index>& s) const {
        return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(information(s)).eigenvalues()(0);
    }
    double remaining_variance(const std::vector<Index>& s) const {
        const Eigen::MatrixXd f = take(s);
        const Eigen::MatrixXd v = f * information(s).inverse() * f.transpose();
        return (b.inverse().diagonal() - v.diagonal()).maxCoeff();
    }
    // A = M + Σ α_i f_i f_iᵀ, M = λ2·B⁻¹.
    Eigen::MatrixXd prior() const { return lambda2 * b.inverse(); }
    Eigen::MatrixXd relaxed(const std::vector<double>& alpha) const {
        const Eigen::Map<const Eigen::VectorXd> weights(alpha.data(), x.cols());
        return prior() + x * weights.asDiagonal() * x.transpose();
    }
    double log_det_prior() const {
        return static_cast<double>(x.rows()) * std::log(lambda2) -
               2.0 * Eigen::LLT<Eigen::MatrixXd>(b).matrixLLT().diagonal().array().log().sum();
    }
};

// One data set of tests/golden/lapofs.json.
struct DesignFixture {
    explicit DesignFixture(const nlohmann::json& json)
        : data(json),
          x(golden_matrix(json.at("X_rows_are_samples"))),
          graph(graph_of(golden_matrix(json.at("W")))),
          lambda1(json.at("lam1").get<double>()),
          lambda2(json.at("lam2").get<double>()),
          dense{to_eigen(x), dense_b(graph, lambda1), lambda2} {}

    const nlohmann::json& data;
    DenseMatrix x;
    Graph graph;
    double lambda1, lambda2;
    DenseDesign dense;
};

}  // namespace tamis::testing
