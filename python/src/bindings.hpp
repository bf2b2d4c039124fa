// One function per part of the module.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace tamis {
struct SelectRun;
}

namespace tamis::python {

// What the Python classes take over from a selection.
pybind11::dict run_dict(const SelectRun& run);

// Extensions of the files that this module cannot read itself.
std::vector<std::string> formats_left_out();

void bind_classes(pybind11::module_& module);
void bind_row_blocks(pybind11::module_& module);
void bind_sharded(pybind11::module_& module);
void bind_parts(pybind11::module_& module);
void bind_select(pybind11::module_& module);
void bind_auto(pybind11::module_& module);
void bind_project(pybind11::module_& module);
void bind_evaluate(pybind11::module_& module);
void bind_graph(pybind11::module_& module);
void bind_load(pybind11::module_& module);
void bind_report(pybind11::module_& module);

}  // namespace tamis::python
