// How sure a selection is: what can be asked for, and what is found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis {

// All of it is optional and takes time; nothing changes the selection itself.
struct TrustRequest {
    bool pvalues = false;               // the test that fits the method
    std::optional<Index> permutations;  // asks for p-values as well; 0: closed forms only, where there is one
    std::optional<Index> stability;     // complementary pairs of half samples
    std::optional<Index> stability_size;  // features selected on a half; nothing: as many as are selected
    std::optional<Index> bootstrap;       // samples; half samples for methods that cannot be bootstrapped
    bool usual_halves = false;            // for these as many as usual, whatever `bootstrap` says

    static constexpr Index usual_pairs = 50, usual_bootstrap = 200;

    bool tests() const { return pvalues || permutations; }          // whether p-values are asked for
    bool any() const { return tests() || stability || bootstrap; }  // whether anything is
    bool operator==(const TrustRequest&) const = default;
};

// How a p-value was found.
enum class PMethod { f, pearson3, normal, permutation };
// What is to be known about it.
enum class PFlag {
    none,
    approximate,   // few samples vary: the law that the test counts on is a rough one
    conservative,  // the true p is smaller
};
std::string to_text(PMethod method);  // "f", "pearson3", …
std::string to_text(PFlag flag);      // "" for none

// One number per feature in every list; empty where there is none.
struct PValues {
    std::vector<double> p;
    std::vector<double> q;           // Benjamini, Hochberg: over all features
    std::vector<double> familywise;  // p of the best of all features, by permutations
    std::vector<double> log10_p;     // F test: also where p underflows
    std::vector<PMethod> method;
    std::vector<PFlag> flags;
    std::vector<double> test_score, z, skew;  // tests on graphs
    Index permutations = 0;                   // that were drawn; 0 if none were

    bool empty() const { return p.empty(); }
};

// How often a feature is chosen on half of the samples.
struct SelectionStability {
    // Of the features that were chosen on at least the part `threshold` of the halves, so many are
    // expected, at most, to be there although a random choice would choose them as often. NaN where a
    // bound says nothing.
    struct Bounds {
        double threshold = 0.0;
        Index features = 0;                                 // that were chosen so often
        double any = 0.0, unimodal = 0.0, r_concave = 0.0;  // for any law, and for laws of such a shape
    };

    Index pairs = 0;                            // of complementary halves
    Index size = 0;                             // features chosen on each
    std::vector<double> probability;            // per feature: the part of the halves that chose it
    double value = 0.0, low = 0.0, high = 0.0;  // how alike the sets are: 1 is equal, about 0 is random
    std::vector<Bounds> bounds;

    bool empty() const { return probability.empty(); }
};

// Between which ranks a feature falls if the samples are others.
struct RankStability {
    std::string kind;  // "bootstrap" or "half-sample"
    Index replicates = 0;
    double level = 0.9;
    std::vector<std::vector<Index>> interval;  // per feature: lowest and highest rank, from 1
    std::vector<double> mean;                  // rank
    std::vector<double> top_share;             // of the replicates with the feature among the best k

    bool empty() const { return interval.empty(); }
};

// Empty where nothing was asked for.
struct TrustResult {
    PValues pvalues;
    SelectionStability stability;
    RankStability ranks;
    double seconds = 0.0;
};

}  // namespace tamis
