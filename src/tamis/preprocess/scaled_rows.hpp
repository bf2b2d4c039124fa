// Scaling of rows that are not in memory.
#pragma once

#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::detail {

// Scaled as they are read, as apply_scaler does. The rows must outlive the result.
ChangedRows scaled_rows(const Scaler& scaler, const Rows& x);

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
