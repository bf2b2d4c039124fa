// Many methods × many numbers of features × repeats, compared without leaks: whatever is learned from data
// (means for missing cells, scaling, graphs, selections, parameters) is learned from training samples alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/choice/count_rule.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/feature_count.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/eval/protocol.hpp"
#include "tamis/pipeline/compare/compared_method.hpp"
#include "tamis/pipeline/compare/evaluator.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"
#include "tamis/pipeline/summary.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis {

struct EvaluateRequest {
    std::vector<ComparedMethod> methods = {};  // {"fisher", "lapdofs:lambda1=0.1"}
    std::vector<FeatureCount> k = {{}};        // numbers of features; under `nested`, those to choose from
    std::vector<CountRule> rules = {};         // that find further ones in every training part
    Protocol protocol = {};                    // how the data are cut; 10 random halves of every class
    std::vector<Evaluator> evaluators = {};    // none: kmeans if the protocol is cluster, else 1nn
    std::optional<Scaling> scale = {};         // nothing: standard for dense data, none for sparse
    std::optional<double> svm_c = {};          // nothing: by inner cross-validation
    KmeansOptions::Start kmeans_start = KmeansOptions::Start::samples;
    bool kmeans_moves = true;  // single moves after Lloyd's iterations
    bool baselines = true;     // `all` and `random` are included
    bool hash_data = false;    // EvaluateRun::data_hash, which costs time; always if there are hooks
};

struct EvaluatedMethod {
    std::string label;  // unique: the text of the request
    std::string method;
    Record params;            // every option, resolved, those of the graph included
    std::string k_rule = {};  // how its number of features is found; empty: it is given
};

struct EvaluationRow {
    std::size_t method = 0;  // position in EvaluateRun::methods
    Index k = 0;             // with a rule, the mean over the folds of the repeat
    Index clusters = 0;      // classes in the subset; 0 unless the protocol is cluster
    Index repeat = 0;
    std::string evaluator, metric;
    double value = 0.0;
    // For one selection, the mean over the folds of the repeat; of the longest ranking if one ranking
    // gives all k.
    double seconds = 0.0;
};

// A finished fold of a repeat that is not: what the row will be made of.
struct FoldRow {
    EvaluationRow row;  // of this fold alone
    Index fold = 0;
    double weight = 1.0;  // of the value among those of the other folds
};

// What a method chose. Of a nested method the features for a smaller k are the first k of these.
struct ChosenFeatures {
    std::size_t method = 0;
    Index k = 0, clusters = 0, repeat = 0, fold = 0;
    bool nested = false;
    std::vector<Index> selected;
};

// A step is one method on one split.
struct EvaluateWork {
    Index steps = 0;  // all of them
    Index known = 0;  // finished now or by an earlier run
    Index begun = 0;  // of the others: some numbers of features are finished
};

// Plain data: what "tamis.results/1" holds.
struct EvaluateRun {
    std::string data_name, data_hash;
    Index samples = 0, features = 0, classes = 0;
    std::string label_name;  // of the label column or variable, if it has one
    Settings data_options;   // how the data were read, if not with the defaults; set by the reader
    std::string protocol;
    std::uint64_t seed = 0;
    Record options;  // scale, C, k-means start and moves: what values depend on besides protocol and seed
    std::vector<EvaluatedMethod> methods;
    std::vector<EvaluationRow> rows;
    std::vector<FoldRow> folds;
    std::vector<ChosenFeatures> selections;
    // What context.warn was told: on the request, and on the data and methods, each once, with the number of
    // splits.
    std::vector<std::string> remarks;
    EvaluateSummary summary;  // of the rows and selections above
    Exhibits exhibits;        // empty unless add_masks filled them
    EvaluateWork work;
    bool complete = false;
};

struct EvaluateHooks {
    const EvaluateRun* previous = nullptr;  // an earlier run, whose rows and folds are not computed again
    // Called from time to time with what is finished, one call at a time while other threads work on, and
    // before an error leaves.
    std::function<void(const EvaluateRun&)> save;
    double save_every = 5.0;  // seconds
};

// Checks the whole request before any work. Missing cells are filled with the means of the training part.
// Throws Error if hooks.previous is of other data, another protocol, more repeats, another seed or options,
// or has one of the methods with other options.
EvaluateRun run_evaluate(const Dataset& data, const EvaluateRequest& request, const Context& context = {},
                         const EvaluateHooks& hooks = {});

// Throws what run_evaluate would throw before its work; tells how much there is to do.
EvaluateWork check_evaluate(const Dataset& data, const EvaluateRequest& request, const Context& context = {},
                            const EvaluateRun* previous = nullptr);

}  // namespace tamis
