#include "tamis/pipeline/exhibits/sample_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "tamis/core/error.hpp"
#include "tamis/core/random/engine.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/subspace/flda.hpp"
#include "tamis/subspace/pca_basis.hpp"

namespace tamis::detail {

namespace {

constexpr double map_digits = 6.0;  // a map need not be more exact than this

// A column of coordinates, rounded to some digits of the largest so that documents stay small.
std::vector<double> coordinates(const DenseMatrix& points, Index column) {
    std::vector<double> list(at(points.rows()), 0.0);
    if (column >= points.cols()) return list;
    double largest = 0.0;
    for (Index i = 0; i < points.rows(); ++i) largest = std::max(largest, std::abs(points(i, column)));
    const double power = map_digits - 1.0 - std::floor(std::log10(largest));
    const bool can_round = largest > 0.0 && power >= 0.0 && power < 300.0;
    const double unit = can_round ? std::pow(10.0, power) : 1.0;
    for (Index i = 0; i < points.rows(); ++i) {
        const double value = points(i, column);
        list[at(i)] = can_round ? std::round(value * unit) / unit : value;
    }
    return list;
}

bool varies(const DenseMatrix& cells) {
    for (Index i = 1; i < cells.rows(); ++i)
        if (!std::equal(cells.row(i), cells.row(i) + cells.cols(), cells.row(0))) return true;
    return false;
}

MapPlane pca_plane(const PcaBasis& basis) {
    MapPlane plane{coordinates(basis.rows, 0), coordinates(basis.rows, 1), {"pca1", "pca2"}, {}};
    for (std::size_t p = 0; p < 2; ++p)
        plane.explained.push_back(p < basis.eigenvalues.size() ? basis.eigenvalues[p] / basis.total : 0.0);
    return plane;
}

// The samples that have a class take part in the fit; all are drawn.
struct Labeled {
    std::vector<Index> rows;
    Labels labels;
    Index classes = 0;
};

Labeled labeled(const std::vector<Index>& samples, const Labels& labels) {
    Labeled part;
    std::vector<Index> taken;
    std::set<int> seen;
    for (std::size_t i = 0; i < samples.size() && !labels.empty(); ++i)
        if (const int own = labels.of[at(samples[i])]; own != Labels::unlabeled) {
            part.rows.push_back(static_cast<Index>(i));
            taken.push_back(samples[i]);
            seen.insert(own);
        }
    part.classes = static_cast<Index>(seen.size());
    if (part.classes > 0) part.labels = take_labels(labels, taken);
    return part;
}

void add_flda(const DenseMatrix& cells, const Labeled& part, const Context& context, SampleMap& map) {
    const Matrix rows = take_rows(MatrixView(cells), part.rows);
    try {
        const Projection found =
            flda(rows.view(), part.labels, {.dim = std::min<Index>(2, part.classes - 1)}, context);
        const DenseMatrix points = project_rows(found, cells, context);
        MapPlane plane{coordinates(points, 0), coordinates(points, 1), {"flda1", "flda2"}, {}};
        if (found.dim() < 2) {
            plane.y = map.pca->x;
            plane.axes[1] = "pca1";
        }
        map.flda = std::move(plane);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {  // the map without it is still worth showing, with the reason
        map.note = std::string("no discriminant directions: ") + error.what();
        return;
    }
    if (cells.cols() + part.classes > rows.rows())
        map.note =
            "there are as many features as samples or nearly so: discriminant directions then separate any "
            "classes, whether the features mean anything or not";
}

}  // namespace

std::vector<Index> mapped_samples(Index samples, const Context& context) {
    std::vector<Index> all(at(samples));
    std::iota(all.begin(), all.end(), Index{0});
    if (samples <= most_mapped_samples) return all;
    Random random(context.seed);
    for (Index i = 0; i < most_mapped_samples; ++i)
        std::swap(all[at(i)], all[at(i + random.below(samples - i))]);
    all.resize(at(most_mapped_samples));
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<Index> classes_of(const std::vector<Index>& samples, const Labels& labels) {
    std::vector<Index> classes;
    if (labels.empty()) return classes;
    for (const Index sample : samples) classes.push_back(labels.of[at(sample)]);
    return classes;
}

SampleMap map_samples(const DenseMatrix& cells, std::vector<Index> samples, const Labels& labels,
                      const Context& context) {
    SampleMap map;
    map.classes = classes_of(samples, labels);
    map.features = cells.cols();
    const Labeled part = labeled(samples, labels);
    map.samples = std::move(samples);
    if (!varies(cells)) {
        map.note = cells.cols() == 0
                       ? "no map: no feature was chosen"
                       : "no map: the chosen features have the same values in all of its samples";
        return map;
    }
    map.pca = pca_plane(pca_basis(cells, Dimension(), context));
    if (part.classes > 1)
        add_flda(cells, part, context, map);
    else if (!labels.empty())
        map.note = "no discriminant directions: the samples of the map are all of one class";
    return map;
}

SampleMap map_projected(const Projection& projection, const std::string& method, const Rows& x,
                        const Labels& labels, const Context& context) {
    SampleMap map;
    map.samples = mapped_samples(x.rows(), context);
    map.classes = classes_of(map.samples, labels);
    map.features = x.cols();
    const DenseMatrix all = project_rows(projection, x, context);
    const Matrix part = take_rows(MatrixView(all), map.samples);
    MapPlane plane{coordinates(part.dense(), 0), coordinates(part.dense(), 1), {method + "1"}, {}};
    if (projection.dim() > 1) plane.axes.push_back(method + "2");
    map.projected = std::move(plane);
    return map;
}

}  // namespace tamis::detail
