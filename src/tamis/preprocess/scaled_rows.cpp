#include "tamis/preprocess/scaled_rows.hpp"

namespace tamis::detail {

ChangedRows scaled_rows(const Scaler& scaler, const Rows& x) {
    const bool sparse = x.sparse() && scaler.shift.empty();
    const ScaledView::Request view{to_text(scaler.kind), scaler.shift, scaler.scale};
    return {x,
            x.cols(),
            sparse,
            [scaler](Matrix& block) { apply_scaler(scaler, block); },
            {std::string(ScaledView::name), to_bytes(view)}};
}

ChangedRows ScaledView::changed(const Request& request, const Rows& shard) {
    return scaled_rows({parse_scaling(request.kind), request.shift, request.scale}, shard);
}

}  // namespace tamis::detail
