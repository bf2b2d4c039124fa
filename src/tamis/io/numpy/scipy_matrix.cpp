#include "tamis/io/numpy/scipy_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/io/sparse/parts.hpp"

namespace tamis::detail {

namespace {

// Whole numbers of 32 bit; others become the largest one, which is outside every matrix.
std::vector<Small> positions(const std::vector<double>& numbers) {
    std::vector<Small> whole;
    whole.reserve(numbers.size());
    constexpr Small largest = std::numeric_limits<Small>::max();
    for (const double number : numbers)
        whole.push_back(std::abs(number) < static_cast<double>(largest) && number == std::floor(number)
                            ? static_cast<Small>(number)
                            : largest);
    return whole;
}

}  // namespace

bool is_scipy_part(std::string_view name) {
    for (const char* part :
         {"format", "shape", "data", "indices", "indptr", "row", "col", "_is_array", "offsets"})
        if (name == part) return true;
    return false;
}

SparseMatrix scipy_matrix(std::vector<NpzArray> parts, const std::string& path) {
    const auto numbers = [&](const char* name) -> const std::vector<double>& {
        return find_array(parts, name, path).numbers;
    };
    const NpzArray& format = find_array(parts, "format", path);
    const std::string kind = format.texts.empty() ? "" : format.texts.front();
    const std::vector<double>& shape = numbers("shape");
    constexpr double most = 2147483647.0;
    if (shape.size() != 2 || !(shape[0] >= 1.0 && shape[0] <= most && shape[1] >= 1.0 && shape[1] <= most))
        throw Error(path + ": is damaged: shape must be two numbers from 1 to 2147483647");
    const auto rows = static_cast<Index>(shape[0]), cols = static_cast<Index>(shape[1]);
    if (kind == "csr" || kind == "csc") {
        CompressedParts compressed{.rows = rows,
                                   .cols = cols,
                                   .by_rows = kind == "csr",
                                   .starts = {},
                                   .positions = {},
                                   .values = {}};
        for (const double start : numbers("indptr"))
            compressed.starts.push_back(std::abs(start) < 9e15 ? static_cast<Index>(start) : -1);
        compressed.positions = positions(numbers("indices"));
        compressed.values = numbers("data");
        return make_sparse(std::move(compressed), path);
    }
    if (kind != "coo")
        throw Error(path + ": holds a sparse matrix of format '" + kind +
                    "'; save it as csr, csc or coo with scipy.sparse.save_npz");
    CellList cells{positions(numbers("row")), positions(numbers("col")), numbers("data")};
    if (cells.rows.size() != cells.values.size() || cells.columns.size() != cells.values.size())
        throw Error(path + ": is damaged: row, col and data have different lengths");
    for (std::size_t p = 0; p < cells.values.size(); ++p)
        if (cells.rows[p] < 0 || cells.rows[p] >= rows || cells.columns[p] < 0 || cells.columns[p] >= cols)
            throw Error(path + ": is damaged: a cell in row " + std::to_string(cells.rows[p]) + ", column " +
                        std::to_string(cells.columns[p]) + " (counted from 0) of a matrix of " +
                        std::to_string(rows) + " × " + std::to_string(cols));
    return make_sparse(rows, cols, std::move(cells), path);
}

std::vector<NpzArray> scipy_arrays(const SparseMatrix& matrix) {
    const auto whole = [](const char* name, const auto& numbers) {
        return NpzArray{.name = name,
                        .shape = {static_cast<Index>(numbers.size())},
                        .numbers = {numbers.begin(), numbers.end()},
                        .texts = {},
                        .whole = true};
    };
    std::vector<NpzArray> arrays;
    arrays.push_back(whole("indices", matrix.columns()));
    arrays.push_back(whole("indptr", matrix.row_start()));
    arrays.push_back({.name = "format", .shape = {}, .numbers = {}, .texts = {"csr"}, .whole = false});
    arrays.push_back(whole("shape", std::vector<Index>{matrix.rows(), matrix.cols()}));
    arrays.push_back({.name = "data",
                      .shape = {static_cast<Index>(matrix.values().size())},
                      .numbers = matrix.values(),
                      .texts = {},
                      .whole = false});
    return arrays;
}

}  // namespace tamis::detail
