#include "tamis/preprocess/cleaned_cells.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/core/rows/column_rows.hpp"
#include "tamis/core/rows/kept_rows.hpp"
#include "tamis/core/rows/shape_only.hpp"
#include "tamis/core/shards/columns_view.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/preprocess/onehot.hpp"
#include "tamis/preprocess/present_means.hpp"

namespace tamis::detail {

namespace {

template <class Entry>
void keep(std::vector<Entry>& entries, const std::vector<Index>& rows) {
    if (entries.empty()) return;
    std::vector<Entry> kept;
    for (const Index i : rows) kept.push_back(std::move(entries[at(i)]));
    entries = std::move(kept);
}

}  // namespace

void CleanedCells::keep_rows(const std::vector<Index>& kept) {
    data_.x = take_rows(data_.x, kept);
    data_.labels = without_empty_classes(take_labels(data_.labels, kept));
    keep(data_.lines, kept);
    keep(data_.sample_names, kept);
    if (source_) source_ = std::make_unique<KeptRows>(std::move(source_), kept);
}

void CleanedCells::keep_features(const std::vector<Index>& kept) {
    data_ = take_features(data_, kept);
    if (source_ && source_->shards() != nullptr)
        source_ = kept_columns(std::move(source_), kept);
    else if (source_)
        source_ = std::make_unique<ColumnRows>(std::move(source_), kept);
}

void CleanedCells::expand_categories() {
    if (data_.categories.empty()) return;
    if (source_ && source_->shards() != nullptr)
        throw Error(option("categories", "onehot") + " is not shared: the values of all shards are not known",
                    "use " + option("categories", "drop"));
    const OneHot onehot(data_);
    onehot.rename(data_);
    if (!source_) {
        data_.x = onehot.expanded(data_.x);
        return;
    }
    data_.x = shape_only(data_.samples(), onehot.width());
    source_ = std::make_unique<ChangedRows>(std::move(source_), onehot.width(),
                                            [onehot](Matrix& block) { block = onehot.expanded(block); });
}

void CleanedCells::fill_missing(std::vector<double> means) {
    if (!source_) return tamis::fill_missing(data_.x, means);
    source_ = filled_rows(std::move(source_), std::move(means));
}

}  // namespace tamis::detail
