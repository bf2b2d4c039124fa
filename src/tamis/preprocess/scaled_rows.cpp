#include "tamis/preprocess/scaled_rows.hpp"

namespace tamis::detail {

ChangedRows scaled_rows(const Scaler& scaler, const Rows& x) {
    const bool sparse = x.sparse() && scaler.shift.empty();
    return {x, sparse, [scaler](Matrix& block) { apply_scaler(scaler, block); }};
}

}  // namespace tamis::detail
