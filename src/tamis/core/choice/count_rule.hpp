// Rules that find the number of features from the data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

struct CountRule {
    enum class Kind {
        cv,       // the fewest features within one standard error of the best accuracy
        cv_best,  // the number with the best accuracy in cross-validation
        fdr,      // as many as have a q of at most `level`
        stable,   // those that are chosen on at least the share `level` of half samples
        gain,     // the fewest that reach the share `level` of what all features reach
    };
    Kind kind = Kind::cv_best;
    double level = 0.0;              // fdr, gain: between 0 and 1; stable: above 1/2, at most 1
    Index folds = 5;                 // cv
    std::vector<Index> counts = {};  // cv: numbers to choose from; empty: the usual ones (count_grid)

    // "cv", "cv:best", "fdr:0.05", "stable:0.75", "gain:0.8"; nothing for a text that is no rule. Throws
    // UsageError if it begins like one and is none, or if its level is out of range.
    static std::optional<CountRule> parse(const std::string& text);

    bool by_folds() const { return kind == Kind::cv || kind == Kind::cv_best; }  // cross-validates
    bool by_trust() const { return kind == Kind::fdr || kind == Kind::stable; }  // asks how sure it is
    bool operator==(const CountRule&) const = default;
};

// As `parse` reads it.
std::string to_text(const CountRule& rule);

// The number that a rule found, and why, as the end of a sentence: "cv:best chose 20: the best …".
struct RuleChoice {
    Index k = 0;
    std::string reason;
};

namespace detail {

// 1 2 3 5 7 10 15 20 30 50 70 100 …, up to `largest` and with it.
std::vector<Index> count_grid(Index largest);
// The largest number that a rule looks at unless it is told more: 200, or all features.
Index largest_count(Index features);

// `accuracy` has one row per fold and one column per count (ascending). The first of the best means; its
// standard error over the folds.
struct CurveChoice {
    std::size_t best = 0, chosen = 0;  // positions among the counts
    std::vector<double> means;
    double error = 0.0;  // of the best one
};
CurveChoice choose_on_curve(CountRule::Kind kind, const std::vector<std::vector<double>>& accuracy);

// The first place whose value reaches the share of `full`; nothing if none does.
std::optional<std::size_t> first_reaching(const std::vector<double>& values, double full, double share);

}  // namespace detail

}  // namespace tamis
