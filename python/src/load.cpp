// Data sets: the files that the command line reads, and those that ship.
#include <pybind11/stl.h>

#include <algorithm>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/load.hpp"
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

struct ReadingOption {
    const char* name;
    std::string LoadOptions::*value;
};

constexpr ReadingOption reading_options[] = {
    {"label", &LoadOptions::label},
    {"label_file", &LoadOptions::label_file},
    {"label_kind", &LoadOptions::label_kind},
    {"id", &LoadOptions::id},
    {"drop", &LoadOptions::drop},
    {"only", &LoadOptions::only},
    {"header", &LoadOptions::header},
    {"sep", &LoadOptions::sep},
    {"decimal", &LoadOptions::decimal},
    {"encoding", &LoadOptions::encoding},
    {"na", &LoadOptions::na},
    {"data_var", &LoadOptions::data_variable},
    {"label_var", &LoadOptions::label_variable},
    {"layer", &LoadOptions::layer},
    {"max_unpacked", &LoadOptions::max_unpacked},
};

LoadOptions load_options(const py::dict& given) {
    LoadOptions options;
    options.transpose = given["transpose"].cast<bool>();
    options.max_features = given["max_features"].cast<Index>();
    for (const ReadingOption& option : reading_options)
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
    module.def("shipped_data_sets", &shipped_data_sets, "Names of the data sets that ship.");
}

}  // namespace tamis::python
