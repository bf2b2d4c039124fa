#include "tamis/preprocess/scaled_rows.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::detail {

std::string dense_remark(Index rows, Index cols) {
    const double megabytes = static_cast<double>(rows) * static_cast<double>(cols) * sizeof(double) / 1e6;
    return "this scaling shifts columns, so the sparse data become dense: " +
           std::to_string(std::max<Index>(1, std::llround(megabytes))) + " MB";
}

ChangedRows scaled_rows(const Scaler& scaler, const Rows& x, const Context& context) {
    const bool sparse = x.sparse() && scaler.shift.empty();
    if (x.sparse() && !sparse)
        context.warning(dense_remark(x.rows(), x.cols()) + ", block by block in every pass");
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
