#include "tamis/methods/lapofs/inverse_diagonal.hpp"

#include <cmath>

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

namespace {

constexpr Index vectors_at_once = 16;
constexpr double residual_tolerance = 1e-14;  // of the residual, relative to the unit vector
constexpr Index most_iterations = 10000;

// Row-major samples × count blocks; one number per column.
using Numbers = std::vector<double>;

Numbers column_products(const Numbers& a, const Numbers& b, Index count) {
    Numbers sums(at(count));
    for (std::size_t i = 0; i < a.size(); i += sums.size())
        for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += a[i + c] * b[i + c];
    return sums;
}

}  // namespace

std::vector<double> inverse_diagonal(const FeatureGram& gram, const Context& context) {
    const Index samples = gram.samples();
    Numbers diagonal(at(samples));
    parallel_chunks(context, samples, vectors_at_once, [&](const Chunk& chunk) {
        const Index count = chunk.end - chunk.begin;
        const auto columns = at(count);
        Numbers solution(at(samples * count)), residual(solution.size());
        for (std::size_t c = 0; c < columns; ++c) residual[(at(chunk.begin) + c) * columns + c] = 1.0;
        Numbers direction = residual, image(solution.size());
        Numbers square = column_products(residual, residual, count), length(columns), ratio(columns);
        for (Index step = 0; step < most_iterations; ++step) {
            bool done = true;
            for (const double value : square) done = done && value <= residual_tolerance * residual_tolerance;
            if (done) break;
            gram.apply_b(direction.data(), image.data(), count, context);
            const Numbers curvature = column_products(direction, image, count);
            for (std::size_t c = 0; c < columns; ++c)
                length[c] = curvature[c] > 0.0 ? square[c] / curvature[c] : 0.0;
            for (std::size_t i = 0; i < solution.size(); i += columns)
                for (std::size_t c = 0; c < columns; ++c) {
                    solution[i + c] += length[c] * direction[i + c];
                    residual[i + c] -= length[c] * image[i + c];
                }
            const Numbers next = column_products(residual, residual, count);
            for (std::size_t c = 0; c < columns; ++c) ratio[c] = square[c] > 0.0 ? next[c] / square[c] : 0.0;
            for (std::size_t i = 0; i < solution.size(); i += columns)
                for (std::size_t c = 0; c < columns; ++c)
                    direction[i + c] = residual[i + c] + ratio[c] * direction[i + c];
            square = next;
        }
        for (std::size_t c = 0; c < columns; ++c) {
            const auto i = at(chunk.begin) + c;
            diagonal[i] = solution[i * columns + c];
        }
    });
    return diagonal;
}

}  // namespace tamis::detail
