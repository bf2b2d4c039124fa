#include "shard_reader.hpp"

#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"
#include "tamis/io/no_rows.hpp"

namespace tamis::cli {

namespace {

// What the shards take in memory; those that are never read in blocks do not count. Files are looked at once:
// thousands of shards may be runs of the same one.
std::uint64_t bytes_in_memory(std::span<const ShardPlace> places, const LoadOptions& options) {
    std::uint64_t all = 0, of_file = 0;
    const std::string* file = nullptr;
    for (const ShardPlace& place : places) {
        if (file == nullptr || *file != place.path) {
            file = &place.path;
            try {
                const auto held = held_size(place.path, options);
                of_file = held ? held->bytes : 0;
            } catch (const NoRows&) {
                of_file = 0;
            }
        }
        all += of_file / static_cast<std::uint64_t>(place.parts);
    }
    return all;
}

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

ShardReader::ShardReader(DataOptions options, int neighbors, std::span<const ShardPlace> places)
    : options_(std::move(options)),
      in_memory_(bytes_in_memory(places, options_.load) <=
                 options_.allowed_memory() / static_cast<std::uint64_t>(neighbors)),
      last_part_(places.empty() ? 0 : places.back().part) {}

Dataset ShardReader::cut_rows(const ShardPlace& place) const {
    const RowPart part{place.part, place.parts};
    const Index begin = part.begin(whole_->samples()), end = part.end(whole_->samples());
    std::vector<Index> rows(at(end - begin));
    std::iota(rows.begin(), rows.end(), begin);
    Dataset cut = about_rows(*whole_, begin, end);
    cut.x = take_rows(whole_->x, rows);
    return cut;
}

Dataset ShardReader::read_rows(const ShardPlace& place, const DataOptions& options, const Context& context) {
    if (place.parts == 1) return load_labeled(options, context);
    if (has_row_parts(place.path, options.load)) {
        StreamedData opened = open_row_part(place.path, options.load, {place.part, place.parts}, context);
        opened.about.x = to_matrix(*opened.rows, context);
        return std::move(opened.about);
    }
    if (!whole_ || whole_path_ != place.path) whole_ = load_labeled(options, context);
    whole_path_ = place.path;
    return cut_rows(place);
}

LoadedData ShardReader::read_in_passes(const ShardPlace& place, const DataOptions& options, Survey::Hash hash,
                                       const Context& context) {
    const CleanOptions cleaning = options.clean_options();
    if (is_cleaned_together(cleaning))
        throw Error(place.path + ": " +
                        option("missing", cleaning.missing == Missing::mean ? "mean" : "drop-features") +
                        " needs the shards in memory, and those of this process take more than the " +
                        bytes_text(options.allowed_memory()) + " allowed",
                    "allow for more with " + option("memory") + ", or spread them over more hosts");
    if (place.parts == 1) return open_clean(options, context, hash, Extent::shard);
    return open_part_clean(options, {place.part, place.parts}, context, hash);
}

LoadedData ShardReader::read(const ShardPlace& place, Survey::Hash hash, const Context& context) {
    DataOptions options = options_;
    options.path = place.path;
    const bool in_parts = place.parts > 1;
    if (!in_memory_ && (in_parts ? has_row_parts(place.path, options.load)
                                 : held_size(place.path, options.load).has_value()))
        return read_in_passes(place, options, hash, context);
    Dataset data = read_rows(place, options, context);
    if (place.part == last_part_) whole_.reset();
    data.name = place.path;
    CleanOptions cleaning = options.clean_options();
    if (!is_cleaned_together(cleaning)) {
        Cleaned cleaned = clean_surveyed(std::move(data), cleaning, hash, context, Extent::shard);
        return {std::move(cleaned.data),   nullptr, nullptr,
                std::move(cleaned.survey), 0.0,     cleaned.dropped_rows};
    }
    cleaning.missing = Missing::mean;  // what is missing stays so
    return {clean_for_splits(std::move(data), cleaning, context), nullptr, nullptr, std::nullopt, 0.0};
}

}  // namespace tamis::cli
