#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/folds.hpp"
#include "tamis/core/random/numpy_random.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/eval/splits.hpp"

namespace tamis::detail {

namespace {

// Seeds for NumPy's generator: simple enough to be written in Python, and different for neighboring seeds.
std::uint64_t numbered(std::uint64_t seed, Index number) {
    return 1000 * seed + static_cast<std::uint64_t>(number);
}

std::vector<std::vector<Index>> class_members(const Labels& labels) {
    std::vector<std::vector<Index>> members(labels.names.size());
    for (Index i = 0; i < labels.samples(); ++i) members[at(labels.of[at(i)])].push_back(i);
    return members;
}

// The first wanted[c] of the shuffled members of every class c train, the others test.
Split draw_from_classes(const Labels& labels, const std::vector<Index>& wanted, NumpyRandom& random) {
    Split split;
    std::vector<std::vector<Index>> members = class_members(labels);
    for (std::size_t c = 0; c < members.size(); ++c) {
        random.shuffle(members[c]);
        const auto cut = members[c].begin() + wanted[c];
        split.train.insert(split.train.end(), members[c].begin(), cut);
        split.test.insert(split.test.end(), cut, members[c].end());
    }
    std::sort(split.train.begin(), split.train.end());
    std::sort(split.test.begin(), split.test.end());
    return split;
}

// The fraction of every class, rounded so that the whole comes out right: the classes with the largest
// remainder are rounded up, equal ones at random. A class keeps a training sample, and a test sample if it
// has two.
std::vector<Index> holdout_counts(const Protocol& protocol, const Labels& labels, NumpyRandom& random) {
    std::vector<Index> counts(labels.names.size()), order(counts.size());
    std::vector<double> remainder(counts.size());
    std::iota(order.begin(), order.end(), Index{0});
    auto left = static_cast<Index>(std::llround(protocol.fraction * static_cast<double>(labels.samples())));
    for (std::size_t c = 0; c < counts.size(); ++c) {
        const double exact = protocol.fraction * static_cast<double>(labels.counts[c]);
        counts[c] = static_cast<Index>(std::floor(exact + 1e-9));
        remainder[c] = exact - static_cast<double>(counts[c]);
        left -= counts[c];
    }
    random.shuffle(order);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return remainder[at(a)] > remainder[at(b)] + 1e-9; });
    for (const Index c : order)
        if (left > 0 && remainder[at(c)] > 1e-9) ++counts[at(c)], --left;
    for (std::size_t c = 0; c < counts.size(); ++c)
        counts[c] = std::min(std::max<Index>(counts[c], 1), std::max<Index>(labels.counts[c] - 1, 1));
    return counts;
}

// How many of all samples train: the fraction, rounded, with at least one sample on either side.
Index random_count(const Protocol& protocol, Index samples) {
    return std::clamp<Index>(std::llround(protocol.fraction * static_cast<double>(samples)), 1,
                             std::max<Index>(samples - 1, 1));
}

Split draw_from_all(const Protocol& protocol, Index samples, NumpyRandom& random) {
    std::vector<Index> order(at(samples));
    std::iota(order.begin(), order.end(), Index{0});
    random.shuffle(order);
    const Index wanted = random_count(protocol, samples);
    Split split;
    split.train.assign(order.begin(), order.begin() + wanted);
    split.test.assign(order.begin() + wanted, order.end());
    std::sort(split.train.begin(), split.train.end());
    std::sort(split.test.begin(), split.test.end());
    return split;
}

Split draw(const Protocol& protocol, const Labels& labels, NumpyRandom& random) {
    if (protocol.kind == ProtocolKind::random) return draw_from_all(protocol, labels.samples(), random);
    const std::vector<Index> wanted = protocol.kind == ProtocolKind::holdout
                                          ? holdout_counts(protocol, labels, random)
                                          : std::vector<Index>(labels.names.size(), protocol.count);
    return draw_from_classes(labels, wanted, random);
}

std::string smallest_class(const Labels& labels) {
    const auto smallest = std::min_element(labels.counts.begin(), labels.counts.end());
    return "class '" + labels.names[at(smallest - labels.counts.begin())] + "' has " +
           std::to_string(*smallest);
}

void check_counts(const Protocol& protocol, const Labels& labels, const std::string& name) {
    const Index smallest = *std::min_element(labels.counts.begin(), labels.counts.end());
    const Index largest = *std::max_element(labels.counts.begin(), labels.counts.end());
    if (protocol.in_folds() && smallest < protocol.count)
        throw Error(to_text(protocol) + " needs " + std::to_string(protocol.count) +
                    " samples of every class, one for each fold: " + smallest_class(labels) + " in " + name +
                    "; use fewer folds or holdout");
    if (protocol.kind == ProtocolKind::per_class && smallest < protocol.count)
        throw Error(to_text(protocol) + " trains on " + std::to_string(protocol.count) +
                    " samples of every class: " + smallest_class(labels) + " in " + name);
    if (protocol.kind == ProtocolKind::per_class && largest == protocol.count)
        throw Error(to_text(protocol) + " leaves no sample of " + name + " to test on: train on fewer");
    if (protocol.kind == ProtocolKind::holdout && largest < 2)
        throw Error(to_text(protocol) + " leaves no sample of " + name +
                    " to test on: every class has one sample");
    if (protocol.kind == ProtocolKind::random && random_count(protocol, labels.samples()) < 2)
        throw Error(to_text(protocol) + " trains on 1 of the " + std::to_string(labels.samples()) +
                    " samples of " + name + " and a selection needs 2 or more: give a larger fraction");
    for (const Index clusters : protocol.cluster_counts)
        if (clusters > labels.classes())
            throw Error(to_text(protocol) + " draws " + std::to_string(clusters) + " classes and " + name +
                        " has " + std::to_string(labels.classes()));
}

// How many sets of `chosen` of `all` there are, or more than `limit`.
Index subsets(Index all, Index chosen, Index limit) {
    double count = 1.0;
    for (Index i = 0; i < chosen; ++i) count *= static_cast<double>(all - i) / static_cast<double>(i + 1);
    return count > static_cast<double>(limit) + 0.5 ? limit + 1 : std::llround(count);
}

// There are so few sets of classes that each of them is taken once.
bool takes_every_subset(const Protocol& protocol, Index classes, Index clusters) {
    return subsets(classes, clusters, protocol.repeats) <= protocol.repeats;
}

using ClassSet = std::vector<Index>;

std::vector<ClassSet> every_subset(Index all, Index chosen) {
    std::vector<ClassSet> sets;
    ClassSet current(at(chosen));
    std::iota(current.begin(), current.end(), Index{0});
    while (true) {
        sets.push_back(current);
        Index place = chosen - 1;
        while (place >= 0 && current[at(place)] == all - chosen + place) --place;
        if (place < 0) return sets;
        ++current[at(place)];
        for (Index later = place + 1; later < chosen; ++later)
            current[at(later)] = current[at(later - 1)] + 1;
    }
}

std::vector<ClassSet> class_sets(const Protocol& protocol, Index classes, Index clusters,
                                 std::uint64_t seed) {
    if (takes_every_subset(protocol, classes, clusters)) return every_subset(classes, clusters);
    std::vector<ClassSet> sets;
    NumpyRandom random(numbered(seed, clusters));
    for (Index repeat = 0; repeat < protocol.repeats; ++repeat) {
        sets.push_back(random.choose(classes, clusters));
        std::sort(sets.back().begin(), sets.back().end());
    }
    return sets;
}

void add_cluster_splits(const Protocol& protocol, const Labels& labels, std::uint64_t seed, Index clusters,
                        std::vector<Split>& splits) {
    Index repeat = 0;
    for (const ClassSet& set : class_sets(protocol, labels.classes(), clusters, seed)) {
        Split split;
        split.repeat = repeat++;
        split.clusters = clusters;
        for (Index i = 0; i < labels.samples(); ++i)
            if (std::binary_search(set.begin(), set.end(), Index{labels.of[at(i)]})) split.train.push_back(i);
        splits.push_back(std::move(split));
    }
}

void add_folds(const Protocol& protocol, const Labels& labels, Index repeat, NumpyRandom& random,
               std::vector<Split>& splits) {
    const std::vector<Index> fold_of = stratified_folds(labels, protocol.count, random);
    for (Index fold = 0; fold < protocol.count; ++fold) {
        Split split;
        split.repeat = repeat;
        split.fold = fold;
        for (Index i = 0; i < labels.samples(); ++i)
            (fold_of[at(i)] == fold ? split.test : split.train).push_back(i);
        splits.push_back(std::move(split));
    }
}

}  // namespace

bool begins_alike(const Protocol& fewer, const Protocol& more, Index classes) {
    return std::all_of(more.cluster_counts.begin(), more.cluster_counts.end(), [&](Index clusters) {
        return takes_every_subset(fewer, classes, clusters) == takes_every_subset(more, classes, clusters);
    });
}

std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t number) {
    // SplitMix64 (Steele, Lea, Flood 2014): neighboring numbers give unrelated seeds.
    std::uint64_t state = seed * 0x9e3779b97f4a7c15ULL + (number + 1) * 0xbf58476d1ce4e5b9ULL;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebULL;
    return state ^ (state >> 31);
}

std::vector<Split> make_splits(const Protocol& protocol, const Labels& labels, std::uint64_t seed,
                               const std::string& name) {
    require_classes(labels, labels.samples(), "the protocol " + to_text(protocol));
    check_counts(protocol, labels, name);
    std::vector<Split> splits;
    for (const Index clusters : protocol.cluster_counts)
        add_cluster_splits(protocol, labels, seed, clusters, splits);
    if (protocol.kind == ProtocolKind::loo) {
        splits.emplace_back();
        splits.back().train.resize(at(labels.samples()));
        std::iota(splits.back().train.begin(), splits.back().train.end(), Index{0});
    }
    NumpyRandom of_all_repeats(seed);
    for (Index repeat = 0; !protocol.whole_set() && repeat < protocol.repeats; ++repeat) {
        if (protocol.in_folds()) {
            add_folds(protocol, labels, repeat, of_all_repeats, splits);
            continue;
        }
        NumpyRandom random(numbered(seed, repeat));
        splits.push_back(draw(protocol, labels, random));
        splits.back().repeat = repeat;
        splits.back().features = random;
    }
    for (Split& split : splits) {
        split.seed = derived_seed(derived_seed(seed, static_cast<std::uint64_t>(split.repeat) + 1000003),
                                  static_cast<std::uint64_t>(split.fold * 1009 + split.clusters));
        if (protocol.whole_set() || protocol.in_folds()) split.features = NumpyRandom(split.seed);
    }
    return splits;
}

}  // namespace tamis::detail
