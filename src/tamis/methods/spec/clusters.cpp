// φ3 (eq. 8, 11): how much of a feature lies in the k - 1 slowest non-trivial eigenvectors.
//
// Eigenvalue 0 is multiple if the graph has several components. Its eigenvectors are known (one per
// component) and contribute in closed form, the scatter between the components; only the others are searched
// for, on their complement.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/smallest_eigenpairs.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/health.hpp"
#include "tamis/methods/spec/parts.hpp"
#include "tamis/passes/column_slabs.hpp"

namespace tamis::detail::spec_parts {

namespace {

constexpr double smallest_gap = 1e-8;

// The known eigenvectors √measure on one component each: disjoint, so a projection costs O(samples).
class ComponentVectors {
  public:
    // A signed graph has the constant vector alone: its components' zeros are not the smallest eigenvalues.
    ComponentVectors(const WalkOperator& walk, bool is_signed)
        : of_(is_signed ? std::vector<Index>(at(walk.size()), 0) : connected_components(walk.graph())) {
        count_ = of_.empty() ? 0 : *std::max_element(of_.begin(), of_.end()) + 1;
        std::vector<double> volume(at(count_), 0.0);
        for (std::size_t i = 0; i < of_.size(); ++i) volume[at(of_[i])] += walk.measure()[i];
        for (std::size_t i = 0; i < of_.size(); ++i)
            entries_.push_back(std::sqrt(walk.measure()[i] / volume[at(of_[i])]));
    }

    Index count() const { return count_; }
    const std::vector<Index>& of() const { return of_; }

    void remove(double* vector) const {
        std::vector<double> along(at(count_), 0.0);
        for (std::size_t i = 0; i < of_.size(); ++i) along[at(of_[i])] += entries_[i] * vector[i];
        for (std::size_t i = 0; i < of_.size(); ++i) vector[i] -= along[at(of_[i])] * entries_[i];
    }

  private:
    std::vector<Index> of_;
    Index count_ = 0;
    std::vector<double> entries_;
};

// Σ_C (f̂ᵀu_C)² - (f̂ᵀξ0)², times ‖f‖²: the weighted scatter between the components.
std::vector<double> component_scatter(const Rows& x, const Setting& setting, const WalkOperator& walk,
                                      const ComponentVectors& components, const Context& context) {
    std::vector<int> group_of(at(x.rows()), -1);
    for (Index i = 0; i < walk.size(); ++i)
        group_of[at(walk.members()[at(i)])] = static_cast<int>(components.of()[at(i)]);
    Grouping grouping{group_of, components.count()};
    if (setting.kind == WalkOperator::Kind::by_degree) grouping.weights = setting.graph().degrees;
    return group_scatter(group_moments(x, grouping, context)).between;
}

// out = vectors · X of some columns, one row per vector; X is read in place.
void project(const DenseMatrix& vectors, const MatrixView& x, double* out, Index stride,
             const Context& context) {
    if (x.is_sparse()) {
        parallel_chunks(context, vectors.rows(), 1, [&](const Chunk& chunk) {
            double* sums = out + chunk.begin * stride;
            for (Index i = 0; i < x.rows(); ++i) {
                const double factor = vectors(chunk.begin, i);
                for_each_cell(x, i, [&](Index j, double value) { sums[j] += factor * value; });
            }
        });
        return;
    }
    const blas::SingleThreaded one_thread_per_product;
    parallel_chunks(context, x.cols(), 256, [&](const Chunk& chunk) {
        blas::multiply(vectors.rows(), chunk.end - chunk.begin, x.rows(), 1.0,
                       {vectors.data(), vectors.cols()}, {x.dense().data + chunk.begin, x.dense().stride},
                       0.0, out + chunk.begin, stride);
    });
}

DenseMatrix project(const DenseMatrix& vectors, const Rows& x, const Context& context) {
    DenseMatrix result(vectors.rows(), x.cols());
    const auto project_slab = [&](const MatrixView& slab, Index first) {
        project(vectors, slab, result.data() + first, x.cols(), context);
    };
    for_each_slab(x, project_slab, context);
    return result;
}

// The first `count` eigenvectors times √measure, on all samples: (D^1/2 f)ᵀξ = fᵀ(row).
DenseMatrix spread_out(const DenseMatrix& vectors, Index count, const WalkOperator& walk, Index samples) {
    DenseMatrix rows(count, samples);
    for (Index p = 0; p < count; ++p)
        for (Index i = 0; i < walk.size(); ++i)
            rows(p, walk.members()[at(i)]) = vectors(p, i) * std::sqrt(walk.measure()[at(i)]);
    return rows;
}

// Adds (γ(2) - γ(λ_p)) (fᵀξ_p)² for the first `count` pairs. The rows are orthogonal to the constant up to
// rounding; what is left of it is taken out again, since a feature may have a large mean.
void add_pairs(const Rows& x, const Setting& setting, const Sizes& sizes, const WalkOperator& walk,
               const SparseEigen& pairs, Index count, const SpectralFunction& gamma, const Context& context,
               std::vector<double>& energy) {
    if (count == 0) return;
    const DenseMatrix rows = spread_out(pairs.vectors, count, walk, x.rows());
    const DenseMatrix along = project(rows, x, context);
    for (Index p = 0; p < count; ++p) {
        const double weight = gamma(2.0) - spectral_weight(setting, gamma, pairs.values[at(p)]);
        double rest = 0.0;
        for (Index i = 0; i < x.rows(); ++i) rest += rows(p, i);
        for (Index j = 0; j < x.cols(); ++j) {
            const double coordinate = along(p, j) - rest * sizes.means[at(j)];
            energy[at(j)] += weight * coordinate * coordinate;
        }
    }
}

double mapped(const Setting& setting, double eigenvalue) {
    return spectral_weight(setting, SpectralFunction::of_power(1.0), eigenvalue);
}

}  // namespace

ClusterTerms cluster_terms(const Rows& x, const Setting& setting, const Sizes& sizes,
                           const SpectralFunction& gamma, Index clusters, const Context& context) {
    const WalkOperator walk(setting.graph(), setting.takes_part, setting.kind);
    if (clusters > walk.size())
        throw Error("clusters=" + std::to_string(clusters) + " is more than the " +
                    std::to_string(walk.size()) + " samples that have neighbors");
    const ComponentVectors components(walk, setting.is_signed);
    ClusterTerms terms;
    terms.components = components.count();
    if (clusters < components.count())
        context.warning("the graph falls into " + std::to_string(components.count()) +
                        " components, more than clusters=" + std::to_string(clusters) +
                        ": which eigenvectors come first is arbitrary, so all " +
                        std::to_string(components.count()) +
                        " component vectors are used; more neighbors connect the graph");
    // λ_0 … λ_{q-1} are 0; `wanted` more are needed, and one to see the gap.
    const Index wanted = std::max<Index>(0, clusters - components.count());
    const bool look_behind = clusters >= components.count();
    // FunctionRef does not own what it calls: the two must outlive the problem.
    const auto apply = [&](const double* in, double* out) { walk.apply_symmetric(in, out, context); };
    const auto remove_known = [&](double* vector) { components.remove(vector); };
    const EigenProblem problem{walk.size(), components.count(), walk.upper(), apply, remove_known};
    const SparseEigen pairs = smallest_eigenpairs(problem, look_behind ? wanted + 1 : 0, context);
    terms.stop = pairs.stop;
    terms.products = pairs.products;
    const Index found = std::min(wanted, static_cast<Index>(pairs.values.size()));
    if (pairs.stop != Stop::converged)
        context.warning("Lanczos did not converge for all eigenvectors: phi3 uses " + std::to_string(found) +
                        " of " + std::to_string(wanted));

    terms.eigenvalues.assign(at(components.count() - 1), 0.0);
    for (Index p = 0; p < found; ++p) terms.eigenvalues.push_back(mapped(setting, pairs.values[at(p)]));
    terms.gap = std::numeric_limits<double>::infinity();
    if (look_behind && static_cast<Index>(pairs.values.size()) > wanted)
        terms.gap = mapped(setting, pairs.values[at(wanted)]) -
                    (terms.eigenvalues.empty() ? 0.0 : terms.eigenvalues.back());
    if (terms.gap < smallest_gap)
        context.warning("eigenvalues " + std::to_string(clusters - 1) + " and " + std::to_string(clusters) +
                        " are equal up to rounding, so phi3 depends on the choice of eigenvectors: another "
                        "number of clusters avoids that");

    terms.values.assign(at(x.cols()), 0.0);
    if (components.count() > 1) {
        terms.values = component_scatter(x, setting, walk, components, context);
        for (double& value : terms.values) value *= gamma(2.0);
    }
    add_pairs(x, setting, sizes, walk, pairs, found, gamma, context, terms.values);
    for (std::size_t j = 0; j < terms.values.size(); ++j)
        terms.values[j] = sizes.squares[j] > 0.0 ? terms.values[j] / sizes.squares[j] : 0.0;
    return terms;
}

}  // namespace tamis::detail::spec_parts
