#include "tamis/methods/lapofs/greedy.hpp"

#include <cmath>
#include <limits>

#include "tamis/methods/lapofs/column_cache.hpp"
#include "tamis/methods/lapofs/pivoted_cholesky.hpp"
#include "tamis/methods/lapofs/residuals.hpp"

namespace tamis {

namespace {

// The differences that make up a pivot s lose the digits of K/s. Below the first ratio all candidates are
// computed anew from their residuals, and again each time the pivots have fallen by the second.
constexpr double first_correction = 1e-6;
constexpr double next_correction = 1e-3;

class Greedy {
  public:
    Greedy(const FeatureGram& gram, Design design, double lambda2, Index k, const Context& context)
        : gram_(gram),
          context_(context),
          design_(design),
          lambda2_(lambda2),
          k_(k),
          factor_(gram.diagonal(), lambda2, k, design == Design::a),
          residuals_(gram, factor_),
          cache_(gram.features()),
          correct_below_(first_correction * gram.largest_diagonal()),
          is_selected_(static_cast<std::size_t>(gram.features())),
          merit_(static_cast<std::size_t>(gram.features())) {}

    GreedyDesign run() {
        result_.scores.resize(merit_.size());
        result_.bound = design_ == Design::d ? submodular_bound() : rank_bound();
        for (Index j = 0; j < k_; ++j) {
            context_.check_cancel();
            add(next());
            if (design_ == Design::d) result_.bound = std::min(result_.bound, submodular_bound());
            context_.report("selecting", static_cast<double>(j + 1) / static_cast<double>(k_));
        }
        for (Index f = 0; f < gram_.features(); ++f)
            if (!is_selected(f)) result_.scores[static_cast<std::size_t>(f)] = score(f);
        return std::move(result_);
    }

  private:
    bool is_selected(Index f) const { return is_selected_[static_cast<std::size_t>(f)] != 0; }

    // Eq. 29: fᵀA⁻¹f; eq. 20: the part of the total variance that f removes, eᵀBe/s.
    double score(Index f) const {
        if (design_ == Design::d) return factor_.pivot(f) / lambda2_ - 1.0;
        return 1.0 - lambda2_ * (1.0 + factor_.squared_coefficients(f)) / factor_.pivot(f);
    }

    // Larger is better; the order of the scores with all its digits.
    double merit(Index f) const {
        if (design_ == Design::d) return factor_.pivot(f);
        return factor_.pivot(f) / (1.0 + factor_.squared_coefficients(f));
    }

    Index best_candidate() {
        double best = 0.0;
        for (Index f = 0; f < gram_.features(); ++f) {
            const double value = is_selected(f) ? 0.0 : merit(f);  // all merits are positive
            merit_[static_cast<std::size_t>(f)] = value;
            best = std::max(best, value);
        }
        Index f = 0;
        while (merit_[static_cast<std::size_t>(f)] < best * (1.0 - tie_window)) ++f;
        return f;
    }

    // The best candidate, with its column in the cache.
    Index next() {
        Index g = best_candidate();
        if (factor_.pivot(g) < correct_below_) {
            correct_all_candidates();
            g = best_candidate();
            correct_below_ = next_correction * factor_.pivot(g);
        }
        while (!has_column(g)) {
            compute_columns(g);
            g = best_candidate();  // the corrections of the block may have changed the order
        }
        return g;
    }

    bool has_column(Index g) const {
        const ColumnCache::Entry* entry = cache_.find(g);
        return entry != nullptr && (!corrected_ || factor_.pivot(g) >= next_correction * entry->pivot);
    }

    void correct_all_candidates() {
        corrected_ = true;
        cache_.clear();
        residuals_.follow(result_.selected, context_);
        residuals_.correct_all(
            best_features(merit_, gram_.features(), [&](Index f) { return !is_selected(f); }), context_);
    }

    // One pass over the data for g and for the best other candidates whose columns are not there.
    void compute_columns(Index g) {
        const Index wanted = std::min(ColumnCache::block, k_ - factor_.size());
        std::vector<Index> block = best_features(
            merit_, wanted - 1, [&](Index f) { return f != g && !is_selected(f) && !has_column(f); });
        block.insert(block.begin(), g);
        const auto count = static_cast<Index>(block.size());
        std::vector<double> columns(static_cast<std::size_t>(count * gram_.features()));
        if (corrected_) {
            std::vector<double> weighted(static_cast<std::size_t>(count * gram_.samples()));
            residuals_.follow(result_.selected, context_);
            residuals_.correct(block, weighted.data(), context_);
            gram_.products(weighted.data(), count, columns.data(), context_);
        } else {
            gram_.rows(block, columns.data(), context_);
        }
        ++result_.passes;
        std::vector<ColumnCache::Entry> entries;
        for (const Index f : block) entries.push_back({f, corrected_ ? factor_.size() : 0, factor_.pivot(f)});
        cache_.store(entries, columns.data(), merit_);
    }

    void add(Index g) {
        const double gain = score(g);
        const double before = result_.objective.empty() ? 0.0 : result_.objective.back();
        if (design_ == Design::d) {
            result_.objective.push_back(before + std::log(factor_.pivot(g)));
            result_.value += std::log(factor_.pivot(g) / lambda2_);
        } else {
            result_.objective.push_back(before + (1.0 + factor_.squared_coefficients(g)) / factor_.pivot(g));
            result_.value += gain;
        }
        result_.scores[static_cast<std::size_t>(g)] = gain;
        const ColumnCache::Entry& entry = *cache_.find(g);
        factor_.add(g, cache_.column(entry), entry.base, context_);
        cache_.drop(g);
        is_selected_[static_cast<std::size_t>(g)] = 1;
        result_.selected.push_back(g);
    }

    // log det(A) is monotone and submodular: whatever k features are added to those selected so far, they
    // gain at most the sum of their single gains.
    double submodular_bound() const {
        std::vector<double> pivots;
        for (Index f = 0; f < gram_.features(); ++f)
            if (!is_selected(f)) pivots.push_back(factor_.pivot(f));
        if (static_cast<Index>(pivots.size()) > k_) {
            std::nth_element(pivots.begin(), pivots.begin() + k_, pivots.end(), std::greater<>());
            pivots.resize(static_cast<std::size_t>(k_));
        }
        double bound = result_.value;
        for (const double pivot : pivots) bound += std::log(pivot / lambda2_);
        return bound;
    }

    // A sum of k rank-one matrices removes at most k of the eigenvalues of A⁻¹M = I at the start; features of
    // zeros remove none.
    double rank_bound() const {
        Index useful = 0;
        for (const double energy : gram_.diagonal()) useful += energy > 0.0 ? 1 : 0;
        return static_cast<double>(std::min({k_, gram_.samples(), useful}));
    }

    const FeatureGram& gram_;
    const Context& context_;
    Design design_;
    double lambda2_;
    Index k_;
    PivotedCholesky factor_;
    Residuals residuals_;
    ColumnCache cache_;
    double correct_below_;
    bool corrected_ = false;  // pivots come from residuals, columns are what is left of them
    std::vector<char> is_selected_;
    std::vector<double> merit_;
    GreedyDesign result_;
};

}  // namespace

GreedyDesign select_greedily(const FeatureGram& gram, Design design, double lambda2, Index k,
                             const Context& context) {
    return Greedy(gram, design, lambda2, k, context).run();
}

}  // namespace tamis
