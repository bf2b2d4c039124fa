#include "row_blocks.hpp"

#include <pybind11/stl.h>

#include <algorithm>

#include "arrays.hpp"
#include "bindings.hpp"
#include "tamis/core/error.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

// Reads with the interpreter's lock, visits without it. An error of Python's must not leave the lock's reach.
template <class Read, class Visit>
void read_and_visit(Read read, Visit visit) {
    const py::gil_scoped_acquire lock;
    try {
        const py::object block = read();
        const MatrixView cells = view_of(block);
        const py::gil_scoped_release release;
        visit(cells);
    } catch (const py::error_already_set& error) {
        throw Error(std::string("X cannot be read: ") + error.what());
    }
}

}  // namespace

RowBlocks::RowBlocks(std::vector<Index> ends, Index cols, bool sparse, py::object read, py::object take)
    : ends_(std::move(ends)), cols_(cols), sparse_(sparse), read_(std::move(read)), take_(std::move(take)) {
    if (ends_.empty() || ends_.front() < 1 || !std::is_sorted(ends_.begin(), ends_.end()))
        throw py::value_error("the ends of the blocks must ascend");
}

void RowBlocks::for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const {
    Index begin = 0;
    for (const Index end : ends_) {
        context.check_cancel();
        read_and_visit([&] { return read_(begin, end); },
                       [&](const MatrixView& cells) {
                           visit({begin, cells});
                       });
        begin = end;
    }
}

Matrix RowBlocks::gather(std::span<const Index> wanted) const {
    std::vector<Index> ascending(wanted.begin(), wanted.end());
    std::sort(ascending.begin(), ascending.end());
    ascending.erase(std::unique(ascending.begin(), ascending.end()), ascending.end());
    std::vector<Index> order;
    for (const Index row : wanted)
        order.push_back(std::lower_bound(ascending.begin(), ascending.end(), row) - ascending.begin());
    Matrix found;
    read_and_visit([&] { return take_(ascending); },
                   [&](const MatrixView& cells) { found = take_rows(cells, order); });
    return found;
}

void bind_row_blocks(py::module_& module) {
    using py::arg;
    py::class_<RowBlocks>(module, "RowBlocks",
                          "Rows that are read block by block, with calls back to Python.")
        .def(py::init<std::vector<Index>, Index, bool, py::object, py::object>(), arg("ends"), arg("cols"),
             py::kw_only(), arg("sparse"), arg("read"), arg("take"))
        .def_property_readonly("shape",
                               [](const RowBlocks& rows) { return std::pair(rows.rows(), rows.cols()); });
}

}  // namespace tamis::python
