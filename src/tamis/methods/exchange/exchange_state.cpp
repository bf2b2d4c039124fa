#include "tamis/methods/exchange/exchange_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/work.hpp"

namespace tamis::detail {

namespace {

using gain_strips::width;

constexpr double tie = 1e-12;
constexpr double nothing = -std::numeric_limits<double>::infinity();

}  // namespace

// P and V without the feature in `slot`, then with `feature` in its place: V_l += out_l·v + in_l·t for the
// other slots, v = V_slot before, t the new row.
struct ExchangeState::SwapFactors {
    Index slot = 0, feature = 0;
    double diagonal = 0.0;                // π = P_ii
    double pivot = 0.0;                   // σ: s of the feature once the other is out
    std::vector<double> out, in;          // -p/π and -w per slot; 0 in the one that changes
    std::vector<double> row;              // of the columns of V in t, per slot
    DenseMatrix p;                        // with the new feature
    std::vector<double> y_v, y_t;         // what v and t add to each slot of Y = PV; Y_slot adds `out`
    std::vector<double> mix;              // -wᵀV per slot of V
    double in_square = 0.0;               // wᵀw
    std::vector<double> rho_out, rho_in;  // b_i/π and -ρ_f, per target
};

ExchangeState::ExchangeState(const ExchangeProblem& problem, const Context& context)
    : features_(static_cast<Index>(problem.diagonal.size())),
      strips_(chunk_count(features_, width)),
      problem_(problem),
      context_(context),
      s_(at(strips_ * width), problem.ridge),
      squares_(at(problem.goal == ExchangeGoal::log_det ? 0 : strips_ * width)),
      merits_(at(strips_ * width)) {
    largest_diagonal_ = *std::max_element(problem.diagonal.begin(), problem.diagonal.end());
}

// What is computed for a strip does not depend on the thread that does it.
template <class Work>
void ExchangeState::for_each_strip(Index operations, Work&& work) {
    parallel_chunks(context_, strips_, chunk_of_work(strips_, operations * width), [&](const Chunk& chunk) {
        for (Index strip = chunk.begin; strip < chunk.end; ++strip) work(strip);
    });
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

    v_ = DenseMatrix::uninitialized(strips_ * size_, width);
    y_ = DenseMatrix::uninitialized(is(ExchangeGoal::trace) ? strips_ * size_ : 0, width);
    rho_ = DenseMatrix::uninitialized(strips_ * targets(), width);
    value_ = 0.0;
    for (Index a = 0; a < size_; ++a)
        value_ += is(ExchangeGoal::trace) ? p_(a, a)
                  : is(ExchangeGoal::fit) ? 0.0
                                          : 2.0 * std::log(factor(a, a));
    prepare_gains();
    const blas::SingleThreaded guard;
    for_each_strip(size_ * size_ / 4, [&](Index strip) {
        fill_strip(strip, rows, factor);
        search_strip(strip);
    });
    return true;
}

// Columns first … first+width-1 of a row, zeros beyond the last one.
void ExchangeState::copy_columns(const double* row, Index first, double* out) const {
    const Index count = std::min(width, features_ - first);
    std::fill_n(std::copy_n(row + first, count, out), width - count, 0.0);
}

void ExchangeState::fill_strip(Index strip, const DenseMatrix& rows, const DenseMatrix& factor) {
    const Index first = strip * width, count = std::min(width, features_ - first);
    double* v = v_.row(strip * size_);
    for (Index a = 0; a < size_; ++a) copy_columns(rows.row(a), first, v + a * width);
    solve_lower(factor.data(), size_, v, width, width);
    double explained[width];
    gain_strips::sum_squares(v, size_, explained);
    for (Index c = 0; c < count; ++c)
        s_[at(first + c)] =
            std::max(problem_.diagonal[at(first + c)] + problem_.ridge - explained[c], problem_.ridge);
    solve_lower_transposed(factor.data(), size_, v, width, width);
    if (is(ExchangeGoal::trace))
        blas::multiply(size_, width, size_, 1.0, {p_.data(), size_}, {v, width}, 0.0, y_.row(strip * size_),
                       width);
    for (Index t = 0; t < targets(); ++t) {
        double* rho = rho_.row(strip * targets() + t);
        copy_columns(problem_.targets->row(t), first, rho);
        gain_strips::take_rows(v, size_, of_set_.row(t), rho);
    }
}

// What the gains need besides P, V and s: O(k²), and for `fit` times the targets.
void ExchangeState::prepare_gains() {
    of_set_ = DenseMatrix::uninitialized(targets(), size_);
    for (Index t = 0; t < targets(); ++t)
        for (Index a = 0; a < size_; ++a) of_set_(t, a) = (*problem_.targets)(t, set_[at(a)]);
    b_ = DenseMatrix(size_, targets());
    slots_.resize(at(size_));
    if (is(ExchangeGoal::fit)) value_ = 0.0;
    for (Index a = 0; a < size_; ++a) {
        const double inverse = 1.0 / p_(a, a);
        double own = 0.0;
        if (is(ExchangeGoal::trace))
            for (Index b = 0; b < size_; ++b) own += p_(a, b) * p_(a, b);
        for (Index t = 0; t < targets(); ++t) {
            for (Index l = 0; l < size_; ++l) b_(a, t) += p_(a, l) * of_set_(t, l);
            own += b_(a, t) * b_(a, t);
            value_ += b_(a, t) * of_set_(t, a);
        }
        slots_[at(a)] = {p_(a, a), inverse, own * inverse, own * inverse * inverse, own};
    }
}

double ExchangeState::noise() const {
    double largest = 0.0;
    for (Index a = 0; a < size_; ++a) largest = std::max(largest, p_(a, a));
    return 64.0 * std::numeric_limits<double>::epsilon() * largest * (largest_diagonal_ + problem_.ridge);
}

void ExchangeState::search_strip(Index strip) {
    const Index first = strip * size_ + kept(), slots = size_ - kept();
    const double *v = v_.row(strip * size_), *s = s_.data() + strip * width;
    const gain_strips::Slot* own = slots_.data() + kept();
    double* const best = merits_.data() + strip * width;
    double* const squares = squares_.empty() ? nullptr : squares_.data() + strip * width;
    if (is(ExchangeGoal::log_det)) {
        gain_strips::find_log_det(v_.row(first), slots, own, s, best);
    } else if (is(ExchangeGoal::trace)) {
        gain_strips::sum_squares(v, size_, squares);
        gain_strips::find_trace(v_.row(first), y_.row(first), slots, own, s, squares, best);
    } else {
        const double* rho = rho_.row(strip * targets());
        gain_strips::sum_squares(rho, targets(), squares);
        gain_strips::find_fit(v_.row(first), rho, slots, targets(), own, b_.row(kept()), s, squares, best);
    }
    for (Index f = strip * width; f < (strip + 1) * width; ++f)
        if (f >= features_ || closed_[at(f)] != 0) merits_[at(f)] = nothing;
}

// One entry of the table.
double ExchangeState::merit(Index slot, Index feature) const {
    const gain_strips::Slot& own = slots_[at(slot)];
    const double s = s_[at(feature)];
    double gain = 0.0;
    if (is(ExchangeGoal::log_det)) {
        gain_strips::log_det_gain(own, s, v(slot, feature), gain);
    } else if (is(ExchangeGoal::trace)) {
        const double y = y_(strip_of(feature) * size_ + slot, column_of(feature));
        gain_strips::trace_gain(own, s, v(slot, feature), y, squares_[at(feature)], gain);
    } else {
        double reach = 0.0;
        for (Index t = 0; t < targets(); ++t) reach += b_(slot, t) * rho(t, feature);
        gain_strips::fit_gain(own, s, v(slot, feature), reach, squares_[at(feature)], gain);
    }
    return gain;
}

double ExchangeState::gain(Index slot, Index feature) const {
    const double found = merit(slot, feature);
    return is(ExchangeGoal::log_det) ? std::log(found) : found;
}

Exchange ExchangeState::best() const {
    const double most = *std::max_element(merits_.begin(), merits_.end());
    const bool in_logs = is(ExchangeGoal::log_det);
    const double least = most - tie * std::abs(in_logs ? most : value_);
    Exchange found{-1, 0, in_logs ? std::log(most) : most};
    for (Index f = 0; f < features_; ++f) {
        if (merits_[at(f)] < least) continue;
        for (Index a = kept(); a < size_; ++a) {
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
    const double v_feature = v(slot, feature);
    now.pivot = s_[at(feature)] + v_feature * v_feature * inverse;
    const auto none = [&] { return std::vector<double>(at(size_), 0.0); };
    now.out = none();
    now.in = none();
    now.row = none();
    for (Index a = 0; a < size_; ++a) {
        if (a == slot) continue;
        now.out[at(a)] = -p_(a, slot) * inverse;
        now.in[at(a)] = v(a, feature) + now.out[at(a)] * v_feature;  // w
        now.row[at(a)] = row[set_[at(a)]];
        now.row[at(slot)] += now.row[at(a)] * now.out[at(a)];
        now.in_square += now.in[at(a)] * now.in[at(a)];
    }
    // P without the feature that goes; its row and column become 0.
    const std::vector<double> gone(p_.row(slot), p_.row(slot) + size_);
    now.p = p_;
    for (Index a = 0; a < size_; ++a)
        for (Index b = 0; b < size_; ++b) now.p(a, b) += now.out[at(a)] * gone[at(b)];
    for (Index a = 0; a < size_; ++a) now.p(a, slot) = now.p(slot, a) = 0.0;
    if (is(ExchangeGoal::trace)) {
        double square = 0.0;  // pᵀp
        for (const double entry : gone) square += entry * entry;
        now.y_v = none();
        now.y_t = none();
        now.mix = none();
        for (Index a = 0; a < size_; ++a) {
            if (a == slot) continue;
            double image = 0.0;  // (Pp)_a
            for (Index b = 0; b < size_; ++b) {
                image += p_(a, b) * gone[at(b)];
                now.y_t[at(a)] -= now.p(a, b) * now.in[at(b)];
            }
            now.y_v[at(a)] = -(now.out[at(a)] * square + image) * inverse;
            now.mix[at(a)] = -now.in[at(a)];
            now.mix[at(slot)] -= now.in[at(a)] * now.out[at(a)];
        }
    }
    // And with the one that comes.
    for (Index a = 0; a < size_; ++a)
        for (Index b = 0; b < size_; ++b) now.p(a, b) += now.in[at(a)] * now.in[at(b)] / now.pivot;
    for (Index a = 0; a < size_; ++a) now.p(a, slot) = now.p(slot, a) = -now.in[at(a)] / now.pivot;
    now.p(slot, slot) = 1.0 / now.pivot;
    for (Index t = 0; t < targets(); ++t) {
        now.rho_out.push_back(b_(slot, t) * inverse);
        now.rho_in.push_back(-(rho(t, feature) + v_feature * now.rho_out.back()));
    }
    for (double& w : now.in) w = -w;
    return now;
}

void ExchangeState::update_strip(Index strip, const SwapFactors& now, const double* row) {
    const Index first = strip * width, slot = strip * size_ + now.slot;
    double* v = v_.row(strip * size_);
    double t[width], old[width];
    std::copy_n(v_.row(slot), width, old);
    copy_columns(row, first, t);
    gain_strips::take_rows(v, size_, now.row.data(), t);
    for (double& entry : t) entry /= now.pivot;
    if (strip_of(now.feature) == strip)
        t[column_of(now.feature)] = 1.0 - problem_.ridge / now.pivot;  // without cancellation
    if (is(ExchangeGoal::trace)) {
        double mixed[width] = {}, old_y[width];
        gain_strips::take_rows(v, size_, now.mix.data(), mixed);
        for (Index c = 0; c < width; ++c) mixed[c] = -(mixed[c] - t[c] * (1.0 + now.in_square)) / now.pivot;
        std::copy_n(y_.row(slot), width, old_y);
        double* y = y_.row(strip * size_);
        gain_strips::add_to_rows(y, size_, now.y_v.data(), old, now.out.data(), old_y);
        gain_strips::add_to_rows(y, size_, now.y_t.data(), t, now.in.data(), mixed);
        std::copy_n(mixed, width, y_.row(slot));
    }
    gain_strips::add_to_rows(v, size_, now.out.data(), old, now.in.data(), t);
    std::copy_n(t, width, v_.row(slot));
    if (targets() > 0)
        gain_strips::add_to_rows(rho_.row(strip * targets()), targets(), now.rho_out.data(), old,
                                 now.rho_in.data(), t);
    double* s = s_.data() + first;
    for (Index c = 0; c < width; ++c)
        s[c] = std::max(s[c] + old[c] * old[c] / now.diagonal - now.pivot * t[c] * t[c], problem_.ridge);
}

void ExchangeState::swap(const Exchange& exchange, const double* row) {
    SwapFactors now = swap_factors(exchange.slot, exchange.feature, row);
    p_ = std::move(now.p);
    closed_[at(set_[at(exchange.slot)])] = 0;
    closed_[at(exchange.feature)] = 1;
    set_[at(exchange.slot)] = exchange.feature;
    value_ += is(ExchangeGoal::trace) ? -exchange.gain : exchange.gain;
    prepare_gains();
    const Index operations = is(ExchangeGoal::log_det) ? 1 : is(ExchangeGoal::trace) ? 3 : 1 + targets() / 2;
    for_each_strip(operations * size_, [&](Index strip) {
        update_strip(strip, now, row);
        search_strip(strip);
    });
}

}  // namespace tamis::detail
