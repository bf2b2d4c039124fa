#include "tamis/passes/one_nearest.hpp"

#include "tamis/passes/nearest.hpp"

namespace tamis::detail {

namespace {

std::vector<Index> count_correct(const std::vector<std::vector<Index>>& nearest, const Labels& known,
                                 const Labels& asked) {
    std::vector<Index> correct;
    for (const std::vector<Index>& of : nearest) {
        Index hits = 0;
        for (std::size_t i = 0; i < of.size(); ++i) hits += known.of[at(of[i])] == asked.of[i];
        correct.push_back(hits);
    }
    return correct;
}

}  // namespace

std::vector<Index> one_nearest_correct(const Samples& train, const Samples& test,
                                       std::span<const Index> counts, const Context& context) {
    return count_correct(nearest_by_prefix(train.x, test.x, counts, context), train.labels, test.labels);
}

std::vector<Index> leave_one_out_correct(const Samples& samples, std::span<const Index> counts,
                                         const Context& context) {
    return count_correct(nearest_others_by_prefix(samples.x, counts, context), samples.labels,
                         samples.labels);
}

}  // namespace tamis::detail
