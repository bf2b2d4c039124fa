// Some columns of sharded rows, or of any others.
#pragma once

#include <memory>
#include <vector>

#include "tamis/core/rows/changed_rows.hpp"

namespace tamis::detail {

struct ColumnsView {
    static constexpr std::string_view name = "columns";
    struct Request {
        std::vector<Index> columns;

        template <class Archive>
        void fields(Archive& archive) {
            archive(columns);
        }
    };
    static ChangedRows changed(const Request& request, const Rows& shard);
};

// The given columns in their order. The rows must outlive the result.
ChangedRows kept_columns(const Rows& x, std::vector<Index> columns);
// The same, taking the rows over.
std::unique_ptr<RowSource> kept_columns(std::unique_ptr<RowSource> rows, std::vector<Index> columns);

}  // namespace tamis::detail
