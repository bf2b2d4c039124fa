#include "shard_files.hpp"

#include <functional>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"
#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/pipeline/shards/table.hpp"
#include "tamis/preprocess/cleaned.hpp"

namespace tamis::cli {

namespace {

// The same for the same names in the same order, in every process of a job.
std::string hash_of(const std::vector<std::string>& names) {
    if (names.empty()) return "";
    std::string all;
    for (const std::string& name : names) all += name + '\0';
    return std::to_string(names.size()) + ":" + std::to_string(std::hash<std::string>()(all));
}

Dataset cut_rows(const Dataset& data, const ShardPlace& place) {
    const RowPart part{place.part, place.parts};
    const Index begin = part.begin(data.samples()), end = part.end(data.samples());
    std::vector<Index> rows(at(end - begin));
    std::iota(rows.begin(), rows.end(), begin);
    Dataset about = data;
    about.x = Matrix();
    about = about_rows(std::move(about), begin, end);
    about.x = take_rows(data.x, rows);
    return about;
}

// The same cells, and columns of zeros behind them.
SparseMatrix widened(const SparseMatrix& x, Index cols) {
    return {x.rows(), cols, {.row_start = x.row_start(), .columns = x.columns(), .values = x.values()}};
}

// Libsvm files end with the last column that is used.
bool has_open_width(const std::string& path) { return is_libsvm_extension(without_gz(extension_of(path))); }

}  // namespace

void check_cleaning(const DataOptions& options) {
    const Categories categories = options.clean_options().categories;
    if (categories == Categories::error || categories == Categories::drop) return;
    const std::string value = categories == Categories::rank ? "rank" : "onehot";
    throw UsageError(option("categories", value) + " is not shared: no shard knows the values of all of them",
                     "write numbers instead of the texts, or use " + option("categories", "drop"));
}

bool is_cleaned_together(const CleanOptions& options) {
    return options.missing == Missing::mean || options.missing == Missing::drop_features;
}

ShardFiles::ShardFiles(DataOptions options, int rank, int ranks, int neighbors)
    : options_(std::move(options)), rank_(rank), ranks_(ranks), neighbors_(neighbors) {}

const std::vector<std::string>& ShardFiles::feature_names(Index shard) const {
    return shards_.at(shard).data.feature_names;
}

Bytes ShardFiles::partial(std::string_view task, std::string_view shared, std::string_view own, Index shard,
                          const Context& context) {
    if (task == open_task)
        return to_bytes(std::vector<ShardHead>{open(from_bytes<OpenRequest>(shared), shard, context)});
    if (task == names_task) return other_names(shared, shard);
    if (task == widen_task) widen(from_bytes<Index>(shared), shard);
    if (task == widen_task || task == confirm_task) return {};
    if (task == SurveyRound::name)
        if (const auto known = known_survey(shared, own, shard)) return *known;
    return partial_of(task, shared, own, shards_.at(shard).view().x, context);
}

Bytes ShardFiles::partial_of_run(std::string_view task, std::string_view shared, std::string_view own,
                                 Index begin, Index end, const Context& context) {
    std::vector<Rows> parts;
    for (Index shard = begin; shard < end; ++shard) parts.push_back(shards_.at(shard).view().x);
    return partial_of(task, shared, own, JoinedRows(std::move(parts)), context);
}

// Cleaning has looked at all cells already. What the round would find is what was found then, if it asks for
// no more and nothing was changed since.
std::optional<Bytes> ShardFiles::known_survey(std::string_view shared, std::string_view own,
                                              Index shard) const {
    const std::optional<Survey>& known = shards_.at(shard).survey;
    const auto asked = from_bytes<RoundRequest>(shared);
    if (!known || !asked.views.empty()) return std::nullopt;
    const auto request = from_bytes<SurveyRound::Request>(asked.request);
    if (request.hash != known->hashed()) return std::nullopt;
    return to_bytes(
        SurveyRound::answer(request, from_bytes<SurveyRound::Own>(own), shards_.at(shard).view().x, *known));
}

Bytes ShardFiles::merge(std::string_view task, std::string_view earlier, std::string_view later) {
    if (task == open_task) {
        auto heads = from_bytes<std::vector<ShardHead>>(earlier);
        auto more = from_bytes<std::vector<ShardHead>>(later);
        heads.insert(heads.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
        return to_bytes(heads);
    }
    if (task == names_task) return Bytes(earlier.empty() ? later : earlier);
    if (task == widen_task || task == confirm_task) return {};
    return merge_of(task, earlier, later);
}

// All shards of this process together; those that are read in blocks take next to nothing.
bool ShardFiles::fits_in_memory(const OpenRequest& request) const {
    const Deal deal{static_cast<Index>(request.places.size()), ranks_};
    const std::uint64_t allowed = options_.allowed_memory() / static_cast<std::uint64_t>(neighbors_);
    std::uint64_t needed = 0;
    for (Index shard = deal.begin(rank_); shard < deal.begin(rank_ + 1); ++shard) {
        const ShardPlace& place = request.places[at(shard)];
        if (const auto held = held_size(place.path, options_.load))
            needed += held->bytes / static_cast<std::uint64_t>(place.parts);
    }
    return needed <= allowed;
}

// All rows of the file that are the shard's, as they are.
Dataset ShardFiles::read_place(const ShardPlace& place, const DataOptions& options, const Context& context) {
    if (place.parts == 1) return load_labeled(options, context);
    if (has_row_parts(place.path, options.load)) {
        StreamedData opened = open_row_part(place.path, options.load, {place.part, place.parts}, context);
        opened.about.x = to_matrix(*opened.rows, context);
        return std::move(opened.about);
    }
    if (!whole_ || whole_path_ != place.path) whole_ = load_labeled(options, context);
    whole_path_ = place.path;
    return cut_rows(*whole_, place);
}

LoadedData ShardFiles::load_place(const ShardPlace& place, Survey::Hash hash, const Context& context) {
    DataOptions options = options_;
    options.path = place.path;
    CleanOptions cleaning = options.clean_options();
    const bool together = is_cleaned_together(cleaning);
    if (!*in_memory_ && held_size(place.path, options.load)) {
        if (together)
            throw Error(place.path + ": " +
                            option("missing", cleaning.missing == Missing::mean ? "mean" : "drop-features") +
                            " needs the shards in memory, and those of this process take more than the " +
                            bytes_text(options.allowed_memory()) + " allowed",
                        "allow for more with " + option("memory") + ", or spread them over more hosts");
        if (place.parts == 1) return open_clean(options, context, hash);
        if (has_row_parts(place.path, options.load))
            return open_part_clean(options, {place.part, place.parts}, context, hash);
    }
    Dataset data = read_place(place, options, context);
    if (!together) {
        Cleaned cleaned = clean_surveyed(std::move(data), cleaning, hash, context);
        return {std::move(cleaned.data), nullptr, nullptr, std::move(cleaned.survey), 0.0};
    }
    cleaning.missing = Missing::mean;  // what is missing stays so
    return {clean_for_splits(std::move(data), cleaning, context), nullptr, nullptr, std::nullopt, 0.0};
}

ShardHead ShardFiles::open(const OpenRequest& request, Index shard, const Context& context) {
    if (!in_memory_) in_memory_ = fits_in_memory(request);
    const ShardPlace& place = request.places[at(shard)];
    LoadedData loaded = load_place(place, request.hash ? Survey::Hash::yes : Survey::Hash::no, context);
    const Deal deal{static_cast<Index>(request.places.size()), ranks_};
    if (shard + 1 == deal.begin(rank_ + 1)) whole_.reset();
    const DataView view = loaded.view();
    ShardHead head{.file = place.path,
                   .rows = view.x.rows(),
                   .cols = view.x.cols(),
                   .first_row = loaded.data.first_row,
                   .sparse = view.x.sparse(),
                   .open_width = has_open_width(place.path),
                   .names_hash = hash_of(loaded.data.feature_names),
                   .has_labels = !loaded.data.label_name.empty() || !loaded.data.labels.empty(),
                   .label_name = loaded.data.label_name,
                   .label_of = loaded.data.labels.of,
                   .class_names = loaded.data.labels.names,
                   .remarks = loaded.data.remarks};
    loaded.data.labels = {};  // the driver has them
    shards_.insert_or_assign(shard, std::move(loaded));
    return head;
}

std::string ShardFiles::other_names(std::string_view names_of_first, Index shard) const {
    const auto first = from_bytes<NamesRequest>(names_of_first);
    const LoadedData& loaded = shards_.at(shard);
    return first_difference(first.names, first.file, loaded.data.feature_names, loaded.data.name);
}

void ShardFiles::widen(Index cols, Index shard) {
    LoadedData& loaded = shards_.at(shard);
    if (loaded.view().x.cols() == cols) return;
    loaded.survey.reset();
    if (loaded.file_rows != nullptr) {
        loaded.file_rows =
            std::make_unique<ChangedRows>(std::move(loaded.file_rows), cols,
                                          [cols](Matrix& block) { block = widened(block.sparse(), cols); });
    } else {
        loaded.data.x = widened(loaded.data.x.sparse(), cols);
    }
}

}  // namespace tamis::cli
