#include "tamis/graph/neighbors.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "tamis/graph/sample_rows.hpp"
#include "tamis/graph/search.hpp"

namespace tamis {

using namespace detail;

Neighbors find_neighbors(const MatrixView& x, Index k, Metric metric, Search search, const Context& context) {
    if (k < 1) throw UsageError("the number of neighbors must be at least 1, not " + std::to_string(k));
    if (x.rows() < 2)
        throw Error("neighbors need at least two samples: the data have " + std::to_string(x.rows()));
    if (x.rows() > std::numeric_limits<Small>::max())
        throw Error("neighbors are found among at most " + std::to_string(std::numeric_limits<Small>::max()) +
                    " samples: the data have " + std::to_string(x.rows()));
    if (search == Search::approximate && x.is_sparse())
        throw Error(
            "approximate neighbors need dense data: sparse data are searched exactly (exact), or convert "
            "them "
            "to a dense format first");
    k = std::min(k, x.rows() - 1);
    const SampleRows rows(x, metric, context);
    if (search == Search::approximate && x.cols() > 0) return approximate_search(rows, k, context);
    return exact_search(rows, k, context);
}

}  // namespace tamis
