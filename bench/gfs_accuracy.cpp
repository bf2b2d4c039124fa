// Few features, chosen one by one or together: accuracy of the nearest neighbour over random halves of a data
// set. Usage: gfs_accuracy FILE LABEL [FEATURES…]    LABEL: as for --label, e.g. auto or first
#include <cmath>
#include <cstdlib>
#include <string>

#include "bench/timing.hpp"
#include "tamis/io/load.hpp"
#include "tamis/methods/fisher.hpp"
#include "tamis/methods/gfs.hpp"
#include "tamis/numeric/nearest.hpp"
#include "tamis/preprocess/scale.hpp"

namespace {

using namespace tamis;

constexpr int splits = 10;

struct Part {
    Matrix x;
    Labels labels;
};

struct Split {
    Part train, test;
};

// Half of every class for training, the rest for testing; scaled by what the training half shows.
Split split_in_half(const Dataset& data, std::uint64_t seed) {
    Random random(seed);
    std::vector<Index> order(static_cast<std::size_t>(data.samples()));
    for (Index i = 0; i < data.samples(); ++i) order[static_cast<std::size_t>(i)] = i;
    random.shuffle(order);
    std::vector<Index> taken(static_cast<std::size_t>(data.labels.classes())), train, test;
    for (const Index i : order) {
        const auto label = static_cast<std::size_t>(data.labels.of[static_cast<std::size_t>(i)]);
        (2 * taken[label]++ < data.labels.counts[label] - 1 ? train : test).push_back(i);
    }
    Split split{{take_rows(data.x, train), take_labels(data.labels, train)},
                {take_rows(data.x, test), take_labels(data.labels, test)}};
    const Scaler scaler = fit_scaler(split.train.x, Scaling::standard);
    apply_scaler(scaler, split.train.x);
    apply_scaler(scaler, split.test.x);
    return split;
}

double accuracy(const Split& split, const std::vector<Index>& features) {
    const std::vector<Index> nearest =
        nearest_samples(take_columns(split.train.x, features), take_columns(split.test.x, features));
    double correct = 0.0;
    for (std::size_t i = 0; i < nearest.size(); ++i)
        if (split.train.labels.of[static_cast<std::size_t>(nearest[i])] == split.test.labels.of[i]) ++correct;
    return 100.0 * correct / static_cast<double>(nearest.size());
}

struct Mean {
    double sum = 0.0, square = 0.0;
    void add(double value) {
        sum += value;
        square += value * value;
    }
    double value() const { return sum / splits; }
    double deviation() const {
        return std::sqrt(std::max(0.0, (square - sum * sum / splits) / (splits - 1)));
    }
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::printf("usage: gfs_accuracy FILE LABEL [FEATURES...]\n");
        return 2;
    }
    const Dataset data = load(argv[1], {.label = argv[2]});
    std::vector<Index> counts;
    for (int i = 3; i < argc; ++i) counts.push_back(std::atol(argv[i]));
    if (counts.empty()) counts = {10, 40};
    std::printf("%s, %d random halves, standardised, gamma 100, 1NN\n", data.name.c_str(), splits);
    for (const Index k : counts) {
        Mean alone, together;
        for (int s = 0; s < splits; ++s) {
            const Split split = split_in_half(data, static_cast<std::uint64_t>(s));
            alone.add(accuracy(split, fisher(split.train.x, split.train.labels, {.k = k}).selected));
            together.add(
                accuracy(split, gfs(split.train.x, split.train.labels, {.k = k, .max_planes = 10}).selected));
        }
        std::printf("%3ld features: fisher %.1f +- %.1f %%, gfs %.1f +- %.1f %%\n", k, alone.value(),
                    alone.deviation(), together.value(), together.deviation());
    }
}
