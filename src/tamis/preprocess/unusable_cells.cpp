#include "tamis/preprocess/unusable_cells.hpp"

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_rows = 512;

std::string missing_text(const FoundCells& cells, const std::string& name, const CellNames& names) {
    return name + ": " + counted(cells.total, "missing cell") + " in " + counted(cells.rows, "row") +
           ", first at " + places_text(cells, names);
}

std::string too_large_text(const FoundCells& cells, const std::string& name, const CellNames& names) {
    return name + ": " + counted(cells.total, "cell") +
           " infinite or beyond 1e150: " + places_text(cells, names, true);
}

CellNames names_of(const Dataset& data) {
    return {.columns = data.feature_names, .lines = data.lines, .first_row = data.first_row};
}

}  // namespace

void UnusableCells::add(const RowBlock& block) {
    for (Index i = 0; i < block.cells.rows(); ++i) {
        const Index row = block.first + i;
        for_each_cell(block.cells, i, [&](Index column, double value) {
            if (std::isnan(value)) {
                missing.add({row, column, value});
                if (missing_features.size() <= at(column)) missing_features.resize(at(block.cells.cols()), 0);
                missing_features[at(column)] = 1;
            } else if (std::abs(value) > largest_magnitude) {
                too_large.add({row, column, value});
            }
        });
        if (missing.last_row == row) missing_rows.push_back(row);
    }
}

void UnusableCells::merge(const UnusableCells& later) {
    missing.merge(later.missing);
    too_large.merge(later.too_large);
    missing_rows.insert(missing_rows.end(), later.missing_rows.begin(), later.missing_rows.end());
    if (missing_features.size() < later.missing_features.size())
        missing_features.resize(later.missing_features.size(), 0);
    for (std::size_t j = 0; j < later.missing_features.size(); ++j)
        missing_features[j] |= later.missing_features[j];
}

UnusableCellsRound::Partial UnusableCellsRound::partial(const Request&, const Own&, const Rows& shard,
                                                        const Context& context) {
    Partial found{shard.rows(), find_unusable(shard, context)};
    found.cells.missing_rows.clear();
    return found;
}

void UnusableCellsRound::merge(Partial& partial, const Partial& later) {
    UnusableCells moved = later.cells;
    moved.missing.move_rows(partial.rows);
    moved.too_large.move_rows(partial.rows);
    partial.cells.merge(moved);
    partial.rows += later.rows;
}

UnusableCells find_unusable(const Rows& x, const Context& context) {
    if (const Shards* shards = x.shards()) return run_round<UnusableCellsRound>(*shards, {}, context).cells;
    return run_pass(
        x, chunk_rows, [](const Piece&) { return UnusableCells(); }, context);
}

void refuse_missing(const FoundCells& cells, const Dataset& data) {
    throw Error(missing_text(cells, data.name, names_of(data)), "use " + option("missing", "mean") + ", " +
                                                                    option("missing", "drop-rows") + " or " +
                                                                    option("missing", "drop-features"));
}

void refuse_too_large(const FoundCells& cells, const Dataset& data) {
    if (cells.total == 0) return;
    throw Error(too_large_text(cells, data.name, names_of(data)),
                "correct these values, or leave them empty and use " + option("missing"));
}

void refuse_unusable(const Rows& x, const std::string& name, const Context& context) {
    // Whoever comes here has no command line: the words are those of `clean`, the advice is not.
    const UnusableCells found = find_unusable(x, context);
    if (found.too_large.total > 0)
        throw Error(too_large_text(found.too_large, name, {}), "correct these values");
    throw Error(missing_text(found.missing, name, {}), "fill or drop the NaNs first");
}

}  // namespace tamis::detail
