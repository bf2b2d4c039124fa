#include "spelling.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace tamis::python {

namespace {

struct Name {
    std::string_view option, parameter;
};

// Parameters that are called as scikit-learn calls them; all others have the name of the option. The test
// test_messages.py compares this list with the classes.
constexpr std::array parameters{
    Name{"k", "n_features_to_select"},
    Name{"dim", "n_components"},
    Name{"neighbors", "n_neighbors"},
    Name{"tolerance", "tol"},
    Name{"max_iterations", "max_iter"},
    Name{"graph", "affinity"},
    Name{"graph-between", "affinity_between"},
    Name{"label", "y"},
    Name{"label-file", "y"},
    Name{"stability-size", "stability_size"},
};

// What stands for an option that is not a parameter in Python: preparing the data is the caller's work there.
struct Other {
    std::string_view option, value, words;
};

constexpr std::array others{
    Other{"scale", "standard", "sklearn.preprocessing.StandardScaler"},
    Other{"scale", "minmax", "sklearn.preprocessing.MinMaxScaler"},
    Other{"scale", "none", "data that are not scaled"},
    Other{"report", "", "report(path, X, y)"},
};

std::string_view parameter_of(std::string_view option) {
    for (const Name& name : parameters)
        if (name.option == option) return name.parameter;
    return option;
}

bool is_number(const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

// Values that are separated by commas as a list of Python.
std::string list_literal(const std::string& values) {
    std::string list;
    for (std::size_t begin = 0; begin <= values.size();) {
        const std::size_t end = std::min(values.find(',', begin), values.size());
        const std::string value = values.substr(begin, end - begin);
        list += (list.empty() ? "" : ", ") + (is_number(value) ? value : '"' + value + '"');
        begin = end + 1;
    }
    return "[" + list + "]";
}

// A value as Python writes it.
std::string literal(const std::string& value) {
    if (value == "true") return "True";
    if (value == "false") return "False";
    return is_number(value) ? value : "'" + value + "'";
}

}  // namespace

std::string spelled(const OptionMention& option) {
    for (const Other& other : others)
        if (other.option == option.name && other.value == option.value) return std::string(other.words);
    const std::string parameter(parameter_of(option.name));
    return option.value.empty() || parameter == "y" ? parameter : parameter + "=" + literal(option.value);
}

std::string spelled_in_load(const OptionMention& option) {
    std::string parameter = option.name;
    std::replace(parameter.begin(), parameter.end(), '-', '_');
    return option.value.empty() ? parameter : parameter + "=" + literal(option.value);
}

std::string spelled_in_compare(const OptionMention& option) {
    if (option.name == "k" || option.name == "methods")
        return option.value.empty() ? option.name : option.name + "=" + list_literal(option.value);
    if (option.name == "scale")
        return option.value.empty() ? option.name : option.name + "=" + literal(option.value);
    return spelled(option);
}

}  // namespace tamis::python
