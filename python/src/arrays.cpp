#include "arrays.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <span>
#include <type_traits>

#include "row_blocks.hpp"
#include "sharded.hpp"
#include "tamis/core/csr.hpp"
#include "tamis/core/error.hpp"
#include "tamis/graph/user_graph.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

// The array itself: a wrong type is a mistake of the package, never a silent copy.
template <class Number>
py::array_t<Number> exact(const py::handle& object, const char* what) {
    if (!py::isinstance<py::array_t<Number>>(object))
        throw py::type_error(std::string(what) + " must be an array of " +
                             py::str(py::dtype::of<Number>()).cast<std::string>());
    auto array = py::reinterpret_borrow<py::array_t<Number>>(object);
    if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0)
        throw py::type_error(std::string(what) + " must be an aligned array");
    return array;
}

template <class Number>
py::array_t<Number> exact_line(const py::handle& object, const char* what) {
    py::array_t<Number> array = exact<Number>(object, what);
    if (array.ndim() != 1 || (array.shape(0) > 1 && array.strides(0) != sizeof(Number)))
        throw py::type_error(std::string(what) + " must be a contiguous one-dimensional array");
    return array;
}

// Numbers from the start of one row to that of the next.
template <class Number>
Index stride_of(const py::array_t<Number>& array) {
    if (array.ndim() != 2) throw py::type_error("x must have two dimensions");
    const Index rows = array.shape(0), cols = array.shape(1);
    if (rows == 0) return cols;  // strides of nothing say nothing
    constexpr auto width = static_cast<py::ssize_t>(sizeof(Number));
    if (cols > 1 && array.strides(1) != width) throw py::type_error("the rows of x must be contiguous");
    if (rows <= 1) return cols;
    if (array.strides(0) % width != 0 || array.strides(0) < cols * width)
        throw py::type_error("the rows of x must follow each other");
    return array.strides(0) / width;
}

template <class Number>
MatrixView dense_view(const py::array_t<Number>& array) {
    const Index stride = stride_of(array);
    return MatrixView::of(array.data(), array.shape(0), array.shape(1), stride);
}

bool holds_floats(const py::object& x) { return py::isinstance<py::array_t<float>>(x); }

template <class Number>
py::array_t<Number> copied(const std::vector<Number>& numbers) {
    return py::array_t<Number>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

}  // namespace

Csr::Csr(Index rows, Index cols, const py::object& indptr, const py::object& indices, const py::object& data)
    : rows_(rows),
      cols_(cols),
      indptr_(exact_line<Index>(indptr, "indptr")),
      indices_(exact_line<Small>(indices, "indices")) {
    if (holds_floats(data))
        floats_ = exact_line<float>(data, "data");
    else
        doubles_ = exact_line<double>(data, "data");
    const auto stored = at(floats_ ? floats_->size() : doubles_.size());
    const auto offsets = std::span(indptr_.data(), at(indptr_.size()));
    const auto columns = std::span(indices_.data(), at(indices_.size()));
    CsrState state;
    {
        const py::gil_scoped_release release;
        state = examine_csr(rows, cols, offsets, columns, stored);
    }
    if (state == CsrState::broken)
        throw Error(
            "the sparse matrix is damaged: its indptr and indices do not describe a matrix of its shape");
    sorted_ = state == CsrState::sound;
}

void Csr::require_sorted() const {
    if (!sorted_) throw Error("the columns of every row of a sparse matrix must be ascending");
}

MatrixView Csr::view() const {
    require_sorted();
    if (floats_)
        return MatrixView::of_csr(rows_, cols_, {indptr_.data(), at(indptr_.size())},
                                  {indices_.data(), at(indices_.size())},
                                  std::span(floats_->data(), at(floats_->size())));
    return UncheckedCsr::view(rows_, cols_, indptr_.data(), indices_.data(), doubles_.data());
}

FloatRows Csr::float_rows() const {
    require_sorted();
    return SoundFloats::csr(rows_, cols_, {indptr_.data(), at(indptr_.size())},
                            {indices_.data(), at(indices_.size())}, {floats_->data(), at(floats_->size())});
}

MatrixView view_of(const py::object& x) {
    if (py::isinstance<Csr>(x)) return x.cast<const Csr&>().view();
    return holds_floats(x) ? dense_view(exact<float>(x, "x")) : dense_view(exact<double>(x, "x"));
}

InputRows::InputRows(const py::object& x) {
    if (py::isinstance<RowBlocks>(x)) {
        source_ = &x.cast<const RowBlocks&>();
    } else if (py::isinstance<SharedRows>(x)) {
        source_ = &x.cast<const SharedRows&>().rows();
    } else if (py::isinstance<Csr>(x) && x.cast<const Csr&>().single_precision()) {
        floats_ = x.cast<const Csr&>().float_rows();
    } else if (!holds_floats(x)) {
        matrix_ = view_of(x);
    } else {
        const py::array_t<float> array = exact<float>(x, "x");
        floats_.emplace(array.data(), array.shape(0), array.shape(1), stride_of(array));
    }
}

Labels labels_of(const py::object& labels) {
    if (labels.is_none()) return {};
    const auto parts = labels.cast<py::tuple>();
    const py::array_t<Small> codes = exact_line<Small>(parts[0], "codes");
    // The classes themselves are named and put in order by the same rules as those of a file.
    const py::object classes = parts[1];
    const Labels order = py::isinstance<py::list>(classes)
                             ? make_labels(classes.cast<std::vector<std::string>>())
                             : make_labels(classes.cast<std::vector<double>>());
    Labels result;
    result.names = order.names;
    const std::span<const Small> given(codes.data(), at(codes.size()));
    if (std::ranges::any_of(given, [&](Small code) { return code >= order.samples(); }))
        throw py::value_error("a class code is out of range");
    // Each class has a code of its own, in order, as it mostly is.
    if (order.classes() == order.samples() && std::ranges::is_sorted(order.of)) {
        result.of.assign(given.begin(), given.end());
        for (int& label : result.of) label = std::max(label, Labels::unlabeled);
    } else {
        result.of.resize(given.size());
        std::ranges::transform(given, result.of.begin(),
                               [&](Small code) { return code < 0 ? Labels::unlabeled : order.of[at(code)]; });
    }
    result.counts = detail::class_counts(result.of, result.classes());
    return result;
}

Graph graph_of(const Csr& csr, const std::string& name) {
    const MatrixView matrix = csr.view();
    const SparseView& view = matrix.sparse();
    if (view.rows != view.cols)
        throw Error(name + " must be square, one row and one column per sample, not " +
                    std::to_string(view.rows) + " x " + std::to_string(view.cols));
    Graph graph;
    graph.samples = view.rows;
    for (Index i = 0; i < view.rows; ++i) {
        const SparseRow row = view.row(i);
        for (std::size_t p = 0; p < row.columns.size(); ++p) {
            if (row.values[p] == 0.0) continue;  // no edge
            graph.neighbors.push_back(row.columns[p]);
            graph.weights.push_back(row.values[p]);
        }
        graph.row_start.push_back(static_cast<Index>(graph.neighbors.size()));
    }
    set_degrees(graph);
    check_user_graph(graph, graph.samples, name);
    return graph;
}

Value value_of(const py::handle& object) {
    if (object.is_none()) return nullptr;
    if (py::isinstance<py::bool_>(object)) return object.cast<bool>();
    if (py::isinstance<py::int_>(object)) {
        int overflow = 0;
        const Index number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
        return overflow == 0 ? Value(number) : Value(PyLong_AsDouble(object.ptr()));
    }
    if (py::isinstance<py::float_>(object)) return object.cast<double>();
    if (py::isinstance<py::str>(object)) return object.cast<std::string>();
    throw py::type_error("expected a number or a string, not " +
                         py::str(py::type::handle_of(object).attr("__name__")).cast<std::string>());
}

Record record_of(const py::dict& values) {
    Record record;
    for (const auto& [name, value] : values) record.emplace_back(name.cast<std::string>(), value_of(value));
    return record;
}

py::object to_python(const Value& value) {
    return std::visit(
        [](const auto& held) -> py::object {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(held)>, std::nullptr_t>)
                return py::none();
            else
                return py::cast(held);
        },
        value);
}

py::dict to_python(const Record& record) {
    py::dict result;
    for (const auto& [name, value] : record) result[py::str(name)] = to_python(value);
    return result;
}

py::array_t<double> to_array(const std::vector<double>& numbers) { return copied(numbers); }
py::array_t<Index> to_array(const std::vector<Index>& numbers) { return copied(numbers); }

py::array_t<double> to_array(DenseMatrix matrix) {
    auto owner = std::make_unique<DenseMatrix>(std::move(matrix));
    const py::capsule release(owner.get(), [](void* held) { delete static_cast<DenseMatrix*>(held); });
    const DenseMatrix* held = owner.release();
    return py::array_t<double>({held->rows(), held->cols()}, held->data(), release);
}

}  // namespace tamis::python
