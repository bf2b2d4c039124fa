#include "sharded_data.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "shard_remarks.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"
#include "tamis/core/rows/shape_only.hpp"
#include "tamis/core/shards/sharded_rows.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/pipeline/shards/shared.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "team_shards.hpp"

namespace tamis::cli {

namespace {

// One file under mpirun is cut into this many shards, whatever the number of ranks: the result has the same
// bits on any number of them.
constexpr Index usual_shards = 64;

// However it is written, also by another link. Every sample would count twice.
void refuse_repeated(const std::vector<std::string>& files) {
    std::set<std::pair<dev_t, ino_t>> seen;
    for (const std::string& file : files) {
        struct stat about {};
        if (::stat(file.c_str(), &about) == 0 && !seen.insert({about.st_dev, about.st_ino}).second)
            throw UsageError(file + " is given twice", "give every file once");
    }
}

std::vector<ShardPlace> find_places(const DataOptions& options) {
    const std::vector<std::string>& files = options.files;
    std::vector<ShardPlace> places;
    if (files.size() > 1 && options.shards > 0)
        throw UsageError(option("shards") + " cuts one file, and there are " + std::to_string(files.size()) +
                             ", each of which is a shard",
                         "leave it out");
    refuse_repeated(files);
    const Index parts = files.size() > 1 ? 1 : options.shards > 0 ? options.shards : usual_shards;
    for (const std::string& file : files) {
        if (file == "-")
            throw UsageError("standard input cannot be read by several shards or processes",
                             "write it to a file");
        for (Index part = 0; part < parts; ++part) places.push_back({file, part, parts});
    }
    return places;
}

// "part-1.npy and 6 more"
std::string name_of(const std::vector<std::string>& files) {
    const std::string first = std::filesystem::path(files.front()).filename().string();
    return files.size() == 1 ? first : first + " and " + std::to_string(files.size() - 1) + " more";
}

// Stands for shards that nobody has opened yet.
class UnopenedShards final : public Shards {
  public:
    const ShardsShape& shape() const override { return shape_; }
    Bytes run(std::string_view, const Bytes&, std::span<const Bytes>, const Context&) const override {
        throw Error("these shards have not been opened");
    }
    std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context) const override {
        return {run(round, shared, own, context)};
    }
    RoundCosts costs() const override { return {}; }

  private:
    ShardsShape shape_;
};

template <class Request>
void require_shared_of_any(const Request& request) {
    const UnopenedShards shards;
    const ShardedRows rows(shards);
    require_shared(request, DataView{.name = "the shards", .x = rows});
}

// Labels in a file of their own are those of all rows, in their order.
void read_label_file(Dataset& data, const std::vector<ShardHead>& heads, const DataOptions& options,
                     const Context& context) {
    if (options.load.label_file.empty()) return;
    for (const ShardHead& head : heads)
        if (head.dropped_rows > 0)
            throw Error(head.file + ": " + option("missing", "drop-rows") + " leaves out rows that " +
                            option("label-file") + " has labels of, and shards do not tell which",
                        "use " + option("missing", "mean") + ", or put the labels into the shards");
    finish_loading(data, data.name, options.load, context);
}

// Methods count rows over all shards; here they are counted in their files.
void require_labels(const Labels& labels, const std::vector<ShardHead>& heads, const std::string& who) {
    const auto missing = std::find(labels.of.begin(), labels.of.end(), Labels::unlabeled);
    if (missing != labels.of.end())
        throw Error(who + " needs a label for every sample, and " +
                        row_text(heads, missing - labels.of.begin()) + " (counted from 0) has none",
                    "fill it in, or leave the row out");
}

std::string shards_text(const std::vector<ShardPlace>& places, const Session& session) {
    const auto count = static_cast<Index>(places.size());
    std::string text = counted(count, "shard") + ": ";
    if (places.front().parts > 1)
        text += "runs of rows of " + places.front().path;
    else
        text += places.front().path + (count > 1 ? " … " + places.back().path : "");
    if (session.ranks != nullptr) text += ", on " + counted(session.ranks->size(), "rank");
    return text;
}

void clean_together(LoadedData& loaded, CleanOptions cleaning, Survey::Hash hash, const Context& context) {
    cleaning.categories = Categories::error;  // each shard has dropped its own
    Survey found = survey(*loaded.file_rows, hash, context, loaded.data.labels);
    Cleaned cleaned = clean_rows(std::move(loaded.data), std::move(loaded.file_rows), std::move(found),
                                 std::nullopt, cleaning, context);
    loaded.data = std::move(cleaned.data);
    loaded.file_rows = std::move(cleaned.rows);
    loaded.survey = std::move(cleaned.survey);
}

DataOptions reading_of_shards(const DataOptions& options) {
    DataOptions each = options;
    // Labels in a file of their own are those of all rows in their order; the driver reads them.
    if (!options.load.label_file.empty()) {
        options_of_reader(options.load);  // throws where the labels are given twice
        each.load.label_file.clear();
        each.load.label = "none";
    }
    return each;
}

}  // namespace

bool is_sharded(const DataOptions& options, const Session& session) {
    return session.launched || options.shards > 0 || options.files.size() > 1;
}

void check_shared(const SelectRequest& request) { require_shared_of_any(request); }
void check_shared(const ProjectRequest& request) { require_shared_of_any(request); }

LoadedData load_sharded(const DataOptions& options, const ShardsUse& use, Session& session,
                        const Context& context) {
    const Timer timer;
    check_cleaning(options);
    const std::vector<ShardPlace> places = find_places(options);
    session.console.note(shards_text(places, session));
    const int neighbors = session.ranks == nullptr ? 1 : session.ranks->transport().host_ranks();
    auto shards = std::make_unique<TeamShards>(reading_of_shards(options), static_cast<Index>(places.size()),
                                               session.ranks, neighbors);
    TeamShards::Opened opened = shards->open(places, use.hash == Survey::Hash::yes, context);
    const std::vector<ShardHead>& heads = opened.heads;
    LoadedData loaded;
    loaded.data.name = name_of(options.files);
    loaded.data.x = shape_only(shards->shape().rows(), shards->shape().cols);
    loaded.data.labels = joined_labels(heads, opened.first());
    loaded.data.label_name = opened.first().label_name;
    loaded.data.feature_names = std::move(opened.feature_names);
    read_label_file(loaded.data, heads, options, context);
    if (use.needs_labels) require_labels(loaded.data.labels, heads, use.method);
    loaded.data.labels.measured = options.load.label_kind != "classes" && !loaded.data.labels.empty() &&
                                  is_measured(loaded.data.labels);
    remark_on_shards(loaded.data, heads, context);
    loaded.file_rows = std::make_unique<ShardedRows>(*shards);
    loaded.shards = std::move(shards);
    if (is_cleaned_together(options.clean_options()))
        clean_together(loaded, options.clean_options(), use.hash, context);
    loaded.seconds = timer.seconds();
    return loaded;
}

void finish_rounds(const LoadedData& loaded, Session& session, const Context& context) {
    if (loaded.shards == nullptr) return;
    const RoundCosts costs = loaded.shards->costs();
    dynamic_cast<const TeamShards&>(*loaded.shards).confirm(context);
    if (costs.rounds == 0) return;
    const auto per_round = [&](Index bytes) {
        return bytes_text(static_cast<std::uint64_t>(bytes / costs.rounds)) + " per round";
    };
    session.console.note(
        counted(costs.rounds, "round") + " over " + counted(loaded.shards->shape().count(), "shard") + ": " +
        per_round(costs.bytes_out) + " to them, " + per_round(costs.bytes_in) + " from them");
}

void refuse_plan_of_shards(const DataOptions& options, const Session& session) {
    if (is_sharded(options, session))
        throw UsageError("--plan looks at one file that one process works on, not at shards",
                         options.files.size() > 1 ? "leave it out, or ask for the plan of one file"
                         : options.shards > 0     ? "leave it or --shards out"
                                                  : "leave it out, or ask for it without mpirun");
}

void serve_shards(const DataOptions& options, Session& session, const Context& context) {
    Ranks& ranks = *session.ranks;
    ShardFiles files(reading_of_shards(options), ranks.rank(), ranks.size(), ranks.transport().host_ranks());
    Context quiet;
    quiet.threads = context.threads;
    quiet.cancel = context.cancel;
    session.exit_code = serve(ranks, &files, "", quiet);
    session.served = true;
}

}  // namespace tamis::cli
