#include "tamis/preprocess/missing_cells.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::detail {

void refuse_no_rows_left(const std::string& name) {
    throw Error(
        name + ": every row has a missing cell, so " + option("missing", "drop-rows") + " leaves nothing",
        "use " + option("missing", "mean") + " or " + option("missing", "drop-features"));
}

std::string dropped_rows_text(const std::string& name, Index dropped, Index left) {
    return name + ": dropped " + counted(dropped, "row") + " with missing cells, " + counted(left, "row") +
           " left";
}

void drop_rows(CleanedCells& cells, const UnusableCells& found, Extent extent, const Context& context) {
    Dataset& data = cells.data();
    if (cells.rows().shards() != nullptr)
        throw Error(data.name + ": " + option("missing", "drop-rows") +
                        " is not shared: rows cannot be left out of shards",
                    "use " + option("missing", "mean") + " or " + option("missing", "drop-features"));
    std::vector<Index> kept;
    auto dropped = found.missing_rows.begin();
    for (Index i = 0; i < data.samples(); ++i)
        if (dropped != found.missing_rows.end() && *dropped == i)
            ++dropped;
        else
            kept.push_back(i);
    if (extent == Extent::all) {
        if (kept.empty()) refuse_no_rows_left(data.name);
        add_remark(data, dropped_rows_text(data.name, found.missing.rows, static_cast<Index>(kept.size())),
                   context);
    }
    cells.keep_rows(kept);
}

void drop_features(CleanedCells& cells, const UnusableCells& found, const Context& context) {
    Dataset& data = cells.data();
    std::vector<char> hit = found.missing_features;
    hit.resize(at(data.features()), 0);
    std::vector<Index> kept, dropped;
    for (std::size_t j = 0; j < hit.size(); ++j)
        (hit[j] == 0 ? kept : dropped).push_back(static_cast<Index>(j));
    if (kept.empty())
        throw Error(data.name + ": every column has a missing cell, so " +
                        option("missing", "drop-features") + " leaves nothing",
                    "use " + option("missing", "mean") + " or " + option("missing", "drop-rows"));
    std::string names;
    for (std::size_t i = 0; i < std::min(dropped.size(), FoundCells::shown); ++i)
        names += (i > 0 ? ", " : "") + feature_label(data, dropped[i]);
    if (dropped.size() > FoundCells::shown) names += ", …";
    cells.keep_features(kept);
    add_remark(data,
               data.name + ": dropped " + counted(static_cast<Index>(dropped.size()), "feature") +
                   " with missing cells (" + names + "), " +
                   counted(static_cast<Index>(kept.size()), "feature") + " left",
               context);
}

void fill_with_means(CleanedCells& cells, Index missing, const Context& context) {
    Dataset& data = cells.data();
    std::vector<double> means = present_means(cells.rows(), context);
    for (std::size_t j = 0; j < means.size(); ++j)
        if (std::isnan(means[j]))
            throw Error(data.name + ": " + column_text(data.feature_names, static_cast<Index>(j)) +
                            " has no value at all, so there is no mean to fill in",
                        "use " + option("missing", "drop-features"));
    cells.fill_missing(std::move(means));
    add_remark(data, data.name + ": filled " + counted(missing, "missing cell") + " with the column's mean",
               context);
}

}  // namespace tamis::detail
