// The accuracy of a method by its number of features, in cross-validation.
#pragma once

#include "tamis/core/choice/count_rule.hpp"
#include "tamis/core/choice/fixed_features.hpp"
#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/pipeline/compare/compared_method.hpp"
#include "tamis/pipeline/compare/evaluator.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::detail {

// How choices are judged.
struct FoldJudge {
    Evaluator evaluator = Evaluator::one_nearest;
    std::optional<Scaling> scale = {};  // nothing: standard for dense data, none for sparse
    std::optional<double> svm_c = {};
    Index folds = 5;
    bool one_split = false;  // 80 % for training once, instead of folds
};

struct AccuracyCurve {
    std::vector<Index> counts;                  // ascending
    std::vector<std::vector<double>> accuracy;  // per fold and count
};

// Selection, scaling and graph are made anew within every fold. The included features are in every selection,
// the excluded ones leave the data. Throws Error if a class has too few samples for two folds; where there
// are too few for judge.folds, there are fewer folds.
AccuracyCurve accuracy_curve(const Dataset& data, const ComparedMethod& method,
                             const std::vector<Index>& counts, const FoldJudge& judge,
                             const FixedFeatures& fixed, const Context& context);

// The folds that every class has samples for.
Index possible_folds(const Labels& labels, Index wanted, const std::string& who);

// What the rule, cv or cv:best, makes of the curve.
RuleChoice choice_on(const CountRule& rule, const AccuracyCurve& curve, const FoldJudge& judge);

// The numbers of features that a rule tries out.
std::vector<Index> counts_of(const CountRule& rule, const FixedFeatures& fixed, Index features);

}  // namespace tamis::detail
