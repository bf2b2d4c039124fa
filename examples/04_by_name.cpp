// Everything that `tamis select` does, from a program: the method by its name, its options checked once,
// errors that say what to do.
#include <cstdio>
#include <tamis/tamis.hpp>

int main() {
    std::printf("methods:");
    for (const tamis::Method& method : tamis::methods()) std::printf(" %s", method.about.name.c_str());
    std::printf("\n");

    const tamis::Dataset data = tamis::clean(tamis::load("digits"));
    tamis::SelectRequest request{.method = "laplacian", .k = 0.1};  // a tenth of the features
    request.graph_options = tamis::GraphOptions{.neighbors = 10, .weights = tamis::Weights::binary};
    request.scale = tamis::Scaling::minmax;
    const tamis::SelectRun run = tamis::run_select(data, request);
    std::printf("%s chose %zu of %lld features; the graph has %lld edges\n", run.method.c_str(),
                run.selection.selected.size(), static_cast<long long>(run.features),
                static_cast<long long>(run.graph->health.edges));

    try {
        // Options are values, or texts as on the command line; both are checked here, once.
        request.method = tamis::configure("trace-ratio", {{"criterion", "laplacain"}});
    } catch (const tamis::UsageError& error) {
        std::printf("a typing mistake is answered with: %s\n", error.what());
        return 0;
    }
    return 1;
}
