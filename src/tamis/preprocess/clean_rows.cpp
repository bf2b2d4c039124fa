#include "tamis/preprocess/clean_rows.hpp"

#include "tamis/core/error.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "tamis/preprocess/text_columns.hpp"
#include "tamis/preprocess/unusable_cells.hpp"

namespace tamis::detail {

std::optional<ChangedRows> clean_rows(Dataset& about, const Rows& rows, const Survey& found,
                                      const CleanOptions& options, const Context& context) {
    CleanOptions::fields().check(options);
    check_dataset(about);
    const auto more_memory = " or allow for more memory with " + option("memory", "SIZE");
    if (options.categories == Categories::error) refuse_text_columns(about);
    if (!about.categories.empty())
        throw Error(about.name + ": columns of text are read from data in memory only, and these are not",
                    "leave them out with " + option("drop", "LIST") + more_memory);
    if (!found.unusable()) return std::nullopt;
    refuse_too_large(about, rows, context);
    const FoundCells missing = missing_cells(rows, context);
    if (options.missing == Missing::error) refuse_missing(missing, about);
    if (options.missing != Missing::mean)
        throw Error(about.name + ": has " + counted(missing.total, "missing cell") +
                        ", and rows and features are dropped from data in memory only, which these are not",
                    "use " + option("missing", "mean") + more_memory);
    std::vector<double> means = means_to_fill_in(about, rows, context);
    remark_on_filling(about, missing.total, context);
    return ChangedRows(rows, rows.sparse(),
                       [means = std::move(means)](Matrix& block) { fill_missing(block, means); });
}

}  // namespace tamis::detail
