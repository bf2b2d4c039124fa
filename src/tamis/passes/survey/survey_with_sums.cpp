#include "tamis/passes/survey/survey_with_sums.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tamis/passes/moments/dense_moments.hpp"

namespace tamis::detail {

namespace {

// So many cells are looked at and then summed while they are in the second-level cache.
constexpr Index cached_cells = Index{1} << 14;
// Rows that are wider are summed in strips on several threads, which a survey of whole rows cannot share.
constexpr std::size_t most_strips = 4;

Index part_rows(Index columns) { return std::max<Index>(4, cached_cells / std::max<Index>(1, columns)); }

class SurveyAndSums {
  public:
    SurveyAndSums(Survey survey, const Grouping& grouping, const GroupMoments& moments, const Piece& piece)
        : survey_(std::move(survey)), piece_(piece) {
        for (const Strip& strip : moment_strips(moments.features()))
            strips_.emplace_back(grouping, moments.shift, Piece{piece.rows, strip});
    }

    void add(const RowBlock& block) {
        const Index rows = part_rows(block.cells.cols());
        for (Index begin = block.first; begin < block.end(); begin += rows) {
            const RowBlock part = block.between(begin, std::min(begin + rows, block.end()));
            survey_.add(part);
            for (DenseMoments& sums : strips_) sums.add_part(part);
        }
        for (DenseMoments& sums : strips_) sums.end_block(piece_.ends_with(block));
    }

    void merge(const SurveyAndSums& later) {
        survey_.merge(later.survey_);
        for (std::size_t s = 0; s < strips_.size(); ++s) strips_[s].merge(later.strips_[s]);
    }

    void write(GroupMoments& moments) const {
        for (const DenseMoments& sums : strips_) sums.write(moments);
    }
    Survey take_survey() { return std::move(survey_); }

  private:
    Survey survey_;
    Piece piece_;
    std::vector<DenseMoments> strips_;
};

}  // namespace

GroupSums sums_of(const Rows& x, const Grouping& grouping, const Context& context) {
    GroupMoments moments = start_moments(x, grouping);
    add_dense_moments(x, grouping, moment_strips(x.cols()), moments, context);
    sum_again_if_far_off(x, grouping, moments, context);
    return moments;
}

SurveyWithSums survey_with_sums(const Rows& x, Survey::Hash hash, const Grouping& grouping,
                                const Context& context) {
    SurveyWithSums found;
    // With many groups a part has a row or two of each, and going through the groups takes longer than the
    // rows.
    if (moment_strips(x.cols()).size() > most_strips || grouping.groups > part_rows(x.cols())) {
        found.survey = survey(x, hash, context);
        if (!found.survey.unusable()) found.sums = sums_of(x, grouping, context);
        return found;
    }
    GroupMoments moments = start_moments(x, grouping);
    SurveyAndSums both = run_pass(
        x, moment_chunk_rows(x),
        [&](const Piece& piece) {
            return SurveyAndSums(Survey(hash, piece, x.rows()), grouping, moments, piece);
        },
        context);
    found.survey = both.take_survey();
    if (found.survey.unusable()) return found;
    both.write(moments);
    sum_again_if_far_off(x, grouping, moments, context);
    found.sums = std::move(moments);
    return found;
}

}  // namespace tamis::detail
