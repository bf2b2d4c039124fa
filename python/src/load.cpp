// Data sets: the files that the command line reads, and those that ship.
#include <pybind11/stl.h>

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

py::dict load_data(const std::string& path, const std::string& label, const std::string& label_file,
                   bool transpose, const std::string& data_variable, const std::string& label_variable,
                   const std::string& layer, const py::dict& cleaning) {
    CleanOptions clean_options;
    CleanOptions::fields().assign(clean_options, record_of(cleaning));
    Dataset data;
    run_beside_python({}, [&](const Context& usual) {
        Context context = usual;
        context.spell = spelled_in_load;
        const LoadOptions options{.label = label,
                                  .label_file = label_file,
                                  .transpose = transpose,
                                  .data_variable = data_variable,
                                  .label_variable = label_variable,
                                  .layer = layer};
        try {
            data = clean(load(path, options, context), clean_options, context);
        } catch (const Cancelled&) {
            throw;
        } catch (const Error& failure) {
            throw Error(failure.message().text(spelled_in_load));
        }
    });
    py::dict result;
    result["name"] = data.name;
    result["x"] = matrix_object(data.x);
    result["labels"] =
        py::array_t<int>(static_cast<py::ssize_t>(data.labels.of.size()), data.labels.of.data());
    result["classes"] = data.labels.names;
    result["feature_names"] = data.feature_names;
    result["sample_names"] = data.sample_names;
    return result;
}

}  // namespace

void bind_load(py::module_& module) {
    using py::arg;
    module.def("load", &load_data, arg("path"), py::kw_only(), arg("label"), arg("label_file"),
               arg("transpose"), arg("data_variable"), arg("label_variable"), arg("layer"), arg("cleaning"),
               "Reads a data file, or a set that ships.");
    module.def("shipped_data_sets", &shipped_data_sets, "Names of the data sets that ship.");
}

}  // namespace tamis::python
