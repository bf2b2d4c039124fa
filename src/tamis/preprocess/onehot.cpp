#include "tamis/preprocess/onehot.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis::detail {

OneHot::OneHot(const Dataset& data) : places_(at(data.features()), NewColumns{0, 1, false}) {
    for (const CategoryColumn& category : data.categories) {
        places_[at(category.column)] = {0, static_cast<Index>(category.values.size()), true};
        categories_.push_back(category.column);
    }
    Index start = 0;
    for (NewColumns& place : places_) {
        place.start = start;
        start += place.width;
    }
}

// Calls put(new column, value) for one old cell, in ascending order of the columns.
template <class Put>
void OneHot::spread(const NewColumns& place, double value, Put&& put) {
    if (!place.category) {
        put(place.start, value);
        return;
    }
    if (!std::isnan(value)) {
        if (!(value >= 0.0 && value < static_cast<double>(place.width)))
            throw Error("a cell of a text column holds " + to_text(Value(value)) + ", and the column has " +
                        std::to_string(place.width) + " values");
        put(place.start + static_cast<Index>(value), 1.0);
        return;
    }
    for (Index v = 0; v < place.width; ++v) put(place.start + v, value);
}

DenseMatrix OneHot::spread_dense(const DenseView& x) const {
    DenseMatrix wide(x.rows, width());
    for (Index i = 0; i < x.rows; ++i)
        for (Index j = 0; j < x.cols; ++j)
            spread(places_[at(j)], x(i, j), [&](Index column, double value) { wide(i, column) = value; });
    return wide;
}

// Rank 0 of a category is not stored in sparse data, so the category columns are looked up one by one.
SparseMatrix OneHot::spread_sparse(const SparseView& x) const {
    CsrArrays wide;
    const auto put = [&](Index column, double value) { wide.add(column, value); };
    for (Index i = 0; i < x.rows; ++i) {
        const SparseRow row = x.row(i);
        auto category = categories_.begin();
        const auto put_zeros_before = [&](Index column) {
            for (; category != categories_.end() && *category < column; ++category)
                spread(places_[at(*category)], 0.0, put);
        };
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            put_zeros_before(row.columns[p]);
            spread(places_[at(row.columns[p])], row.values[p], put);
            if (category != categories_.end() && *category == row.columns[p]) ++category;
        }
        put_zeros_before(x.cols);
        wide.end_row();
    }
    return SparseMatrix(x.rows, width(), std::move(wide));
}

Matrix OneHot::expanded(const MatrixView& x) const {
    if (x.is_sparse()) return spread_sparse(x.sparse());
    return spread_dense(x.dense());
}

void OneHot::rename(Dataset& data) const {
    std::vector<std::string> names;
    auto category = data.categories.begin();
    for (Index j = 0; j < static_cast<Index>(places_.size()); ++j) {
        const std::string name = data.feature_names.empty() ? std::to_string(j) : data.feature_names[at(j)];
        if (!places_[at(j)].category) {
            names.push_back(name);
            continue;
        }
        for (const std::string& value : category->values) names.push_back(fmt::format("{}={}", name, value));
        ++category;
    }
    data.feature_names = std::move(names);
    data.categories.clear();
}

}  // namespace tamis::detail
