// Sharded data as Rows, so that methods take them like any other.
//
// Nothing ever pulls the data to the driver: single rows are fetched on request (`gather`), and reading all
// of them is an Error, which tells that a step is not shared.
#pragma once

#include "tamis/core/rows.hpp"
#include "tamis/core/shards/round.hpp"

namespace tamis::detail {

class ShardedRows final : public RowSource {
  public:
    // The shards must outlive the rows.
    explicit ShardedRows(const Shards& shards) : shards_(&shards) {}

    Index rows() const override { return shards_->shape().rows(); }
    Index cols() const override { return shards_->shape().cols; }
    bool sparse() const override { return shards_->shape().sparse; }
    const Shards* shards() const override { return shards_; }

    void for_each_block(const Context& context,
                        FunctionRef<void(const RowBlock& block)> visit) const override;
    // By a round, in which each run of shards sends the rows that it has of these, unless all of them are
    // known.
    Matrix gather(std::span<const Index> rows) const override;

  private:
    const Shards* shards_;
};

// The given rows of a run of shards.
struct GatherRound {
    static constexpr std::string_view name = "gather";
    using Request = Nothing;
    struct Own {
        std::vector<Index> rows;  // counted in the run, ascending

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows);
        }
    };
    struct Partial {
        Bytes rows;  // packed

        template <class Archive>
        void fields(Archive& archive) {
            archive(rows);
        }
    };
    static Partial partial(const Request& request, const Own& own, const Rows& run, const Context& context);
};

}  // namespace tamis::detail
