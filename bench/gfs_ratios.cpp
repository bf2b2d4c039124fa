// Generalized Fisher score: 100 features of face-sized data against the plain dense loop, digit-sized data,
// and the passes that wide data take. With a folder as argument the first problem is half of its orl.mat.
#include <filesystem>

#include "bench/gfs_textbook.hpp"
#include "bench/timing.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/io/load.hpp"
#include "tamis/methods/gfs.hpp"
#include "tamis/preprocess/scale.hpp"

namespace {

using namespace tamis;
using namespace tamis::detail;

struct Problem {
    Matrix x;
    Labels labels;
};

// Class means on a few smooth directions plus noise: correlated features, as in images.
Problem made_up(Index rows, Index cols, int classes) {
    Random random(1);
    constexpr Index directions = 30;
    DenseMatrix means(classes, directions), loadings(directions, cols);
    for (Index k = 0; k < classes; ++k)
        for (Index r = 0; r < directions; ++r) means(k, r) = random.normal();
    for (Index r = 0; r < directions; ++r) {
        double level = 0.0;
        for (Index j = 0; j < cols; ++j) loadings(r, j) = level = 0.9 * level + random.normal();
    }
    DenseMatrix x(rows, cols);
    std::vector<int> classes_of;
    for (Index i = 0; i < rows; ++i) {
        const Index k = i % classes;
        classes_of.push_back(static_cast<int>(k));
        for (Index r = 0; r < directions; ++r) {
            const double factor = means(k, r) + 0.7 * random.normal();
            for (Index j = 0; j < cols; ++j) x(i, j) += factor * loadings(r, j);
        }
        for (Index j = 0; j < cols; ++j) x(i, j) += 2.0 * random.normal();
    }
    return {std::move(x), make_labels(classes_of)};
}

// Five images of each person.
Problem half_of_faces(const std::string& file) {
    const Dataset data = load(file);
    std::vector<Index> rows, seen(at(data.labels.classes()));
    for (Index i = 0; i < data.samples(); ++i)
        if (seen[at(data.labels.of[at(i)])]++ < 5) rows.push_back(i);
    return {take_rows(data.x, rows), take_labels(data.labels, rows)};
}

Index whole(const Selection& selection, const std::string& name) {
    const Value* value = find(selection.certificate, name);
    return value == nullptr ? -1 : std::get<Index>(*value);
}

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);  // the plain loop takes a while: show what is there
    const Context context;
    const std::string faces = argc > 1 ? std::string(argv[1]) + "/orl.mat" : "";
    const bool real = !faces.empty() && std::filesystem::exists(faces);
    Problem problem = real ? half_of_faces(faces) : made_up(200, 1024, 40);
    apply_scaler(fit_scaler(problem.x, Scaling::standard), problem.x);
    const GfsOptions options{.k = 100};
    Selection selection;
    const double ours =
        bench::median_seconds(3, [&] { selection = gfs(problem.x, problem.labels, options, context); });
    const Index m = whole(selection, "m");
    std::printf("gfs, 100 features of %s, %ld x %ld: m = %ld, %ld planes, union %ld, %ld passes, %.3f s\n",
                real ? "orl (5 images per person)" : "made-up faces", static_cast<long>(problem.x.rows()),
                static_cast<long>(problem.x.cols()), static_cast<long>(m),
                static_cast<long>(whole(selection, "planes")), static_cast<long>(whole(selection, "union")),
                static_cast<long>(whole(selection, "passes")), ours);
    Index planes = 0;
    const double textbook = bench::median_seconds(
        1, [&] { planes = bench::TextbookGfs(problem.x.dense(), problem.labels, 100.0).run(m, 100, 1e-4); });
    std::printf("plain dense loop, the last m alone: %ld planes, %.2f s\n", static_cast<long>(planes),
                textbook);
    std::printf("%-44s %.1f (at least 20)\n", "plain loop / gfs with its whole search", textbook / ours);

    Problem digits = made_up(1003, 256, 10);
    apply_scaler(fit_scaler(digits.x, Scaling::standard), digits.x);
    const double digit_time =
        bench::median_seconds(3, [&] { selection = gfs(digits.x, digits.labels, options, context); });
    std::printf("gfs, 100 features of 1,003 x 256, 10 classes: m = %ld, %ld planes, %.3f s\n",
                static_cast<long>(whole(selection, "m")), static_cast<long>(whole(selection, "planes")),
                digit_time);

    Problem wide = made_up(500, 20000, 10);
    apply_scaler(fit_scaler(wide.x, Scaling::standard), wide.x);
    const double wide_time =
        bench::median_seconds(1, [&] { selection = gfs(wide.x, wide.labels, options, context); });
    std::printf("gfs, 100 features of 500 x 20,000: m = %ld, %ld planes, %.2f s, %ld passes (below 200)\n",
                static_cast<long>(whole(selection, "m")), static_cast<long>(whole(selection, "planes")),
                wide_time, static_cast<long>(whole(selection, "passes")));
}
