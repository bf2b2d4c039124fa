// What a selection costs in addition to the method: the Fisher score through `run_select`, and with the
// cleaning before it, as `tamis select` runs it after loading, as multiples of the bare method. The cleaning
// takes the survey that `run_select` takes otherwise: it and the method read the data once each.
#include "bench/timing.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/preprocess/cleaned.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

void measure(Index rows, Index cols, int classes, int repetitions) {
    const Context context;
    Dataset data;
    data.name = "normal";
    data.x = bench::normal_data(rows, cols, context);
    std::vector<int> of;
    for (Index i = 0; i < rows; ++i) of.push_back(static_cast<int>(i) % classes);
    data.labels = make_labels(of);
    const SelectRequest table{.method = "fisher"}, json{.method = "fisher", .hash_data = true};

    std::printf("%ld samples x %ld features, %d threads\n", static_cast<long>(rows), static_cast<long>(cols),
                thread_count(context));
    const std::vector<double> seconds = bench::median_seconds_in_turn(
        repetitions, {[&] { bench::keep(fisher(data.x, data.labels, {.k = 10}, context).objective.value); },
                      [&] { bench::keep(run_select(data, table, context).selection.objective.value); },
                      [&] { bench::keep(run_select(data, json, context).selection.objective.value); },
                      [&] {
                          Cleaned cleaned = clean_surveyed(std::move(data), {}, Survey::Hash::no, context);
                          data = std::move(cleaned.data);
                          DataView view = view_of(data);
                          view.survey = &*cleaned.survey;
                          bench::keep(run_select(view, table, context).selection.objective.value);
                      }});
    bench::print_ratio("select", seconds[1], "the method", seconds[0], 2.0);
    bench::print_ratio("tamis select after loading", seconds[3], "the method", seconds[0], 2.0);
    bench::print_ratio("select with the hash", seconds[2], "the method", seconds[0]);
}

}  // namespace

int main() {
    measure(171, 5748, 4, 101);
    measure(1440, 1024, 20, 101);
    measure(200000, 500, 10, 7);
}
