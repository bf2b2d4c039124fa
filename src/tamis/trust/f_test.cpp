#include "tamis/trust/f_test.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/trust/beta_tail.hpp"

namespace tamis::detail {

FTest f_test(const Scatter& scatter, Index samples, Index classes, const Context& context) {
    if (classes < 2)
        throw Error("the F test compares classes, and the data have " + std::to_string(classes),
                    "give labels of at least two classes");
    if (samples <= classes)
        throw Error("the F test needs more samples than classes, and there are " + std::to_string(samples) +
                        " samples of " + std::to_string(classes) + " classes",
                    "use " + option("permutations"));
    const auto features = static_cast<Index>(scatter.between.size());
    const auto free_within = static_cast<double>(samples - classes);
    const auto free_between = static_cast<double>(classes - 1);
    const BetaTail tail(0.5 * free_within, 0.5 * free_between);
    FTest test{std::vector<double>(at(features), 0.0), std::vector<double>(at(features), 1.0),
               std::vector<double>(at(features), 0.0)};
    constexpr Index features_per_chunk = 256;
    parallel_chunks(context, features, features_per_chunk, [&](const Chunk& chunk) {
        for (auto j = at(chunk.begin); j < at(chunk.end); ++j) {
            const double b = scatter.between[j], e = scatter.within[j];
            if (scatter.constant[j] != 0 || !(b > 0.0)) continue;
            test.f[j] =
                e > 0.0 ? b / e * free_within / free_between : std::numeric_limits<double>::infinity();
            // Not from F: both parts keep their digits.
            test.log10_p[j] = tail.log(e / (b + e), b / (b + e)) / std::log(10.0);
            test.p[j] = std::pow(10.0, test.log10_p[j]);
            if (test.p[j] < 1e-308) test.p[j] = 0.0;
        }
    });
    return test;
}

namespace {

// The largest number of equal values.
Index most_frequent(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    Index most = 0;
    for (auto begin = values.begin(); begin != values.end();) {
        const auto end = std::upper_bound(begin, values.end(), *begin);
        most = std::max<Index>(most, end - begin);
        begin = end;
    }
    return most;
}

std::vector<double> column_of(const Matrix& x, Index j) {
    std::vector<double> values(at(x.rows()));
    for (Index i = 0; i < x.rows(); ++i) copy_cells(x, i, j, j + 1, &values[at(i)]);
    return values;
}

}  // namespace

std::vector<char> rarely_varying(const Rows& x, Index least, const Context& context) {
    std::vector<char> rare(at(x.cols()), char{0});
    // If fewer than `least` of all samples differ from a value, it is the majority of any 2·least - 1 of
    // them: only that one need be counted.
    const Index enough = std::min(x.rows(), 2 * least - 1);
    std::vector<Index> first(at(enough));
    std::iota(first.begin(), first.end(), Index{0});
    const Matrix start = x.gather(first);
    if (enough == x.rows()) {
        parallel_chunks(context, x.cols(), 64, [&](const Chunk& chunk) {
            for (Index j = chunk.begin; j < chunk.end; ++j) {
                std::vector<double> values = column_of(start, j);
                rare[at(j)] = x.rows() - most_frequent(values) < least;
            }
        });
        return rare;
    }
    // The vote of Boyer and Moore finds the majority if there is one.
    std::vector<double> candidate(at(x.cols()), 0.0), row(at(x.cols()));
    std::vector<Index> votes(at(x.cols()), 0), others(at(x.cols()), 0);
    for (Index i = 0; i < enough; ++i) {
        const double* cells = dense_row(start, i, row.data());
        for (std::size_t j = 0; j < votes.size(); ++j) {
            if (votes[j] == 0) candidate[j] = cells[j];
            votes[j] += cells[j] == candidate[j] ? 1 : -1;
        }
    }
    // Cells that are not stored are 0.
    std::vector<Index> stored(at(x.cols()), 0);
    x.for_each_block(context, [&](const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, [&](Index j, double value) {
                ++stored[at(j)];
                others[at(j)] += value != candidate[at(j)] ? 1 : 0;
            });
    });
    for (std::size_t j = 0; j < rare.size(); ++j) {
        if (candidate[j] != 0.0) others[j] += x.rows() - stored[j];
        rare[j] = others[j] < least;
    }
    return rare;
}

}  // namespace tamis::detail
