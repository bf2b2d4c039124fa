#include "tamis/preprocess/clean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/passes/first_unusable.hpp"
#include "tamis/passes/run_pass.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/cleaned.hpp"
#include "tamis/preprocess/onehot.hpp"
#include "tamis/preprocess/text_columns.hpp"
#include "tamis/preprocess/unusable_cells.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr auto is_missing = [](double value) { return std::isnan(value); };

constexpr Index strip_columns = 64;

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

std::vector<Index> positions_of(const std::vector<char>& marks, char wanted) {
    std::vector<Index> positions;
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i] == wanted) positions.push_back(static_cast<Index>(i));
    return positions;
}

template <class Entry>
void keep(std::vector<Entry>& entries, const std::vector<Index>& rows) {
    if (entries.empty()) return;
    std::vector<Entry> kept;
    for (const Index i : rows) kept.push_back(std::move(entries[at(i)]));
    entries = std::move(kept);
}

void drop_rows(Dataset& data, const Context& context) {
    std::vector<char> hit(at(data.samples()), 0);
    for (Index i = 0; i < data.samples(); ++i)
        for_each_cell(data.x, i, [&](Index, double value) {
            if (is_missing(value)) hit[at(i)] = 1;
        });
    const std::vector<Index> kept = positions_of(hit, 0);
    if (kept.empty())
        throw Error(data.name + ": every row has a missing cell, so " + option("missing", "drop-rows") +
                        " leaves nothing",
                    "use " + option("missing", "mean") + " or " + option("missing", "drop-features"));
    add_remark(data,
               data.name + ": dropped " + counted(data.samples() - static_cast<Index>(kept.size()), "row") +
                   " with missing cells, " + counted(static_cast<Index>(kept.size()), "row") + " left",
               context);
    data.x = take_rows(data.x, kept);
    data.labels = without_empty_classes(take_labels(data.labels, kept));
    keep(data.lines, kept);
    keep(data.sample_names, kept);
}

void drop_features(Dataset& data, const Context& context) {
    std::vector<char> hit(at(data.features()), 0);
    for (Index i = 0; i < data.samples(); ++i)
        for_each_cell(data.x, i, [&](Index column, double value) {
            if (is_missing(value)) hit[at(column)] = 1;
        });
    const std::vector<Index> kept = positions_of(hit, 0);
    const std::vector<Index> dropped = positions_of(hit, 1);
    if (kept.empty())
        throw Error(data.name + ": every column has a missing cell, so " +
                        option("missing", "drop-features") + " leaves nothing",
                    "use " + option("missing", "mean") + " or " + option("missing", "drop-rows"));
    std::string names;
    for (std::size_t i = 0; i < std::min(dropped.size(), FoundCells::shown); ++i)
        names += (i > 0 ? ", " : "") + feature_label(data, dropped[i]);
    if (dropped.size() > FoundCells::shown) names += ", …";
    data = take_features(data, kept);
    add_remark(data,
               data.name + ": dropped " + counted(static_cast<Index>(dropped.size()), "feature") +
                   " with missing cells (" + names + "), " +
                   counted(static_cast<Index>(kept.size()), "feature") + " left",
               context);
}

}  // namespace

std::vector<double> detail::means_to_fill_in(const Dataset& data, const Rows& x, const Context& context) {
    std::vector<double> means = present_means(x, context);
    for (std::size_t j = 0; j < means.size(); ++j)
        if (std::isnan(means[j]))
            throw Error(data.name + ": " + column_text(data.feature_names, static_cast<Index>(j)) +
                            " has no value at all, so there is no mean to fill in",
                        "use " + option("missing", "drop-features"));
    return means;
}

void detail::remark_on_filling(Dataset& data, Index missing, const Context& context) {
    add_remark(data, data.name + ": filled " + counted(missing, "missing cell") + " with the column's mean",
               context);
}

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
    const std::vector<Strip> strips =
        strips_of(x.cols(), x.sparse() ? std::max<Index>(1, x.cols()) : strip_columns);
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

// Everything but filling in means; returns how many cells are left to be filled. One read of the data if
// nothing is wrong with them, which is checked first.
Index clean_all_but_means(Dataset& data, const CleanOptions& options, const Context& context,
                          FunctionRef<bool()> unusable) {
    CleanOptions::fields().check(options);
    check_dataset(data);
    FoundCells missing;
    if (unusable()) {
        refuse_too_large(data, data.x, context);
        missing = missing_cells(data.x, context);
    }
    if (options.categories == Categories::error) refuse_text_columns(data);
    if (options.categories == Categories::drop && !data.categories.empty()) {
        drop_text_columns(data, context);
        missing = missing.total > 0 ? missing_cells(data.x, context) : missing;
    }
    if (options.categories == Categories::rank)
        remark_on_text_columns(data, "the ranks of the sorted values", context);
    if (options.categories == Categories::onehot)
        remark_on_text_columns(data, "one 0/1 column per value", context);
    if (missing.total > 0) {
        if (options.missing == Missing::error) refuse_missing(missing, data);
        if (options.missing == Missing::drop_rows) drop_rows(data, context);
        if (options.missing == Missing::drop_features) drop_features(data, context);
    }
    if (options.categories == Categories::onehot) expand_categories(data);
    return options.missing == Missing::mean ? missing.total : 0;
}

}  // namespace

Dataset clean_for_splits(Dataset data, const CleanOptions& options, const Context& context) {
    clean_all_but_means(data, options, context, [&] { return first_unusable(data.x, context).has_value(); });
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
    Cleaned cleaned{std::move(given), {}};
    Dataset& data = cleaned.data;
    const bool has_text = !data.categories.empty();
    const Index missing = clean_all_but_means(data, options, context, [&] {
        cleaned.survey = survey(data.x, hash, context);
        return cleaned.survey->unusable().has_value();
    });
    if (cleaned.survey->unusable() || has_text) cleaned.survey.reset();
    // After the expansion: a missing category becomes the share of each of its values.
    if (missing > 0) {
        fill_missing(data.x, means_to_fill_in(data, data.x, context));
        remark_on_filling(data, missing, context);
    }
    return cleaned;
}

}  // namespace tamis
