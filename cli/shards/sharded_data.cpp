#include "sharded_data.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "shard_files.hpp"
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

namespace tamis::cli {

namespace {

// One file under mpirun is cut into this many shards, whatever the number of ranks: the result has the same
// bits on any number of them.
constexpr Index usual_shards = 64;

// However it is written. Every sample would count twice.
void refuse_repeated(const std::vector<std::string>& files) {
    std::set<std::filesystem::path> seen;
    for (const std::string& file : files) {
        std::error_code trouble;
        const std::filesystem::path path = std::filesystem::canonical(file, trouble);
        if (!trouble && !seen.insert(path).second)
            throw UsageError(file + " is given twice", "give every file once");
    }
}

std::vector<ShardPlace> find_places(const DataOptions& options) {
    const std::vector<std::string>& files = options.files;
    std::vector<ShardPlace> places;
    if (files.size() > 1 && options.shards > 0)
        throw UsageError(option("shards") + " cuts one file, and there are " + std::to_string(files.size()) +
                         ": each of them is a shard");
    refuse_repeated(files);
    const Index parts = files.size() > 1 ? 1 : options.shards > 0 ? options.shards : usual_shards;
    for (const std::string& file : files) {
        if (file == "-") throw UsageError("standard input cannot be one of several shards: give files");
        for (Index part = 0; part < parts; ++part) places.push_back({file, part, parts});
    }
    return places;
}

// "part-1.npy and 6 more"
std::string name_of(const std::vector<std::string>& files) {
    const std::string first = std::filesystem::path(files.front()).filename().string();
    return files.size() == 1 ? first : first + " and " + std::to_string(files.size() - 1) + " more";
}

class TeamShards final : public Shards {
  public:
    TeamShards(const DataOptions& options, Index shards, Ranks* ranks, int neighbors)
        : files_(options, 0, ranks == nullptr ? 1 : ranks->size(), neighbors), team_(ranks, shards, files_) {}

    const ShardsShape& shape() const override { return shape_; }
    Bytes run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
              const Context& context) const override {
        return team_.run(round, shared, own, context);
    }
    std::vector<Index> runs() const override {
        const Deal shards = team_.deal(), runs = shards.of_runs();
        std::vector<Index> begins;
        for (Index run = 0; run < runs.shards; ++run) begins.push_back(shards.begin(runs.owner(run)));
        begins.push_back(shards.shards);
        return begins;
    }
    std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context) const override {
        return team_.run_on_runs(round, shared, own, context);
    }
    std::vector<Bytes> run_with_parcels(const ParcelRequests& parcels, std::string_view round,
                                        const Bytes& shared, std::span<const Bytes> own,
                                        const Context& context) const override {
        if (team_.deal().of_runs().shards == 1)
            return Shards::run_with_parcels(parcels, round, shared, own, context);
        return team_.run_with_parcels(parcels, round, shared, own, context);
    }
    Index parcel_cells() const override { return Index{1} << 23; }
    RoundCosts costs() const override { return team_.costs(); }

    std::vector<ShardHead> open(const std::vector<ShardPlace>& places, bool hash, const Context& context) {
        const ShardFiles::OpenRequest request{places, hash};
        auto heads = from_bytes<std::vector<ShardHead>>(
            team_.run(ShardFiles::open_task, to_bytes(request), {}, context));
        if (!check_heads(heads).empty()) {
            const ShardFiles::NamesRequest names{heads.front().file, files_.feature_names(0)};
            throw Error("the shards have other columns: " +
                            team_.run(ShardFiles::names_task, to_bytes(names), {}, context),
                        "all shards need the same columns in the same order");
        }
        Index cols = 0;
        for (const ShardHead& head : heads) cols = std::max(cols, head.cols);
        const auto narrow = [&](const ShardHead& head) { return head.cols < cols; };
        if (std::any_of(heads.begin(), heads.end(), narrow))
            team_.run(ShardFiles::widen_task, to_bytes(cols), {}, context);
        std::vector<ShardShape> shapes;
        for (ShardHead& head : heads) {
            head.cols = cols;
            shapes.push_back({head.rows, head.cols, head.sparse});
        }
        shape_ = check_shape(shapes);
        team_.forget_costs();
        return heads;
    }
    void confirm(const Context& context) const { team_.run(ShardFiles::confirm_task, "", {}, context); }
    const std::vector<std::string>& feature_names() const { return files_.feature_names(0); }

  private:
    ShardFiles files_;
    mutable Team team_;
    ShardsShape shape_;
};

// Stands for shards that nobody has opened yet.
class UnopenedShards final : public Shards {
  public:
    explicit UnopenedShards(const Session& session)
        : runs_(session.ranks == nullptr ? 1 : session.ranks->size()) {}

    const ShardsShape& shape() const override { return shape_; }
    Bytes run(std::string_view, const Bytes&, std::span<const Bytes>, const Context&) const override {
        throw Error("these shards have not been opened");
    }
    std::vector<Bytes> run_on_runs(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                                   const Context& context) const override {
        return {run(round, shared, own, context)};
    }
    std::vector<Index> runs() const override { return std::vector<Index>(at(runs_ + 1)); }
    RoundCosts costs() const override { return {}; }

  private:
    Index runs_;
    ShardsShape shape_;
};

template <class Request>
void require_shared_of_any(const Request& request, const Session& session) {
    const UnopenedShards shards(session);
    const ShardedRows rows(shards);
    require_shared(request, DataView{.name = "the shards", .x = rows});
}

// What all shards together say of themselves; each remark once, with the number of shards that made it.
std::vector<std::string> joined_remarks(const std::vector<ShardHead>& heads) {
    std::vector<std::string> texts;
    for (const ShardHead& head : heads)
        for (const std::string& remark : head.remarks)
            if (std::find(texts.begin(), texts.end(), remark) == texts.end()) texts.push_back(remark);
    return texts;
}

// Methods count rows over all shards; here they are counted in their files.
void require_labels(const Labels& labels, const std::vector<ShardHead>& heads, const std::string& who) {
    const auto missing = std::find(labels.of.begin(), labels.of.end(), Labels::unlabeled);
    if (missing != labels.of.end())
        throw Error(who + " needs a label for every sample, and " +
                    row_text(heads, missing - labels.of.begin()) + " (counted from 0) has none");
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

void check_shared(const SelectRequest& request, const Session& session) {
    require_shared_of_any(request, session);
}
void check_shared(const ProjectRequest& request, const Session& session) {
    require_shared_of_any(request, session);
}

LoadedData load_sharded(const DataOptions& options, const ShardsUse& use, Session& session,
                        const Context& context) {
    const Timer timer;
    check_cleaning(options);
    const std::vector<ShardPlace> places = find_places(options);
    session.console.note(shards_text(places, session));
    const int neighbors = session.ranks == nullptr ? 1 : session.ranks->transport().host_ranks();
    auto shards = std::make_unique<TeamShards>(reading_of_shards(options), static_cast<Index>(places.size()),
                                               session.ranks, neighbors);
    const std::vector<ShardHead> heads = shards->open(places, use.hash == Survey::Hash::yes, context);
    LoadedData loaded;
    loaded.data.name = name_of(options.files);
    loaded.data.x = shape_only(shards->shape().rows(), shards->shape().cols);
    loaded.data.labels = joined_labels(heads);
    loaded.data.label_name = heads.front().label_name;
    loaded.data.feature_names = shards->feature_names();
    const std::string name = loaded.data.name;
    if (!options.load.label_file.empty())
        finish_loading(loaded.data, places.front().path, options.load, context);
    loaded.data.name = name;
    if (use.needs_labels) require_labels(loaded.data.labels, heads, use.method);
    loaded.data.labels.measured = options.load.label_kind != "classes" && !loaded.data.labels.empty() &&
                                  is_measured(loaded.data.labels);
    for (const std::string& remark : joined_remarks(heads)) add_remark(loaded.data, remark, context);
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
        throw UsageError("--plan looks at one file that one process works on, not at shards");
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
