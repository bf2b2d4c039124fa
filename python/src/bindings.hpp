// One function per part of the module.
#pragma once

#include <pybind11/pybind11.h>

namespace tamis::python {

void bind_row_blocks(pybind11::module_& module);
void bind_select(pybind11::module_& module);
void bind_project(pybind11::module_& module);
void bind_evaluate(pybind11::module_& module);
void bind_graph(pybind11::module_& module);
void bind_load(pybind11::module_& module);

}  // namespace tamis::python
