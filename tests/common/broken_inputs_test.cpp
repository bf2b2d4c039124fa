// Whatever is inconsistent is refused with tamis::Error by everything that takes it from a user, never with a
// crash. Views are rejected when they are made (tests/core/views_test.cpp); here are the other parts.
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <sstream>

#include "tamis/tamis.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

constexpr Index samples = 12, features = 14;

struct LabelCase {
    const char* what;
    void (*damage)(Labels&);
};
const LabelCase label_cases[] = {
    {"none", [](Labels& labels) { labels = {}; }},
    {"one too few", [](Labels& labels) { labels = make_labels(std::vector<int>(samples - 1, 0)); }},
    {"one too many", [](Labels& labels) { labels.of.push_back(0); }},
    {"a class beyond the last", [](Labels& labels) { labels.of[3] = 1000000; }},
    {"a class below -1", [](Labels& labels) { labels.of[3] = -7; }},
    {"no counts", [](Labels& labels) { labels.counts.clear(); }},
    {"wrong counts", [](Labels& labels) { labels.counts[0] = 0; }},
    {"no names", [](Labels& labels) { labels.names.clear(); }},
};

struct GraphCase {
    const char* what;
    void (*damage)(Graph&);
};
const GraphCase graph_cases[] = {
    {"empty", [](Graph& graph) { graph = {}; }},
    {"of fewer samples", [](Graph& graph) { graph.samples = samples - 1; }},
    {"of more samples", [](Graph& graph) { graph.samples = samples + 1; }},
    {"negative", [](Graph& graph) { graph.samples = -1; }},
    {"without offsets", [](Graph& graph) { graph.row_start.clear(); }},
    {"with falling offsets", [](Graph& graph) { std::swap(graph.row_start[3], graph.row_start[4]); }},
    {"with a negative offset", [](Graph& graph) { graph.row_start[0] = -5; }},
    {"with offsets beyond the neighbors", [](Graph& graph) { graph.row_start.back() += 1000000; }},
    {"with a neighbor beyond the last", [](Graph& graph) { graph.neighbors[5] = samples + 1000000; }},
    {"with a negative neighbor", [](Graph& graph) { graph.neighbors[5] = -1; }},
    {"with a weight too few", [](Graph& graph) { graph.weights.pop_back(); }},
    {"without degrees", [](Graph& graph) { graph.degrees.clear(); }},
};

class BrokenInputs : public ::testing::Test {
  protected:
    DenseMatrix x_ = testing::random_matrix(samples, features, 1);
    SparseMatrix sparse_ = to_sparse(x_);
    Labels labels_ = make_labels(std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2});
    Graph graph_ = build_graph(x_, {.neighbors = 3});
};

TEST_F(BrokenInputs, EverySelectorRefusesBrokenLabels) {
    for (const Method& method : methods()) {
        if (!method.usual.needs().labels) continue;
        for (const LabelCase& broken : label_cases) {
            Labels labels = labels_;
            broken.damage(labels);
            for (const MatrixView& x : {MatrixView(x_), MatrixView(sparse_)})
                EXPECT_THROW(method.usual.run(x, {.labels = &labels, .graph = &graph_}, 2), Error)
                    << method.about.name << ", labels: " << broken.what;
        }
        EXPECT_THROW(method.usual.run(x_, {}, 2), Error) << method.about.name << " without labels";
    }
}

TEST_F(BrokenInputs, EverySelectorRefusesBrokenGraphs) {
    for (const Method& method : methods())
        for (const FieldInfo& field : method.fields)
            for (const std::string& choice : field.choices) {
                std::optional<ConfiguredMethod> made;
                try {
                    made = method.configure({{field.name, choice}});
                } catch (const UsageError&) {
                    continue;  // goes with another option only
                }
                const ConfiguredMethod& configured = *made;
                const Needs& needs = configured.needs();
                if (!needs.graph) continue;
                for (const GraphCase& broken : graph_cases) {
                    Graph graph = graph_;
                    broken.damage(graph);
                    const std::string what =
                        method.about.name + " " + field.name + "=" + choice + ", graph " + broken.what;
                    EXPECT_THROW(configured.run(x_, {.labels = &labels_, .graph = &graph}, 2), Error) << what;
                    if (!needs.pair) continue;
                    const Inputs pair{.labels = &labels_, .graph = &graph_, .between = &graph};
                    EXPECT_THROW(configured.run(x_, pair, 2), Error) << what << " between";
                }
                EXPECT_THROW(configured.run(x_, {.labels = &labels_}, 2), Error)
                    << method.about.name << " without a graph";
            }
    Graph graph = graph_;
    graph_cases[0].damage(graph);
    EXPECT_THROW(laplacian(x_, graph, {.k = 2}), Error);
}

TEST_F(BrokenInputs, SelectorsRefuseGraphsByDefault) {
    for (const GraphCase& broken : graph_cases) {
        Graph graph = graph_;
        broken.damage(graph);
        EXPECT_THROW(laplacian(x_, graph, {.k = 2}), Error) << broken.what;
        EXPECT_THROW(lapdofs(sparse_, graph, {.k = 2}), Error) << broken.what;
    }
}

TEST_F(BrokenInputs, EveryProjectorRefusesBrokenLabels) {
    for (const Projector& projector : projectors()) {
        if (!projector.usual.needs().labels) continue;
        for (const LabelCase& broken : label_cases) {
            Labels labels = labels_;
            broken.damage(labels);
            for (const MatrixView& x : {MatrixView(x_), MatrixView(sparse_)})
                EXPECT_THROW(projector.usual.run(x, labels, 1), Error)
                    << projector.about.name << ", labels: " << broken.what;
        }
    }
}

TEST_F(BrokenInputs, EverybodyRefusesDataWithoutSamplesOrFeatures) {
    const DenseMatrix none(0, features), empty(samples, 0);
    const SparseMatrix no_rows(0, features, {}), no_columns = to_sparse(empty);
    const Labels no_labels;
    Graph no_graph;
    for (const Method& method : methods()) {
        for (const MatrixView& x :
             {MatrixView(none), MatrixView(no_rows), MatrixView(DenseView()), MatrixView(SparseView())})
            EXPECT_THROW(method.usual.run(x, {.labels = &no_labels, .graph = &no_graph}, 1), Error)
                << method.about.name << " without samples";
        for (const MatrixView& x : {MatrixView(empty), MatrixView(no_columns)})
            EXPECT_THROW(method.usual.run(x, {.labels = &labels_, .graph = &graph_}, 1), Error)
                << method.about.name << " without features";
    }
    for (const Projector& projector : projectors()) {
        for (const MatrixView& x : {MatrixView(none), MatrixView(no_rows), MatrixView(SparseView())})
            EXPECT_THROW(projector.usual.run(x, no_labels, 1), Error)
                << projector.about.name << " without samples";
        for (const MatrixView& x : {MatrixView(empty), MatrixView(no_columns)})
            EXPECT_THROW(projector.usual.run(x, labels_, 1), Error)
                << projector.about.name << " without features";
    }
}

TEST_F(BrokenInputs, GraphFunctionsRefuseBrokenGraphs) {
    for (const GraphCase& broken : graph_cases) {
        Graph graph = graph_;
        broken.damage(graph);
        EXPECT_THROW(check_graph(graph, x_), Error) << broken.what;
        EXPECT_THROW(check_user_graph(graph, samples, "mine"), Error) << broken.what;
        EXPECT_THROW(require_graph(graph, samples), Error) << broken.what;
    }
    graph_.neighbors[0] = 1000000;
    std::ostringstream stream;
    EXPECT_THROW(connected_components(graph_), Error);
    EXPECT_THROW(graph_.edges(), Error);
    EXPECT_THROW(set_degrees(graph_), Error);
    EXPECT_THROW(write_graph(stream, graph_), Error);
}

TEST_F(BrokenInputs, BuildGraphRefusesBrokenLabelsAndLists) {
    const GraphOptions options{.neighbors = 3, .same_class = 2.0};
    for (const LabelCase& broken : label_cases) {
        Labels labels = labels_;
        broken.damage(labels);
        EXPECT_THROW(build_graph(x_, options, {}, &labels), Error) << broken.what;
    }
    EXPECT_THROW(build_graph(x_, options), Error);
    const Neighbors sound = find_neighbors(x_, 3);
    const std::function<void(Neighbors&)> damages[] = {
        [](Neighbors& lists) { lists.index[4] = samples; },
        [](Neighbors& lists) { lists.index[4] = -1; },
        [](Neighbors& lists) { lists.index.pop_back(); },
        [](Neighbors& lists) { lists.squared_distances.clear(); },
        [](Neighbors& lists) { lists.samples = samples + 1; },
        [](Neighbors& lists) { lists.count = 4; },
    };
    for (const auto& damage : damages) {
        Neighbors lists = sound;
        damage(lists);
        EXPECT_THROW(weigh_graph(lists, x_, {.neighbors = 3}), Error);
    }
}

TEST_F(BrokenInputs, FittedObjectsOfOtherDataAreRefused) {
    Scaler scaler = fit_scaler(x_, Scaling::standard);
    const DenseMatrix narrow = testing::random_matrix(samples, features - 1, 2);
    EXPECT_THROW(scaled_copy(scaler, narrow), Error);
    scaler.shift.pop_back();
    EXPECT_THROW(scaled_copy(scaler, x_), Error);
    Projection projection = pca(x_, {.dim = 2});
    EXPECT_THROW(project_rows(projection, narrow), Error);
    projection.mean.clear();
    EXPECT_THROW(project_rows(projection, x_), Error);
    Matrix cells = x_;
    EXPECT_THROW(fill_missing(cells, std::vector<double>(features - 1)), Error);
}

TEST_F(BrokenInputs, ProtocolsOutOfRangeAreRefused) {
    Dataset data;
    data.name = "mine";
    data.x = x_;
    data.labels = labels_;
    const Protocol broken[] = {
        {.kind = ProtocolKind::cv, .count = 0},
        {.kind = ProtocolKind::per_class, .count = -4},
        {.kind = ProtocolKind::cluster, .cluster_counts = {-2}},
        {.kind = ProtocolKind::cluster},
        {.fraction = 7.0},
        {.fraction = std::nan("")},
        {.repeats = 0},
        {.repeats = -1},
    };
    for (const Protocol& protocol : broken) {
        EXPECT_THROW(check_protocol(protocol), UsageError) << to_text(protocol);
        EXPECT_THROW(run_evaluate(data, {.methods = {"variance"}, .k = {2}, .protocol = protocol}),
                     UsageError)
            << to_text(protocol);
    }
}

TEST_F(BrokenInputs, KmeansRefusesWhatItCannotWorkOn) {
    EXPECT_THROW(kmeans(x_.view(), {.max_iterations = -1}), UsageError);
    EXPECT_THROW(kmeans(x_.view(), {.starts = 0}), UsageError);
    x_(3, 1) = std::nan("");
    EXPECT_THROW(kmeans(x_.view(), {}), Error);
}

TEST_F(BrokenInputs, SummariesOfUnknownMethodsAreRefused) {
    EvaluateRun run;
    run.methods = {{.label = "fisher", .method = "fisher", .params = {}}};
    run.rows = {{.method = 77, .k = 2, .evaluator = "1nn", .metric = "accuracy", .value = 1.0}};
    EXPECT_THROW(summarize(run), Error);
    run.rows.clear();
    run.selections = {{.method = 1, .k = 2, .selected = {0, 1}}};
    EXPECT_THROW(summarize(run), Error);
}

TEST_F(BrokenInputs, HashesOfBrokenPartsAreRefused) {
    labels_.of[0] = 99999999;
    EXPECT_THROW(data_hash(x_, labels_), Error);
    graph_.row_start[3] = 1000000000;
    EXPECT_THROW(graph_hash(graph_), Error);
}

// A text column whose cells are beyond its list of values.
TEST_F(BrokenInputs, CategoriesBeyondTheirListAreRefused) {
    Dataset data;
    data.x = x_;
    data.categories = {{2, {"only one"}}};
    EXPECT_THROW(clean(data, {.categories = Categories::onehot}), Error);
}

// Rows that are not what their source says.
class LyingRows : public RowSource {
  public:
    enum class Lie { fewer_columns, too_few_rows, too_many_rows, wrong_first, sparse };
    LyingRows(const DenseMatrix& x, Lie lie) : x_(x), lie_(lie) {}

    Index rows() const override { return x_.rows(); }
    Index cols() const override { return x_.cols() + (lie_ == Lie::fewer_columns ? 1 : 0); }
    bool sparse() const override { return lie_ == Lie::sparse; }
    void for_each_block(const Context&, FunctionRef<void(const RowBlock&)> visit) const override {
        const DenseView all = x_.view();
        if (lie_ == Lie::too_few_rows) return visit({0, all.row_range(0, x_.rows() - 1)});
        visit({lie_ == Lie::wrong_first ? 1 : 0, all});
        if (lie_ == Lie::too_many_rows) visit({x_.rows(), all});
    }
    Matrix gather(std::span<const Index> rows) const override { return take_rows(x_, rows); }

  private:
    const DenseMatrix& x_;
    Lie lie_;
};

TEST_F(BrokenInputs, RowsThatAreNotAsTheirSourceSaysAreRefused) {
    using Lie = LyingRows::Lie;
    for (const Lie lie :
         {Lie::fewer_columns, Lie::too_few_rows, Lie::too_many_rows, Lie::wrong_first, Lie::sparse}) {
        const LyingRows rows(x_, lie);
        EXPECT_THROW(fisher(rows, labels_, {.k = 2}), Error);
        EXPECT_THROW(laplacian(rows, graph_, {.k = 2}), Error);
        EXPECT_THROW(fit_scaler(rows, Scaling::standard), Error);
    }
}

TEST_F(BrokenInputs, DriversRefuseDataSetsThatDoNotFitTogether) {
    struct Case {
        const char* what;
        void (*damage)(Dataset&);
    };
    const Case cases[] = {
        {"nothing", [](Dataset&) {}},
        {"a label too few", [](Dataset& data) { data.labels.of.pop_back(); }},
        {"a class that there is none of", [](Dataset& data) { data.labels.of[0] = 99; }},
        {"a feature name too few", [](Dataset& data) { data.feature_names.pop_back(); }},
    };
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "tamis_broken_inputs.csv";
    for (const Case& broken : cases) {
        Dataset data;
        data.name = "mine";
        data.x = x_;
        data.labels = labels_;
        for (Index j = 0; j < features; ++j) data.feature_names.push_back("f" + std::to_string(j));
        broken.damage(data);
        const SelectRequest select{.method = "variance"};
        const ProjectRequest project{.method = "pca"};
        EvaluateRequest evaluate;
        evaluate.methods = {"variance"};
        if (&broken == &cases[0]) {
            EXPECT_NO_THROW(run_select(data, select));
            EXPECT_NO_THROW(run_project(data, project));
            EXPECT_NO_THROW(run_evaluate(data, evaluate));
            continue;
        }
        EXPECT_THROW(run_select(data, select), Error) << broken.what;
        EXPECT_THROW(run_project(data, project), Error) << broken.what;
        EXPECT_THROW(run_evaluate(data, evaluate), Error) << broken.what;
        EXPECT_THROW(clean(data), Error) << broken.what;
        EXPECT_THROW(save(file.string(), data), Error) << broken.what;
    }
    EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace tamis
