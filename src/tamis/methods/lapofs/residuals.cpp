#include "tamis/methods/lapofs/residuals.hpp"

#include <algorithm>

#include "tamis/core/parallel.hpp"
#include "tamis/numeric/blas.hpp"

namespace tamis {

namespace {

constexpr Index candidates_per_block = 64;

}  // namespace

void Residuals::follow(std::span<const Index> selected, const Context& context) {
    const Index known = chosen_.rows();
    const auto fresh = selected.subspan(static_cast<std::size_t>(known));
    if (fresh.empty()) return;
    for (std::size_t start = 0; start < fresh.size(); start += candidates_per_block) {
        const auto part =
            fresh.subspan(start, std::min<std::size_t>(candidates_per_block, fresh.size() - start));
        const auto count = static_cast<Index>(part.size());
        std::vector<double> block(static_cast<std::size_t>(gram_.samples() * count));
        gram_.gather(part, block.data(), context);
        double* rows = chosen_.append_rows(count, gram_.samples());
        for (Index c = 0; c < count; ++c)
            for (Index i = 0; i < gram_.samples(); ++i)
                rows[c * gram_.samples() + i] = block[static_cast<std::size_t>(i * count + c)];
    }
}

void Residuals::correct(std::span<const Index> candidates, double* weighted, const Context& context) {
    const blas::SingleThreaded guard;
    const Index samples = gram_.samples(), size = factor_.size();
    const auto count = static_cast<Index>(candidates.size());
    std::vector<double> features(static_cast<std::size_t>(samples * count)), residual;
    std::vector<double> w = factor_.coefficients(candidates), change(w.size());
    gram_.gather(candidates, features.data(), context);

    const auto compute_residual = [&] {
        residual = features;
        if (size > 0)
            blas::multiply(samples, count, size, -1.0, {chosen_.data(), samples, blas::Form::transposed},
                           {w.data(), count}, 1.0, residual.data(), count);
        gram_.apply_b(residual.data(), weighted, count, context);
    };
    compute_residual();
    if (size > 0) {
        // One step of iterative refinement of H·w = h: the residual is F_SᵀBe - λ2·w.
        blas::multiply(size, count, samples, 1.0, {chosen_.data(), samples}, {weighted, count}, 0.0,
                       change.data(), count);
        for (std::size_t i = 0; i < w.size(); ++i) change[i] -= factor_.lambda2() * w[i];
        factor_.solve(change.data(), count);
        for (std::size_t i = 0; i < w.size(); ++i) w[i] += change[i];
        compute_residual();
    }
    for (Index c = 0; c < count; ++c) {
        double energy = 0.0, square = 0.0;
        for (Index i = 0; i < samples; ++i)
            energy += residual[static_cast<std::size_t>(i * count + c)] * weighted[i * count + c];
        for (Index l = 0; l < size; ++l) {
            const double coefficient = w[static_cast<std::size_t>(l * count + c)];
            square += coefficient * coefficient;
        }
        factor_.correct(candidates[static_cast<std::size_t>(c)],
                        std::max(energy, 0.0) + factor_.lambda2() * (1.0 + square), square);
    }
}

void Residuals::correct_all(std::span<const Index> candidates, const Context& context) {
    const blas::SingleThreaded guard;
    parallel_chunks(context, static_cast<Index>(candidates.size()), candidates_per_block,
                    [&](const Chunk& chunk) {
                        std::vector<double> weighted(
                            static_cast<std::size_t>(gram_.samples() * (chunk.end - chunk.begin)));
                        correct(candidates.subspan(static_cast<std::size_t>(chunk.begin),
                                                   static_cast<std::size_t>(chunk.end - chunk.begin)),
                                weighted.data(), context);
                    });
}

}  // namespace tamis
