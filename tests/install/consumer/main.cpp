// A user's program: load, graph, select, save, with nothing but the installed package.
#include <cstdio>
#include <string>
#include <tamis/tamis.hpp>

int main() {
    tamis::Dataset data = tamis::load("digits");
    const tamis::Graph graph = tamis::build_graph(data.x, {.neighbors = 5});
    const tamis::Selection top = tamis::laplacian(data.x, graph, {.k = 20});
    tamis::save("digits_top20.csv", tamis::columns(data, top));

    const tamis::Dataset back = tamis::load("digits_top20.csv");
    if (back.samples() != data.samples() || back.features() != 20 || back.labels.of != data.labels.of) {
        std::puts("the saved file does not hold what was selected");
        return 1;
    }
    const tamis::DenseMatrix chosen = tamis::to_dense(tamis::take_columns(data.x, top.selected));
    for (tamis::Index i = 0; i < back.samples(); ++i)
        for (tamis::Index j = 0; j < back.features(); ++j)
            if (back.x.dense()(i, j) != chosen(i, j)) return 1;
    std::printf("tamis %s: %lld of %lld features\n", tamis::version(),
                static_cast<long long>(back.features()), static_cast<long long>(data.features()));
}
