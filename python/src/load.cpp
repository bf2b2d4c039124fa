// Data sets: the files that the command line reads, and those that ship.
#include <pybind11/stl.h>

#include <algorithm>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/load.hpp"
#include "tamis/io/load_parts.hpp"
#include "tamis/io/no_rows.hpp"
#include "tamis/io/reading_options.hpp"
#include "tamis/preprocess/clean.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

py::object matrix_object(Matrix& x) {
    if (!x.is_sparse()) return to_array(std::move(x.dense()));
    const SparseMatrix& sparse = x.sparse();
    const auto columns = static_cast<py::ssize_t>(sparse.columns().size());
    return py::make_tuple(sparse.rows(), sparse.cols(), to_array(sparse.row_start()),
                          py::array_t<Small>(columns, sparse.columns().data()), to_array(sparse.values()));
}

// Those that are not given are as usual.
LoadOptions load_options(const py::dict& given) {
    LoadOptions options;
    if (given.contains("transpose")) options.transpose = given["transpose"].cast<bool>();
    if (given.contains("max_features")) options.max_features = given["max_features"].cast<Index>();
    for (const ReadingOption& option : text_reading_options())
        if (given.contains(option.name)) options.*option.value = given[option.name].cast<std::string>();
    return options;
}

// The exception of Python; what is run beside Python comes back as an Error without its kind.
PyObject* no_rows_type = nullptr;

Dataset load_clean(const std::string& path, const LoadOptions& options, const CleanOptions& cleaning) {
    Dataset data;
    bool has_rows = true;
    try {
        run_beside_python({.spell = spelled_in_load}, [&](const Context& context) {
            try {
                data = load(path, options, context);
            } catch (const detail::NoRows&) {
                has_rows = false;
                throw;
            }
            data = clean(std::move(data), cleaning, context);
        });
    } catch (const Error& error) {
        if (has_rows) throw;
        PyErr_SetString(no_rows_type, error.what());
        throw py::error_already_set();
    }
    return data;
}

py::tuple columns_of(const std::string& path, const py::dict& reading) {
    const detail::FileColumns columns = detail::file_columns(path, load_options(reading));
    return py::make_tuple(columns.count, columns.names);
}

py::dict load_data(const std::string& path, const py::dict& reading, const py::dict& cleaning) {
    CleanOptions clean_options;
    CleanOptions::fields().assign(clean_options, record_of(cleaning));
    Dataset data = load_clean(path, load_options(reading), clean_options);
    py::dict result;
    result["name"] = data.name;
    result["x"] = matrix_object(data.x);
    result["labels"] =
        py::array_t<int>(static_cast<py::ssize_t>(data.labels.of.size()), data.labels.of.data());
    result["classes"] = data.labels.names;
    result["feature_names"] = data.feature_names;
    result["sample_names"] = data.sample_names;
    result["remarks"] = data.remarks;
    return result;
}

}  // namespace

void bind_load(py::module_& module) {
    using py::arg;
    module.def("load", &load_data, arg("path"), py::kw_only(), arg("reading"), arg("cleaning"),
               "Reads a data file, or a set that ships.");
    no_rows_type = PyErr_NewException("tamis._core.NoRows", PyExc_ValueError, nullptr);
    module.attr("NoRows") = py::reinterpret_borrow<py::object>(no_rows_type);
    module.def("file_columns", &columns_of, arg("path"), arg("reading"),
               "How many columns a text or a .npy file has, and their names; 0 for other formats.");
    module.def(
        "has_open_width",
        [](const std::string& path, const py::dict& reading) {
            return detail::has_open_width(path, load_options(reading));
        },
        arg("path"), arg("reading"), "Whether zeros are all that can follow the last column of the file.");
    module.def("formats_left_out", &formats_left_out,
               "Extensions of the files that this module leaves to the program of the package.");
    module.def("shipped_data_sets", &shipped_data_sets, "Names of the data sets that ship.");
}

}  // namespace tamis::python
