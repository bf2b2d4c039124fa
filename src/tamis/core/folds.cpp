#include "tamis/core/folds.hpp"

namespace tamis::detail {

std::vector<Index> stratified_folds(const Labels& labels, Index folds, NumpyRandom& random) {
    std::vector<std::vector<Index>> members(labels.names.size() + 1);
    for (Index i = 0; i < labels.samples(); ++i) {
        const int label = labels.of[at(i)];
        members[label < 0 ? labels.names.size() : at(label)].push_back(i);
    }
    std::vector<Index> fold(labels.of.size());
    Index next = 0;
    for (std::vector<Index>& group : members) {
        random.shuffle(group);
        for (const Index i : group) fold[at(i)] = next++ % folds;
    }
    return fold;
}

}  // namespace tamis::detail
