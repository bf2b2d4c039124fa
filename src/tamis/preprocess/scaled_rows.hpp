// Scaling of rows that are not in memory.
#pragma once

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::detail {

// What the user is told where a scaling that shifts columns makes sparse data dense.
std::string dense_remark(Index rows, Index cols);

// Scaled as they are read, as apply_scaler does; context.warn says so if they become dense. The rows must
// outlive the result.
ChangedRows scaled_rows(const Scaler& scaler, const Rows& x, const Context& context = {});

// The same for shards.
struct ScaledView {
    static constexpr std::string_view name = "scaled";
    struct Request {
        std::string kind;
        std::vector<double> shift, scale;

        template <class Archive>
        void fields(Archive& archive) {
            archive(kind, shift, scale);
        }
    };
    static ChangedRows changed(const Request& request, const Rows& shard);
};

}  // namespace tamis::detail
