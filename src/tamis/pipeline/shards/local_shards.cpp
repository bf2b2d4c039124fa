#include "tamis/pipeline/shards/local_shards.hpp"

#include "tamis/pipeline/shards/table.hpp"

namespace tamis::detail {

LocalShards::LocalShards(std::vector<Rows> shards) : shards_(std::move(shards)) {
    std::vector<ShardShape> each;
    for (const Rows& shard : shards_) each.push_back({shard.rows(), shard.cols(), shard.sparse()});
    shape_ = check_shape(each);
}

Bytes LocalShards::run(std::string_view round, const Bytes& shared, std::span<const Bytes> own,
                       const Context& context) const {
    Context inside;  // a worker has no one to talk to
    inside.threads = context.threads;
    inside.cancel = context.cancel;
    std::vector<Bytes> partials;
    for (std::size_t s = 0; s < shards_.size(); ++s) {
        const std::string_view part = own.empty() ? std::string_view() : std::string_view(own[s]);
        partials.push_back(partial_of(round, shared, part, shards_[s], inside));
        bytes_out_ += static_cast<Index>(shared.size() + part.size());
        bytes_in_ += static_cast<Index>(partials.back().size());
    }
    ++rounds_;
    return fold_pairs(std::move(partials), [&](std::string_view earlier, std::string_view later) {
        return merge_of(round, earlier, later);
    });
}

}  // namespace tamis::detail
