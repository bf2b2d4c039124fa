// What a round costs beside the work that is done in it: mpirun -n 2 build/dev/bench/mpi_rounds
//
// Empty rounds, one shard per rank, and rounds whose partials are large. Prints wall time and, as other
// programs may be running, processor time of rank 0.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "cli/mpi/launch.hpp"
#include "cli/shards/team.hpp"

using namespace tamis;
using namespace tamis::cli;

namespace {

class Answers final : public ShardHost {
  public:
    // As many bytes as `shared` says.
    Bytes partial(std::string_view, std::string_view shared, std::string_view, Index,
                  const Context&) override {
        return Bytes(from_bytes<std::uint64_t>(shared), 'x');
    }
    Bytes partial_of_run(std::string_view task, std::string_view shared, const OwnRequest&, Index begin,
                         Index, const Context& context) override {
        return partial(task, shared, {}, begin, context);
    }
    std::vector<Bytes> parcels_of_run(std::string_view, std::string_view, Index, Index,
                                      const Context&) override {
        return {};
    }
    Bytes merge(std::string_view, std::string_view earlier, std::string_view) override {
        return Bytes(earlier);
    }
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void time_rounds(Team& team, std::uint64_t bytes, int rounds) {
    double best = 1e9, worst = 0.0;
    const double began_work = processor_seconds();
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i) {
        const auto start = std::chrono::steady_clock::now();
        team.run("answer", to_bytes(bytes), {}, {});
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        best = std::min(best, seconds);
        worst = std::max(worst, seconds);
    }
    const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::printf("%10.3g bytes per shard: %9.4f ms a round (from %.4f to %.2f), %.4f ms of processor time\n",
                static_cast<double>(bytes), 1e3 * whole / rounds, 1e3 * best, 1e3 * worst,
                1e3 * (processor_seconds() - began_work) / rounds);
}

}  // namespace

int main() {
    const auto launch = find_launch();
    if (!launch || launch->size < 2) {
        std::fprintf(stderr, "start it with mpirun -n 2\n");
        return 2;
    }
    const auto transport = start_mpi(*launch);
    Ranks ranks(*transport, nullptr);
    Answers answers;
    int code = 0;
    if (ranks.is_driver()) {
        Team team(&ranks, ranks.size(), answers);
        for (int turn = 0; turn < 3; ++turn) time_rounds(team, 0, 2000);
        time_rounds(team, 10'000, 1000);
        time_rounds(team, 1'000'000, 100);
        time_rounds(team, 100'000'000, 3);
        stop_serving(ranks, code);
    } else {
        code = serve(ranks, &answers, "", {});
    }
    transport->finish();
    return code;
}
