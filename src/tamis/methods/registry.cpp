// The table of all selectors: methods.def, one line each. No static initializers do hidden work: the table is
// filled on the first call of methods().
#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/methods/all.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

namespace {

// One adapter per signature a selector may have.
template <class Options>
Needs needs_of(Selection (*)(const MatrixView&, const Options&, const Context&), const Options&) {
    return {};
}
template <class Options>
Needs needs_of(Selection (*)(const MatrixView&, const Labels&, const Options&, const Context&),
               const Options&) {
    return {.labels = true};
}
template <class Options>
Needs needs_of(Selection (*)(const MatrixView&, const Graph&, const Options&, const Context&),
               const Options&) {
    return {.graph = true};
}
template <class Options>
Needs needs_of(Selection (*)(const MatrixView&, const Inputs&, const Options&, const Context&),
               const Options& options) {
    return options.needs();
}

template <class Options>
bool is_nested(const Options& options) {
    if constexpr (requires { options.nested(); })
        return options.nested();
    else
        return Options::about().nested;
}

template <class Options>
Selection call(Selection (*function)(const MatrixView&, const Options&, const Context&), const MatrixView& x,
               const Inputs&, const Options& options, const Context& context) {
    return function(x, options, context);
}
template <class Options>
Selection call(Selection (*function)(const MatrixView&, const Labels&, const Options&, const Context&),
               const MatrixView& x, const Inputs& inputs, const Options& options, const Context& context) {
    static const Labels none;
    return function(x, inputs.labels != nullptr ? *inputs.labels : none, options, context);
}
template <class Options>
Selection call(Selection (*function)(const MatrixView&, const Graph&, const Options&, const Context&),
               const MatrixView& x, const Inputs& inputs, const Options& options, const Context& context) {
    if (inputs.graph == nullptr) throw Error(Options::about().name + " needs a graph and got none");
    return function(x, *inputs.graph, options, context);
}
template <class Options>
Selection call(Selection (*function)(const MatrixView&, const Inputs&, const Options&, const Context&),
               const MatrixView& x, const Inputs& inputs, const Options& options, const Context& context) {
    return function(x, inputs, options, context);
}

template <class Options>
Options read_options(const Settings& settings) {
    Options options;
    Options::fields().assign(options, settings);
    return options;
}

template <class Options, class Function>
Method describe(Function* function) {
    return {
        .about = Options::about(),
        .fields = Options::fields().describe(),
        .needs =
            [function](const Settings& settings) {
                return needs_of(function, read_options<Options>(settings));
            },
        .nested = [](const Settings& settings) { return is_nested(read_options<Options>(settings)); },
        .resolve =
            [](const Settings& settings) {
                return Options::fields().values(read_options<Options>(settings));
            },
        .run =
            [function](const MatrixView& x, const Inputs& inputs, Index k, const Settings& settings,
                       const Context& context) {
                Options options = read_options<Options>(settings);
                options.k = k;
                return call(function, x, inputs, options, context);
            },
    };
}

std::vector<Method> make_table() {
    return {
#define TAMIS_METHOD(function, Options) describe<Options>(&function),
#include "tamis/methods/methods.def"
#undef TAMIS_METHOD
    };
}

}  // namespace

const std::vector<Method>& methods() {
    static const std::vector<Method> table = make_table();
    return table;
}

Needs possible_needs(const Method& method) {
    Needs all = method.needs({});
    const auto add = [&](const FieldInfo& field, const std::string& choice) {
        try {
            const Needs needs = method.needs({{field.name, choice}});
            all.labels = all.labels || needs.labels;
            all.graph = all.graph || needs.graph;
            all.own_graph = all.own_graph || needs.own_graph;
            all.pair = all.pair || needs.pair;
            all.classes = all.classes || needs.classes;
        } catch (const UsageError&) {
            // This choice goes with another option only, whose own choices are asked as well.
        }
    };
    for (const FieldInfo& field : method.fields)
        for (const std::string& choice : field.choices) add(field, choice);
    return all;
}

const Method& find_method(const std::string& name) { return find_named(methods(), "method", name); }

}  // namespace tamis
