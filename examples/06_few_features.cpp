// Features chosen one by one and features chosen together: ten pixels by the Fisher score and by the
// generalized Fisher score, and how well the nearest neighbor tells the digits apart on them. The pixels are
// chosen and scaled on one half of the samples and judged on the other.
#include <cstdio>
#include <tamis/tamis.hpp>

#include "tamis/passes/nearest.hpp"
#include "tamis/report/picture.hpp"

namespace {

struct Half {
    tamis::Matrix x;
    tamis::Labels labels;
};

Half every_second(const tamis::Dataset& data, tamis::Index first) {
    std::vector<tamis::Index> rows;
    for (tamis::Index i = first; i < data.samples(); i += 2) rows.push_back(i);
    return {tamis::take_rows(data.x, rows), tamis::take_labels(data.labels, rows)};
}

double accuracy(const Half& known, const Half& asked, const std::vector<tamis::Index>& features) {
    const tamis::Matrix near = tamis::take_columns(known.x, features);
    const tamis::Matrix far = tamis::take_columns(asked.x, features);
    const std::vector<tamis::Index> nearest = tamis::nearest_samples(near, far);
    double correct = 0;
    for (std::size_t i = 0; i < nearest.size(); ++i)
        correct += known.labels.of[static_cast<std::size_t>(nearest[i])] == asked.labels.of[i];
    return 100 * correct / static_cast<double>(nearest.size());
}

}  // namespace

int main() {
    const tamis::Dataset data = tamis::load("digits");
    Half train = every_second(data, 0), test = every_second(data, 1);
    const tamis::Scaler scaler = tamis::fit_scaler(train.x, tamis::Scaling::standard);
    tamis::apply_scaler(scaler, train.x);
    tamis::apply_scaler(scaler, test.x);

    std::printf("features   fisher      gfs\n");
    for (const tamis::Index k : {5, 10, 20, 40}) {
        const tamis::Selection alone = tamis::fisher(train.x, train.labels, {.k = k});
        const tamis::Selection together = tamis::gfs(train.x, train.labels, {.k = k});
        std::printf("%8d  %5.1f %%  %5.1f %%\n", static_cast<int>(k), accuracy(train, test, alone.selected),
                    accuracy(train, test, together.selected));
        if (k == 10)
            std::printf("%s", tamis::side_by_side({tamis::draw_pixels("fisher", alone.selected, 8, 8),
                                                   tamis::draw_pixels("gfs", together.selected, 8, 8)},
                                                  80)
                                  .c_str());
    }
}
