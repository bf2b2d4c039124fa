#include "tamis/methods/lapofs/greedy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/methods/lapofs/column_cache.hpp"
#include "tamis/methods/lapofs/pivoted_cholesky.hpp"
#include "tamis/methods/lapofs/residuals.hpp"
#include "tamis/passes/simd.hpp"

namespace tamis::detail {

namespace greedy_loops {

// is_open · pivot / (1 + squares); without squares the pivots.
TAMIS_SIMD void write_merit(const double* is_open, const double* pivots, const double* squares, Index count,
                            double* merit) {
    if (squares == nullptr) {
#pragma GCC ivdep
        for (Index f = 0; f < count; ++f) merit[f] = is_open[f] * pivots[f];
    } else {
#pragma GCC ivdep
        for (Index f = 0; f < count; ++f) merit[f] = is_open[f] * pivots[f] / (1.0 + squares[f]);
    }
}

TAMIS_SIMD double largest(const double* values, Index count) {
    constexpr Index lanes = 8;
    double best[lanes] = {};
    Index f = 0;
    for (; f + lanes <= count; f += lanes)
        for (Index l = 0; l < lanes; ++l) best[l] = values[f + l] > best[l] ? values[f + l] : best[l];
    for (; f < count; ++f) best[0] = values[f] > best[0] ? values[f] : best[0];
    return *std::max_element(best, best + lanes);
}

}  // namespace greedy_loops

namespace {

// The differences that make up a pivot s lose the digits of K/s. Below the first ratio all candidates are
// computed anew from their residuals, and again each time the pivots have fallen by the second.
constexpr double first_correction = 1e-6;
constexpr double next_correction = 1e-3;
constexpr Index first_block = 4;  // columns of the first pass: the best at the start mostly say the same
constexpr double known_share = 1.0 - 1e-6;  // of a pivot must be certain for it to be known
constexpr int correction_rounds = 4;        // per selection, of a block of leading candidates each

class Greedy {
  public:
    // `among`: only these are selected; empty: all that are not excluded.
    Greedy(const FeatureGram& gram, Design design, double lambda2, Index k, const FixedFeatures& fixed,
           std::span<const Index> among, const Context& context)
        : gram_(gram),
          context_(context),
          design_(design),
          lambda2_(lambda2),
          k_(k),
          included_(fixed.include),
          factor_(gram.diagonal(), lambda2, k, design == Design::a),
          residuals_(gram, factor_),
          cache_(gram.features(), factor_.row_parts()),
          correct_below_(first_correction * gram.largest_diagonal()),
          is_closed_(marks(fixed.exclude, gram.features())),
          is_open_(at(gram.features()), among.empty() ? 1.0 : 0.0),
          merit_(at(gram.features())) {
        for (const Index f : among) is_open_[at(f)] = 1.0;
        for (const Index f : fixed.exclude) is_open_[at(f)] = 0.0;
    }

    GreedyDesign run() {
        result_.scores.resize(merit_.size());
        result_.bound = design_ == Design::a ? rank_bound()
                        : included_.empty()  ? submodular_bound()
                                             : std::numeric_limits<double>::infinity();
        for (Index j = 0; j < k_; ++j) {
            context_.check_cancel();
            const Index best = next();
            add(j < included() ? included_[at(j)] : best);
            if (design_ == Design::d && is_bound_due(j + 1))
                result_.bound = std::min(result_.bound, submodular_bound());
            context_.report("selecting", static_cast<double>(j + 1) / static_cast<double>(k_));
        }
        const std::vector<char> selected = marks(result_.selected, gram_.features());
        for (Index f = 0; f < gram_.features(); ++f)
            if (selected[at(f)] == 0) result_.scores[at(f)] = score(f);
        return std::move(result_);
    }

  private:
    bool is_open(Index f) const { return is_open_[at(f)] != 0.0; }
    bool is_closed(Index f) const { return is_closed_[at(f)] != 0; }
    Index included() const { return static_cast<Index>(included_.size()); }

    // Eq. 29: fᵀA⁻¹f; eq. 20: the part of the total variance that f removes, eᵀBe/s.
    double score(Index f) const {
        if (design_ == Design::d) return factor_.pivot(f) / lambda2_ - 1.0;
        return 1.0 - lambda2_ * (1.0 + factor_.squared_coefficients(f)) / factor_.pivot(f);
    }

    // Merit: larger is better; the order of the scores with all its digits. Positive, 0 once selected.
    Index best_candidate() {
        greedy_loops::write_merit(is_open_.data(), factor_.pivots().data(),
                                  design_ == Design::d ? nullptr : factor_.squared_coefficients().data(),
                                  gram_.features(), merit_.data());
        return first_best(merit_);
    }

    static Index first_best(const std::vector<double>& merit) {
        const double least =
            greedy_loops::largest(merit.data(), static_cast<Index>(merit.size())) * (1.0 - tie_window);
        Index f = 0;
        while (merit[at(f)] < least) ++f;
        return f;
    }

    Index next() {
        Index g = best_candidate();
        if (factor_.pivot(g) < correct_below_) {
            corrected_ = true;
            residuals_.follow(result_.selected, context_);
            residuals_.correct_all(candidates(gram_.features(), [](Index) { return true; }), context_);
            g = best_candidate();
            correct_below_ = next_correction * factor_.pivot(g);
        }
        return corrected_ ? next_of_corrected() : g;
    }

    // The best of the candidates that have been computed from their residuals in this very step.
    Index next_of_corrected() {
        residuals_.follow(result_.selected, context_);
        std::vector<char> fresh(merit_.size());
        const auto is_stale = [&](Index f) { return fresh[at(f)] == 0; };
        Index g = best_candidate();
        for (int round = 0; round < correction_rounds && is_stale(g); ++round) {
            const std::vector<Index> block = candidates(ColumnCache::block, is_stale);
            residuals_.correct_all(block, context_);
            for (const Index f : block) fresh[at(f)] = 1;
            g = best_candidate();
        }
        if (!is_stale(g)) return g;
        std::vector<double> of_fresh = merit_;
        for (std::size_t f = 0; f < fresh.size(); ++f)
            if (fresh[f] == 0) of_fresh[f] = 0.0;
        return first_best(of_fresh);
    }

    // The `count` best of the candidates with wanted(f).
    template <class Wanted>
    std::vector<Index> candidates(Index count, Wanted&& wanted) const {
        return best_features(merit_, count, [&](Index f) { return is_open(f) && wanted(f); });
    }

    void add(Index g) {
        const double before = result_.objective.empty() ? 0.0 : result_.objective.back();
        std::vector<double> weighted(at(corrected_ ? gram_.samples() : 0));
        const double least = corrected_ ? residuals_.correct(g, weighted.data(), context_) : factor_.pivot(g);
        const bool is_known = least >= known_share * factor_.pivot(g);
        if (!is_known) ++result_.unknown;
        if (design_ == Design::d) {
            result_.objective.push_back(before + std::log(factor_.pivot(g)));
            result_.value += std::log(least / lambda2_);
            most_ += std::log(factor_.pivot(g) / lambda2_);
        } else {
            result_.objective.push_back(before + (1.0 + factor_.squared_coefficients(g)) / factor_.pivot(g));
            result_.value += is_known ? score(g) : 0.0;
        }
        result_.scores[at(g)] = score(g);
        if (corrected_)
            add_residual(g, weighted);
        else
            add_column(g);
        is_open_[at(g)] = 0.0;
        is_closed_[at(g)] = 1;
        result_.selected.push_back(g);
    }

    // With the column K[:,g]. If it is not there: one pass over the data for it and for the columns of
    // the best other candidates.
    void add_column(Index g) {
        if (!cache_.has(g)) {
            const Index size = factor_.size() == 0 ? first_block : ColumnCache::block;
            const Index wanted = std::min(size, k_ - factor_.size());
            std::vector<Index> block =
                candidates(wanted - 1, [&](Index f) { return f != g && !cache_.has(f); });
            block.insert(block.begin(), g);
            const auto count = static_cast<Index>(block.size());
            DenseMatrix rows = DenseMatrix::uninitialized(factor_.row_parts() * count, gram_.features());
            gram_.rows(block, rows.data(), context_);
            ++result_.passes;
            factor_.prepare(block, PivotedCholesky::Columns::whole, rows, context_);
            cache_.store(block, rows, factor_.size(), merit_);
        }
        const ColumnCache::Row row = cache_.find(g);
        factor_.add(g, row.data, row.base, context_);
        cache_.drop(g);
    }

    // With what is left of the column, XᵀB·e_g, straight from the residual of g. Schur complements are
    // positive: no entry goes beyond √(s_f s_g) unless the residual is mere rounding.
    void add_residual(Index g, const std::vector<double>& weighted) {
        DenseMatrix row = DenseMatrix::uninitialized(factor_.row_parts(), gram_.features());
        gram_.products(weighted.data(), 1, row.data(), context_);
        ++result_.passes;
        for (Index f = 0; f < gram_.features(); ++f) {
            const double most = std::sqrt(factor_.pivot(f) * factor_.pivot(g));
            row(0, f) = std::clamp(row(0, f), -most, most);
        }
        factor_.prepare(std::vector<Index>{g}, PivotedCholesky::Columns::residual, row, context_);
        factor_.add(g, row.data(), factor_.size(), context_);
    }

    // Early bounds are the tight ones where the features overlap little, the last one where they overlap.
    bool is_bound_due(Index size) const {
        if (size < included()) return false;
        return size == k_ || size == included() || (size & (size - 1)) == 0;
    }

    // log det(A) is monotone and submodular: whatever features are added to those selected so far, they gain
    // at most the sum of their single gains. A set of k features has k of them that are not selected yet, or
    // fewer if all sets have the included ones.
    double submodular_bound() const {
        std::vector<double> pivots;
        for (Index f = 0; f < gram_.features(); ++f)
            if (!is_closed(f)) pivots.push_back(corrected_ ? residuals_.least(f) : factor_.pivot(f));
        const Index added = k_ - included();
        if (static_cast<Index>(pivots.size()) > added) {
            std::nth_element(pivots.begin(), pivots.begin() + added, pivots.end(), std::greater<>());
            pivots.resize(at(added));
        }
        double bound = most_;
        for (const double pivot : pivots) bound += std::log(pivot / lambda2_);
        return bound;
    }

    // A sum of k rank-one matrices removes at most k of the eigenvalues of A⁻¹M = I at the start; features of
    // zeros remove none.
    double rank_bound() const {
        Index useful = 0;
        for (Index f = 0; f < gram_.features(); ++f)
            useful += !is_closed(f) && gram_.diagonal()[at(f)] > 0.0 ? 1 : 0;
        return static_cast<double>(std::min({k_, gram_.samples(), useful}));
    }

    const FeatureGram& gram_;
    const Context& context_;
    Design design_;
    double lambda2_;
    Index k_;
    const std::vector<Index>& included_;
    PivotedCholesky factor_;
    Residuals residuals_;
    ColumnCache cache_;
    double correct_below_;
    double most_ = 0.0;            // what has been gained for D, if rounding may have added to it
    bool corrected_ = false;       // pivots come from residuals, columns are what is left of them
    std::vector<char> is_closed_;  // selected or excluded: takes no part in bounds
    std::vector<double> is_open_;  // 1 for what may be selected, 0 once it is
    std::vector<double> merit_;
    GreedyDesign result_;
};

}  // namespace

GreedyDesign select_greedily(const FeatureGram& gram, Design design, double lambda2, Index k,
                             const Context& context, const FixedFeatures& fixed) {
    return Greedy(gram, design, lambda2, k, fixed, {}, context).run();
}

GreedyDesign order_greedily(const FeatureGram& gram, Design design, double lambda2,
                            std::span<const Index> set, const Context& context, const FixedFeatures& fixed) {
    return Greedy(gram, design, lambda2, static_cast<Index>(set.size()), fixed, set, context).run();
}

}  // namespace tamis::detail
