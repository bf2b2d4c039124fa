#include "tamis/pipeline/choice/graph_columns.hpp"

namespace tamis::detail {

std::optional<Matrix> graph_columns(const MatrixView& x, const FixedFeatures& fixed) {
    if (fixed.exclude.empty() || fixed.graph == GraphFeatures::all) return std::nullopt;
    return take_columns(x, arranged_columns({.exclude = fixed.exclude}, x.cols()));
}

}  // namespace tamis::detail
