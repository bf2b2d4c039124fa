// Differences of pairs of rows on shards: what travels, and when, does not change a bit.
#include <gtest/gtest.h>

#include "tamis/passes/rounds/shard_differences.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/sharded.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index samples = 700, features = 5;

struct Found {
    std::vector<double> difference, sum = std::vector<double>(features), square = sum;
    bool operator==(const Found&) const = default;
};

// Every second sample is compared with some before it and some after it.
const auto pairs_of = [](Index list, RowPairs& pairs) {
    pairs.row = 2 * list;
    pairs.scale = 0.5 + static_cast<double>(list % 3);
    for (const Index step : {1, 17, 260, 555})
        if (const Index other = (pairs.row + step) % samples; other != pairs.row)
            pairs.add(other, 1.0 / static_cast<double>(step + list % 7));
};

Found differences(const testing::Sharded& sharded, Difference kind, bool with_moments,
                  const DifferencesRoom& room) {
    const std::vector<double> shift(features, 0.25);
    std::vector<double> weights;
    for (Index i = 0; i < samples; ++i) weights.push_back(static_cast<double>(i % 4));
    Found found;
    const RowMoments moments{shift.data(), weights, found.sum.data(), found.square.data()};
    found.difference = shard_differences(sharded.rows(), sharded.shards(), samples / 2, kind, pairs_of, {},
                                         with_moments ? &moments : nullptr, room);
    return found;
}

TEST(DifferencesOnShards, HaveTheSameBitsOnAnyNumberOfWorkersAndWithAnyRoom) {
    const DenseMatrix dense = testing::random_matrix(samples, features, 8);
    const testing::Cutting cutting = {0, 0, 100, 101, 450, 450, samples};
    const std::vector<testing::Holding> workers = {testing::neighboring({0, 6}),
                                                   {},
                                                   testing::neighboring({0, 2, 6}),
                                                   testing::neighboring({0, 3, 5, 6}),
                                                   testing::dealt(6, 2),
                                                   {{1, 2, 5}, {0, 4}, {3}}};
    for (const Matrix& x : {Matrix(dense), Matrix(to_sparse(dense))})
        for (const Difference kind : {Difference::absolute, Difference::squared, Difference::combined}) {
            const bool with_moments = !x.is_sparse() && kind == Difference::squared;
            const testing::Sharded alone(x, cutting, workers.front());
            const Found wanted = differences(alone, kind, with_moments, {.piece_cells = 1});
            EXPECT_EQ(alone.shards().costs().rounds, 1);  // nothing has to travel
            for (const testing::Holding& runs : workers)
                for (const Index cells : {Index{1}, Index{400}, Index{1} << 20})
                    for (const Index entries : {Index{1}, Index{1} << 20}) {
                        const testing::Sharded sharded(x, cutting, runs);
                        EXPECT_EQ(differences(sharded, kind, with_moments,
                                              {.cells = cells, .entries = entries, .piece_cells = 1}),
                                  wanted)
                            << runs.size() << " workers, room for " << cells << " cells";
                    }
        }
}

TEST(DifferencesOnShards, AreThoseOfAllRows) {
    const Matrix x = testing::random_matrix(samples, features, 9);
    for (const Difference kind : {Difference::absolute, Difference::squared, Difference::combined}) {
        const std::vector<double> wanted = weighted_differences(x, samples / 2, kind, pairs_of);
        for (const testing::Cutting& cutting : testing::cuttings(samples)) {
            const testing::Sharded sharded(x, cutting);
            const Found found = differences(sharded, kind, false, {.cells = 999, .piece_cells = 500});
            for (std::size_t j = 0; j < wanted.size(); ++j)
                EXPECT_NEAR(found.difference[j], wanted[j], 1e-12 * wanted[j]);
        }
    }
}

}  // namespace
}  // namespace tamis
