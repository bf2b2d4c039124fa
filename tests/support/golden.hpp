// Reference numbers: tests/golden/*.json, computed by an independent dense implementation.
#pragma once

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tamis/core/labels.hpp"
#include "tamis/core/matrix.hpp"

namespace tamis::testing {

using namespace detail;

inline const nlohmann::json& golden(const std::string& name) {
    static std::map<std::string, nlohmann::json> files;
    const auto found = files.find(name);
    if (found != files.end()) return found->second;
    std::ifstream stream(std::string(TAMIS_TEST_DATA) + "/" + name + ".json");
    if (!stream) throw std::runtime_error("no golden file " + name);
    return files[name] = nlohmann::json::parse(stream);
}

// A number, or "inf" written as text.
inline double golden_number(const nlohmann::json& value) {
    if (value.is_string()) return std::numeric_limits<double>::infinity();
    return value.get<double>();
}

inline std::vector<double> golden_numbers(const nlohmann::json& values) {
    std::vector<double> numbers;
    for (const auto& value : values) numbers.push_back(golden_number(value));
    return numbers;
}

inline DenseMatrix golden_matrix(const nlohmann::json& rows) {
    DenseMatrix x(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j) x(i, j) = rows.at(at(i)).at(at(j)).get<double>();
    return x;
}

inline Labels golden_labels(const nlohmann::json& values) {
    return make_labels(values.get<std::vector<int>>());
}

}  // namespace tamis::testing
