// Rows of which any run can be had: reading all of them is reading the run of all.
#pragma once

#include "tamis/core/rows.hpp"

namespace tamis::detail {

class RangedSource : public RowSource {
  public:
    bool ranged() const override { return true; }
    void for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const override {
        for_each_block_between(0, rows(), [&](const RowBlock& block) {
            context.check_cancel();
            visit(block);
        });
    }
};

}  // namespace tamis::detail
