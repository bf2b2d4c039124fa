#include "papers/data_folder.hpp"

#include <filesystem>

#include "tamis/io/load.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::papers {

namespace {

// Shipped sets are called after the files that they were made of: "sonar" of sonar.data.
std::optional<std::string> shipped_name(const PaperData& wanted) {
    for (const std::string& name : shipped_data_sets())
        if (wanted.file == name + ".data") return name;
    return std::nullopt;
}

}  // namespace

bool DataFolder::has(const PaperData& wanted) const { return std::filesystem::exists(file_of(wanted)); }

std::optional<Dataset> DataFolder::load(const PaperData& wanted, const Context& context) {
    const auto [place, fresh] = sets_.try_emplace(wanted.file);
    if (!fresh) return place->second;
    std::optional<Dataset> found;
    if (has(wanted))
        found = tamis::load(file_of(wanted), {.label = wanted.label, .transpose = wanted.transpose}, context);
    else if (const auto shipped = shipped_name(wanted))
        found = tamis::load(*shipped, {}, context);
    if (!found) return std::nullopt;
    Dataset data = clean_for_splits(std::move(*found), {.missing = Missing::mean}, context);
    if (wanted.sparse) data.x = to_sparse(data.x);
    return place->second = std::move(data);
}

}  // namespace tamis::papers
