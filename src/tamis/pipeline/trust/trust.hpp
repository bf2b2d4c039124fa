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
    std::optional<Index> bootstrap;       // replicates

    static constexpr Index usual_pairs = 50, usual_bootstrap = 200;

    bool tests() const { return pvalues || permutations; }
    bool any() const { return tests() || stability || bootstrap; }
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

struct TrustResult {
    PValues pvalues;
    double seconds = 0.0;
};

}  // namespace tamis
