// he2011, Tables 1 to 4, in two settings: as the text says (binary Euclidean 4-NN graph,
// L = D - W, Q-alpha on unit features) and as the printed numbers suggest (cosine graph with self loops,
// normalized Laplacian, Q-alpha on raw features).
#include "papers/papers.hpp"

namespace tamis::papers {

namespace {

constexpr const char* printed = "as printed";
constexpr const char* reconstructed = "as reconstructed";

std::vector<PaperRow> rows_of(const std::string& table) {
    const std::string text_graph = ":neighbors=4:weights=binary";
    const std::string cosine_graph = ":neighbors=4:metric=cosine:weights=cosine:self_loops=true";
    std::vector<PaperRow> rows;
    for (const std::string design : {"LapDOFS", "LapAOFS"}) {
        const std::string name = design == "LapDOFS" ? "lapdofs" : "lapaofs";
        rows.push_back({table, design, name + text_graph, printed});
        rows.push_back({table, design, name + ":laplacian=normalized" + cosine_graph, reconstructed});
    }
    rows.push_back({table, "Laplacian score", "laplacian" + text_graph, printed});
    rows.push_back({table, "Laplacian score", "laplacian" + cosine_graph, reconstructed});
    rows.push_back({table, "Q-alpha", "q-alpha", printed});
    rows.push_back({table, "Q-alpha", "q-alpha:normalize=false", reconstructed});
    for (const char* setting : {printed, reconstructed}) {
        rows.push_back({table, "Variance", "variance", setting});
        rows.push_back({table, "All features", "all", setting});
        rows.push_back({table, "random", "random", setting});
    }
    return rows;
}

Experiment experiment(const std::string& table, const PaperData& data, const std::string& protocol,
                      const std::string& quick) {
    Experiment result;
    result.data = data;
    result.rows = rows_of(table);
    result.request.k = {100};
    result.request.protocol = parse_protocol(protocol);
    result.request.scale = Scaling::none;
    result.quick_protocol = parse_protocol(quick);
    return result;
}

std::vector<Experiment> experiments() {
    const PaperData mnist{.name = "MNIST", .file = "mnist2000.mat"},
        coil{.name = "COIL20", .file = "coil20.mat"}, faces{.name = "AT&T", .file = "orl.mat"};
    std::vector<Experiment> list = {
        experiment("Table 1", mnist, "cluster:3,5,7,9x20", "cluster:3,5,7,9x2"),
        experiment("Table 2", coil, "cluster:5,10,15x20", "cluster:5,10,15x2"),
        experiment("Table 3", faces, "cluster:10,20,30x20", "cluster:10,20,30x2"),
    };
    for (const PaperData& data : {mnist, coil, faces}) {
        list.push_back(experiment("Table 4", data, "loo", "loo"));
        list.back().name_features = true;
        if (data.name == "COIL20") list.back().request.k = {30, 100};
    }
    return list;
}

}  // namespace

Paper he2011() {
    return {
        .name = "he2011",
        .protocol =
            "Tables 1-3: 100 features and k-means (10 starts, Lloyd and single moves) on 20 random sets of "
            "classes, or all of them if there are fewer; Table 4: leave-one-out 1NN on the whole set",
        .experiments = experiments,
        .first_seed = 1,
        .figures = he2011_figures};
}

}  // namespace tamis::papers
