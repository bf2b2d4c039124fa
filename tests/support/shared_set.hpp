// The papers' data sets, where they are there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "papers/paper.hpp"
#include "tamis/io/load.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::testing {

inline std::optional<Dataset> shared_set(const PaperData& wanted) {
    const std::string path = std::string(TAMIS_SHARED_DATA) + "/" + wanted.file;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return clean_for_splits(load(path, {.label = wanted.label, .transpose = wanted.transpose}),
                            {.missing = Missing::mean});
}

}  // namespace tamis::testing
