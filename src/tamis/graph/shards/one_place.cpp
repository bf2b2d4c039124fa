#include "tamis/graph/shards/one_place.hpp"

#include "tamis/core/rows/joined_rows.hpp"

namespace tamis::detail {

OnePlaceRound::Partial OnePlaceRound::partial(const Request& request, const Own&, const Rows& run,
                                              const Context& context) {
    Partial found;
    Context seeded = context;
    seeded.seed = request.seed;
    seeded.warn = [&](const std::string& text) { found.warnings.push_back(text); };
    const auto search = [&](const MatrixView& x) {
        return find_neighbors(x, request.k, request.metric, Search::approximate, seeded, request.recall);
    };
    const RunOfRows all(run, 0, run.rows());
    const Rows plain = run.matrix() != nullptr ? run : all.plainly();
    found.lists = plain.matrix() != nullptr ? search(*plain.matrix()) : search(to_matrix(plain, context));
    return found;
}

bool are_in_one_place(const Shards& shards, Index cells) {
    if (shards.shards_of_runs().size() != 1) return false;
    // The rows and one copy: half of what copy_cells allows for. Sparse cells have columns, too.
    const Index room = 2 * shards.copy_cells() / (shards.shape().sparse ? 2 : 1);
    return shards.shape().count() == 1 || cells <= room;
}

Neighbors search_in_one_place(const Shards& shards, Index k, Metric metric, double recall,
                              const Context& context) {
    context.report("neighbors", 0.0);
    auto found = run_on_runs<OnePlaceRound>(
        shards, {k, metric, recall, context.seed}, [](Index) { return Nothing(); }, context);
    OnePlaceRound::Partial& only = found.at(0);
    for (const std::string& text : only.warnings) context.warning(text);
    const auto places = at(shards.shape().rows() * k);
    if (only.lists.samples != shards.shape().rows() || only.lists.count != k ||
        only.lists.index.size() != places || only.lists.squared_distances.size() != places)
        throw Error("an answer with neighbors is damaged");
    return std::move(only.lists);
}

}  // namespace tamis::detail
