// Build the neighbor graph yourself, check that it is fit for use, and give it to an unsupervised method.
#include <cstdio>
#include <tamis/tamis.hpp>

int main() {
    const tamis::Dataset data = tamis::load("digits");
    tamis::Context context;
    context.threads = 2;  // 0 would take all cores; the numbers are the same bit for bit

    const tamis::Graph graph =
        tamis::build_graph(data.x, {.neighbors = 7, .weights = tamis::Weights::heat}, context);
    const tamis::GraphHealth health = tamis::check_graph(graph, data.x, context);
    std::printf("%lld edges, %lld components, %lld isolated samples, bandwidth %.4g\n",
                static_cast<long long>(health.edges), static_cast<long long>(health.components),
                static_cast<long long>(health.isolated), graph.bandwidth);
    for (const std::string& remark : health.remarks) std::printf("note: %s\n", remark.c_str());

    const tamis::Selection best = tamis::laplacian(data.x, graph, {.k = 10}, context);
    std::printf("smoothest features on that graph:");
    for (const tamis::Index column : best.selected)
        std::printf(" %s", tamis::feature_label(data, column).c_str());
    std::printf("\n");
}
