// From labeled data to a selection with an honest estimate of what it is worth: method and number of features
// are chosen by cross-validation, and the whole choice is repeated in the training parts of an outer one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/pipeline/compare/compared_method.hpp"
#include "tamis/pipeline/compare/evaluator.hpp"
#include "tamis/pipeline/select.hpp"

namespace tamis {

struct AutoRequest {
    std::vector<ComparedMethod> candidates = {};  // none: fisher, relieff and gfs; without labels laplacian
    Evaluator evaluator = Evaluator::one_nearest;
    std::optional<double> budget = {};  // seconds; methods that would take longer are left out
    FeatureCount k = {};                // without labels, where nothing can choose it
    std::optional<Scaling> scale = {};  // nothing: standard for dense data, none for sparse
    bool hash_data = false;
    bool exhibits = false;  // of the selection
};

// What a method reaches in the cross-validation that chooses among them. These means flatter the winner: they
// rank candidates and are no estimate of its accuracy.
struct AutoCandidate {
    std::string label;
    Index k = 0;        // with the best mean
    double mean = 0.0;  // of the folds
    bool chosen = false;
};

// From the outer folds, none of which takes part in the choice that it judges.
struct NestedAccuracy {
    double mean = 0.0, std = 0.0;  // of the choice
    double all = 0.0;              // all features
    double random = 0.0;           // as many features, drawn at random
    Index folds = 0;
};

enum class AutoVerdict {
    better,   // than all features, by more than a standard error
    as_good,  // with fewer features
    worse,    // than all features, by more than a standard error
    unknown,  // without labels nothing judges
};

// "better", "as_good", "worse", "unknown"
std::string to_text(AutoVerdict verdict);

struct AutoRun {
    SelectRun selection;  // the choice, made on all samples
    std::vector<AutoCandidate> candidates;
    std::optional<NestedAccuracy> accuracy;  // nothing without labels
    AutoVerdict verdict = AutoVerdict::unknown;
    std::string conclusion;  // in words
    double seconds = 0.0;
};

// Throws Error if the data are not usable: a class of one sample, or no features.
AutoRun run_auto(const Dataset& data, const AutoRequest& request, const Context& context = {});

}  // namespace tamis
