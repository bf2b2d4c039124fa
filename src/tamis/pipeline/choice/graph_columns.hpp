// The columns that say how near two samples are to each other, where some features are excluded.
#pragma once

#include <optional>

#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/rows/changed_rows.hpp"

namespace tamis::detail {

// Those that are not excluded, copied; nothing if the graph is built from all columns.
std::optional<Matrix> graph_columns(const MatrixView& x, const FixedFeatures& fixed);

// The same of any rows: a copy of a matrix, or a view of shards.
class GraphColumns {
  public:
    GraphColumns(const Rows& x, const FixedFeatures& fixed);

    Rows x() const { return copy_ ? Rows(*copy_) : (kept_ ? Rows(*kept_) : all_); }

  private:
    Rows all_;
    std::optional<Matrix> copy_;
    std::optional<ChangedRows> kept_;
};

}  // namespace tamis::detail
