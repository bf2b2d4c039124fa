// Permutation tests: how often chance alone does as well as the data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/random/numpy_random.hpp"

namespace tamis::detail {

// Per feature; a constant feature has p = 1 and takes no part in the extremes.
struct PermutationTest {
    std::vector<double> statistic;   // of the data as they are
    std::vector<double> p;           // (1 + #{draws that do as well}) / (draws + 1)
    std::vector<double> familywise;  // the same against the best feature of each draw (Westfall, Young 1993)
    Index draws = 0;
};

// numpy.random.default_rng(seed).permutation(size), again and again.
class PermutationDraws {
  public:
    PermutationDraws(std::uint64_t seed, Index size) : random_(seed), size_(size) {}
    std::vector<Index> next();

  private:
    NumpyRandom random_;
    Index size_;
};

// The same labels in another order: those of the samples order[0], order[1], …
Labels reordered(const Labels& labels, std::span<const Index> order);

// Counts, draw after draw, how many of them do as well as the data.
class DrawCounts {
  public:
    // Draws at `as_good(j)` or beyond count as ties or better. Larger statistics are better if `larger`.
    DrawCounts(std::vector<double> statistic, std::span<const char> constant, bool larger);

    void add(std::span<const double> drawn);
    // The numbers of draws that do as well, counted elsewhere, and the best of each draw.
    void add(std::span<const Index> counts, std::span<const double> best);
    double as_good(std::size_t j) const { return as_good_[j]; }
    bool constant(std::size_t j) const { return constant_[j] != 0; }
    PermutationTest result() const;

  private:
    std::vector<double> statistic_, as_good_;
    std::vector<char> constant_;
    bool larger_;
    std::vector<Index> counts_;
    std::vector<double> best_;
};

}  // namespace tamis::detail
