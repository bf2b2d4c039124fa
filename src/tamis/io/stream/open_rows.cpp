#include <filesystem>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/column_rows.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/io/stream/formats.hpp"
#include "tamis/io/stream/unchanged_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

enum class StreamFormat { none, text, libsvm, npy, hdf5 };

StreamFormat format_of(const std::string& path, const LoadOptions& options) {
    if (options.transpose || !std::filesystem::is_regular_file(path)) return StreamFormat::none;
    const std::string extension = extension_of(path);
    const std::string bare = without_gz(extension);
    if (is_text_extension(bare)) return StreamFormat::text;
    if (is_libsvm_extension(bare)) return StreamFormat::libsvm;
    if (extension == ".npy") return StreamFormat::npy;
    if (is_hdf5_extension(extension)) return StreamFormat::hdf5;
    return StreamFormat::none;
}

}  // namespace

std::optional<HeldSize> held_size(const std::string& path, const LoadOptions& options) {
    switch (format_of(path, options)) {
        case StreamFormat::text:
            return held_text(path, options);
        case StreamFormat::libsvm:
            return held_libsvm(path);
        case StreamFormat::npy:
            return held_npy(path);
        case StreamFormat::hdf5:
            return held_hdf5(path, options);
        case StreamFormat::none:
            break;
    }
    return std::nullopt;
}

namespace {

StreamedData open_part(const std::string& path, const LoadOptions& options, const RowPart& part,
                       const FirstLook& look, const Context& caller) {
    const HeardRemarks heard(caller);
    const Context& context = heard.context();
    const FileState file(path);
    StreamedData data;
    const LoadOptions columns = options_of_reader(options);
    const StreamFormat format = format_of(path, options);
    if (format != StreamFormat::hdf5) {
        refuse_variables(columns, path);
        refuse_layer(columns, path, "this file has no layers");
    }
    if (format == StreamFormat::text) data = open_text(path, columns, look, context);
    if (format == StreamFormat::libsvm) data = open_libsvm(path, columns, look, context);
    if (format == StreamFormat::npy) data = open_npy(path, columns, context, part);
    if (format == StreamFormat::hdf5) data = open_hdf5(path, columns, context, part);
    if (data.rows == nullptr) throw Error(path + ": files of this kind are not read block by block");
    if (format != StreamFormat::text)
        if (const auto chosen = chosen_features(data.about, columns, path)) {
            data.about = take_features(data.about, *chosen);
            data.rows = std::make_unique<ColumnRows>(std::move(data.rows), *chosen);
        }
    finish_loading(data.about, path, options, context);
    heard.add_to(data.about);
    file.require_unchanged();
    data.rows = std::make_unique<UnchangedRows>(file, std::move(data.rows));
    return data;
}

}  // namespace

StreamedData open_rows(const std::string& path, const LoadOptions& options, const FirstLook& look,
                       const Context& context) {
    return open_part(path, options, {}, look, context);
}

bool has_row_parts(const std::string& path, const LoadOptions& options) {
    const StreamFormat format = format_of(path, options);
    return (format == StreamFormat::npy || format == StreamFormat::hdf5) && held_size(path, options);
}

StreamedData open_row_part(const std::string& path, const LoadOptions& options, const RowPart& part,
                           const Context& context) {
    LoadOptions inside = options;
    inside.label_file.clear();
    if (!options.label_file.empty()) inside.label = "none";
    const auto nothing = [](const auto&...) {};
    return open_part(path, inside, part, {nothing, nothing}, context);
}

Dataset detail::about_rows(const Dataset& about, Index begin, Index end) {
    const auto cut = [&]<class List>(const List& list) {
        return list.empty() ? List() : List(list.begin() + begin, list.begin() + end);
    };
    // Not by take_labels, which looks at all of them: there may be thousands of runs.
    Labels labels{.of = cut(about.labels.of),
                  .names = about.labels.names,
                  .counts = {},
                  .measured = about.labels.measured};
    labels.counts.resize(labels.names.size());
    for (const int label : labels.of)
        if (label >= 0) ++labels.counts[at(label)];
    return {.name = about.name,
            .x = shape_only(end - begin, about.features()),
            .labels = std::move(labels),
            .label_name = about.label_name,
            .label_column = about.label_column,
            .feature_names = about.feature_names,
            .categories = about.categories,
            .lines = cut(about.lines),
            .sample_names = cut(about.sample_names),
            .sample_column = about.sample_column,
            .remarks = about.remarks,
            .first_row = begin};
}

}  // namespace tamis
