#include "shard_files.hpp"

#include <functional>
#include <span>

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/rows/shape_only.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/io/no_rows.hpp"
#include "tamis/passes/survey/survey_round.hpp"
#include "tamis/pipeline/shards/table.hpp"

namespace tamis::cli {

namespace {

// The same for the same names in the same order, in every process of a job.
std::string hash_of(const std::vector<std::string>& names) {
    if (names.empty()) return "";
    std::string all;
    for (const std::string& name : names) all += name + '\0';
    return std::to_string(names.size()) + ":" + std::to_string(std::hash<std::string>()(all));
}

// The same cells, and columns of zeros behind them.
SparseMatrix widened(const SparseMatrix& x, Index cols) {
    return {x.rows(), cols, {.row_start = x.row_start(), .columns = x.columns(), .values = x.values()}};
}

}  // namespace

ShardFiles::ShardFiles(DataOptions options, int rank, int ranks, int neighbors)
    : options_(std::move(options)), rank_(rank), ranks_(ranks), neighbors_(neighbors) {}

Bytes ShardFiles::partial(std::string_view task, std::string_view shared, std::string_view own, Index shard,
                          const Context& context) {
    if (task == open_task) {
        if (!asked_) start(from_bytes<OpenRequest>(shared));  // once: it is as long as there are shards
        return to_bytes(std::vector<ShardHead>{open(shard, context)});
    }
    if (task == about_task) return about(from_bytes<AboutRequest>(shared), shard);
    if (task == names_task) return other_names(shared, shard);
    if (task == fit_task) fit(from_bytes<FitRequest>(shared), shard);
    if (task == fit_task || task == confirm_task) return {};
    if (task == SurveyRound::name)
        if (const auto known = known_survey(shared, own, shard, context)) return *known;
    return partial_of(task, shared, own, shards_.at(shard).view().x, context);
}

Bytes ShardFiles::partial_of_run(std::string_view task, std::string_view shared, const OwnRequest& own,
                                 Index begin, Index end, const Context& context) {
    return partial_of(task, shared, own, run_of(begin, end), context);
}

std::vector<Bytes> ShardFiles::parcels_of_run(std::string_view shared, std::string_view own, Index begin,
                                              Index end, const Context& context) {
    return parcels_from(shared, own, run_of(begin, end), context);
}

JoinedRows ShardFiles::run_of(Index begin, Index end) const {
    std::vector<Rows> parts;
    for (Index shard = begin; shard < end; ++shard) parts.push_back(shards_.at(shard).view().x);
    return JoinedRows(std::move(parts));
}

// Cleaning has looked at all cells already. What the round would find is what was found then, if it asks for
// no more and nothing was changed since.
std::optional<Bytes> ShardFiles::known_survey(std::string_view shared, std::string_view own, Index shard,
                                              const Context& context) const {
    const std::optional<Survey>& known = shards_.at(shard).survey;
    const auto asked = from_bytes<RoundRequest>(shared);
    if (!known || !asked.views.empty()) return std::nullopt;
    const auto request = from_bytes<SurveyRound::Request>(asked.request);
    if (request.hash != known->hashed()) return std::nullopt;
    return to_bytes(SurveyRound::answer(request, from_bytes<SurveyRound::Own>(own),
                                        shards_.at(shard).view().x, *known, context));
}

Bytes ShardFiles::merge(std::string_view task, std::string_view earlier, std::string_view later) {
    if (task == open_task) {
        auto heads = from_bytes<std::vector<ShardHead>>(earlier);
        auto more = from_bytes<std::vector<ShardHead>>(later);
        heads.insert(heads.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
        return to_bytes(heads);
    }
    if (task == about_task || task == names_task) return Bytes(earlier.empty() ? later : earlier);
    if (task == fit_task || task == confirm_task) return {};
    return merge_of(task, earlier, later);
}

void ShardFiles::start(OpenRequest request) {
    asked_ = std::move(request);
    const Deal deal{static_cast<Index>(asked_->places.size()), ranks_};
    const auto mine = std::span(asked_->places)
                          .subspan(at(deal.begin(rank_)), at(deal.begin(rank_ + 1) - deal.begin(rank_)));
    reader_.emplace(options_, neighbors_, mine);
}

ShardHead ShardFiles::open(Index shard, const Context& context) {
    const ShardPlace& place = asked_->places[at(shard)];
    ShardHead head{.file = place.path};
    LoadedData loaded;
    try {
        loaded = reader_->read(place, asked_->hash ? Survey::Hash::yes : Survey::Hash::no, context);
    } catch (const NoRows&) {
        // One of several files may have none. Its columns are compared with those of a file that has.
        if (place.parts > 1 || options_.load.transpose) throw;
        head.bare = true;
        head.columns = file_columns(place.path, options_.load);
        shards_.insert_or_assign(shard, std::move(loaded));
        return head;
    }
    const DataView view = loaded.view();
    head.rows = view.x.rows();
    head.cols = view.x.cols();
    head.first_row = loaded.data.first_row;
    head.dropped_rows = loaded.dropped_rows;
    head.sparse = view.x.sparse();
    head.open_width = has_open_width(place.path, options_.load);
    head.names_hash = hash_of(loaded.data.feature_names);
    head.sample_column = loaded.data.sample_column;
    head.has_labels = !loaded.data.label_name.empty() || !loaded.data.labels.empty();
    head.label_name = loaded.data.label_name;
    head.label_of = std::move(loaded.data.labels.of);
    head.class_names = std::move(loaded.data.labels.names);
    head.remarks = loaded.data.remarks;
    loaded.data.labels = {};  // the driver has them
    shards_.insert_or_assign(shard, std::move(loaded));
    return head;
}

Bytes ShardFiles::about(const AboutRequest& asked, Index shard) const {
    if (asked.shard != shard) return {};
    ShardColumns columns{shards_.at(shard).data.feature_names, {}};
    if (asked.in_file) columns.in_file = file_columns(asked_->places[at(shard)].path, options_.load);
    return to_bytes(columns);
}

std::string ShardFiles::other_names(std::string_view names_of_first, Index shard) const {
    const auto first = from_bytes<NamesRequest>(names_of_first);
    const Dataset& data = shards_.at(shard).data;
    if (data.features() == 0) return "";  // a file without rows
    return first_difference(first.names, first.file, data.feature_names, data.name);
}

void ShardFiles::fit(const FitRequest& shape, Index shard) {
    LoadedData& loaded = shards_.at(shard);
    const Index cols = shape.cols;
    if (loaded.view().x.cols() == cols) return;
    loaded.survey.reset();
    if (loaded.data.features() == 0) {
        loaded.data.x = shape.sparse ? shape_only(0, cols) : Matrix(DenseMatrix(0, cols));
    } else if (loaded.file_rows != nullptr) {
        loaded.file_rows =
            std::make_unique<ChangedRows>(std::move(loaded.file_rows), cols,
                                          [cols](Matrix& block) { block = widened(block.sparse(), cols); });
    } else {
        loaded.data.x = widened(loaded.data.x.sparse(), cols);
    }
}

}  // namespace tamis::cli
