#include "tamis/methods/lapeofs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/symmetric_eigenproblem.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/lapofs/column_cache.hpp"
#include "tamis/methods/lapofs/design_method.hpp"
#include "tamis/methods/lapofs/greedy.hpp"
#include "tamis/methods/lapofs/smallest_eigenvalues.hpp"

namespace tamis {

using namespace detail;

About LapeofsOptions::about() {
    return {.name = "lapeofs",
            .title = "E-optimal design with a Laplacian prior",
            .citation = {{.key = "he2011", .place = "outlook", .role = "after"}},
            .raw_scales = true,
            .graph = design_graph()};
}

Fields<LapeofsOptions> LapeofsOptions::fields() { return design_fields<LapeofsOptions>(); }

namespace {

// Beyond this share of an eigenvalue its rounding is looked at more closely.
constexpr double hidden_share = 1e-6;

// The smallest eigenvalue of [K_SS h; hᵀ d] from those of K_SS (ascending) and z = Qᵀh: the root of
// d - ν - Σ z²/(l - ν), which falls on (0, l_1). Beyond l_1 there is none, and without a pole there it is
// l_1.
double smallest_eigenvalue(const std::vector<double>& values, const double* z, Index stride, double d,
                           double lambda2) {
    double low = 0.0, high = std::min(values.front(), d);
    while (true) {
        const double middle = low + 0.5 * (high - low);
        if (!(middle > low && middle < high) || high - low <= 1e-14 * (low + lambda2)) return middle;
        double f = d - middle;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double entry = z[static_cast<Index>(i) * stride];
            f -= entry * entry / (values[i] - middle);
        }
        (f > 0.0 ? low : high) = middle;
    }
}

// The smallest eigenvalue of H_{S+f} never grows with S, so an old value is an upper bound: only the
// candidates at the top are computed anew, and the choice is the same as if all were.
class EigenGreedy {
  public:
    EigenGreedy(const FeatureGram& gram, double lambda2, Index k, const FixedFeatures& fixed,
                const Context& context)
        : gram_(gram),
          context_(context),
          lambda2_(lambda2),
          k_(k),
          included_(fixed.include),
          cache_(gram.features(), 1),
          bound_(gram.diagonal()),
          fresh_(bound_.size(), 0),
          is_closed_(marks(fixed.exclude, gram.features())),
          rows_(DenseMatrix::uninitialized(k, gram.features())) {}

    std::vector<Index> run(std::vector<double>& trace) {
        while (size() < k_) {
            context_.check_cancel();
            Index g = next();
            if (size() < static_cast<Index>(included_.size())) {
                g = included_[at(size())];
                if (!is_fresh(g)) evaluate({g});
            }
            // Another feature never raises it; eigenvalues below the rounding of the largest may say so.
            const double value = lambda2_ + bound_[at(g)];
            trace.push_back(trace.empty() ? value : std::min(value, trace.back()));
            add(g);
            context_.report("selecting", static_cast<double>(size()) / static_cast<double>(k_));
        }
        return selected_;
    }

    // Selected features of which rounding hides what they add.
    Index unknown() const { return unknown_; }

  private:
    Index size() const { return static_cast<Index>(selected_.size()); }

    Index next() {
        using Top = std::pair<double, Index>;
        std::vector<Top> heap;
        for (std::size_t f = 0; f < bound_.size(); ++f)
            if (is_closed_[f] == 0) heap.push_back({bound_[f], -static_cast<Index>(f)});
        std::priority_queue<Top> queue({}, std::move(heap));
        std::vector<Index> stale;
        while (!is_fresh(-queue.top().second)) {
            stale.clear();
            while (!queue.empty() && static_cast<Index>(stale.size()) < ColumnCache::block &&
                   !is_fresh(-queue.top().second)) {
                stale.push_back(-queue.top().second);
                queue.pop();
            }
            evaluate(stale);
            for (const Index f : stale) queue.push({bound_[at(f)], -f});
        }
        // Eigenvalues are known up to the rounding of the largest one.
        const double noise = 16.0 * std::numeric_limits<double>::epsilon() *
                             (eigen_.values.empty() ? 0.0 : eigen_.values.back());
        const double best = queue.top().first;
        if (!exact_ && noise > hidden_share * (best + lambda2_)) {
            turn_to_residuals();
            return next();
        }
        const double least = best - window(-queue.top().second) - (exact_ ? 0.0 : noise);
        for (Index f = 0;; ++f) {
            const auto place = at(f);
            if (is_closed_[place] != 0 || bound_[place] < least) continue;
            if (!is_fresh(f)) evaluate(std::vector<Index>{f});
            if (bound_[place] >= least) return f;
        }
    }

    // Rounding decides between eigenvalues of K[S,S] from here on.
    void turn_to_residuals() {
        exact_.emplace(gram_, lambda2_);
        for (const Index g : selected_) unknown_ += exact_->add(g, context_) ? 1 : 0;
        bound_ = gram_.diagonal();
        std::fill(fresh_.begin(), fresh_.end(), -1);
    }

    // Eigenvalues that are this close to that of the best candidate count as equal.
    double window(Index best) const {
        const double value = bound_[at(best)] + lambda2_;
        if (!exact_) return tie_window * value;
        const double own = residual_rounding * std::sqrt(gram_.diagonal()[at(best)] / value);
        return (tie_window + std::max(own, exact_->rounding())) * value;
    }

    bool is_fresh(Index f) const { return fresh_[at(f)] == size(); }

    void evaluate(const std::vector<Index>& features) {
        if (exact_) {
            const std::vector<double> values = exact_->with_each(features, context_);
            for (std::size_t c = 0; c < features.size(); ++c) {
                double& bound = bound_[at(features[c])];
                bound = std::min(bound, std::max(0.0, values[c] - lambda2_));
                fresh_[at(features[c])] = size();
            }
            return;
        }
        const auto count = static_cast<Index>(features.size());
        std::vector<double> h(at(size() * count)), z(h.size());
        for (Index l = 0; l < size(); ++l)
            for (Index c = 0; c < count; ++c) h[at(l * count + c)] = rows_(l, features[at(c)]);
        blas::multiply(size(), count, size(), 1.0, {eigen_.vectors.data(), size()}, {h.data(), count}, 0.0,
                       z.data(), count);
        parallel_chunks(context_, count, 4, [&](const Chunk& chunk) {
            for (Index c = chunk.begin; c < chunk.end; ++c) {
                const auto f = at(features[at(c)]);
                bound_[f] = std::min(bound_[f], smallest_eigenvalue(eigen_.values, z.data() + c, count,
                                                                    gram_.diagonal()[f], lambda2_));
                fresh_[f] = size();
            }
        });
    }

    void add(Index g) {
        if (exact_) {
            unknown_ += exact_->add(g, context_) ? 1 : 0;
            is_closed_[at(g)] = 1;
            selected_.push_back(g);
            return;
        }
        if (!cache_.has(g)) compute_rows(g);
        std::copy_n(cache_.find(g).data, gram_.features(), rows_.row(size()));
        cache_.drop(g);
        is_closed_[at(g)] = 1;
        selected_.push_back(g);
        if (size() == k_) return;
        std::vector<double> k(at(size() * size()));
        for (Index i = 0; i < size(); ++i)
            for (Index j = 0; j <= i; ++j) {
                const Index a = selected_[at(i)];
                k[at(i * size() + j)] = i == j ? gram_.diagonal()[at(a)] : rows_(j, a);
            }
        eigen_ = dense_eigen(k.data(), size());
        for (double& value : eigen_.values) value = std::max(value, 0.0);
    }

    void compute_rows(Index g) {
        std::vector<Index> block =
            best_features(bound_, std::min(ColumnCache::block, k_ - size()) - 1,
                          [&](Index f) { return f != g && is_closed_[at(f)] == 0 && !cache_.has(f); });
        block.insert(block.begin(), g);
        DenseMatrix rows = DenseMatrix::uninitialized(static_cast<Index>(block.size()), gram_.features());
        gram_.rows(block, rows.data(), context_);
        cache_.store(block, rows, 0, bound_);
    }

    const FeatureGram& gram_;
    const Context& context_;
    double lambda2_;
    Index k_;
    const std::vector<Index>& included_;
    ColumnCache cache_;
    std::vector<double> bound_;  // smallest eigenvalue of K_{S+f}, as of the selection `fresh_` counts
    std::vector<Index> fresh_;
    std::vector<char> is_closed_;  // selected or excluded
    std::vector<Index> selected_;
    DenseMatrix rows_;  // of K, one per selected feature
    DenseEigen eigen_;
    std::optional<SmallestEigenvalues> exact_;  // once rounding hides the small eigenvalues of K[S,S]
    Index unknown_ = 0;
};

}  // namespace

Selection lapeofs(const MatrixView& x, const Graph& graph, const LapeofsOptions& options,
                  const Context& context) {
    LapeofsOptions::fields().check(options);
    require_choice(options.k, options.fixed, x.cols());
    const blas::SingleThreaded guard;
    const auto run = [&](const MatrixView& data, const LapeofsOptions& measured) {
        const FeatureGram gram(data, graph, measured.lambda1, measured.laplacian, context);
        Selection result;
        result.objective.name = "smallest eigenvalue of the information matrix";
        EigenGreedy greedy(gram, measured.lambda2, measured.k, measured.fixed, context);
        result.selected = greedy.run(result.objective.trace);
        warn_of_hidden(greedy.unknown(), measured.k, measured.lambda2, gram, context);
        result.objective.value = result.objective.trace.back();
        result.iterations = measured.k;
        result.stop = is_ridge_too_large(gram, measured.lambda2, context)
                          ? Stop::exhausted
                          : greedy_stop(gram, result.selected, measured.fixed);
        return result;
    };
    return in_working_unit(x, options, context, run, [](const WorkingUnit& unit, Objective& objective) {
        unit.back(objective.trace, 2);
        objective.value = objective.trace.back();
    });
}

}  // namespace tamis
