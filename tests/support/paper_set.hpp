// The papers' data sets: those that ship with the library always, the others where their files are there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tamis/io/load.hpp"

namespace tamis::testing {

using namespace detail;

// The set of this file name; nothing if it neither ships nor lies in the folder of the papers' data.
// Shipped sets have their labels in the last column, whatever `options` say.
inline std::optional<Dataset> paper_file(const std::string& file, const LoadOptions& options = {}) {
    for (const std::string& name : shipped_data_sets())
        if (file == name + ".data") return load(name);
    const std::string path = std::string(TAMIS_SHARED_DATA) + "/" + file;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return load(path, options);
}

}  // namespace tamis::testing
