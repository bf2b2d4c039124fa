// Data sets: the files that the command line reads, and those that ship.
#include <pybind11/stl.h>

#include <algorithm>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/load.hpp"
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

LoadOptions load_options(const py::dict& given) {
    LoadOptions options;
    options.transpose = given["transpose"].cast<bool>();
    options.max_features = given["max_features"].cast<Index>();
    for (const ReadingOption& option : text_reading_options())
        options.*option.value = given[option.name].cast<std::string>();
    return options;
}

py::dict load_data(const std::string& path, const py::dict& reading, const py::dict& cleaning) {
    CleanOptions clean_options;
    CleanOptions::fields().assign(clean_options, record_of(cleaning));
    const LoadOptions options = load_options(reading);
    Dataset data;
    run_beside_python({.spell = spelled_in_load}, [&](const Context& context) {
        data = clean(load(path, options, context), clean_options, context);
    });
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
    module.def("formats_left_out", &formats_left_out,
               "Extensions of the files that this module leaves to the program of the package.");
    module.def("shipped_data_sets", &shipped_data_sets, "Names of the data sets that ship.");
}

}  // namespace tamis::python
