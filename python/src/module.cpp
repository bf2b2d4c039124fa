// tamis._core: the library for the Python package. What users call is in python/tamis.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <new>

#include "arrays.hpp"
#include "bindings.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/version.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/saved/selection_json.hpp"
#include "tamis/subspace/projector.hpp"

namespace py = pybind11;

namespace {

// The facts are those of the command line, the options are named as parameters.
void translate(std::exception_ptr error) {
    try {
        if (error) std::rethrow_exception(error);
    } catch (const tamis::Cancelled&) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const tamis::Error& failure) {
        PyErr_SetString(PyExc_ValueError, failure.message().text(tamis::python::spelled).c_str());
    } catch (const std::bad_alloc&) {
        PyErr_SetString(PyExc_MemoryError,
                        "not enough memory: use fewer samples or features, or sparse data");
    }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
    module.doc() = "The C++ library behind tamis; use the classes of the package instead.";
    module.attr("__version__") = tamis::version();
    py::register_exception_translator(&translate);
    module.def(
        "methods_json", [] { return tamis::detail::to_json(tamis::methods(), tamis::projectors()); },
        "Descriptions of the methods: the text of `tamis methods --json`.");
    py::class_<tamis::python::Csr>(module, "Csr", "Compressed rows, checked once and read in place.")
        .def(py::init<tamis::Index, tamis::Index, py::object, py::object, py::object>(), py::arg("rows"),
             py::arg("cols"), py::arg("indptr"), py::arg("indices"), py::arg("data"))
        .def_property_readonly("shape", &tamis::python::Csr::shape, "(rows, cols)")
        .def_property_readonly("sorted", &tamis::python::Csr::sorted,
                               "Every row has ascending columns without repeats.");
    tamis::python::bind_classes(module);
    tamis::python::bind_row_blocks(module);
    tamis::python::bind_sharded(module);
    tamis::python::bind_select(module);
    tamis::python::bind_parts(module);
    tamis::python::bind_auto(module);
    tamis::python::bind_project(module);
    tamis::python::bind_evaluate(module);
    tamis::python::bind_graph(module);
    tamis::python::bind_load(module);
    tamis::python::bind_report(module);
}
