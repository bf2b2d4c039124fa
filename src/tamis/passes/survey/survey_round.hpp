// The survey of sharded rows, and what comes along with it.
#pragma once

#include <optional>
#include <vector>

#include "tamis/core/shards/known_sums.hpp"
#include "tamis/core/shards/round.hpp"
#include "tamis/passes/survey/survey.hpp"

namespace tamis::detail {

struct SurveyRound {
    static constexpr std::string_view name = "survey";
    struct Request {
        bool hash = false;
        std::optional<int> bucket_bits;  // of signatures, if these are wanted
        Index groups = 0;                // of samples whose sums are wanted; of dense rows only
        bool about_means = false;        // these, so that they hold no sample unless it is alone in its group

        template <class Archive>
        void fields(Archive& archive) {
            archive(hash, bucket_bits, groups, about_means);
        }
    };
    struct Own {
        std::vector<Index> rows;    // wanted along with it; counted in the shard, ascending
        std::vector<int> group_of;  // as in Grouping; none: all rows are one group

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows, group_of);
        }
    };
    struct Partial {
        Survey survey;
        std::vector<PackedSignatures> signatures;  // per shard, until all are merged
        SharedSignatures shared;                   // then
        std::vector<Bytes> rows;                   // packed, per shard that was asked for some
        bool all_rows = true;                      // unless they were too large
        std::optional<GroupSums> sums;             // if they were wanted and all cells can be worked with

        template <class Archive>
        void fields(Archive& archive) {
            archive(survey, signatures, shared, rows, all_rows, sums);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& shard, const Context& context);
    // The same where the survey was taken before.
    static Partial answer(const Request& request, const Own& own, const Rows& shard, Survey found,
                          const Context& context);
    static void merge(Partial& partial, Partial&& later);
    static void finish(Partial& all);
};

Survey survey_of_shards(const Rows& x, const Shards& shards, Survey::Hash hash, const Context& context,
                        const Labels& labels, SumsAlong sums);

}  // namespace tamis::detail
