#include "loaded_data.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"
#include "tamis/core/timer.hpp"
#include "tamis/io/stream/streamed_data.hpp"
#include "tamis/preprocess/clean_rows.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "tamis/preprocess/text_columns.hpp"

namespace tamis::cli {

namespace {

void ask_for_label(const Dataset& data, const LoadOptions& options) {
    if (options.label == "auto" && options.label_file.empty()) detail::ask_for_label(data);
}

LoadedData open_clean(const DataOptions& options, const Context& context, Survey::Hash hash) {
    const Timer timer;
    const CleanOptions cleaning = options.clean_options();
    LoadedData loaded;
    const auto start = [&] { loaded.survey.emplace(hash); };
    const auto add = [&](const RowBlock& block) { loaded.survey->merge(survey(block.cells, hash, context)); };
    StreamedData opened = open_rows(options.path, options.load, {start, add}, context);
    loaded.data = std::move(opened.about);
    loaded.file_rows = std::move(opened.rows);
    ask_for_label(loaded.data, options.load);
    if (!loaded.survey) loaded.survey = survey(*loaded.file_rows, hash, context);
    if (auto filled = clean_rows(loaded.data, *loaded.file_rows, *loaded.survey, cleaning, context)) {
        loaded.filled = std::make_unique<ChangedRows>(std::move(*filled));
        loaded.survey.reset();
    }
    loaded.seconds = timer.seconds();
    return loaded;
}

}  // namespace

DataView LoadedData::view() const {
    DataView view = view_of(data);
    if (filled)
        view.x = *filled;
    else if (file_rows)
        view.x = *file_rows;
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
    ask_for_label(data, options.load);
    return data;
}

LoadedData load_clean(const DataOptions& options, const std::string& who, const Context& context,
                      Survey::Hash hash) {
    const Timer timer;
    const CleanOptions cleaning = options.clean_options();
    require_memory(options, who);
    LoadedData loaded;
    Cleaned cleaned = clean_surveyed(load_labeled(options, context), cleaning, hash, context);
    loaded.data = std::move(cleaned.data);
    loaded.survey = std::move(cleaned.survey);
    loaded.seconds = timer.seconds();
    return loaded;
}

LoadedData load_for_passes(const DataOptions& options, const Context& context, Survey::Hash hash) {
    const std::uint64_t allowed = options.allowed_memory();
    const auto held = held_size(options.path, options.load);
    const bool too_large = held && held->bytes > allowed;
    if (!held || !(too_large || held->single_precision)) return load_clean(options, "", context, hash);
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
