// HSIC by its definition, with every kernel matrix written out.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tamis/methods/hsic.hpp"

namespace tamis::testing {

using namespace detail;

using Square = std::vector<std::vector<double>>;

// The label kernel cell by cell.
inline Square label_kernel(const Labels& labels, LabelKernelKind kind) {
    const std::size_t n = labels.of.size();
    Square cells(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t l = 0; l < n; ++l) {
            const auto k = at(labels.of[i]), m = at(labels.of[l]);
            const double same = k == m ? 1.0 : 0.0;
            cells[i][l] = kind == LabelKernelKind::onehot ? same
                          : kind == LabelKernelKind::balanced
                              ? same / static_cast<double>(labels.counts[k])
                              : std::stod(labels.names[k]) * std::stod(labels.names[m]);
        }
    return cells;
}

// tr(K·C·L·C)/(n-1)², C = I - 11ᵀ/n, with every matrix written out.
inline double biased_definition(const Square& k, const Square& l) {
    const std::size_t n = k.size();
    const auto centered = [&](const Square& m) {
        Square result = m;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                for (std::size_t p = 0; p < n; ++p) result[i][j] -= m[p][j] / static_cast<double>(n);
        const Square left = result;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                for (std::size_t p = 0; p < n; ++p) result[i][j] -= left[i][p] / static_cast<double>(n);
        return result;
    };
    const Square clc = centered(l);
    double trace = 0.0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) trace += k[i][j] * clc[j][i];
    return trace / (static_cast<double>(n - 1) * static_cast<double>(n - 1));
}

// The estimator of Song et al. without bias, with every matrix written out.
inline double unbiased_definition(Square k, Square l) {
    const std::size_t n = k.size();
    const auto count = static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) k[i][i] = l[i][i] = 0.0;
    double trace = 0.0, k_sum = 0.0, l_sum = 0.0, product = 0.0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            trace += k[i][j] * l[j][i];
            k_sum += k[i][j];
            l_sum += l[i][j];
            for (std::size_t p = 0; p < n; ++p) product += k[i][p] * l[p][j];
        }
    return (trace + k_sum * l_sum / ((count - 1) * (count - 2)) - 2 / (count - 2) * product) /
           (count * (count - 3));
}

inline double definition(const Square& k, const Square& l, HsicEstimator estimator) {
    return estimator == HsicEstimator::biased ? biased_definition(k, l) : unbiased_definition(k, l);
}

inline Square linear_kernel(const DenseMatrix& x, Index j) {
    const auto n = at(x.rows());
    Square cells(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t l = 0; l < n; ++l)
            cells[i][l] = x(static_cast<Index>(i), j) * x(static_cast<Index>(l), j);
    return cells;
}

inline double squared(const DenseMatrix& x, Index i, Index l, const std::vector<Index>& features) {
    double sum = 0.0;
    for (const Index j : features) sum += (x(i, j) - x(l, j)) * (x(i, j) - x(l, j));
    return sum;
}

inline Square gaussian_kernel(const DenseMatrix& x, const std::vector<Index>& features, double sigma) {
    const auto n = at(x.rows());
    Square cells(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t l = 0; l < n; ++l)
            cells[i][l] =
                std::exp(-sigma * squared(x, static_cast<Index>(i), static_cast<Index>(l), features));
    return cells;
}

inline double median_sigma(const DenseMatrix& x, const std::vector<Index>& features) {
    std::vector<double> all;
    for (Index i = 0; i < x.rows(); ++i)
        for (Index l = i + 1; l < x.rows(); ++l) all.push_back(squared(x, i, l, features));
    std::sort(all.begin(), all.end());
    return 2.0 / (all[(all.size() - 1) / 2] + all[all.size() / 2]);
}

// BAHSIC by its definition: the ranking, best first.
inline std::vector<Index> eliminate(const DenseMatrix& x, const Labels& labels, LabelKernelKind kind,
                                    double drop, std::vector<Index> survivors) {
    const Square l = label_kernel(labels, kind);
    std::vector<Index> dropped;
    while (survivors.size() > 1) {
        const double sigma = median_sigma(x, survivors);
        std::vector<std::pair<double, Index>> scores;
        for (const Index j : survivors) {
            std::vector<Index> others = survivors;
            others.erase(std::find(others.begin(), others.end(), j));
            scores.emplace_back(unbiased_definition(gaussian_kernel(x, others, sigma), l), j);
        }
        std::sort(scores.rbegin(), scores.rend());
        const auto count = std::clamp<std::size_t>(
            static_cast<std::size_t>(drop * static_cast<double>(survivors.size())), 1, survivors.size() - 1);
        for (std::size_t p = 0; p < count; ++p) {
            dropped.push_back(scores[p].second);
            survivors.erase(std::find(survivors.begin(), survivors.end(), scores[p].second));
        }
    }
    dropped.insert(dropped.end(), survivors.begin(), survivors.end());
    std::reverse(dropped.begin(), dropped.end());
    return dropped;
}

}  // namespace tamis::testing
