#include "team_shards.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"

namespace tamis::cli {

std::vector<std::vector<Index>> TeamShards::shards_of_runs() const {
    const Deal shards = team_.deal(), runs = shards.of_runs();
    std::vector<std::vector<Index>> each;
    for (Index run = 0; run < runs.shards; ++run) {
        const int rank = runs.owner(run);
        std::vector<Index>& mine = each.emplace_back(at(shards.begin(rank + 1) - shards.begin(rank)));
        std::iota(mine.begin(), mine.end(), shards.begin(rank));
    }
    return each;
}

TeamShards::Opened TeamShards::open(const std::vector<ShardPlace>& places, bool hash,
                                    const Context& context) {
    Opened opened;
    opened.heads = from_bytes<std::vector<ShardHead>>(
        team_.run(ShardFiles::open_task, to_bytes(ShardFiles::OpenRequest{places, hash}), {}, context));
    opened.reference = find_reference(opened.heads);
    const ShardHead& first = opened.first();
    const bool renamed = check_heads(opened.heads, first);
    const bool bare = std::any_of(opened.heads.begin(), opened.heads.end(),
                                  [](const ShardHead& head) { return head.bare; });
    auto columns = from_bytes<ShardFiles::ShardColumns>(team_.run(
        ShardFiles::about_task, to_bytes(ShardFiles::AboutRequest{opened.reference, bare}), {}, context));
    if (renamed) {
        const ShardFiles::NamesRequest names{first.file, columns.features};
        throw Error("the shards have other columns: " +
                        team_.run(ShardFiles::names_task, to_bytes(names), {}, context),
                    columns_remedy(opened.heads, first));
    }
    check_bare(opened.heads, first, columns.in_file);
    opened.feature_names = std::move(columns.features);
    fit(opened.heads, first, context);
    team_.forget_costs();
    return opened;
}

void TeamShards::fit(std::vector<ShardHead>& heads, const ShardHead& reference, const Context& context) {
    ShardFiles::FitRequest all{.cols = 0, .sparse = reference.sparse};
    for (const ShardHead& head : heads) all.cols = std::max(all.cols, head.cols);
    const auto differs = [&](const ShardHead& head) { return head.cols < all.cols; };
    if (std::any_of(heads.begin(), heads.end(), differs))
        team_.run(ShardFiles::fit_task, to_bytes(all), {}, context);
    std::vector<ShardShape> shapes;
    for (ShardHead& head : heads) {
        head.cols = all.cols;
        head.sparse = all.sparse;
        shapes.push_back({head.rows, head.cols, head.sparse});
    }
    shape_ = check_shape(shapes);
}

}  // namespace tamis::cli
