#include "feature_lists.hpp"

#include "tamis/io/column_list.hpp"

namespace tamis::cli {

using namespace detail;

void FeatureLists::add_to(CLI::App& command) {
    command
        .add_option(
            "--include", include,
            "features to choose in any case, first and in this order: names, positions, ranges p1..p9, "
            "patterns")
        ->type_name("LIST");
    command.add_option("--exclude", exclude, "features never to choose; they keep their score")
        ->type_name("LIST");
    command
        .add_option("--graph-features", graph,
                    "what the graph is built from: candidates leaves out the excluded features")
        ->type_name("candidates|all")
        ->capture_default_str()
        ->group("Graph (methods that use one)");
}

FixedFeatures FeatureLists::found_in(std::span<const std::string> names, Index features,
                                     const std::string& file) const {
    const NamedColumns columns{names, features, file, "feature"};
    return {.include = find_columns_in_order(include, columns),
            .exclude = find_columns(exclude, columns),
            .graph = parse_graph_features(graph)};
}

}  // namespace tamis::cli
