#include "tamis/graph/shards/neighbor_round.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/search.hpp"
#include "tamis/passes/sums.hpp"

namespace tamis::detail {

namespace {

// Cells of the samples that travel at a time, and of the rows that they meet at a time: many more of these,
// because the asked samples meet each other as well.
constexpr Index asked_cells = Index{1} << 21, met_cells = Index{1} << 25;
constexpr Index fewest_asked = 256, most_asked = 16384, fewest_met = 4096, most_met = Index{1} << 20;

ClassNeighbors search_probes(const MatrixView& x, const Nearness& nearness, std::span<const int> group_of,
                             Index groups, Index k, std::span<const Index> probes, const Context& context) {
    if (nearness.kind == Nearness::manhattan) {
        const std::unique_ptr<TileSource> tiles = make_manhattan_tiles(x, nearness.factors, context);
        const double* factors = nearness.factors.data();
        const auto distance = [&](Index i, Index j) {
            return x.is_sparse() ? manhattan_distance(x.sparse().row(i), x.sparse().row(j), factors)
                                 : manhattan_distance(x.dense().row(i), x.dense().row(j), factors, x.cols());
        };
        return probe_search(*tiles, distance, group_of, groups, k, x.cols(), context, probes);
    }
    const SampleRows rows(x, nearness.kind == Nearness::cosine ? Metric::cosine : Metric::euclidean, context);
    const std::unique_ptr<TileSource> tiles = make_tiles(rows, context);
    return probe_search(
        *tiles, [&](Index i, Index j) { return rows.squared_distance(i, j); }, group_of, groups, k, x.cols(),
        context, probes);
}

NeighborRound::Partial empty_lists(Index lists, Index count) {
    return {count, std::vector<Index>(at(lists), 0), std::vector<Index>(at(lists * count), 0),
            std::vector<double>(at(lists * count), 0.0)};
}

// Some rows of the shard meet the asked samples.
NeighborRound::Partial meet(const NeighborRound::Request& request, const Matrix& rows, Index first,
                            std::span<const int> group_of, const Context& context) {
    const Index lists = request.asked.rows() * request.groups;
    NeighborRound::Partial found = empty_lists(lists, request.count);
    if (rows.rows() == 0) return found;
    Matrix all = rows;
    all.append_rows(request.asked);
    const std::vector<double>& factors = request.nearness.factors;
    if (request.nearness.kind == Nearness::euclidean && !factors.empty())
        for (Index i = 0; i < all.rows(); ++i)
            change_cells(all, i, [&](Index j, double& value) { value *= factors[at(j)]; });
    // The asked samples are a group of their own, which nobody asks for.
    std::vector<int> groups(at(all.rows()), static_cast<int>(request.groups));
    for (Index i = 0; i < rows.rows(); ++i) groups[at(i)] = group_of.empty() ? 0 : group_of[at(i)];
    std::vector<Index> probes(at(request.asked.rows()));
    std::iota(probes.begin(), probes.end(), rows.rows());
    const Index k = std::min(request.count + 1, all.rows() - 1);  // one more: the sample itself may be here
    const ClassNeighbors near =
        search_probes(all, request.nearness, groups, request.groups + 1, k, probes, context);
    for (Index a = 0; a < request.asked.rows(); ++a)
        for (Index g = 0; g < request.groups; ++g) {
            const Index list = a * request.groups + g;
            Index& used = found.found[at(list)];
            const std::span<const Small> index = near.of(a, g);
            for (std::size_t p = 0; p < index.size() && used < request.count; ++p) {
                if (first + index[p] == request.asked_of[at(a)]) continue;
                found.index[at(list * request.count + used)] = first + index[p];
                found.distances[at(list * request.count + used)] = near.distances_of(a, g)[p];
                ++used;
            }
        }
    return found;
}

void require_sound(const NeighborRound::Request& request, const NeighborRound::Own& own, const Rows& shard) {
    if (request.count < 1 || request.groups < 1 ||
        static_cast<Index>(request.asked_of.size()) != request.asked.rows() ||
        (request.asked.rows() > 0 &&
         (request.asked.cols() != shard.cols() || request.asked.is_sparse() != shard.sparse())))
        throw Error("a request for neighbors is damaged");
    if (request.nearness.kind == Nearness::manhattan || !request.nearness.factors.empty())
        require_per_column(request.nearness.factors.size(), shard);
    if (own.group_of.empty()) return;
    require_per_row(own.group_of.size(), shard);
    require_below(own.group_of, request.groups);
    if (std::any_of(own.group_of.begin(), own.group_of.end(), [](int group) { return group < 0; }))
        throw Error("a request for neighbors leaves rows out");
}

}  // namespace

NeighborRound::Partial NeighborRound::partial(const Request& request, const Own& own, const Rows& shard,
                                              const Context& context) {
    require_sound(request, own, shard);
    const Index most = std::clamp(met_cells / std::max<Index>(1, shard.cols()), fewest_met, most_met);
    Partial best = empty_lists(request.asked.rows() * request.groups, request.count);
    const auto empty = [&] { return shard.sparse() ? Matrix(SparseMatrix()) : Matrix(); };
    Matrix waiting = empty();
    Index first = 0;
    const auto take = [&] {
        const auto groups = own.group_of.empty()
                                ? std::span<const int>()
                                : std::span(own.group_of).subspan(at(first), at(waiting.rows()));
        merge(best, meet(request, waiting, own.first + first, groups, context));
        first += waiting.rows();
        waiting = empty();
    };
    shard.for_each_block(context, [&](const RowBlock& block) {
        for (Index begin = block.first; begin < block.end();) {
            const Index end = std::min(block.end(), begin + most - waiting.rows());
            waiting.append_rows(block.between(begin, end).cells);
            begin = end;
            if (waiting.rows() == most) take();
        }
    });
    if (waiting.rows() > 0) take();
    return best;
}

void NeighborRound::merge(Partial& partial, const Partial& later) {
    if (partial.count != later.count || partial.found.size() != later.found.size())
        throw Error("two shards answered with other neighbors than asked for");
    const std::size_t count = at(partial.count);
    std::vector<Index> index(count);
    std::vector<double> distances(count);
    for (std::size_t list = 0; list < partial.found.size(); ++list) {
        const std::size_t start = list * count;
        const std::size_t left = at(partial.found[list]), right = at(later.found[list]);
        std::size_t a = 0, b = 0, used = 0;
        // By distance, then by index: rows of `later` come after all of these.
        for (; used < count && (a < left || b < right); ++used) {
            const bool first =
                b == right || (a < left && partial.distances.at(start + a) <= later.distances.at(start + b));
            index[used] = first ? partial.index[start + a] : later.index.at(start + b);
            distances[used] = first ? partial.distances[start + a] : later.distances[start + b];
            ++(first ? a : b);
        }
        std::copy_n(index.begin(), used, partial.index.begin() + static_cast<std::ptrdiff_t>(start));
        std::copy_n(distances.begin(), used, partial.distances.begin() + static_cast<std::ptrdiff_t>(start));
        partial.found[list] = static_cast<Index>(used);
    }
}

ClassNeighbors shard_neighbors(const Rows& x, const Nearness& nearness, std::span<const int> group_of,
                               Index groups, Index k, std::span<const Index> probes, const Context& context) {
    const Shards& shards = *x.shards();
    const Index samples = probes.empty() ? x.rows() : static_cast<Index>(probes.size());
    const Index together = std::clamp(asked_cells / std::max<Index>(1, x.cols()), fewest_asked, most_asked);
    ClassNeighbors all{samples, groups, k, {}, {}, {}};
    for (Index begin = 0; begin < samples; begin += together) {
        context.report("neighbors", static_cast<double>(begin) / static_cast<double>(samples));
        NeighborRound::Request request{nearness, k, groups, {}, {}};
        for (Index i = begin; i < std::min(begin + together, samples); ++i)
            request.asked_of.push_back(probes.empty() ? i : probes[at(i)]);
        request.asked = x.gather(request.asked_of);
        const auto own = [&](Index shard) {
            return NeighborRound::Own{shards.shape().begin(shard), of_shard(group_of, shards.shape(), shard)};
        };
        const auto found = run_round<NeighborRound>(shards, request, own, context);
        for (const Index j : found.index) all.index.push_back(static_cast<Small>(j));
        all.distances.insert(all.distances.end(), found.distances.begin(), found.distances.end());
        for (const Index used : found.found) all.found.push_back(static_cast<Small>(used));
    }
    return all;
}

}  // namespace tamis::detail
