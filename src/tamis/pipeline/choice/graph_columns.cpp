#include "tamis/pipeline/choice/graph_columns.hpp"

#include "tamis/core/shards/columns_view.hpp"

namespace tamis::detail {

namespace {

bool takes_all(const FixedFeatures& fixed) {
    return fixed.exclude.empty() || fixed.graph == GraphFeatures::all;
}

}  // namespace

GraphColumns::GraphColumns(const Rows& x, const FixedFeatures& fixed) : all_(x) {
    if (takes_all(fixed)) return;
    if (x.shards() != nullptr)
        kept_.emplace(kept_columns(x, arranged_columns({.exclude = fixed.exclude}, x.cols())));
    else
        copy_ = graph_columns(x.require_matrix("a graph"), fixed);
}

std::optional<Matrix> graph_columns(const MatrixView& x, const FixedFeatures& fixed) {
    if (takes_all(fixed)) return std::nullopt;
    return take_columns(x, arranged_columns({.exclude = fixed.exclude}, x.cols()));
}

}  // namespace tamis::detail
