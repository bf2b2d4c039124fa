#include "tamis/methods/exchange/exchange.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/methods/lapofs/column_cache.hpp"

namespace tamis::detail {

namespace {

constexpr double least_gain = 1e-10;
constexpr Index confirm_every = 50;
constexpr Index ahead = 8;  // rows of K that are computed in one pass: those of the best candidates

class Search {
  public:
    Search(const ExchangeProblem& problem, std::span<const Index> start, const Context& context)
        : problem_(problem),
          context_(context),
          state_(problem, context),
          cache_(static_cast<Index>(problem.diagonal.size()), 1) {
        result_.set.assign(start.begin(), start.end());
        std::sort(result_.set.begin(), result_.set.end());
        for (std::size_t f = 0; f < problem.diagonal.size(); ++f)
            open_ += problem.barred.empty() || problem.barred[f] == 0 ? 1 : 0;
        for (const Index f : start) open_ -= problem.barred.empty() || problem.barred[at(f)] == 0 ? 1 : 0;
    }

    Exchanged run() {
        if (open_ == 0) return std::move(result_);
        if (!reset(result_.set)) {
            result_.hidden_by_rounding = true;
            return std::move(result_);
        }
        double confirmed = state_.value();
        for (Index since = 0;; ++since) {
            context_.check_cancel();
            const Exchange next = state_.best();
            const bool done = !is_worth_it(next);
            if (since == confirm_every || (done && since > 0)) {
                std::vector<Index> set(state_.set().begin(), state_.set().end());
                std::sort(set.begin(), set.end());
                if (!reset(set) || !is_better(state_.value(), confirmed)) break;
                confirmed = state_.value();
                result_.set = std::move(set);
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

    bool reset(std::span<const Index> set) {
        DenseMatrix rows = DenseMatrix::uninitialized(static_cast<Index>(set.size()),
                                                      static_cast<Index>(problem_.diagonal.size()));
        problem_.rows(set, rows.data());
        ++result_.passes;
        return state_.reset(set, rows);
    }

    void take(const Exchange& exchange) {
        if (!cache_.has(exchange.feature)) {
            std::vector<Index> block = best_features(state_.merits(), ahead - 1, [&](Index f) {
                return f != exchange.feature && !cache_.has(f) && std::isfinite(state_.merits()[at(f)]);
            });
            block.insert(block.begin(), exchange.feature);
            DenseMatrix rows = DenseMatrix::uninitialized(static_cast<Index>(block.size()),
                                                          static_cast<Index>(problem_.diagonal.size()));
            problem_.rows(block, rows.data());
            ++result_.passes;
            cache_.store(block, rows, 0, state_.merits());
        }
        state_.swap(exchange, cache_.find(exchange.feature).data);
    }

    const ExchangeProblem& problem_;
    const Context& context_;
    ExchangeState state_;
    ColumnCache cache_;
    Index open_ = 0;  // features that could come in
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
