// The criterion of TRLN and WHTR: every pair of classes has its own trace ratio.
// boroujeni2018, eq. 20-25:
//
//     F(W) = Σ_{j<k} (n_j+n_k) tr(WᵀS_w^jk W)/tr(WᵀS_b^jk W) + α Σ_i √(‖w^i‖² + ε²),   WᵀW = I
//
// dF/dW = 2·M·W. The sum over the classes·(classes-1)/2 pairs is never formed: with t_k = tr(WᵀS_kW),
// δ_jk = ‖Wᵀ(μ_j-μ_k)‖² and u_jk = (n_j+n_k)²/(n_j n_k δ_jk),
//
//     R = Σ_k ω_k t_k,  ω_k = Σ_j u_jk,  M = Σ_k ω_k S_k - U·L_v·Uᵀ + αD,  v_jk = u_jk (t_j+t_k)/δ_jk,
//
// U = [μ_1 … μ_c], L_v = diag(v·1) - v and D_ii = 1/(2√(‖w^i‖² + ε²)).
//
// The arithmetic sum of eq. 16 and 17, which is maximized, has the same form with its sign turned:
// R = -Σ_{j<k} n_j n_k δ_jk/(t_j+t_k), ω_k = Σ_j n_j n_k δ_jk/(t_j+t_k)², v_jk = n_j n_k/(t_j+t_k).
#pragma once

#include <memory>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/subspace/class_scatter.hpp"

namespace tamis::detail {

struct PairSum {
    enum Kind { harmonic, arithmetic };
    Kind kind = harmonic;
    double floor = 0.0;  // arithmetic: added to t_j+t_k, which may vanish for small classes
};

// All of W that the criterion depends on.
struct PairwiseState {
    DenseMatrix w;                    // features × dim, orthonormal
    std::vector<double> scatter;      // t_k
    DenseMatrix distance;             // δ_jk, classes × classes
    std::vector<double> row_lengths;  // √(‖w^i‖² + ε²)
    double ratio = 0.0;               // R
    double value = 0.0;               // F; infinite if two classes fall together, or have no scatter
};

// What M needs of a state.
struct PairwiseWeights {
    std::vector<double> omega;
    DenseMatrix laplacian;         // L_v
    std::vector<double> diagonal;  // αD
};

class PairwiseProblem {
  public:
    static constexpr double epsilon = 1e-6;  // rows of W are at most 1 long, whatever the unit of the data

    virtual ~PairwiseProblem() = default;

    const FilledClasses& classes() const { return classes_; }
    const ClassMeans& means() const { return means_; }
    double alpha() const { return alpha_; }
    Index size() const { return means_.centered.cols(); }

    PairwiseState evaluate(DenseMatrix w) const;
    PairwiseWeights weights(const PairwiseState& state) const;

    // Of the arithmetic sum: the part of it that the pair with the largest ratio has.
    double largest_share(const PairwiseState& state) const;

    // M is that of `state` from now on.
    virtual void focus(const PairwiseState& state) = 0;
    virtual DenseMatrix multiply(const DenseMatrix& w) const = 0;
    virtual double mean_diagonal() const = 0;  // the mean of |M_ii|, or a number of that size
    // The eigenvectors of M - shift·w·wᵀ with the smallest eigenvalues, as many as w has columns. `accuracy`
    // is that of an iterative solver, relative to the eigenvalues.
    virtual DenseMatrix smallest(const DenseMatrix& w, double shift, double accuracy) = 0;

  protected:
    PairwiseProblem(FilledClasses classes, ClassMeans means, double alpha, PairSum sum = {})
        : classes_(std::move(classes)), means_(std::move(means)), alpha_(alpha), sum_(sum) {}

    // t_k = tr(WᵀS_kW) for every class.
    virtual std::vector<double> class_scatters(const DenseMatrix& w) const = 0;

  private:
    FilledClasses classes_;
    ClassMeans means_;
    double alpha_;
    PairSum sum_;
};

// M as a matrix: for few features, or as many samples as features. `x` must outlive the problem.
std::unique_ptr<PairwiseProblem> dense_pairwise_problem(const Rows& x, FilledClasses classes,
                                                        ClassMeans means, double alpha,
                                                        const Context& context, PairSum sum = {});

// M as a diagonal and a product of low rank, for more features than samples; α > 0. Nothing larger than
// features × (classes + dim) or samples × samples is kept, and a copy of the data if it is small. `x` must
// outlive the problem.
std::unique_ptr<PairwiseProblem> direct_pairwise_problem(const MatrixView& x, FilledClasses classes,
                                                         ClassMeans means, double alpha,
                                                         const Context& context);

// The direct form if M as a matrix would be the larger one, and α > 0.
bool is_worked_directly(const Rows& x, const FilledClasses& classes, double alpha);
// The form that suits the data, which must outlive the problem.
std::unique_ptr<PairwiseProblem> make_pairwise_problem(const Rows& x, FilledClasses classes, ClassMeans means,
                                                       double alpha, const Context& context);

}  // namespace tamis::detail
