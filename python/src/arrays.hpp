// Between numpy arrays and the library's views and values. Arrays are read in place.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/core/options/value.hpp"
#include "tamis/core/rows/float_rows.hpp"
#include "tamis/core/selection.hpp"
#include "tamis/graph/graph.hpp"

namespace tamis::python {

using namespace detail;

// Compressed rows in numpy arrays of the right types, checked once: positions are those of a matrix.
class Csr {
  public:
    // indptr: int64, indices: int32, data: float64 or float32, all contiguous. Throws TypeError on other
    // types and ValueError if positions are out of range.
    Csr(Index rows, Index cols, const pybind11::object& indptr, const pybind11::object& indices,
        const pybind11::object& data);

    std::pair<Index, Index> shape() const { return {rows_, cols_}; }
    // Every row has ascending columns without repeats; only then there is a view.
    bool sorted() const { return sorted_; }
    // Values in float32 are converted into a copy.
    MatrixView view() const;
    bool single_precision() const { return floats_.has_value(); }
    // Only of values in float32, which are read in place.
    FloatRows float_rows() const;

  private:
    void require_sorted() const;

    Index rows_, cols_;
    pybind11::array_t<Index> indptr_;
    pybind11::array_t<Small> indices_;
    pybind11::array_t<double> doubles_;  // one of the two
    std::optional<pybind11::array_t<float>> floats_;
    bool sorted_ = false;
};

// A float64 or float32 array whose rows are contiguous, or a Csr; valid as long as `x` is. Values in float32
// are converted into a copy. Throws TypeError on anything else.
MatrixView view_of(const pybind11::object& x);

// The same for what reads the data in passes: values in float32 are read in place, RowBlocks block by block,
// and SharedRows where they are.
class InputRows {
  public:
    explicit InputRows(const pybind11::object& x);
    Rows rows() const {
        if (source_ != nullptr) return *source_;
        return floats_ ? Rows(*floats_) : Rows(*matrix_);
    }

  private:
    const RowSource* source_ = nullptr;
    std::optional<MatrixView> matrix_;
    std::optional<FloatRows> floats_;
};

// None, or the tuple (codes: int32 positions in classes, classes: float64 array or list of str). A code of -1
// is a sample without a label.
Labels labels_of(const pybind11::object& labels);

// A square Csr, checked to be symmetric with weights >= 0.
Graph graph_of(const Csr& csr, const std::string& name);

// None, bool, int, float or str; an int beyond 64 bits becomes a float. Throws TypeError on anything else.
Value value_of(const pybind11::handle& object);
Record record_of(const pybind11::dict& values);
pybind11::object to_python(const Value& value);
pybind11::dict to_python(const Record& record);
pybind11::array_t<double> to_array(const std::vector<double>& numbers);
pybind11::array_t<Index> to_array(const std::vector<Index>& numbers);
// Takes the memory of the matrix over: nothing is copied.
pybind11::array_t<double> to_array(DenseMatrix matrix);

}  // namespace tamis::python
