// Projections of many dimensions on the folds of a data set, behind one PCA per fold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/pipeline/evaluate.hpp"

namespace tamis::papers {

using namespace detail;

struct ProjectionMethod {
    std::string row, setting;
    std::string projector = {};
    Record settings = {};
    double alpha = 0.0;
    bool chooses_price = true;  // false: added to the paper's, and without a say in the C of the SVM
};

struct ProjectionOutcome {
    Index nearest_correct = 0, svm_correct = 0;
    double objective = 0.0;
    bool falls = true;     // the objective never rose from one iteration to the next
    double seconds = 0.0;  // to find the directions
};

struct ProjectionRuns {
    std::string protocol;
    std::uint64_t seed = 0;
    std::optional<double> svm_c;  // nothing without the SVM
    std::vector<Index> dims;
    std::vector<Index> repeat_of, tested;                  // per split
    std::vector<std::vector<ProjectionOutcome>> outcomes;  // per split: methods × dims

    const ProjectionOutcome& outcome(std::size_t split, std::size_t method, std::size_t dim) const {
        return outcomes[split][method * dims.size() + dim];
    }
    // Per repeat, in percent, over all folds of it.
    std::vector<double> accuracies(std::size_t method, std::size_t dim, bool svm) const;
    // One row per method, dimension (as k), repeat and classifier.
    EvaluateRun as_evaluation(const Dataset& data, const std::vector<ProjectionMethod>& methods) const;
};

enum class ProjectionJudges { nearest, nearest_and_svm };

struct ProjectionSetup {
    std::string protocol;
    std::uint64_t starts = 0;  // a random start has the seed starts + 100·repeat + fold, for every method
    ProjectionJudges judges = ProjectionJudges::nearest;
};

// The PCA keeps 95 % of the variance of the training part. The SVM sets every two classes against each other
// and gets the projected data divided by their root mean square in the training part. As in a C-SVC its
// intercept is not to be penalized: on Yale a penalty adds 3 points. Its C is one for the data set: that of
// 2^-3, 2^-2, … 2^5 with the most correct samples of the first repeat, over the methods that have a say in it
// at the largest dimension. It is chosen on the reported folds, as the paper chooses dimension and alpha.
ProjectionRuns run_projections(const Dataset& data, const std::vector<ProjectionMethod>& methods,
                               const std::vector<Index>& dims, const ProjectionSetup& setup,
                               const Context& context);

}  // namespace tamis::papers
