// Select the ten best features with a supervised method and look at them.
#include <cstdio>
#include <tamis/tamis.hpp>

int main() {
    const tamis::Dataset data = tamis::load("digits");  // or a file: "mine.csv", "mine.mat", …
    const tamis::Selection best = tamis::fisher(data.x, data.labels, {.k = 10});

    std::printf("%-4s %-8s %s\n", "rank", "feature", "Fisher score");
    int rank = 0;
    for (const tamis::Index column : best.selected)
        std::printf("%-4d %-8s %.4f\n", ++rank, tamis::feature_label(data, column).c_str(),
                    best.scores[static_cast<std::size_t>(column)]);
}
