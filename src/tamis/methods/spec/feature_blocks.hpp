// Features sixteen at a time, as the operator of a graph takes them; not for users.
#pragma once

#include <vector>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/methods/spec/parts.hpp"
#include "tamis/passes/column_slabs.hpp"

namespace tamis::detail::spec_parts {

// Up to WalkOperator::width neighboring features.
struct FeatureBlock {
    const MatrixView& x;  // some columns of the data
    Index column;         // the first of the features in it
    Index feature;        // its number among all features
    Index count;
};

// Calls work(features) for every block of features, on several threads.
template <class Work>
void for_each_feature_block(const Rows& x, const Context& context, Work work) {
    const auto in_blocks = [&](const MatrixView& slab, Index first) {
        parallel_chunks(context, slab.cols(), WalkOperator::width, [&](const Chunk& chunk) {
            work(FeatureBlock{slab, chunk.begin, first + chunk.begin, chunk.end - chunk.begin});
        });
    };
    for_each_slab(x, in_blocks, context);
}

// The features less their means, on the members of the operator.
inline std::vector<double> load_centered(const FeatureBlock& features, const WalkOperator& walk,
                                         const Sizes& sizes) {
    std::vector<double> block(at(walk.size() * width));
    walk.load(features.x, features.column, block.data());
    for (Index i = 0; i < walk.size(); ++i)
        for (Index c = 0; c < features.count; ++c)
            block[at(i * width + c)] -= sizes.means[at(features.feature + c)];
    return block;
}

}  // namespace tamis::detail::spec_parts
