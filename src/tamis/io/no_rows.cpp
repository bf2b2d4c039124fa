#include "tamis/io/no_rows.hpp"

#include "tamis/io/byte_source.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/io/numpy/npy_header.hpp"
#include "tamis/io/text/format.hpp"

namespace tamis::detail {

namespace {

FileColumns text_columns(const std::string& path, const LoadOptions& options) {
    const TextSettings settings = text_settings(options);
    const TextFormat format = detect_format(*open_file(path), path, settings);
    FileColumns columns{format.fields, format.names};
    // R leaves out the name of the column of row names; without rows nobody knows that there is one.
    if (!columns.names.empty() && columns.names.front().empty()) {
        columns.names.erase(columns.names.begin());
        --columns.count;
    }
    for (std::string& name : columns.names)
        make_utf8(name, settings.encoding, path + ": the name of a column");
    return columns;
}

}  // namespace

FileColumns file_columns(const std::string& path, const LoadOptions& options) {
    const std::string extension = extension_of(path);
    try {
        if (is_text_extension(without_gz(extension))) return text_columns(path, options);
        if (extension == ".npy") return {read_npy_matrix_header(*open_file(path), path).cols, {}};
    } catch (const NoRows& without) {
        return {without.columns(), {}};
    }
    return {};
}

}  // namespace tamis::detail
