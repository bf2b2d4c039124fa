// Runs on shards against the same run on all rows, in one process: what a round adds, and what it moves.
//
// usage: rounds_ratios [SAMPLES]    200000 unless given
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/timing.hpp"
#include "tamis/core/shards/sharded_rows.hpp"
#include "tamis/graph/neighbors.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/pipeline/shards/local_shards.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

Labels classes_of(Index rows) {
    std::vector<int> labels;
    for (Index i = 0; i < rows; ++i) labels.push_back(static_cast<int>(i * 7919 % 10));
    return make_labels(labels);
}

std::vector<Rows> cut(const DenseMatrix& x, Index count) {
    std::vector<Rows> shards;
    for (Index s = 0; s < count; ++s) {
        const Index begin = x.rows() * s / count, end = x.rows() * (s + 1) / count;
        shards.emplace_back(x.view().row_range(begin, end - begin));
    }
    return shards;
}

// work(rows) on all rows, on one shard and on two, in turn.
template <class Work>
void compare(const std::string& what, const DenseMatrix& x, int times, Work work) {
    const LocalShards one(cut(x, 1)), two(cut(x, 2));
    const ShardedRows in_one(one), in_two(two);
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        times, {[&] { work(Rows(x)); }, [&] { work(Rows(in_one)); }, [&] { work(Rows(in_two)); }});
    std::printf("\n%s, %ld x %ld: %.1f ms on all rows\n", what.c_str(), static_cast<long>(x.rows()),
                static_cast<long>(x.cols()), 1e3 * seconds[0]);
    const auto print = [&](const char* name, const LocalShards& shards, double shared) {
        const RoundCosts costs = shards.costs();  // of all repetitions and the one to warm up
        const auto rounds = static_cast<double>(costs.rounds);
        std::printf("  %-10s %.2f of the time on all rows; %.0f rounds, %.1f kB out and %.1f kB in each\n",
                    name, shared / seconds[0], rounds / (times + 1),
                    static_cast<double>(costs.bytes_out) / rounds / 1e3,
                    static_cast<double>(costs.bytes_in) / rounds / 1e3);
    };
    print("one shard", one, seconds[1]);
    print("two shards", two, seconds[2]);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const Index samples = argc > 1 ? std::atol(argv[1]) : 200000;
    {
        const DenseMatrix x = bench::normal_data(samples, 200, {});
        const Labels labels = classes_of(samples);
        const auto select = [&](const SelectRequest& request) {
            return [&labels, request](const Rows& rows) {
                const SelectRun run = run_select({.name = "x", .x = rows, .labels = &labels}, request);
                bench::keep(run.selection.scores[0]);
            };
        };
        compare("fisher", x, 5, select({.method = "fisher", .k = FeatureCount(20)}));
        compare("fisher, standardized", x, 3,
                select({.method = "fisher", .k = FeatureCount(20), .scale = Scaling::standard}));
        compare("gfs", x, 1, select({.method = "gfs", .k = FeatureCount(20)}));
        compare("flda", x, 3, [&](const Rows& rows) {
            const ProjectRun run =
                run_project({.name = "x", .x = rows, .labels = &labels}, {.method = "flda"});
            bench::keep(run.model.projection.mean[0]);
        });
    }
    const DenseMatrix few = bench::normal_data(samples / 10, 50, {});
    compare("exact neighbors, k = 5", few, 1, [](const Rows& rows) {
        bench::keep(find_neighbors(rows, 5, Metric::euclidean, Search::exact).squared_distances[0]);
    });
    const Graph graph = build_graph(few, {.neighbors = 5});
    const auto on_graph = [&](const char* method) {
        return [&graph, method](const Rows& rows) {
            const SelectRequest request{.method = method, .k = FeatureCount(20), .graph = &graph};
            bench::keep(run_select({.name = "x", .x = rows}, request).selection.scores[0]);
        };
    };
    compare("laplacian on a given graph", few, 3, on_graph("laplacian"));
    compare("lapdofs on a given graph", few, 3, on_graph("lapdofs"));
}
