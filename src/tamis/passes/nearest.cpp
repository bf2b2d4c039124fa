#include "tamis/passes/nearest.hpp"

#include <algorithm>
#include <array>

#include "tamis/core/error.hpp"
#include "tamis/passes/nearest/searches.hpp"

namespace tamis::detail {

namespace {

void check_request(const MatrixView& known, const MatrixView& asked, std::span<const Index> counts) {
    if (known.rows() == 0) throw Error("there is no sample to be nearest to");
    if (known.cols() != asked.cols() || known.is_sparse() != asked.is_sparse())
        throw Error("the nearest samples need two sets with the same features, both dense or both sparse");
    if (!std::is_sorted(counts.begin(), counts.end()) ||
        (!counts.empty() && (counts.front() < 0 || counts.back() > known.cols())))
        throw Error("column numbers must ascend and lie within the data");
}

std::vector<std::vector<Index>> search(const MatrixView& known, const MatrixView& asked,
                                       std::span<const Index> counts, bool others, const Context& context) {
    check_request(known, asked, counts);
    std::vector<std::vector<Index>> nearest(counts.size(), std::vector<Index>(at(asked.rows())));
    if (known.is_sparse())
        search_sparse(known.sparse(), asked.sparse(), counts, others, nearest, context);
    else
        search_dense(known.dense(), asked.dense(), counts, others, nearest, context);
    return nearest;
}

}  // namespace

std::vector<Index> nearest_samples(const MatrixView& known, const MatrixView& asked, const Context& context) {
    const std::array all{known.cols()};
    return std::move(search(known, asked, all, false, context).front());
}

std::vector<std::vector<Index>> nearest_by_prefix(const MatrixView& known, const MatrixView& asked,
                                                  std::span<const Index> counts, const Context& context) {
    return search(known, asked, counts, false, context);
}

std::vector<std::vector<Index>> nearest_others_by_prefix(const MatrixView& x, std::span<const Index> counts,
                                                         const Context& context) {
    if (x.rows() < 2) throw Error("the nearest other sample needs two samples or more");
    return search(x, x, counts, true, context);
}

}  // namespace tamis::detail
