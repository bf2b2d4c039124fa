// The only file that knows liblinear. Its primal trust-region solver is used: the dual one draws from rand(),
// which is shared by all threads.
#include <linear.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "tamis/algebra/blas.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/folds.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/eval/classify.hpp"

namespace tamis::detail {

namespace {

constexpr Index inner_folds = 3;
constexpr std::array prices{0.03125, 0.125, 0.5, 2.0, 8.0, 32.0};

// Rows as liblinear expects them: columns counted from 1, then the intercept, then an end mark.
class LinearRows {
  public:
    LinearRows(const MatrixView& x, double intercept) : features_(static_cast<int>(x.cols())) {
        start_.push_back(0);
        for (Index i = 0; i < x.rows(); ++i) {
            for_each_cell(x, i, [&](Index j, double value) { add(j, value); });
            nodes_.push_back({features_ + 1, intercept});
            nodes_.push_back({-1, 0.0});
            start_.push_back(nodes_.size());
        }
    }

    feature_node* row(Index i) { return nodes_.data() + start_[at(i)]; }
    Index count() const { return static_cast<Index>(start_.size()) - 1; }
    int columns() const { return features_ + 1; }

  private:
    void add(Index column, double value) {
        if (value != 0.0) nodes_.push_back({static_cast<int>(column) + 1, value});
    }

    int features_;
    std::vector<feature_node> nodes_;
    std::vector<std::size_t> start_;
};

struct FreeModel {
    void operator()(model* pointer) const { free_and_destroy_model(&pointer); }
};

using Machine = std::unique_ptr<model, FreeModel>;

// Trains on `samples` (positions in rows and labels).
Machine train_on(LinearRows& rows, const Labels& labels, const std::vector<Index>& samples, double c) {
    std::vector<double> targets;
    std::vector<feature_node*> pointers;
    for (const Index i : samples) {
        targets.push_back(labels.of[at(i)]);
        pointers.push_back(rows.row(i));
    }
    const problem task{.l = static_cast<int>(samples.size()),
                       .n = rows.columns(),
                       .y = targets.data(),
                       .x = pointers.data(),
                       .bias = 1.0};
    parameter settings{};
    settings.solver_type = L2R_L2LOSS_SVC;
    settings.C = c;
    settings.eps = 0.01;
    if (const char* trouble = check_parameter(&task, &settings))
        throw Error(std::string("the linear SVM cannot be trained: ") + trouble);
    return Machine(train(&task, &settings));
}

std::vector<Machine> train_pairs(LinearRows& rows, const Labels& labels, const std::vector<Index>& samples,
                                 double c) {
    std::vector<std::vector<Index>> members(at(labels.classes()));
    for (const Index i : samples) members[at(labels.of[at(i)])].push_back(i);
    std::vector<Machine> machines;
    for (std::size_t b = 1; b < members.size(); ++b)
        for (std::size_t a = 0; a < b; ++a) {
            std::vector<Index> both = members[a];
            both.insert(both.end(), members[b].begin(), members[b].end());
            if (!both.empty()) machines.push_back(train_on(rows, labels, both, c));
        }
    return machines;
}

std::vector<Machine> train_machines(LinearRows& rows, const Labels& labels, const std::vector<Index>& samples,
                                    double c, SvmClasses classes) {
    if (classes == SvmClasses::pairwise) return train_pairs(rows, labels, samples, c);
    std::vector<Machine> machines;
    machines.push_back(train_on(rows, labels, samples, c));
    return machines;
}

Index correct_of(const std::vector<Machine>& machines, LinearRows& rows, const Labels& labels,
                 const std::vector<Index>& samples) {
    Index correct = 0;
    for (const Index i : samples) {
        std::vector<Index> votes(at(labels.classes()));
        for (const Machine& machine : machines)
            ++votes[static_cast<std::size_t>(predict(machine.get(), rows.row(i)))];
        correct += std::max_element(votes.begin(), votes.end()) - votes.begin() == labels.of[at(i)];
    }
    return correct;
}

std::vector<Index> all_of(const LinearRows& rows) {
    std::vector<Index> all;
    for (Index i = 0; i < rows.count(); ++i) all.push_back(i);
    return all;
}

double best_price(LinearRows& rows, const Labels& labels, SvmClasses classes, const Context& context) {
    NumpyRandom random(context.seed);
    const std::vector<Index> fold = stratified_folds(labels, inner_folds, random);
    std::array<Index, prices.size()> correct{};
    for (Index f = 0; f < inner_folds; ++f) {
        std::vector<Index> inside, outside;
        for (Index i = 0; i < rows.count(); ++i) (fold[at(i)] == f ? outside : inside).push_back(i);
        if (inside.empty() || outside.empty()) continue;
        for (std::size_t p = 0; p < prices.size(); ++p) {
            context.check_cancel();
            correct[p] +=
                correct_of(train_machines(rows, labels, inside, prices[p], classes), rows, labels, outside);
        }
    }
    std::size_t best = 0;
    for (std::size_t p = 1; p < prices.size(); ++p)
        if (correct[p] > correct[best]) best = p;
    return prices[best];
}

// Its progress goes to standard output by default.
void be_quiet() {
    static std::once_flag quiet;
    std::call_once(quiet, [] { set_print_string_function([](const char*) {}); });
}

}  // namespace

Index svm_correct(const Samples& train, const Samples& test, const SvmOptions& options,
                  const Context& context) {
    be_quiet();
    const blas::SingleThreaded guard;
    if (options.c && !(*options.c > 0.0)) throw UsageError("C of the linear SVM must be above 0");
    LinearRows known(train.x, options.intercept), asked(test.x, options.intercept);
    const double c = options.c ? *options.c : best_price(known, train.labels, options.classes, context);
    return correct_of(train_machines(known, train.labels, all_of(known), c, options.classes), asked,
                      test.labels, all_of(asked));
}

}  // namespace tamis::detail
