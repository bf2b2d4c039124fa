// The table of all selectors: methods.def, one line each. No static initializers do hidden work: the table is
// filled on the first call of methods().
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/options/registration.hpp"
#include "tamis/methods/all.hpp"
#include "tamis/methods/method.hpp"

namespace tamis {

using namespace detail;

namespace {

struct SelectorAdapter {
    template <class Options, class Extra>
    static SelectorTraits traits(const Options& options) {
        const About about = Options::about();
        SelectorTraits traits{.needs = {}, .nested = about.nested, .raw_scales = about.raw_scales};
        if constexpr (std::is_same_v<Extra, Labels>) traits.needs.labels = true;
        if constexpr (std::is_same_v<Extra, Graph>) traits.needs.graph = true;
        if constexpr (std::is_same_v<Extra, Inputs>) traits.needs = options.needs();
        if constexpr (requires { options.nested(); }) traits.nested = options.nested();
        if constexpr (requires { options.raw_scales(); }) traits.raw_scales = options.raw_scales();
        return traits;
    }

    template <class Extra>
    static const Extra& input(const Inputs& inputs, const std::string& name) {
        if constexpr (std::is_same_v<Extra, Labels>) {
            return labels_or_none(inputs.labels);
        } else if constexpr (std::is_same_v<Extra, Graph>) {
            if (inputs.graph == nullptr) throw Error(name + " needs a graph and got none");
            return *inputs.graph;
        } else {
            return inputs;
        }
    }

    template <class Options>
    static void set_size(Options& options, const SelectionSize& size) {
        options.k = size.k;
        if constexpr (requires { options.fixed; })
            options.fixed = size.fixed;
        else if (!size.fixed.empty())
            throw UsageError(Options::about().name + " cannot be told which features to take");
    }
};

std::vector<Method> make_table() {
    return {
#define TAMIS_METHOD(function, Options) registered<SelectorFamily, SelectorAdapter, Options>(&(function)),
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
    Needs all = method.usual.needs();
    const auto add = [&](const FieldInfo& field, const std::string& choice) {
        try {
            const Needs needs = method.configure({{field.name, choice}}).needs();
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

const Method& SelectorFamily::find(const std::string& name) { return find_method(name); }

ConfiguredMethod configure(const std::string& method, const Record& settings) { return {method, settings}; }

}  // namespace tamis
