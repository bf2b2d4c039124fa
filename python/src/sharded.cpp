#include "sharded.hpp"

#include <pybind11/stl.h>

#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"
#include "tamis/core/error.hpp"
#include "tamis/pipeline/shards/table.hpp"

namespace tamis::python {

namespace py = pybind11;

PythonShards::PythonShards(const std::vector<ShardShape>& shards, py::object run)
    : shape_(check_shape(shards)), run_(std::move(run)) {}

template <class Use>
auto PythonShards::call(const char* engine, std::string_view round, const Bytes& shared,
                        std::span<const Bytes> own, const Context& context, Use use) const {
    context.check_cancel();
    Index out = static_cast<Index>(shared.size()) * shape_.count();
    for (const Bytes& part : own) out += static_cast<Index>(part.size());
    const py::gil_scoped_acquire lock;
    // An error of Python's must not leave the lock's reach.
    try {
        py::list parts;
        for (const Bytes& part : own) parts.append(py::bytes(part));
        const py::cpp_function stopped([&context] { return context.cancelled(); });
        auto used = use(run_.attr(engine)(std::string(round), py::bytes(shared), parts, stopped));
        ++rounds_;
        bytes_out_ += out;
        return used;
    } catch (const py::error_already_set& error) {
        context.check_cancel();
        throw Error(py::str(error.value()).cast<std::string>());
    }
}

Bytes PythonShards::run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                        const Context& context) const {
    return call("__call__", round, shared, own, context, [&](const py::tuple& answer) {
        bytes_in_ += answer[1].cast<Index>();
        return answer[0].cast<Bytes>();
    });
}

std::vector<Bytes> PythonShards::run_on_runs(std::string_view round, const Bytes& shared,
                                             std::span<const Bytes> own, const Context& context) const {
    return call("on_runs", round, shared, own, context, [&](const py::list& answers) {
        std::vector<Bytes> each;
        for (const py::handle answer : answers) {
            each.push_back(answer.cast<Bytes>());
            bytes_in_ += static_cast<Index>(each.back().size());
        }
        return each;
    });
}

namespace {

using Shape = std::tuple<Index, Index, bool>;

std::unique_ptr<SharedRows> make_rows(const std::vector<Shape>& shapes, const py::object& run) {
    std::vector<ShardShape> shards;
    for (const auto& [rows, cols, sparse] : shapes) shards.push_back({rows, cols, sparse});
    return std::make_unique<SharedRows>(shards, run);
}

// `work` without the interpreter's lock.
template <class Work>
py::bytes in_bytes(Work work) {
    Bytes found;
    {
        const py::gil_scoped_release release;
        found = work();
    }
    return py::bytes(found);
}

py::bytes round_partial(const std::string& round, const py::bytes& shared, const py::bytes& own,
                        const py::object& chunk, int threads) {
    const InputRows input(chunk);
    const std::string_view request = shared, part = own;
    Context context;
    context.threads = threads;
    return in_bytes([&] { return partial_of(round, request, part, input.rows(), context); });
}

py::bytes round_merge(const std::string& round, const std::vector<py::bytes>& answers) {
    const std::vector<std::string_view> partials(answers.begin(), answers.end());
    return in_bytes([&] { return merge_of(round, partials); });
}

}  // namespace

void bind_sharded(py::module_& module) {
    using py::arg;
    py::class_<SharedRows>(module, "SharedRows", "Rows in shards elsewhere; every round is a call of `run`.")
        .def(py::init(&make_rows), arg("shapes"), arg("run"))
        .def_property_readonly(
            "shape", [](const SharedRows& x) { return std::pair(x.rows().rows(), x.rows().cols()); })
        .def_property_readonly("costs", [](const SharedRows& x) {
            const RoundCosts costs = x.shards().costs();
            py::dict result;
            result["rounds"] = costs.rounds;
            result["bytes_out"] = costs.bytes_out;
            result["bytes_in"] = costs.bytes_in;
            return result;
        });
    module.def("round_partial", &round_partial, arg("round"), arg("shared"), arg("own"), arg("chunk"),
               py::kw_only(), arg("threads"), "What a shard answers in a round.");
    module.def("round_merge", &round_merge, arg("round"), arg("answers"),
               "The answers of neighboring shards as one, by a tree of pairs.");
    module.def("round_names", &round_names, "The rounds that this version knows.");
}

}  // namespace tamis::python
