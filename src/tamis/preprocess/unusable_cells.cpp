#include "tamis/preprocess/unusable_cells.hpp"

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::detail {

namespace {

constexpr auto is_missing = [](double value) { return std::isnan(value); };
constexpr auto is_too_large = [](double value) { return std::abs(value) > largest_magnitude; };

std::string missing_text(const FoundCells& cells, const std::string& name, const CellNames& names) {
    return name + ": " + counted(cells.total, "missing cell") + " in " + counted(cells.rows, "row") +
           ", first at " + places_text(cells, names);
}

std::string too_large_text(const FoundCells& cells, const std::string& name, const CellNames& names) {
    return name + ": " + counted(cells.total, "cell") +
           " infinite or beyond 1e150: " + places_text(cells, names, true);
}

CellNames names_of(const Dataset& data) { return {.columns = data.feature_names, .lines = data.lines}; }

}  // namespace

FoundCells missing_cells(const Rows& x, const Context& context) { return find_cells(x, is_missing, context); }

void refuse_missing(const FoundCells& cells, const Dataset& data) {
    throw Error(missing_text(cells, data.name, names_of(data)), "use " + option("missing", "mean") + ", " +
                                                                    option("missing", "drop-rows") + " or " +
                                                                    option("missing", "drop-features"));
}

void refuse_too_large(const Dataset& data, const Rows& x, const Context& context) {
    const FoundCells cells = find_cells(x, is_too_large, context);
    if (cells.total == 0) return;
    throw Error(too_large_text(cells, data.name, names_of(data)),
                "correct these values, or leave them empty and use " + option("missing"));
}

void refuse_unusable(const Rows& x, const std::string& name, const Context& context) {
    // Whoever comes here has no command line: the words are those of `clean`, the advice is not.
    if (const FoundCells large = find_cells(x, is_too_large, context); large.total > 0)
        throw Error(too_large_text(large, name, {}), "correct these values");
    const FoundCells missing = find_cells(x, is_missing, context);
    throw Error(missing_text(missing, name, {}), "fill or drop the NaNs first");
}

}  // namespace tamis::detail
