#include "tamis/preprocess/clean.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/core/parallel.hpp"
#include "tamis/core/validate.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/onehot.hpp"

namespace tamis {

namespace {

constexpr auto is_missing = [](double value) { return std::isnan(value); };
constexpr auto is_too_large = [](double value) { return std::abs(value) > largest_magnitude; };

std::string missing_text(const FoundCells& cells, const std::string& name,
                         const std::vector<std::string>& feature_names) {
    return name + ": " + counted(cells.total, "missing cell") + " in " + counted(cells.rows, "row") +
           ", first at " + places_text(cells, feature_names);
}

std::string too_large_text(const FoundCells& cells, const std::string& name,
                           const std::vector<std::string>& feature_names) {
    return name + ": " + counted(cells.total, "cell") +
           " infinite or beyond 1e150: " + places_text(cells, feature_names, true);
}

[[noreturn]] void refuse_missing(const FoundCells& cells, const std::string& name,
                                 const std::vector<std::string>& feature_names) {
    throw Error(missing_text(cells, name, feature_names) +
                "; use --missing mean, drop-rows or drop-features");
}

void refuse_too_large(const MatrixView& x, const std::string& name,
                      const std::vector<std::string>& feature_names, const Context& context) {
    const FoundCells cells = find_cells(x, is_too_large, context);
    if (cells.total == 0) return;
    throw Error(too_large_text(cells, name, feature_names) +
                "; correct these values or leave them empty and use --missing");
}

std::vector<Index> positions_of(const std::vector<char>& marks, char wanted) {
    std::vector<Index> positions;
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i] == wanted) positions.push_back(static_cast<Index>(i));
    return positions;
}

void drop_rows(Dataset& data, const Context& context) {
    std::vector<char> hit(static_cast<std::size_t>(data.samples()), 0);
    for (Index i = 0; i < data.samples(); ++i)
        for_each_cell(data.x, i, [&](Index, double value) {
            if (is_missing(value)) hit[static_cast<std::size_t>(i)] = 1;
        });
    const std::vector<Index> kept = positions_of(hit, 0);
    if (kept.empty())
        throw Error(data.name +
                    ": every row has a missing cell, so --missing drop-rows leaves nothing; use " +
                    "--missing mean or drop-features");
    context.warning(data.name + ": dropped " +
                    counted(data.samples() - static_cast<Index>(kept.size()), "row") +
                    " with missing cells, " + counted(static_cast<Index>(kept.size()), "row") + " left");
    data.x = take_rows(data.x, kept);
    data.labels = without_empty_classes(take_labels(data.labels, kept));
}

void drop_features(Dataset& data, const Context& context) {
    std::vector<char> hit(static_cast<std::size_t>(data.features()), 0);
    for (Index i = 0; i < data.samples(); ++i)
        for_each_cell(data.x, i, [&](Index column, double value) {
            if (is_missing(value)) hit[static_cast<std::size_t>(column)] = 1;
        });
    const std::vector<Index> kept = positions_of(hit, 0);
    const std::vector<Index> dropped = positions_of(hit, 1);
    if (kept.empty())
        throw Error(data.name + ": every column has a missing cell, so --missing drop-features leaves " +
                    "nothing; use --missing mean or drop-rows");
    std::string names;
    for (std::size_t i = 0; i < std::min(dropped.size(), FoundCells::shown); ++i)
        names += (i > 0 ? ", " : "") + feature_label(data, dropped[i]);
    if (dropped.size() > FoundCells::shown) names += ", …";
    context.warning(data.name + ": dropped " + counted(static_cast<Index>(dropped.size()), "feature") +
                    " with missing cells (" + names + "), " +
                    counted(static_cast<Index>(kept.size()), "feature") + " left");
    data = take_features(data, kept);
}

void fill_means(Dataset& data) {
    const std::vector<double> means = present_means(data.x);
    for (std::size_t j = 0; j < means.size(); ++j)
        if (std::isnan(means[j]))
            throw Error(data.name + ": " + column_text(data.feature_names, static_cast<Index>(j)) +
                        " has no value at all, so there is no mean to fill in; use --missing drop-features");
    fill_missing(data.x, means);
}

void refuse_categories(const Dataset& data) {
    if (data.categories.empty()) return;
    const CategoryColumn& first = data.categories.front();
    std::string message = data.name + ": " + column_text(data.feature_names, first.column) +
                          " holds text ('" + (first.values.empty() ? "" : first.values.front()) + "')";
    const std::size_t others = data.categories.size() - 1;
    if (others > 0)
        message += others == 1 ? ", and so does 1 more column"
                               : ", and so do " + std::to_string(others) + " more columns";
    throw Error(message + "; use --categories rank or onehot");
}

}  // namespace

Fields<CleanOptions> CleanOptions::fields() {
    return Fields<CleanOptions>()
        .choice<Missing>("missing", &CleanOptions::missing,
                         {{"error", Missing::error},
                          {"drop-rows", Missing::drop_rows},
                          {"drop-features", Missing::drop_features},
                          {"mean", Missing::mean}},
                         "what to do with missing cells")
        .choice<Categories>(
            "categories", &CleanOptions::categories,
            {{"rank", Categories::rank}, {"onehot", Categories::onehot}, {"error", Categories::error}},
            "how text columns become numbers: their rank among the sorted values, one 0/1 "
            "column per value, or not at all");
}

std::vector<double> present_means(const MatrixView& x) {
    const auto columns = static_cast<std::size_t>(x.cols());
    std::vector<double> sums(columns, 0.0);
    std::vector<Index> present(columns, x.rows());
    for (Index i = 0; i < x.rows(); ++i)
        for_each_cell(x, i, [&](Index column, double value) {
            const auto j = static_cast<std::size_t>(column);
            if (is_missing(value))
                --present[j];
            else
                sums[j] += value;
        });
    for (std::size_t j = 0; j < columns; ++j)
        sums[j] = present[j] > 0 ? sums[j] / static_cast<double>(present[j])
                                 : std::numeric_limits<double>::quiet_NaN();
    return sums;
}

void fill_missing(Matrix& x, const std::vector<double>& means) {
    const auto fill = [&](double& value, Index column) {
        if (is_missing(value)) value = means[static_cast<std::size_t>(column)];
    };
    if (x.is_sparse()) {
        SparseMatrix& sparse = x.sparse();
        for (std::size_t p = 0; p < sparse.values.size(); ++p) fill(sparse.values[p], sparse.columns[p]);
    } else {
        DenseMatrix& dense = x.dense();
        for (Index i = 0; i < dense.rows(); ++i)
            for (Index j = 0; j < dense.cols(); ++j) fill(dense(i, j), j);
    }
}

Dataset clean_for_splits(Dataset data, const CleanOptions& options, const Context& context) {
    CleanOptions::fields().check(options);
    refuse_too_large(data.x, data.name, data.feature_names, context);
    if (options.categories == Categories::error) refuse_categories(data);

    const FoundCells missing = find_cells(data.x, is_missing, context);
    if (missing.total > 0) {
        if (options.missing == Missing::error) refuse_missing(missing, data.name, data.feature_names);
        if (options.missing == Missing::drop_rows) drop_rows(data, context);
        if (options.missing == Missing::drop_features) drop_features(data, context);
    }
    if (options.categories == Categories::onehot) expand_categories(data);
    return data;
}

Dataset clean(Dataset data, const CleanOptions& options, const Context& context) {
    const Index missing =
        options.missing == Missing::mean ? find_cells(data.x, is_missing, context).total : 0;
    data = clean_for_splits(std::move(data), options, context);
    // After the expansion: a missing category becomes the share of each of its values.
    if (missing > 0) {
        fill_means(data);
        context.warning(data.name + ": filled " + counted(missing, "missing cell") +
                        " with the column's mean");
    }
    return data;
}

void require_finite(const MatrixView& x, const std::string& name, const Context& context) {
    if (!first_unusable(x, context)) return;
    // Whoever comes here has no command line: the words are those of `clean`, the advice is not.
    if (const FoundCells large = find_cells(x, is_too_large, context); large.total > 0)
        throw Error(too_large_text(large, name, {}) + "; correct these values");
    const FoundCells missing = find_cells(x, is_missing, context);
    throw Error(missing_text(missing, name, {}) + "; NaN says nothing: fill or drop these cells first");
}

}  // namespace tamis
