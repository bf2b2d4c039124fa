#include "tamis/preprocess/clean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "tamis/preprocess/cleaned_cells.hpp"
#include "tamis/preprocess/missing_cells.hpp"
#include "tamis/preprocess/text_columns.hpp"
#include "tamis/preprocess/unusable_cells.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr auto is_missing = [](double value) { return std::isnan(value); };

// Sums of the cells that are there.
class PresentSums {
  public:
    explicit PresentSums(const Strip& strip)
        : strip_(strip), sums_(at(strip.width()), 0.0), missing_(at(strip.width()), 0) {}

    void add(const RowBlock& block) {
        rows_ += block.cells.rows();
        for (Index i = 0; i < block.cells.rows(); ++i)
            for_each_cell(block.cells, i, strip_.begin, strip_.end, [&](Index column, double value) {
                const std::size_t j = at(column - strip_.begin);
                if (is_missing(value))
                    ++missing_[j];
                else
                    sums_[j] += value;
            });
    }
    void merge(const PresentSums& later) {
        rows_ += later.rows_;
        for (std::size_t j = 0; j < sums_.size(); ++j) {
            sums_[j] += later.sums_[j];
            missing_[j] += later.missing_[j];
        }
    }

    // NaN where no cell is there.
    void append_means(std::vector<double>& means) const {
        for (std::size_t j = 0; j < sums_.size(); ++j) {
            const Index present = rows_ - missing_[j];
            means.push_back(present > 0 ? sums_[j] / static_cast<double>(present)
                                        : std::numeric_limits<double>::quiet_NaN());
        }
    }

  private:
    Strip strip_;
    std::vector<double> sums_;
    std::vector<Index> missing_;
    Index rows_ = 0;
};

}  // namespace

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

std::vector<double> present_means(const Rows& x, const Context& context) {
    const std::vector<Strip> strips = strips_of(x, 64);
    const auto make = [](const Piece& piece) { return PresentSums(piece.columns); };
    std::vector<double> means;
    // Each column is summed in row order.
    for (const PresentSums& part : run_pass(x, x.rows(), strips, make, context)) part.append_means(means);
    return means;
}

void fill_missing(Matrix& x, const std::vector<double>& means) {
    if (static_cast<Index>(means.size()) != x.cols())
        throw Error("there are " + std::to_string(means.size()) + " means for " + std::to_string(x.cols()) +
                    " features");
    for (Index i = 0; i < x.rows(); ++i)
        change_cells(x, i, [&](Index column, double& value) {
            if (is_missing(value)) value = means[at(column)];
        });
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
                          FirstFindings first) {
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
        if (options.missing == Missing::drop_rows) drop_rows(cells, found, context);
        if (options.missing == Missing::drop_features) drop_features(cells, found, context);
    }
    if (options.categories == Categories::onehot) cells.expand_categories();
    return options.missing == Missing::mean ? found.missing.total : 0;
}

// All of it; `unusable` takes the survey if there is none yet.
void clean_all(Cleaned& cleaned, const CleanOptions& options, const Context& context, FirstFindings first) {
    CleanedCells cells(cleaned.data, cleaned.rows);
    const bool has_text = !cleaned.data.categories.empty();
    const Index missing = clean_all_but_means(cells, options, context, std::move(first));
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
                               const Context& context) {
    Cleaned cleaned{std::move(given), nullptr, {}};
    const auto unusable = [&] {
        cleaned.survey = survey(cleaned.data.x, hash, context);
        return cleaned.survey->unusable().has_value();
    };
    clean_all(cleaned, options, context, {unusable});
    return cleaned;
}

Cleaned detail::clean_rows(Dataset about, std::unique_ptr<RowSource> rows, Survey found,
                           std::optional<UnusableCells> cells, const CleanOptions& options,
                           const Context& context) {
    Cleaned cleaned{std::move(about), std::move(rows), std::move(found)};
    const auto unusable = [&] { return cleaned.survey->unusable().has_value(); };
    clean_all(cleaned, options, context, {unusable, std::move(cells)});
    return cleaned;
}

}  // namespace tamis
