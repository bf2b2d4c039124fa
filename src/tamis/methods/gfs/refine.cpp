#include "tamis/methods/gfs/refine.hpp"

#include <algorithm>

#include "tamis/methods/exchange/exchange.hpp"
#include "tamis/methods/gfs/regularized_fisher.hpp"

namespace tamis::detail {

namespace {

constexpr double tie_window = 1e-12;

// Pivoted elimination of C + γI and R: what each of the others would add falls with every feature taken. The
// first ones of the set stay in front.
std::vector<Index> ordered_by_gain(const FisherData& data, const std::vector<Index>& set, double ridge,
                                   Index in_front) {
    DenseMatrix c = data.gram(set), r = data.products(set);
    const Index k = c.rows();
    for (Index a = 0; a < k; ++a) c(a, a) += ridge;
    std::vector<char> taken(at(k));
    std::vector<Index> order;
    const auto gain = [&](Index a) {
        double square = 0.0;
        for (Index t = 0; t < r.cols(); ++t) square += r(a, t) * r(a, t);
        return square / std::max(c(a, a), ridge);
    };
    for (Index step = 0; step < k; ++step) {
        Index best = -1;
        double most = 0.0;
        for (Index a = 0; a < k; ++a) {
            if (taken[at(a)] != 0) continue;
            const double value = gain(a);
            if (best < 0 || value > most * (1.0 + tie_window)) best = a, most = value;
        }
        if (step < in_front) best = step;
        taken[at(best)] = 1;
        order.push_back(set[at(best)]);
        const double pivot = std::max(c(best, best), ridge);
        for (Index a = 0; a < k; ++a) {
            if (taken[at(a)] != 0) continue;
            const double factor = c(a, best) / pivot;
            for (Index b = 0; b < k; ++b)
                if (taken[at(b)] == 0) c(a, b) -= factor * c(best, b);
            for (Index t = 0; t < r.cols(); ++t) r(a, t) -= factor * r(best, t);
        }
    }
    return order;
}

}  // namespace

Refined refine_by_exchange(FisherData& data, std::span<const Index> selected, double gamma,
                           std::span<const Index> included) {
    const std::vector<double> diagonal = data.squares();
    const auto rows = [&](std::span<const Index> features, double* out) { data.rows(features, out); };
    const ExchangeProblem problem{.goal = ExchangeGoal::fit,
                                  .diagonal = diagonal,
                                  .ridge = data.scaled(gamma),
                                  .rows = rows,
                                  .targets = &data.classes().products,
                                  .barred = data.classes().constant,
                                  .kept = included};
    Refined result{{selected.begin(), selected.end()}, regularized_fisher(data, selected, gamma), 0};
    const Exchanged exchanged = exchange_features(problem, selected, data.context());
    if (exchanged.swaps == 0) return result;
    const double after = regularized_fisher(data, exchanged.set, gamma);
    if (!(after > result.criterion)) return result;
    return {ordered_by_gain(data, exchanged.set, problem.ridge, static_cast<Index>(included.size())), after,
            exchanged.swaps};
}

}  // namespace tamis::detail
