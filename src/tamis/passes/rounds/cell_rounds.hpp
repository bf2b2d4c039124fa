// Rounds that look at single cells: which columns hold one value, which cells cannot be worked with, how
// large the values are.
#pragma once

#include <optional>

#include "tamis/core/shards/round.hpp"
#include "tamis/core/validate.hpp"

namespace tamis::detail {

struct EqualColumnsRound {
    static constexpr std::string_view name = "equal columns";
    struct Request {
        std::vector<double> values;
        std::vector<char> candidates;

        template <class Archive>
        void fields(Archive& archive) {
            archive(values, candidates);
        }
    };
    struct Own {
        std::vector<int> group_of;  // negative: takes no part; empty: all do

        template <class Archive>
        void fields(Archive& archive) {
            archive(group_of);
        }
    };
    struct Partial {
        std::vector<char> equal;

        template <class Archive>
        void fields(Archive& archive) {
            archive(equal);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

struct UnusableRound {
    static constexpr std::string_view name = "first unusable";
    using Request = Nothing;
    using Own = Nothing;
    struct Partial {
        Index rows = 0;  // that were looked at
        std::optional<UnusableCell> cell;

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, cell);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

struct RangesRound {
    static constexpr std::string_view name = "ranges";
    using Request = Nothing;
    using Own = Nothing;
    struct Partial {
        std::vector<double> low, high;

        template <class Archive>
        void fields(Archive& archive) {
            archive(low, high);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

struct LargestRound {
    static constexpr std::string_view name = "largest";
    using Request = Nothing;
    using Own = Nothing;
    struct Partial {
        double largest = 0.0;

        template <class Archive>
        void fields(Archive& archive) {
            archive(largest);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    static void merge(Partial& partial, const Partial& later);
};

}  // namespace tamis::detail
