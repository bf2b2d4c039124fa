#include "tamis/trust/half_samples.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/random/numpy_random.hpp"

namespace tamis::detail {

std::vector<std::vector<Index>> strata_of(const Labels& labels, Index samples) {
    if (labels.empty()) {
        std::vector<Index> all(at(samples));
        std::iota(all.begin(), all.end(), Index{0});
        return {all};
    }
    std::vector<std::vector<Index>> strata(at(labels.classes()) + 1);
    for (Index i = 0; i < samples; ++i)
        strata[labels.of[at(i)] >= 0 ? at(labels.of[at(i)]) : strata.size() - 1].push_back(i);
    std::erase_if(strata, [](const std::vector<Index>& stratum) { return stratum.empty(); });
    return strata;
}

std::vector<HalfPair> half_samples(const std::vector<std::vector<Index>>& strata, Index pairs,
                                   std::uint64_t seed) {
    NumpyRandom random(seed);
    std::vector<HalfPair> drawn(at(pairs));
    for (HalfPair& pair : drawn) {
        for (const std::vector<Index>& stratum : strata) {
            std::vector<Index> order = stratum;
            random.shuffle(order);
            const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
            pair.first.insert(pair.first.end(), order.begin(), middle);
            pair.second.insert(pair.second.end(), middle, middle + (middle - order.begin()));
        }
        std::sort(pair.first.begin(), pair.first.end());
        std::sort(pair.second.begin(), pair.second.end());
    }
    return drawn;
}

Labels labels_of_part(const Labels& labels, std::span<const Index> samples) {
    if (labels.empty()) return {};
    Labels part;
    part.names = labels.names;
    part.counts.assign(labels.counts.size(), 0);
    for (const Index i : samples) {
        part.of.push_back(labels.of[at(i)]);
        if (part.of.back() >= 0) ++part.counts[at(part.of.back())];
    }
    return without_empty_classes(part);
}

}  // namespace tamis::detail
