#include "tamis/graph/cells/cell_search.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/threads/parallel.hpp"
#include "tamis/core/threads/pool.hpp"
#include "tamis/graph/approximate/recall.hpp"
#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/cells/cell_lists.hpp"
#include "tamis/graph/search_progress.hpp"

namespace tamis::detail {

namespace {

constexpr double smallest_share = 0.01, next_share = 1.1;  // of the cells; tried in turn, up to all
constexpr Index block_places = 512;  // neighbors of each other, so that they meet the same cells

ClassNeighbors empty_lists(Index owners, Index groups, Index k) {
    ClassNeighbors lists{owners, groups, k, {}, {}, {}};
    lists.index.resize(at(owners * groups * k));
    lists.distances.resize(at(owners * groups * k));
    lists.found.resize(at(owners * groups));
    return lists;
}

// Samples at their places: ascending places with the owners of their lists.
struct Queries {
    std::vector<Index> places, owners;

    static Queries of(const Cells& cells, std::span<const Index> samples, bool owned_by_number) {
        std::vector<Index> place_of(at(cells.samples()));
        for (Index p = 0; p < cells.samples(); ++p) place_of[at(cells.order[at(p)])] = p;
        std::vector<std::pair<Index, Index>> all;
        for (std::size_t s = 0; s < samples.size(); ++s)
            all.emplace_back(place_of[at(samples[s])], owned_by_number ? static_cast<Index>(s) : samples[s]);
        std::sort(all.begin(), all.end());
        Queries queries;
        for (const auto& [place, owner] : all) {
            queries.places.push_back(place);
            queries.owners.push_back(owner);
        }
        return queries;
    }
};

void search(const CellLists::Data& data, const Queries& queries, Index k, double share, ClassNeighbors& out,
            const Context& context) {
    Pool<CellLists> pool;
    const auto count = static_cast<Index>(queries.places.size());
    SearchProgress progress(context, "neighbors", chunk_count(count, block_places));
    parallel_chunks(context, count, block_places, [&](const Chunk& chunk) {
        std::unique_ptr<CellLists> lists = pool.take();
        const auto some = [&](const std::vector<Index>& all) {
            return std::span(all).subspan(at(chunk.begin), at(chunk.end - chunk.begin));
        };
        for (Index group = 0; group < out.classes; ++group)
            lists->search(data, some(queries.places), some(queries.owners), group, k, share, out);
        pool.give_back(std::move(lists));
        progress.advance();
    });
}

struct Trial {
    double share;
    MeasuredRecall recall;
};

// What a share of the cells gives on samples whose neighbors are known.
class Trials {
  public:
    Trials(const CellLists::Data& data, const RecallProbe& probe, Index groups, Index k,
           const Context& context)
        : data_(data),
          probe_(probe),
          k_(k),
          quiet_{.threads = context.threads, .seed = context.seed, .cancel = context.cancel},
          queries_(Queries::of(data.cells, probe.samples(), true)),
          lists_(empty_lists(static_cast<Index>(probe.samples().size()), groups, k)) {}

    Trial with(double share) {
        search(data_, queries_, k_, share, lists_, quiet_);
        return {share, probe_.measure([&](Index p, Index group) { return lists_.distances_of(p, group); })};
    }

    // The smallest share that reaches the recall, or all of the cells.
    Trial smallest(double recall) {
        double share = smallest_share;
        while (share < 1.0) {
            if (const Trial trial = with(share); trial.recall.low >= recall) return trial;
            share *= next_share;
        }
        return with(1.0);
    }

  private:
    const CellLists::Data& data_;
    const RecallProbe& probe_;
    Index k_;
    Context quiet_;
    Queries queries_;
    ClassNeighbors lists_;
};

}  // namespace

ClassNeighbors CellSearch::run(Index k, double recall, std::span<const Index> probes,
                               const Context& context) const {
    const blas::SingleThreaded one_thread_per_product;
    const RecallProbe probe(points, group_of, groups, k, context);
    const Cells cells = make_cells(points, group_of, groups, context);
    for (std::size_t p = 0; p < packings.size(); ++p) {
        const std::unique_ptr<PackedRows> rows = packings[p](cells);
        const CellLists::Data data{points, cells, *rows};
        Trials trials(data, probe, groups, k, context);
        const bool last = p + 1 == packings.size();
        if (!last && trials.with(1.0).recall.low < recall) continue;  // too few bits for these data
        const Trial trial = trials.smallest(recall);
        std::vector<Index> all(probes.begin(), probes.end());
        if (all.empty()) {
            all.resize(at(points.count()));
            std::iota(all.begin(), all.end(), Index{0});
        }
        ClassNeighbors lists = empty_lists(points.count(), groups, k);
        search(data, Queries::of(cells, all, false), k, trial.share, lists, context);
        lists.found_by = {.search = Search::approximate,
                          .recall = trial.recall.mean,
                          .recall_low = trial.recall.low,
                          .recall_high = trial.recall.high};
        if (trial.recall.low < recall)
            warn_of_low_recall(lists.found_by, recall, "all samples in single precision", context);
        return lists;
    }
    throw Error("a search by cells needs a way to pack its samples");
}

}  // namespace tamis::detail
