// Parts of data whose samples stay where they are.
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "tamis/passes/survey/survey.hpp"
#include "tamis/preprocess/clean.hpp"
#include "tamis/saved/parts/part_file.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

void write_part_of(const py::object& x, const py::object& labels, const std::string& path,
                   const std::vector<std::string>& feature_names, const std::string& label_name,
                   int threads) {
    const InputRows input(x);
    const Labels classes = labels_of(labels);
    run_beside_python({.threads = threads}, [&](const Context& context) {
        require_finite(input.rows(), "X", context);
        const Survey found = survey(input.rows(), Survey::Hash::yes, context);
        const DataView data{.name = "X",
                            .x = input.rows(),
                            .labels = &classes,
                            .feature_names = feature_names,
                            .label_name = label_name};
        write_part(path, make_part(data, -1, found.hash(classes), context));
    });
}

}  // namespace

void bind_parts(py::module_& module) {
    using py::arg;
    module.def("write_part", &write_part_of, arg("x"), arg("labels"), arg("path"), py::kw_only(),
               arg("feature_names"), arg("label_name"), arg("threads"),
               "Writes counts, sums and ranges of a shard.");
}

}  // namespace tamis::python
