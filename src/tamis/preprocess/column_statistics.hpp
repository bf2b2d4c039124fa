// Extremes, mean and spread of every column: what scalings are fitted on.
#pragma once

#include <vector>

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

struct ColumnStatistics {
    std::vector<double> low, high;  // extremes
    std::vector<double> mean;
    std::vector<double> deviation;  // population standard deviation
    std::vector<Index> implicit;    // zeros of each column that are not stored

    double range(std::size_t j) const { return high[j] - low[j]; }

    template <class Archive>
    void fields(Archive& archive) {
        archive(low, high, mean, deviation, implicit);
    }
};

// Two passes over the data. Each column is summed in row order whatever the number of threads.
ColumnStatistics column_statistics(const Rows& x, const Context& context);

// The first pass: extremes and sums of the stored cells, and how many are not stored.
struct ColumnSums {
    std::vector<double> low, high, sum;
    std::vector<Index> implicit;

    template <class Archive>
    void fields(Archive& archive) {
        archive(low, high, sum, implicit);
    }
};
ColumnSums column_sums(const Rows& x, const Context& context);

struct ColumnSumsRound {
    static constexpr std::string_view name = "column sums";
    using Request = Nothing;
    using Own = Nothing;
    using Partial = ColumnSums;
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

// The second: deviations of the stored cells from the mean, as parts of the range.
struct DeviationSums {
    std::vector<double> sum, square;

    template <class Archive>
    void fields(Archive& archive) {
        archive(sum, square);
    }
};
DeviationSums deviation_sums(const Rows& x, const ColumnStatistics& columns, const Context& context);

struct DeviationsRound {
    static constexpr std::string_view name = "deviations";
    using Request = ColumnStatistics;
    using Own = Nothing;
    using Partial = DeviationSums;
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

}  // namespace tamis::detail
