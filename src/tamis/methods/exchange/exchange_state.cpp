#include "tamis/methods/exchange/exchange_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"
#include "tamis/passes/simd.hpp"
#include "tamis/passes/strips.hpp"

namespace tamis::detail {

namespace exchange_loops {

// out += factor · in.
TAMIS_SIMD void add(double factor, const double* in, Index count, double* out) {
#pragma GCC ivdep
    for (Index f = 0; f < count; ++f) out[f] += factor * in[f];
}

// out += a · x + b · y.
TAMIS_SIMD void add_two(double a, const double* x, double b, const double* y, Index count, double* out) {
#pragma GCC ivdep
    for (Index f = 0; f < count; ++f) out[f] += a * x[f] + b * y[f];
}

TAMIS_SIMD void add_squares(const double* in, Index count, double* out) {
#pragma GCC ivdep
    for (Index f = 0; f < count; ++f) out[f] += in[f] * in[f];
}

// The larger of best and π·s + v².
TAMIS_SIMD void raise_log_det(double diagonal, const double* s, const double* v, Index count, double* best) {
#pragma GCC ivdep
    for (Index f = 0; f < count; ++f) {
        const double merit = diagonal * s[f] + v[f] * v[f];
        best[f] = merit > best[f] ? merit : best[f];
    }
}

// The larger of best and q/π - (1 + c')/s'; `ratio` is q/π², `inverse` is 1/π.
TAMIS_SIMD void raise_trace(double inverse, double own, const double* s, const double* v, const double* y,
                            const double* squares, Index count, double* best) {
    const double lost = own * inverse, ratio = own * inverse * inverse;
#pragma GCC ivdep
    for (Index f = 0; f < count; ++f) {
        const double c = squares[f] + v[f] * (v[f] * ratio - 2.0 * y[f] * inverse);
        const double kept = c > 0.0 ? c : 0.0;
        const double merit = lost - (1.0 + kept) / (s[f] + v[f] * v[f] * inverse);
        best[f] = merit > best[f] ? merit : best[f];
    }
}

// The larger of best and ‖ρ + v·b/π‖²/s' - ‖b‖²/π.
TAMIS_SIMD void raise_fit(double inverse, double own, const double* s, const double* v, const double* reach,
                          const double* squares, Index count, double* best) {
#pragma GCC ivdep
    for (Index f = 0; f < count; ++f) {
        const double ratio = v[f] * inverse;
        const double square = squares[f] + ratio * (2.0 * reach[f] + ratio * own);
        const double merit = square / (s[f] + v[f] * ratio) - own * inverse;
        best[f] = merit > best[f] ? merit : best[f];
    }
}

}  // namespace exchange_loops

namespace {

constexpr Index strip_columns = 128;  // what is computed for a strip stays in the first-level cache
constexpr double tie = 1e-12;
constexpr double nothing = -std::numeric_limits<double>::infinity();

}  // namespace

// P and V without the feature in `slot`, then with `feature` in its place: V_l -= out_l·v + in_l·t for the
// other slots, v = V_slot before, t the new row.
struct ExchangeState::SwapFactors {
    Index slot = 0, feature = 0;
    double diagonal = 0.0;                // π = P_ii
    double pivot = 0.0;                   // σ: s of the feature once the other is out
    std::vector<double> out, in;          // per slot; 0 in the one that changes
    std::vector<double> row;              // of the columns of V in t, per slot
    DenseMatrix p;                        // with the new feature
    std::vector<double> y_v, y_y, y_t;    // for Y = PV: what v, Y_slot and t add to each slot
    std::vector<double> mix;              // wᵀV per slot of V
    double in_square = 0.0;               // wᵀw
    std::vector<double> rho_out, rho_in;  // b_i/π and ρ_f, per target
};

ExchangeState::ExchangeState(const ExchangeProblem& problem, const Context& context)
    : features_(static_cast<Index>(problem.diagonal.size())),
      problem_(problem),
      context_(context),
      merits_(at(features_)) {
    largest_diagonal_ = *std::max_element(problem.diagonal.begin(), problem.diagonal.end());
}

bool ExchangeState::reset(std::span<const Index> set, const DenseMatrix& rows) {
    size_ = static_cast<Index>(set.size());
    set_.assign(set.begin(), set.end());
    closed_.assign(problem_.barred.begin(), problem_.barred.end());
    closed_.resize(at(features_), 0);
    for (const Index f : set_) closed_[at(f)] = 1;
    DenseMatrix factor = DenseMatrix::uninitialized(size_, size_);
    for (Index a = 0; a < size_; ++a)
        for (Index b = 0; b < size_; ++b) factor(a, b) = rows(a, set_[at(b)]);
    for (Index a = 0; a < size_; ++a) factor(a, a) = problem_.diagonal[at(set_[at(a)])] + problem_.ridge;
    if (!factor_cholesky(factor.data(), size_)) return false;
    p_ = DenseMatrix(size_, size_);
    for (Index a = 0; a < size_; ++a) p_(a, a) = 1.0;
    solve_lower(factor.data(), size_, p_.data(), size_, size_);
    solve_lower_transposed(factor.data(), size_, p_.data(), size_, size_);

    const bool traces = problem_.goal == ExchangeGoal::trace, fits = problem_.goal == ExchangeGoal::fit;
    v_ = rows;
    if (traces) y_ = DenseMatrix::uninitialized(size_, features_);
    s_.resize(at(features_));
    const blas::SingleThreaded guard;
    const Index chunk = std::max(strip_width(features_), chunk_of_work(features_, size_ * size_ / 8));
    parallel_chunks(context_, features_, chunk, [&](const Chunk& strip) {
        const Index width = strip.end - strip.begin;
        solve_lower(factor.data(), size_, v_.data() + strip.begin, width, features_);
        for (Index f = strip.begin; f < strip.end; ++f) {
            double explained = 0.0;
            for (Index a = 0; a < size_; ++a) explained += v_(a, f) * v_(a, f);
            s_[at(f)] = std::max(problem_.diagonal[at(f)] + problem_.ridge - explained, problem_.ridge);
        }
        solve_lower_transposed(factor.data(), size_, v_.data() + strip.begin, width, features_);
        if (traces)
            blas::multiply(size_, width, size_, 1.0, {p_.data(), size_}, {v_.data() + strip.begin, features_},
                           0.0, y_.data() + strip.begin, features_);
    });
    if (fits) {
        const DenseMatrix& targets = *problem_.targets;
        DenseMatrix of_set = DenseMatrix::uninitialized(targets.rows(), size_);
        for (Index c = 0; c < targets.rows(); ++c)
            for (Index a = 0; a < size_; ++a) of_set(c, a) = targets(c, set_[at(a)]);
        rho_ = targets;
        blas::multiply(targets.rows(), features_, size_, -1.0, {of_set.data(), size_}, {v_.data(), features_},
                       1.0, rho_.data(), features_);
    }
    value_ = 0.0;
    for (Index a = 0; a < size_; ++a) value_ += traces ? p_(a, a) : fits ? 0.0 : 2.0 * std::log(factor(a, a));
    prepare_gains();
    return true;
}

// What the gains need besides P, V and s, O(kd).
void ExchangeState::prepare_gains() {
    own_.assign(at(size_), 0.0);
    if (problem_.goal == ExchangeGoal::trace)
        for (Index a = 0; a < size_; ++a)
            for (Index b = 0; b < size_; ++b) own_[at(a)] += p_(a, b) * p_(a, b);
    if (problem_.goal != ExchangeGoal::fit) return;
    const DenseMatrix& targets = *problem_.targets;
    b_ = DenseMatrix(size_, targets.rows());
    value_ = 0.0;
    for (Index a = 0; a < size_; ++a)
        for (Index c = 0; c < targets.rows(); ++c) {
            for (Index l = 0; l < size_; ++l) b_(a, c) += p_(a, l) * targets(c, set_[at(l)]);
            own_[at(a)] += b_(a, c) * b_(a, c);
            value_ += b_(a, c) * targets(c, set_[at(a)]);
        }
}

double ExchangeState::noise() const {
    double largest = 0.0;
    for (Index a = 0; a < size_; ++a) largest = std::max(largest, p_(a, a));
    return 64.0 * std::numeric_limits<double>::epsilon() * largest * (largest_diagonal_ + problem_.ridge);
}

void ExchangeState::merits_of_strip(Index begin, Index end) {
    const Index width = end - begin;
    double* best = merits_.data() + begin;
    const double* s = s_.data() + begin;
    double* squares = squares_.empty() ? nullptr : squares_.data() + begin;
    std::fill_n(best, width, nothing);
    if (problem_.goal == ExchangeGoal::trace) {
        std::fill_n(squares, width, 0.0);
        for (Index a = 0; a < size_; ++a) exchange_loops::add_squares(v_.row(a) + begin, width, squares);
    }
    if (problem_.goal == ExchangeGoal::fit) {
        std::fill_n(squares, width, 0.0);
        for (Index c = 0; c < rho_.rows(); ++c)
            exchange_loops::add_squares(rho_.row(c) + begin, width, squares);
        for (Index a = 0; a < size_; ++a) {
            std::fill_n(reach_.row(a) + begin, width, 0.0);
            for (Index c = 0; c < rho_.rows(); ++c)
                exchange_loops::add(b_(a, c), rho_.row(c) + begin, width, reach_.row(a) + begin);
        }
    }
    for (Index a = 0; a < size_; ++a) {
        const double diagonal = p_(a, a), inverse = 1.0 / diagonal;
        const double* v = v_.row(a) + begin;
        if (problem_.goal == ExchangeGoal::log_det)
            exchange_loops::raise_log_det(diagonal, s, v, width, best);
        else if (problem_.goal == ExchangeGoal::trace)
            exchange_loops::raise_trace(inverse, own_[at(a)], s, v, y_.row(a) + begin, squares, width, best);
        else
            exchange_loops::raise_fit(inverse, own_[at(a)], s, v, reach_.row(a) + begin, squares, width,
                                      best);
    }
    for (Index f = begin; f < end; ++f)
        if (closed_[at(f)] != 0) merits_[at(f)] = nothing;
}

// One entry of the table, as the loops above compute it.
double ExchangeState::merit(Index slot, Index feature) const {
    double best = nothing;
    const double inverse = 1.0 / p_(slot, slot);
    const double *s = &s_[at(feature)], *v = v_.row(slot) + feature;
    if (problem_.goal == ExchangeGoal::log_det)
        exchange_loops::raise_log_det(p_(slot, slot), s, v, 1, &best);
    else if (problem_.goal == ExchangeGoal::trace)
        exchange_loops::raise_trace(inverse, own_[at(slot)], s, v, y_.row(slot) + feature,
                                    &squares_[at(feature)], 1, &best);
    else
        exchange_loops::raise_fit(inverse, own_[at(slot)], s, v, reach_.row(slot) + feature,
                                  &squares_[at(feature)], 1, &best);
    return best;
}

double ExchangeState::gain(Index slot, Index feature) const {
    const double found = merit(slot, feature);
    return problem_.goal == ExchangeGoal::log_det ? std::log(found) : found;
}

Exchange ExchangeState::best() {
    if (problem_.goal != ExchangeGoal::log_det) squares_.resize(at(features_));
    if (problem_.goal == ExchangeGoal::fit && reach_.rows() != size_)
        reach_ = DenseMatrix::uninitialized(size_, features_);
    const Index per_column = problem_.goal == ExchangeGoal::fit ? size_ * rho_.rows() : 2 * size_;
    const Index chunk = std::max(strip_columns, chunk_of_work(features_, per_column));
    parallel_chunks(context_, features_, chunk, [&](const Chunk& strip) {
        for (Index begin = strip.begin; begin < strip.end; begin += strip_columns)
            merits_of_strip(begin, std::min(begin + strip_columns, strip.end));
    });
    const double most = *std::max_element(merits_.begin(), merits_.end());
    const bool in_logs = problem_.goal == ExchangeGoal::log_det;
    const double least = most - tie * std::abs(in_logs ? most : value_);
    Exchange found{-1, 0, in_logs ? std::log(most) : most};
    for (Index f = 0; f < features_; ++f) {
        if (merits_[at(f)] < least) continue;
        for (Index a = 0; a < size_; ++a) {
            const bool earlier = found.slot < 0 || set_[at(a)] < set_[at(found.slot)];
            if (earlier && merit(a, f) >= least) found.slot = a, found.feature = f;
        }
    }
    return found;
}

ExchangeState::SwapFactors ExchangeState::swap_factors(Index slot, Index feature, const double* row) const {
    SwapFactors now;
    now.slot = slot;
    now.feature = feature;
    now.diagonal = p_(slot, slot);
    const double inverse = 1.0 / now.diagonal;
    const double v_feature = v_(slot, feature);
    now.pivot = s_[at(feature)] + v_feature * v_feature * inverse;
    now.out.assign(at(size_), 0.0);
    now.in.assign(at(size_), 0.0);
    now.row.assign(at(size_), 0.0);
    for (Index a = 0; a < size_; ++a) {
        if (a == slot) continue;
        now.out[at(a)] = p_(a, slot) * inverse;
        now.in[at(a)] = v_(a, feature) - now.out[at(a)] * v_feature;  // w
        now.row[at(a)] = row[set_[at(a)]];
        now.row[at(slot)] -= now.row[at(a)] * now.out[at(a)];
        now.in_square += now.in[at(a)] * now.in[at(a)];
    }
    // P without the feature that goes, then with the one that comes.
    now.p = p_;
    for (Index a = 0; a < size_; ++a)
        for (Index b = 0; b < size_; ++b)
            now.p(a, b) = a == slot || b == slot ? 0.0 : p_(a, b) - now.out[at(a)] * p_(slot, b);
    if (problem_.goal == ExchangeGoal::trace) {
        double square = 0.0;  // pᵀp
        for (Index a = 0; a < size_; ++a) square += p_(a, slot) * p_(a, slot);
        for (const auto part : {&now.y_v, &now.y_y, &now.y_t, &now.mix}) part->assign(at(size_), 0.0);
        for (Index a = 0; a < size_; ++a) {
            if (a == slot) continue;
            double image = 0.0;  // (Pp)_a
            for (Index b = 0; b < size_; ++b) {
                image += p_(a, b) * p_(b, slot);
                now.y_t[at(a)] -= now.p(a, b) * now.in[at(b)];
            }
            now.y_v[at(a)] = (now.out[at(a)] * square - image) * inverse;
            now.y_y[at(a)] = -now.out[at(a)];
            now.mix[at(a)] = now.in[at(a)];
            now.mix[at(slot)] -= now.in[at(a)] * now.out[at(a)];
        }
    }
    for (Index a = 0; a < size_; ++a)
        for (Index b = 0; b < size_; ++b) {
            if (a == slot && b == slot)
                now.p(a, b) = 1.0 / now.pivot;
            else if (a == slot || b == slot)
                now.p(a, b) = -now.in[at(a == slot ? b : a)] / now.pivot;
            else
                now.p(a, b) += now.in[at(a)] * now.in[at(b)] / now.pivot;
        }
    if (problem_.goal == ExchangeGoal::fit)
        for (Index c = 0; c < rho_.rows(); ++c) {
            now.rho_out.push_back(b_(slot, c) * inverse);
            now.rho_in.push_back(rho_(c, feature) + v_feature * now.rho_out.back());
        }
    return now;
}

void ExchangeState::update_strip(const SwapFactors& now, const double* row, Index begin, Index end) {
    const Index width = end - begin;
    double t[strip_columns], v[strip_columns], mixed[strip_columns], y[strip_columns];
    std::copy_n(v_.row(now.slot) + begin, width, v);
    std::copy_n(row + begin, width, t);
    for (Index a = 0; a < size_; ++a) exchange_loops::add(-now.row[at(a)], v_.row(a) + begin, width, t);
    for (Index f = 0; f < width; ++f) t[f] /= now.pivot;
    if (now.feature >= begin && now.feature < end)
        t[now.feature - begin] = 1.0 - problem_.ridge / now.pivot;  // without cancellation
    if (!now.mix.empty()) {
        std::fill_n(mixed, width, 0.0);
        for (Index a = 0; a < size_; ++a)
            exchange_loops::add(now.mix[at(a)], v_.row(a) + begin, width, mixed);
        for (Index f = 0; f < width; ++f) mixed[f] = (mixed[f] - t[f] * (1.0 + now.in_square)) / now.pivot;
        std::copy_n(y_.row(now.slot) + begin, width, y);
        for (Index a = 0; a < size_; ++a) {
            if (a == now.slot) continue;
            double* target = y_.row(a) + begin;
            exchange_loops::add_two(now.y_v[at(a)], v, now.y_y[at(a)], y, width, target);
            exchange_loops::add_two(now.y_t[at(a)], t, now.in[at(a)], mixed, width, target);
        }
        for (Index f = 0; f < width; ++f) y_(now.slot, begin + f) = -mixed[f];
    }
    for (Index a = 0; a < size_; ++a)
        if (a != now.slot)
            exchange_loops::add_two(-now.out[at(a)], v, -now.in[at(a)], t, width, v_.row(a) + begin);
    std::copy_n(t, width, v_.row(now.slot) + begin);
    for (std::size_t c = 0; c < now.rho_out.size(); ++c)
        exchange_loops::add_two(now.rho_out[c], v, -now.rho_in[c], t, width,
                                rho_.row(static_cast<Index>(c)) + begin);
    for (Index f = 0; f < width; ++f) {
        double& s = s_[at(begin + f)];
        s = std::max(s + v[f] * v[f] / now.diagonal - now.pivot * t[f] * t[f], problem_.ridge);
    }
}

void ExchangeState::swap(const Exchange& exchange, const double* row) {
    SwapFactors now = swap_factors(exchange.slot, exchange.feature, row);
    const Index chunk = std::max(strip_columns, chunk_of_work(features_, 3 * size_));
    parallel_chunks(context_, features_, chunk, [&](const Chunk& strip) {
        for (Index begin = strip.begin; begin < strip.end; begin += strip_columns)
            update_strip(now, row, begin, std::min(begin + strip_columns, strip.end));
    });
    p_ = std::move(now.p);
    closed_[at(set_[at(exchange.slot)])] = 0;
    closed_[at(exchange.feature)] = 1;
    set_[at(exchange.slot)] = exchange.feature;
    value_ += problem_.goal == ExchangeGoal::trace ? -exchange.gain : exchange.gain;
    prepare_gains();
}

}  // namespace tamis::detail
