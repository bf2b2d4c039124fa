#include "tamis/methods/exchange/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/methods/lapofs/column_cache.hpp"

namespace tamis::detail {

namespace {

constexpr double least_gain = 1e-10;
constexpr Index confirm_every = 50;

class Search {
  public:
    Search(const ExchangeProblem& problem, std::span<const Index> start, const Context& context)
        : problem_(problem),
          context_(context),
          state_(problem, context),
          cache_(static_cast<Index>(problem.diagonal.size()), 1) {
        result_.set.assign(problem.kept.begin(), problem.kept.end());
        const std::vector<char> kept = marks(problem.kept, static_cast<Index>(problem.diagonal.size()));
        std::copy_if(start.begin(), start.end(), std::back_inserter(result_.set),
                     [&](Index f) { return kept[at(f)] == 0; });
        std::sort(result_.set.begin() + static_cast<std::ptrdiff_t>(problem.kept.size()), result_.set.end());
        if (problem.kept.size() == start.size()) return;
        for (std::size_t f = 0; f < problem.diagonal.size(); ++f)
            open_ += problem.barred.empty() || problem.barred[f] == 0 ? 1 : 0;
        for (const Index f : start) open_ -= problem.barred.empty() || problem.barred[at(f)] == 0 ? 1 : 0;
    }

    Exchanged run() {
        if (open_ == 0) return std::move(result_);
        rows_ = compute_rows(result_.set);
        if (!state_.reset(result_.set, rows_)) {
            result_.hidden_by_rounding = true;
            return std::move(result_);
        }
        double confirmed = state_.value();
        for (Index since = 0;; ++since) {
            context_.check_cancel();
            const Exchange next = state_.best();
            const bool done = !is_worth_it(next);
            if (since == confirm_every || (done && since > 0)) {
                if (!reset_sorted() || !is_better(state_.value(), confirmed)) break;
                confirmed = state_.value();
                result_.set.assign(state_.set().begin(), state_.set().end());
                result_.swaps += since;
                since = -1;
                continue;
            }
            if (done) break;
            take(next);
        }
        return std::move(result_);
    }

  private:
    bool in_logs() const { return problem_.goal == ExchangeGoal::log_det; }

    bool is_worth_it(const Exchange& exchange) const {
        const double unit = in_logs() ? 1.0 : std::abs(state_.value());
        return exchange.gain > std::max(least_gain, state_.noise()) * unit;
    }

    bool is_better(double value, double than) const {
        return problem_.goal == ExchangeGoal::trace ? value < than : value > than;
    }

    DenseMatrix compute_rows(std::span<const Index> features) {
        DenseMatrix rows = DenseMatrix::uninitialized(static_cast<Index>(features.size()),
                                                      static_cast<Index>(problem_.diagonal.size()));
        problem_.rows(features, rows.data());
        ++result_.passes;
        return rows;
    }

    // From exact factors: the rows of K are those that were computed. What is kept stays where it is.
    bool reset_sorted() {
        const std::span<const Index> set = state_.set();
        std::vector<Index> slots(set.size()), sorted;
        std::iota(slots.begin(), slots.end(), Index{0});
        std::sort(slots.begin() + static_cast<std::ptrdiff_t>(problem_.kept.size()), slots.end(),
                  [&](Index a, Index b) { return set[at(a)] < set[at(b)]; });
        DenseMatrix rows = DenseMatrix::uninitialized(rows_.rows(), rows_.cols());
        for (const Index slot : slots) {
            std::copy_n(rows_.row(slot), rows_.cols(), rows.row(static_cast<Index>(sorted.size())));
            sorted.push_back(set[at(slot)]);
        }
        rows_ = std::move(rows);
        return state_.reset(sorted, rows_);
    }

    void take(const Exchange& exchange) {
        if (!cache_.has(exchange.feature)) {
            std::vector<Index> block = best_features(state_.merits(), ColumnCache::block - 1, [&](Index f) {
                return f != exchange.feature && !cache_.has(f) && std::isfinite(state_.merits()[at(f)]);
            });
            block.insert(block.begin(), exchange.feature);
            cache_.store(block, compute_rows(block), 0, state_.merits());
        }
        double* row = rows_.row(exchange.slot);
        std::copy_n(cache_.find(exchange.feature).data, rows_.cols(), row);
        cache_.drop(exchange.feature);
        state_.swap(exchange, row);
    }

    const ExchangeProblem& problem_;
    const Context& context_;
    ExchangeState state_;
    DenseMatrix rows_;   // of K, by slot
    ColumnCache cache_;  // of rows of the best candidates
    Index open_ = 0;     // features that could come in
    Exchanged result_;
};

}  // namespace

Exchanged exchange_features(const ExchangeProblem& problem, std::span<const Index> start,
                            const Context& context) {
    return Search(problem, start, context).run();
}

std::string nothing_to_exchange(Index features) {
    return "there is nothing to exchange: all " + std::to_string(features) + " features are selected";
}

}  // namespace tamis::detail
