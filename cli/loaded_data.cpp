#include "loaded_data.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/preprocess/text_columns.hpp"

namespace tamis::cli {

namespace {

bool is_label_open(const LoadOptions& options) {
    return options.label == "auto" && options.label_file.empty();
}

}  // namespace

LoadedData open_clean(const DataOptions& options, const Context& context, Survey::Hash hash, Extent extent) {
    const Timer timer;
    const CleanOptions cleaning = options.clean_options();
    std::optional<Survey> found;
    UnusableCells unusable;
    const auto start = [&] {
        found.emplace(hash);
        unusable = {};
    };
    const auto add = [&](const RowBlock& block) {
        const Survey part = survey(block.cells, hash, context);
        if (part.unusable()) unusable.add(block);
        found->merge(part);
    };
    StreamedData opened = open_rows(options.path, options.load, {start, add}, context);
    if (extent == Extent::shard) opened.about.name = options.path;
    if (is_label_open(options.load)) detail::ask_for_label(opened.about, opened.category_counts);
    const bool looked = found.has_value();
    if (!looked) found = survey(*opened.rows, hash, context);
    Cleaned cleaned =
        clean_rows(std::move(opened.about), std::move(opened.rows), std::move(*found),
                   looked ? std::optional(std::move(unusable)) : std::nullopt, cleaning, context, extent);
    return {std::move(cleaned.data),   nullptr,         std::move(cleaned.rows),
            std::move(cleaned.survey), timer.seconds(), cleaned.dropped_rows};
}

LoadedData open_part_clean(const DataOptions& options, const RowPart& part, const Context& context,
                           Survey::Hash hash) {
    const Timer timer;
    StreamedData opened = open_row_part(options.path, options.load, part, context);
    opened.about.name = options.path;
    Survey found = survey(*opened.rows, hash, context);
    Cleaned cleaned = clean_rows(std::move(opened.about), std::move(opened.rows), std::move(found),
                                 std::nullopt, options.clean_options(), context, Extent::shard);
    return {std::move(cleaned.data),   nullptr,         std::move(cleaned.rows),
            std::move(cleaned.survey), timer.seconds(), cleaned.dropped_rows};
}

DataView LoadedData::view() const {
    DataView view = view_of(data);
    if (file_rows) view.x = *file_rows;
    if (survey) view.survey = &*survey;
    return view;
}

void require_memory(const DataOptions& options, const std::string& who) {
    if (options.memory.empty()) return;
    const std::uint64_t allowed = options.allowed_memory();
    const auto held = held_size(options.path, options.load);
    if (!held || held->bytes <= allowed) return;
    throw Error(options.path + ": takes " + bytes_text(held->bytes) + " in memory, more than the " +
                    bytes_text(allowed) + " allowed, and " + who + " needs all of it there",
                "allow for more with " + option("memory", size_argument(held->bytes)) +
                    ", or use a method that reads the file in passes: variance, fisher, trace-ratio, "
                    "hsic; laplacian and spec with a graph of your own");
}

Dataset load_labeled(const DataOptions& options, const Context& context) {
    Dataset data = load(options.path, options.load, context);
    if (is_label_open(options.load)) ask_for_label(data);
    return data;
}

LoadedData load_clean(const DataOptions& options, const std::string& who, const Context& context,
                      Survey::Hash hash) {
    const Timer timer;
    const CleanOptions cleaning = options.clean_options();
    require_memory(options, who);
    Cleaned cleaned = clean_surveyed(load_labeled(options, context), cleaning, hash, context);
    return {std::move(cleaned.data), nullptr, nullptr, std::move(cleaned.survey), timer.seconds()};
}

LoadedData load_for(const DataOptions& options, const std::string& who, Reading reading,
                    const Context& context, Survey::Hash hash) {
    if (reading == Reading::whole) return load_clean(options, who, context, hash);
    const std::uint64_t allowed = options.allowed_memory();
    const auto held = held_size(options.path, options.load);
    const bool too_large = held && held->bytes > allowed;
    if (!held || !(too_large || held->single_precision)) return load_clean(options, who, context, hash);
    LoadedData opened = open_clean(options, context, hash);
    if (too_large)
        add_remark(opened.data,
                   opened.data.name + ": would take " + bytes_text(held->bytes) +
                       " in memory, more than the " + bytes_text(allowed) +
                       " allowed: it is read from the file in every pass",
                   context);
    return opened;
}

}  // namespace tamis::cli
