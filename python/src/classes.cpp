#include <pybind11/numpy.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bindings.hpp"
#include "tamis/core/index.hpp"
#include "tamis/core/shards/range_of.hpp"

namespace tamis::python {

namespace py = pybind11;

namespace {

// Where there are as many numbers as steps from the lowest to the highest, counting beats sorting.
constexpr std::uint64_t steps_per_number = 4, few_steps = 1024;

// (positions in the classes, the classes in order); None if they are too far apart to be counted.
py::object classes_of_whole_numbers(const py::array_t<std::int64_t, py::array::c_style>& y) {
    const std::span<const std::int64_t> numbers(y.data(), detail::at(y.size()));
    if (numbers.empty()) return py::none();
    const auto [low, high] = detail::range_of(numbers);
    const std::uint64_t steps = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    if (steps > steps_per_number * numbers.size() + few_steps || steps >= std::numeric_limits<Small>::max())
        return py::none();
    py::array_t<Small> codes(y.size());
    const std::span<Small> code_of(codes.mutable_data(), numbers.size());
    std::vector<char> there(steps + 1, 0);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        code_of[i] = static_cast<Small>(numbers[i] - low);
        there[detail::at(Index{code_of[i]})] = 1;
    }
    std::vector<std::int64_t> classes;
    std::vector<Small> place(there.size());
    for (std::size_t step = 0; step < there.size(); ++step) {
        place[step] = static_cast<Small>(classes.size());
        if (there[step] != 0) classes.push_back(low + static_cast<std::int64_t>(step));
    }
    if (classes.size() < there.size())
        for (Small& code : code_of) code = place[detail::at(Index{code})];
    return py::make_tuple(
        codes, py::array_t<std::int64_t>(static_cast<py::ssize_t>(classes.size()), classes.data()));
}

}  // namespace

void bind_classes(py::module_& module) {
    module.def(
        "classes_of_whole_numbers", &classes_of_whole_numbers, py::arg("y"),
        "(positions in the classes, the classes in order), or None if they are too far apart to be counted.");
}

}  // namespace tamis::python
