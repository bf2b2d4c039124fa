#include "papers/data_folder.hpp"

#include <filesystem>

#include "tamis/io/load.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::papers {

bool DataFolder::has(const PaperData& wanted) const { return std::filesystem::exists(file_of(wanted)); }

std::optional<Dataset> DataFolder::load(const PaperData& wanted, const Context& context) {
    const auto [place, fresh] = sets_.try_emplace(wanted.file);
    if (!fresh || !has(wanted)) return place->second;
    const LoadOptions reading{.label = wanted.label, .transpose = wanted.transpose};
    // Texts are codes of categories in these files.
    const CleanOptions cleaning{.missing = Missing::mean, .categories = Categories::rank};
    Dataset data = clean_for_splits(tamis::load(file_of(wanted), reading, context), cleaning, context);
    if (wanted.sparse) data.x = to_sparse(data.x);
    return place->second = std::move(data);
}

}  // namespace tamis::papers
