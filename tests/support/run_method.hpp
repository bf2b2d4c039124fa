// The only place where the common suites call the registries: a method or a projector with its options,
// ready to run.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "tamis/methods/method.hpp"
#include "tamis/subspace/projector.hpp"
#include "tests/support/option_sweep.hpp"

namespace tamis::testing {

using namespace detail;

// A selector with its options and those of its graph; the graph is built from the data of each run.
class TestedMethod {
  public:
    // Throws UsageError on an unknown name and on options that the method refuses.
    explicit TestedMethod(const std::string& name, Record options = {}, Record graph = {})
        : method_(name, options), options_(std::move(options)), graph_options_(std::move(graph)) {
        graph_ = about().graph;
        graph_.neighbors = 3;
        GraphOptions::fields().assign(graph_, graph_options_);
    }

    // The same method and graph with other options.
    TestedMethod with_options(Record options) const {
        return TestedMethod(about().name, std::move(options), graph_options_);
    }

    // The same method and graph with every option, given or not, as change(options) returns it; nothing if
    // that returns nothing.
    template <class Change>
    std::optional<TestedMethod> with_changed(Change&& change) const {
        const std::optional<Record> options = change(params()), graph = change(graph_options_);
        if (!options || !graph) return std::nullopt;
        return TestedMethod(about().name, *options, *graph);
    }

    const About& about() const { return method_.about(); }
    const std::vector<FieldInfo>& fields() const { return find_method(about().name).fields; }
    const Needs& needs() const { return method_.needs(); }
    bool nested() const { return method_.nested(); }
    const Record& options() const { return options_; }
    bool has_graph_options() const { return !graph_options_.empty(); }
    bool is_default() const { return options_.empty() && graph_options_.empty(); }
    // Every option with its value.
    Record params() const { return method_.params(); }
    std::string text() const {
        return about().name + " " + text_of(options_) +
               (graph_options_.empty() ? "" : " graph: " + text_of(graph_options_));
    }

    Selection run_fixed(const MatrixView& x, const Labels& labels, const SelectionSize& size,
                        const Context& context) const {
        Context undisturbed = context;
        undisturbed.cancel = nullptr;  // what is tested is the method, not the graph
        std::optional<Graph> graph;
        if (needs().graph) graph = build_graph(x, graph_, undisturbed, &labels);
        return method_.run(x, {.labels = &labels, .graph = graph ? &*graph : nullptr}, size, context);
    }

    Selection run_fixed(const MatrixView& x, const Labels& labels, const SelectionSize& size,
                        int threads) const {
        Context context;
        context.threads = threads;
        return run_fixed(x, labels, size, context);
    }

    Selection run(const MatrixView& x, const Labels& labels, Index k, const Context& context) const {
        return run_fixed(x, labels, k, context);
    }

    Selection run(const MatrixView& x, const Labels& labels, Index k, int threads = 1) const {
        return run_fixed(x, labels, k, threads);
    }

  private:
    ConfiguredMethod method_;
    Record options_, graph_options_;
    GraphOptions graph_;
};

// A projector with its options.
class TestedProjector {
  public:
    // Throws UsageError on an unknown name and on options that the projector refuses.
    explicit TestedProjector(const std::string& name, Record options = {})
        : projector_(name, options), options_(std::move(options)) {}

    const ProjectorAbout& about() const { return projector_.about(); }
    const std::vector<FieldInfo>& fields() const { return find_projector(about().name).fields; }
    bool needs_labels() const { return projector_.needs().labels; }
    const Record& options() const { return options_; }
    bool is_default() const { return options_.empty(); }
    // Every option with its value.
    Record params() const { return projector_.params(); }
    std::string text() const { return about().name + " " + text_of(options_); }

    Projection run(const MatrixView& x, const Labels& labels, const Dimension& dim,
                   const Context& context) const {
        return projector_.run(x, labels, dim, context);
    }

    Projection run(const MatrixView& x, const Labels& labels, const Dimension& dim, int threads = 1) const {
        Context context;
        context.threads = threads;
        return run(x, labels, dim, context);
    }

  private:
    ConfiguredProjector projector_;
    Record options_;
};

// Which values of which options none of the settings that ran has.
template <class Tested>
std::vector<std::string> values_without_use(const std::vector<FieldInfo>& fields,
                                            const std::vector<Tested>& ran) {
    std::vector<std::string> unused;
    for (const Record& single : single_options(fields))
        if (std::none_of(ran.begin(), ran.end(), [&](const Tested& tested) {
                const Record& options = tested.options();
                return std::find(options.begin(), options.end(), single.front()) != options.end();
            }))
            unused.push_back(text_of(single));
    return unused;
}

// "tr-lda" as a part of the name of a test.
inline std::string test_name(const ::testing::TestParamInfo<std::string>& entry) {
    std::string name = entry.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

inline std::vector<std::string> method_names() {
    std::vector<std::string> names;
    for (const Method& method : methods()) names.push_back(method.about.name);
    return names;
}

inline std::vector<std::string> projector_names() {
    std::vector<std::string> names;
    for (const Projector& projector : projectors()) names.push_back(projector.about.name);
    return names;
}

}  // namespace tamis::testing
