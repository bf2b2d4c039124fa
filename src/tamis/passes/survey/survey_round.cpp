#include "tamis/passes/survey/survey_round.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/parcels_round.hpp"
#include "tamis/passes/moments/merged_sums.hpp"
#include "tamis/passes/survey/first_rows.hpp"
#include "tamis/passes/survey/survey_with_sums.hpp"

namespace tamis::detail {

namespace {

// Of sharded rows in the memory of the driver: 512 MB.
constexpr Index most_signatures = Index{1} << 26;
// Of the rows that come along, from one shard: 1 MB.
constexpr Index most_first_cells = Index{1} << 17;
// Groups times columns of sums that come along, from one shard: 24 MB. More are asked for when needed.
constexpr Index most_sums = Index{1} << 20;

Index most_groups(const Rows& x) { return most_sums / std::max<Index>(1, x.cols()); }

Index cells_in(const Matrix& x) {
    return x.is_sparse() ? static_cast<Index>(x.sparse().values().size()) : x.rows() * x.cols();
}

KnownRows unpack_known(const std::vector<Index>& rows, const std::vector<Bytes>& packed) {
    Matrix cells = unpack_rows(packed.front());
    for (std::size_t p = 1; p < packed.size(); ++p) cells.append_rows(unpack_rows(packed[p]));
    if (cells.rows() != static_cast<Index>(rows.size())) throw Error("rows from another shard are damaged");
    return {rows, std::move(cells)};
}

// The groups of the rows of a shard, as they were asked for. `own` must outlive it.
class Groups {
  public:
    Groups(const SurveyRound::Request& request, const SurveyRound::Own& own, const Rows& shard)
        : groups_(request.groups), group_of_(own.group_of) {
        if (groups_ < 0 || groups_ > most_groups(shard) || shard.sparse())
            throw Error("a request asks for sums that shards do not give");
        if (groups_ == 1 && group_of_.empty()) {
            one_group_.assign(at(shard.rows()), 0);
            group_of_ = one_group_;
        }
        require_per_row(group_of_.size(), shard);
        require_below(group_of_, groups_);
    }

    Groups(const Groups&) = delete;  // refers to its own list
    Groups& operator=(const Groups&) = delete;

    Grouping grouping() const { return {group_of_, groups_}; }

  private:
    Index groups_;
    std::span<const int> group_of_;
    std::vector<int> one_group_;
};

SurveyRound::Partial packed(const SurveyRound::Request& request, const SurveyRound::Own& own,
                            const Rows& shard, SurveyWithSums found) {
    SurveyRound::Partial partial;
    if (request.bucket_bits) {
        if (*request.bucket_bits < 0 || *request.bucket_bits > most_bucket_bits)
            throw Error("a request asks for too many buckets of signatures");
        partial.signatures.push_back(pack_signatures(found.survey.signatures(), *request.bucket_bits));
    }
    if (!own.rows.empty()) {
        require_rows_of(shard, own.rows);
        const Matrix rows = shard.gather(own.rows);
        partial.all_rows = cells_in(rows) <= most_first_cells;
        if (partial.all_rows) partial.rows.push_back(pack_rows(rows));
    }
    found.survey.shorten_hash();
    partial.survey = std::move(found.survey);
    if (found.sums && request.about_means)
        partial.sums = about_means(*found.sums);
    else
        partial.sums = std::move(found.sums);
    return partial;
}

}  // namespace

SurveyRound::Partial SurveyRound::partial(const Request& request, const Own& own, const Rows& shard,
                                          const Context& context) {
    const Survey::Hash hash = request.hash ? Survey::Hash::yes : Survey::Hash::no;
    if (request.groups == 0) return packed(request, own, shard, {survey(shard, hash, context), {}});
    const Groups groups(request, own, shard);
    return packed(request, own, shard, survey_with_sums(shard, hash, groups.grouping(), context));
}

SurveyRound::Partial SurveyRound::answer(const Request& request, const Own& own, const Rows& shard,
                                         Survey found, const Context& context) {
    SurveyWithSums both{std::move(found), {}};
    if (request.groups != 0 && !both.survey.unusable())
        both.sums = sums_of(shard, Groups(request, own, shard).grouping(), context);
    return packed(request, own, shard, std::move(both));
}

void SurveyRound::merge(Partial& partial, Partial&& later) {
    later.survey.move_rows(partial.survey.rows());
    partial.survey.merge(later.survey);
    std::move(later.signatures.begin(), later.signatures.end(), std::back_inserter(partial.signatures));
    std::move(later.rows.begin(), later.rows.end(), std::back_inserter(partial.rows));
    partial.all_rows = partial.all_rows && later.all_rows;
    if (partial.sums && later.sums)
        partial.sums = merged(*partial.sums, *later.sums);
    else
        partial.sums.reset();
}

void SurveyRound::finish(Partial& all) {
    if (all.signatures.empty()) return;
    all.shared = shared_signatures(all.signatures);
    all.signatures.clear();
}

Survey survey_of_shards(const Rows& x, const Shards& shards, Survey::Hash hash, const Context& context,
                        const Labels& labels, SumsAlong sums) {
    SurveyRound::Request request{.hash = hash == Survey::Hash::yes};
    const bool by_class = sums == SumsAlong::of_classes && labels.samples() == x.rows();
    if (!x.sparse() && sums != SumsAlong::none) request.groups = by_class ? labels.classes() : 1;
    if (request.groups > most_groups(x)) request.groups = 0;
    request.about_means = shards.shape().count() > 1;  // the bits of one shard are those of all rows
    if (x.rows() <= most_signatures) request.bucket_bits = bucket_bits(x.rows(), shards.shape().count());
    // Whoever has the sums of classes does not ask for their first rows.
    const bool class_sums = by_class && request.groups > 0;
    const std::vector<Index> first = first_rows(x, class_sums ? Labels() : labels);
    auto next = first.begin();
    const auto own = [&](Index shard) {
        SurveyRound::Own part;
        for (; next != first.end() && *next < shards.shape().end(shard); ++next)
            part.rows.push_back(*next - shards.shape().begin(shard));
        if (class_sums) part.group_of = of_shard(std::span<const int>(labels.of), shards.shape(), shard);
        return part;
    };
    SurveyRound::Partial found = run_round<SurveyRound>(shards, request, own, context);
    if (found.all_rows && !found.rows.empty()) shards.know(unpack_known(first, found.rows));
    if (found.sums) {
        require_shape(*found.sums, request.groups, x.cols());
        shards.know({x.rows(), class_sums ? labels.of : std::vector<int>(), std::move(*found.sums),
                     found.survey.constant()});
    }
    return {std::move(found.survey), std::move(found.shared)};
}

}  // namespace tamis::detail
