#include "tamis/methods/lapofs/relaxation.hpp"

#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/cholesky.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/lapofs/column_cache.hpp"
#include "tamis/methods/lapofs/projected_newton.hpp"

namespace tamis::detail {

namespace {

constexpr Index largest_number_of_rounds = 300;
constexpr Index rows_per_pass = 64;  // of K
constexpr Index gram_columns = 128;

}  // namespace

Relaxation::Relaxation(const FeatureGram& gram, Design design, double lambda2, const Context& context)
    : gram_(gram),
      context_(context),
      design_(design),
      lambda2_(lambda2),
      alpha_(at(gram.features())),
      place_(at(gram.features()), Small{-1}) {}

double Relaxation::largest_price() const { return gram_.largest_diagonal() / lambda2_; }

std::vector<Index> Relaxation::support() const {
    std::vector<Index> features;
    for (std::size_t f = 0; f < alpha_.size(); ++f)
        if (alpha_[f] > 0.0) features.push_back(static_cast<Index>(f));
    return features;
}

void Relaxation::load_rows(const std::vector<Index>& features) {
    std::vector<Index> missing;
    for (const Index f : features)
        if (place_[at(f)] < 0) missing.push_back(f);
    for (std::size_t start = 0; start < missing.size(); start += rows_per_pass) {
        const std::span<const Index> part(missing.data() + start,
                                          std::min<std::size_t>(rows_per_pass, missing.size() - start));
        const Index first = rows_.rows();
        double* target = rows_.append_rows(static_cast<Index>(part.size()), gram_.features());
        gram_.rows(part, target, context_);
        for (std::size_t c = 0; c < part.size(); ++c)
            place_[at(part[c])] = static_cast<Small>(first + static_cast<Index>(c));
    }
}

// K of some features whose rows are loaded. The diagonal is the accurate one.
std::vector<double> Relaxation::gram_of(const std::vector<Index>& features) const {
    const std::size_t size = features.size();
    std::vector<double> k(size * size);
    for (std::size_t i = 0; i < size; ++i) {
        const double* row = rows_.row(place_[at(features[i])]);
        for (std::size_t j = 0; j < i; ++j) k[i * size + j] = k[j * size + i] = row[features[j]];
        k[i * size + i] = gram_.diagonal()[at(features[i])];
    }
    return k;
}

// The derivative of every feature, and with the largest of them a feasible point of the dual.
Relaxation::Evaluation Relaxation::evaluate(double price) const {
    const std::vector<Index> chosen = support();
    const auto size = static_cast<Index>(chosen.size());
    const auto side = chosen.size();
    std::vector<double> alpha, root;
    double linear = 0.0;
    for (const Index f : chosen) {
        alpha.push_back(alpha_[at(f)]);
        root.push_back(std::sqrt(alpha.back()));
        linear += price * alpha.back();
    }
    const std::vector<double> lower = factor_relaxed(gram_of(chosen), alpha, lambda2_);

    Evaluation found;
    found.a = gram_.diagonal();
    if (design_ == Design::a) found.b.resize(found.a.size());
    parallel_chunks(context_, gram_.features(), gram_columns, [&](const Chunk& strip) {
        const Index columns = strip.end - strip.begin;
        std::vector<double> v(at(size * columns));
        const auto squares = [&](Index c) {
            double sum = 0.0;
            for (Index i = 0; i < size; ++i) {
                const double entry = v[at(i * columns + c)];
                sum += entry * entry;
            }
            return sum;
        };
        for (Index i = 0; i < size; ++i) {
            const auto row = at(i);
            const double* k = rows_.row(place_[at(chosen[row])]) + strip.begin;
            for (Index c = 0; c < columns; ++c) v[at(i * columns + c)] = root[row] * k[c];
        }
        solve_lower(lower.data(), size, v.data(), columns, columns);
        for (Index c = 0; c < columns; ++c) {
            double& a = found.a[at(strip.begin + c)];
            a = std::max(0.0, a - squares(c)) / lambda2_;
        }
        if (design_ == Design::d) return;
        solve_lower_transposed(lower.data(), size, v.data(), columns, columns);
        for (Index c = 0; c < columns; ++c) {
            const auto f = at(strip.begin + c);
            found.b[f] = std::max(0.0, found.a[f] - squares(c));
        }
    });

    // N = I - λ2·C⁻¹ has the eigenvalues that I - A⁻¹M has besides zeros.
    std::vector<double> n(side * side), inverse(side * side);
    for (std::size_t i = 0; i < side; ++i) n[i * side + i] = inverse[i * side + i] = 1.0;
    double trace = 0.0, square = 0.0, log_det = 0.0;
    if (size > 0) {
        solve_lower(lower.data(), size, inverse.data(), size, size);
        blas::multiply(size, size, size, -lambda2_, {inverse.data(), size, blas::Form::transposed},
                       {inverse.data(), size}, 1.0, n.data(), size);
    }
    for (std::size_t i = 0; i < side; ++i) {
        trace += n[i * side + i];
        log_det += std::log(lower[i * side + i] * lower[i * side + i] / lambda2_);
    }
    for (const double entry : n) square += entry * entry;
    const auto samples = static_cast<double>(gram_.samples());
    const double t = samples - trace;                        // Tr(A⁻¹M)
    const double t_square = samples - 2.0 * trace + square;  // Tr((A⁻¹M)²)
    if (design_ == Design::d) {
        const double tau = std::max(*std::max_element(found.a.begin(), found.a.end()) / price, t / samples);
        found.primal = linear - log_det;
        found.dual = -log_det - samples * std::log(tau) + samples - t / tau;
    } else {
        const double largest = *std::max_element(found.b.begin(), found.b.end());
        const double scale = std::min(std::sqrt(price / largest), t / t_square);
        found.primal = t + linear;
        found.dual = 2.0 * scale * t - scale * scale * t_square;
    }
    return found;
}

Relaxed Relaxation::solve(double price, double tolerance) {
    const blas::SingleThreaded guard;
    Relaxed result;
    result.price = price;
    double inner_tolerance = 1.0;
    for (Index round = 0;; ++round) {
        context_.check_cancel();
        Evaluation found = evaluate(price);
        const std::vector<double>& values = design_ == Design::d ? found.a : found.b;
        result.primal = found.primal;
        result.dual = found.dual;
        // Weak duality holds; below 0 is rounding.
        result.gap = std::max(0.0, found.primal - found.dual) / std::max(1.0, std::abs(found.primal));
        result.converged = result.gap <= tolerance;
        std::vector<Index> working = support();
        double worst = 0.0;
        for (const Index f : working) worst = std::max(worst, std::abs(values[at(f)] / price - 1.0));
        const std::vector<Index> entering =
            best_features(values, std::max<Index>(10, static_cast<Index>(working.size()) / 2), [&](Index f) {
                const auto place = at(f);
                return alpha_[place] == 0.0 && values[place] > price * (1.0 + 1e-13);
            });
        if (!entering.empty()) worst = std::max(worst, values[at(entering[0])] / price - 1.0);
        const bool stuck = entering.empty() && inner_tolerance < 1e-15;
        if (result.converged || stuck || round == largest_number_of_rounds) {
            result.values = values;
            break;
        }

        // The mean of the best single steps of the new features: convexity makes it a descent.
        for (const Index f : entering) {
            const auto place = at(f);
            const double step = design_ == Design::d
                                    ? 1.0 / price - 1.0 / found.a[place]
                                    : (std::sqrt(found.b[place] / price) - 1.0) / found.a[place];
            alpha_[place] = step / static_cast<double>(entering.size());
        }
        working.insert(working.end(), entering.begin(), entering.end());
        load_rows(entering);
        inner_tolerance = entering.empty() ? 0.01 * std::min(inner_tolerance, worst) : 0.01 * worst;
        std::vector<double> alpha;
        alpha.reserve(working.size());
        for (const Index f : working) alpha.push_back(alpha_[at(f)]);
        const ProjectedNewton newton(design_, lambda2_, price, gram_.samples(), gram_of(working));
        result.steps += newton.minimize(alpha, inner_tolerance, context_);
        for (std::size_t i = 0; i < working.size(); ++i) alpha_[at(working[i])] = alpha[i];
    }
    result.alpha = alpha_;
    result.support = support();
    return result;
}

}  // namespace tamis::detail
