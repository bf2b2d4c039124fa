#include "tamis/graph/shards/near_cells.hpp"

#include "tamis/core/error.hpp"

namespace tamis::detail {

void NearCells::append(const NearCells& later) {
    if (are_in_place_ != later.are_in_place_) throw Error("rows in place and copies cannot be joined");
    if (are_in_place_)
        pieces_.insert(pieces_.end(), later.pieces_.begin(), later.pieces_.end());
    else
        copy_.append_rows(later.copy_);
}

}  // namespace tamis::detail
