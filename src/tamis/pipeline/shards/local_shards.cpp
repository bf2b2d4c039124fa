#include "tamis/pipeline/shards/local_shards.hpp"

#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/pipeline/shards/table.hpp"

namespace tamis::detail {

LocalShards::LocalShards(std::vector<Rows> shards, std::vector<std::vector<Index>> runs, Index copy_cells)
    : shards_(std::move(shards)), runs_(std::move(runs)), copy_cells_(copy_cells) {
    std::vector<ShardShape> each;
    for (const Rows& shard : shards_) each.push_back({shard.rows(), shard.cols(), shard.sparse()});
    shape_ = check_shape(each);
    if (runs_.empty()) runs_ = Shards::shards_of_runs();
}

Bytes LocalShards::partial(std::string_view round, const Bytes& shared, std::string_view own,
                           const Rows& rows, const Context& context) const {
    Context inside;  // a worker has no one to talk to
    inside.threads = context.threads;
    inside.cancel = context.cancel;
    Bytes answer = partial_of(round, shared, own, rows, inside);
    bytes_out_ += static_cast<Index>(shared.size() + own.size());
    bytes_in_ += static_cast<Index>(answer.size());
    return answer;
}

Bytes LocalShards::run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                       const Context& context) const {
    std::vector<Bytes> partials;
    for (std::size_t s = 0; s < shards_.size(); ++s)
        partials.push_back(partial(round, shared, own.empty() ? std::string_view() : std::string_view(own[s]),
                                   shards_[s], context));
    ++rounds_;
    return merge_of(round, std::vector<std::string_view>(partials.begin(), partials.end()));
}

std::vector<Bytes> LocalShards::run_on_runs(std::string_view round, const Bytes& shared,
                                            std::span<const Bytes> own, const Context& context) const {
    std::vector<Bytes> answers(own.size());
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (own[run].empty()) continue;
        std::vector<Rows> held;
        for (const Index shard : runs_[run]) held.push_back(shards_[at(shard)]);
        answers[run] = partial(round, shared, own[run], JoinedRows(std::move(held)), context);
    }
    ++rounds_;
    return answers;
}

}  // namespace tamis::detail
