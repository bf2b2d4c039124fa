#include "tamis/methods/gfs/class_code.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/unit/column_units.hpp"

namespace tamis::detail {

namespace {

// A column whose largest variance would overflow or underflow when multiplied is brought to order 1. Powers
// of two change no digit.
double unit_of(const Scatter& scatter, Index samples) {
    double largest = 0.0;
    for (std::size_t j = 0; j < scatter.between.size(); ++j)
        largest = std::max(largest, (scatter.between[j] + scatter.within[j]) / static_cast<double>(samples));
    if (largest == 0.0) return 1.0;
    return std::exp2(-std::round(0.5 * std::log2(largest)));
}

}  // namespace

ClassCode make_class_code(const Rows& x, const Labels& labels, const Context& context) {
    const GroupMoments moments = group_moments(x, {labels.of, labels.classes()}, context);
    ClassCode result;
    result.class_of = labels.of;
    result.constant = moments.constant;
    const Scatter scatter = group_scatter(moments);
    result.small = with_lost_digits(scatter, 1.0);
    result.unit = unit_of(scatter, x.rows());

    const Index classes = labels.classes(), features = x.cols();
    const auto n = static_cast<double>(x.rows());
    std::vector<double> root(at(classes));  // √(n_k/n): the direction that H maps to 0
    Index filled = 0, reference = 0;
    for (Index k = 0; k < classes; ++k) {
        root[at(k)] = std::sqrt(moments.weight[at(k)] / n);
        if (moments.weight[at(k)] > 0.0 && filled++ == 0) reference = k;
    }
    result.filled_less_one = static_cast<double>(filled - 1);

    // The reflection that maps `root` to the axis of the reference class; that class's column is dropped.
    std::vector<Index> kept;
    for (Index k = 0; k < classes; ++k)
        if (k != reference && moments.weight[at(k)] > 0.0) kept.push_back(k);
    const double base = root[at(reference)];
    const auto mirror = [&](Index column) { return root[at(kept[at(column)])] / (1.0 + base); };
    const auto width = static_cast<Index>(kept.size());
    result.code = DenseMatrix(classes, width);
    for (Index k = 0; k < classes; ++k) {
        if (moments.weight[at(k)] == 0.0) continue;
        const auto entry = [&](Index column) {
            return (k == column ? 1.0 / root[at(k)] : 0.0) - root[at(column)];
        };
        for (Index column = 0; column < width; ++column)
            result.code(k, column) = entry(kept[at(column)]) - entry(reference) * mirror(column);
    }

    // R_jk = √(n·n_k)(μ_kj - μ_j), with means taken relative to one value per feature so that a large common
    // mean does not cancel.
    result.means.resize(at(features));
    result.products = DenseMatrix(width, features);
    std::vector<double> offset(at(classes));
    for (Index j = 0; j < features; ++j) {
        const double about = moments.shift(reference, j);
        double center = 0.0;
        for (Index k = 0; k < classes; ++k) {
            const double weight = moments.weight[at(k)];
            if (weight == 0.0) continue;
            offset[at(k)] = (moments.shift(k, j) - about) + moments.sum(k, j) / weight;
            center += weight * offset[at(k)];
        }
        center /= n;
        result.means[at(j)] = about + center;
        if (moments.constant[at(j)] != 0) continue;
        const auto product = [&](Index k) {
            return n * root[at(k)] * ((offset[at(k)] - center) * result.unit);
        };
        for (Index column = 0; column < width; ++column)
            result.products(column, j) = product(kept[at(column)]) - product(reference) * mirror(column);
    }
    return result;
}

}  // namespace tamis::detail
