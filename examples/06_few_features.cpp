// Features chosen one by one and features chosen together: ten pixels by the Fisher score and by the
// generalized Fisher score, and how well the nearest neighbor tells the digits apart on them. The pixels are
// chosen and scaled on one half of the samples and judged on the other.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <tamis/tamis.hpp>
#include <vector>

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

double squared_distance(const double* a, const double* b, tamis::Index count) {
    double sum = 0;
    for (tamis::Index j = 0; j < count; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

// Per cent of the asked samples whose nearest known sample is of their class.
double accuracy(const Half& known, const Half& asked, const std::vector<tamis::Index>& features) {
    const tamis::DenseMatrix samples = tamis::to_dense(tamis::take_columns(known.x, features));
    const tamis::DenseMatrix queries = tamis::to_dense(tamis::take_columns(asked.x, features));
    double correct = 0;
    for (tamis::Index i = 0; i < queries.rows(); ++i) {
        double smallest = std::numeric_limits<double>::infinity();
        int found = tamis::Labels::unlabeled;
        for (tamis::Index l = 0; l < samples.rows(); ++l) {
            const double distance = squared_distance(queries.row(i), samples.row(l), queries.cols());
            if (distance >= smallest) continue;
            smallest = distance;
            found = known.labels.of[static_cast<std::size_t>(l)];
        }
        correct += found == asked.labels.of[static_cast<std::size_t>(i)];
    }
    return 100 * correct / static_cast<double>(queries.rows());
}

// The chosen pixels of the 8 × 8 images.
void draw(const char* method, const std::vector<tamis::Index>& pixels) {
    std::printf("%s\n", method);
    for (tamis::Index row = 0; row < 8; ++row) {
        for (tamis::Index column = 0; column < 8; ++column)
            std::printf(std::find(pixels.begin(), pixels.end(), 8 * row + column) != pixels.end() ? " #"
                                                                                                  : " .");
        std::printf("\n");
    }
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
        if (k != 10) continue;
        draw("fisher", alone.selected);
        draw("gfs", together.selected);
    }
}
