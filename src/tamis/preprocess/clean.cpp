#include "tamis/preprocess/clean.hpp"

#include "tamis/core/error.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "tamis/preprocess/cleaned_cells.hpp"
#include "tamis/preprocess/missing_cells.hpp"
#include "tamis/preprocess/text_columns.hpp"
#include "tamis/preprocess/unusable_cells.hpp"

namespace tamis {

using namespace detail;

Fields<CleanOptions> CleanOptions::fields() {
    return Fields<CleanOptions>(OptionMention::Owner::request)
        .choice<Missing>("missing", &CleanOptions::missing,
                         {{"error", Missing::error},
                          {"drop-rows", Missing::drop_rows},
                          {"drop-features", Missing::drop_features},
                          {"mean", Missing::mean}},
                         "what to do with missing cells")
        .choice<Categories>(
            "categories", &CleanOptions::categories,
            {{"error", Categories::error},
             {"drop", Categories::drop},
             {"rank", Categories::rank},
             {"onehot", Categories::onehot}},
            "what to do with text columns: refuse them, leave them out, or read them as numbers: the rank "
            "among the sorted values, or one 0/1 column per value");
}

namespace {

// What is known of the cells before they are cleaned.
struct FirstFindings {
    FunctionRef<bool()> unusable;  // whether there is a cell that no method can work with
    std::optional<UnusableCells> cells = {};
};

// Everything but filling in means; returns how many cells are left to be filled. One read of the data if
// nothing is wrong with them, which is checked first.
Index clean_all_but_means(CleanedCells& cells, const CleanOptions& options, const Context& context,
                          FirstFindings first, Extent extent = Extent::all) {
    Dataset& data = cells.data();
    CleanOptions::fields().check(options);
    check_dataset(data);
    UnusableCells found;
    if (first.unusable()) {
        found = first.cells ? std::move(*first.cells) : find_unusable(cells.rows(), context);
        refuse_too_large(found.too_large, data);
    }
    if (options.categories == Categories::error) refuse_text_columns(data);
    if (options.categories == Categories::drop && !data.categories.empty()) {
        drop_text_columns(cells, context);
        if (found.missing.total > 0) found = find_unusable(cells.rows(), context);
    }
    if (options.categories == Categories::rank)
        remark_on_text_columns(data, "the ranks of the sorted values", context);
    if (options.categories == Categories::onehot)
        remark_on_text_columns(data, "one 0/1 column per value", context);
    if (found.missing.total > 0) {
        if (options.missing == Missing::error) refuse_missing(found.missing, data);
        if (options.missing == Missing::drop_rows) drop_rows(cells, found, extent, context);
        if (options.missing == Missing::drop_features) drop_features(cells, found, context);
    }
    if (options.categories == Categories::onehot) cells.expand_categories();
    return options.missing == Missing::mean ? found.missing.total : 0;
}

// All of it; `unusable` takes the survey if there is none yet.
void clean_all(Cleaned& cleaned, const CleanOptions& options, const Context& context, FirstFindings first,
               Extent extent) {
    CleanedCells cells(cleaned.data, cleaned.rows);
    const bool has_text = !cleaned.data.categories.empty();
    const Index rows = cleaned.data.samples();
    const Index missing = clean_all_but_means(cells, options, context, std::move(first), extent);
    cleaned.dropped_rows = rows - cleaned.data.samples();
    if (cleaned.survey->unusable() || has_text) cleaned.survey.reset();
    // After the expansion: a missing category becomes the share of each of its values.
    if (missing > 0) fill_with_means(cells, missing, context);
}

}  // namespace

Dataset clean_for_splits(Dataset data, const CleanOptions& options, const Context& context) {
    std::unique_ptr<RowSource> in_memory;
    CleanedCells cells(data, in_memory);
    const auto unusable = [&] { return first_unusable(data.x, context).has_value(); };
    clean_all_but_means(cells, options, context, {unusable});
    return data;
}

Dataset clean(Dataset data, const CleanOptions& options, const Context& context) {
    return clean_surveyed(std::move(data), options, Survey::Hash::no, context).data;
}

void require_finite(const Rows& x, const std::string& name, const Context& context) {
    if (first_unusable(x, context)) refuse_unusable(x, name, context);
}

Cleaned detail::clean_surveyed(Dataset given, const CleanOptions& options, Survey::Hash hash,
                               const Context& context, Extent extent) {
    Cleaned cleaned{std::move(given), nullptr, {}};
    const auto unusable = [&] {
        cleaned.survey = survey(cleaned.data.x, hash, context);
        return cleaned.survey->unusable().has_value();
    };
    clean_all(cleaned, options, context, {unusable}, extent);
    return cleaned;
}

Cleaned detail::clean_rows(Dataset about, std::unique_ptr<RowSource> rows, Survey found,
                           std::optional<UnusableCells> cells, const CleanOptions& options,
                           const Context& context, Extent extent) {
    Cleaned cleaned{std::move(about), std::move(rows), std::move(found)};
    const auto unusable = [&] { return cleaned.survey->unusable().has_value(); };
    clean_all(cleaned, options, context, {unusable, std::move(cells)}, extent);
    return cleaned;
}

}  // namespace tamis
