#include "tamis/preprocess/onehot.hpp"

#include <cmath>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis::detail {

namespace {

// Where an old column's new columns start, and how many there are (one for a plain column).
struct NewColumns {
    Index start;
    Index width;
    bool category;
};

std::vector<NewColumns> new_places(const Dataset& data) {
    std::vector<NewColumns> places(at(data.features()), NewColumns{0, 1, false});
    for (const CategoryColumn& category : data.categories)
        places[at(category.column)] = {0, static_cast<Index>(category.values.size()), true};
    Index start = 0;
    for (NewColumns& place : places) {
        place.start = start;
        start += place.width;
    }
    return places;
}

std::vector<std::string> new_names(const Dataset& data) {
    std::vector<std::string> names;
    auto category = data.categories.begin();
    for (Index j = 0; j < data.features(); ++j) {
        if (category == data.categories.end() || category->column != j) {
            names.push_back(feature_label(data, j));
            continue;
        }
        for (const std::string& value : category->values)
            names.push_back(feature_label(data, j) + "=" + value);
        ++category;
    }
    return names;
}

// Calls put(new column, value) for one old cell, in ascending order of the columns.
template <class Put>
void spread(const NewColumns& place, double value, Put&& put) {
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

DenseMatrix spread_dense(const DenseView& x, const std::vector<NewColumns>& places, Index width) {
    DenseMatrix wide(x.rows, width);
    for (Index i = 0; i < x.rows; ++i)
        for (Index j = 0; j < x.cols; ++j)
            spread(places[at(j)], x(i, j), [&](Index column, double value) { wide(i, column) = value; });
    return wide;
}

// Rank 0 of a category is not stored in sparse data, so the category columns are looked up one by one.
SparseMatrix spread_sparse(const SparseView& x, const std::vector<NewColumns>& places,
                           const std::vector<CategoryColumn>& categories, Index width) {
    CsrArrays wide;
    const auto put = [&](Index column, double value) { wide.add(column, value); };
    for (Index i = 0; i < x.rows; ++i) {
        const SparseRow row = x.row(i);
        auto category = categories.begin();
        const auto put_zeros_before = [&](Index column) {
            for (; category != categories.end() && category->column < column; ++category)
                spread(places[at(category->column)], 0.0, put);
        };
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            put_zeros_before(row.columns[p]);
            spread(places[at(row.columns[p])], row.values[p], put);
            if (category != categories.end() && category->column == row.columns[p]) ++category;
        }
        put_zeros_before(x.cols);
        wide.end_row();
    }
    return SparseMatrix(x.rows, width, std::move(wide));
}

}  // namespace

void expand_categories(Dataset& data) {
    if (data.categories.empty()) return;
    const std::vector<NewColumns> places = new_places(data);
    const Index width = places.back().start + places.back().width;
    std::vector<std::string> names = new_names(data);
    const MatrixView x = data.x;
    Matrix wide = x.is_sparse() ? Matrix(spread_sparse(x.sparse(), places, data.categories, width))
                                : Matrix(spread_dense(x.dense(), places, width));
    data.x = std::move(wide);
    data.feature_names = std::move(names);
    data.categories.clear();
}

}  // namespace tamis::detail
