#include "tamis/passes/survey/first_rows.hpp"

#include <algorithm>

namespace tamis::detail {

std::vector<Index> first_rows(const Rows& x, const Labels& labels) {
    constexpr Index most_classes = 256;
    const Index per_group = x.sparse() ? first_of_sparse_groups : 1;
    const bool labeled = labels.samples() == x.rows();
    if (labeled && labels.classes() > most_classes) return {};
    std::vector<Index> left(labeled ? at(labels.classes()) : 0, per_group), found;
    Index groups_left = labeled ? labels.classes() : 0;
    for (Index i = 0; i < x.rows(); ++i) {
        // Without classes all rows are one group.
        bool first = i < std::max(first_of_all, per_group);
        if (groups_left == 0 && !first) break;
        if (labeled && labels.of[at(i)] >= 0) {
            Index& wanted = left.at(at(labels.of[at(i)]));
            first = first || wanted > 0;
            if (wanted > 0 && --wanted == 0) --groups_left;
        }
        if (first) found.push_back(i);
    }
    return found;
}

}  // namespace tamis::detail
