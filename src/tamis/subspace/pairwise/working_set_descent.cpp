#include "tamis/subspace/pairwise/working_set_descent.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "tamis/algebra/dense_algebra.hpp"

namespace tamis::detail {

namespace {

constexpr Index first_iterations = 3;  // on all features: the start has no short rows
constexpr Index later_iterations = 5;  // between two looks at the short rows
constexpr Index rounds_per_join = 4;   // looking at the rows of zeros takes a pass over all the data
// How much the criterion may rise, relative to itself, when short rows are set to zero. Rows that the
// smoothed norm holds near zero lower it by about that; in the end they get their length back.
constexpr double first_allowance = 1e-4;

DenseMatrix rows_of(const DenseMatrix& w, const std::vector<Index>& wanted) {
    DenseMatrix result = DenseMatrix::uninitialized(static_cast<Index>(wanted.size()), w.cols());
    for (Index i = 0; i < result.rows(); ++i) std::copy_n(w.row(wanted[at(i)]), w.cols(), result.row(i));
    return result;
}

double length(const double* row, Index size) {
    return std::sqrt(std::inner_product(row, row + size, row, 0.0));
}

class WorkingSetDescent {
  public:
    WorkingSetDescent(const MatrixView& x, const FilledClasses& classes, const ClassMeans& means,
                      double alpha, const DescentOptions& options, const Context& context)
        : x_(x),
          classes_(classes),
          alpha_(alpha),
          options_(options),
          context_(context),
          all_(make_pairwise_problem(x, classes, means, alpha, context)) {}

    DescentResult run(DenseMatrix start) {
        std::vector<Index> everything(at(x_.cols()));
        std::iota(everything.begin(), everything.end(), Index{0});
        working_.features = std::move(everything);
        working_.w = std::move(start);
        bool ended = iterate(*all_, first_iterations);
        for (Index unchanged = 0; result_.iterations < options_.max_iterations;) {
            unchanged = leave() ? 0 : unchanged + 1;
            const bool is_due = ended || unchanged % rounds_per_join == 0;
            if (unchanged > 0 && !(is_due && join()) && ended) break;
            ended = iterate(*problem(), later_iterations);
        }
        return finish(ended);
    }

  private:
    // Features with a row that is not zero.
    struct Working {
        std::vector<Index> features;
        DenseMatrix w;  // their rows, orthonormal columns
        double value;   // of the criterion, the rows of zeros included
    };

    struct Part {
        Matrix x;
        std::unique_ptr<PairwiseProblem> problem;
    };

    Part part_of(const std::vector<Index>& features) const {
        Part part{take_columns(x_, features), nullptr};
        part.problem = make_pairwise_problem(part.x, classes_, class_means(part.x, classes_, context_),
                                             alpha_, context_);
        return part;
    }

    double value_of_zeros(std::size_t features) const {
        return alpha_ * PairwiseProblem::epsilon *
               (static_cast<double>(x_.cols()) - static_cast<double>(features));
    }

    PairwiseProblem* problem() { return part_.problem ? part_.problem.get() : all_.get(); }

    // At most `count` steps; true if the descent has ended by itself.
    bool iterate(PairwiseProblem& problem, Index count) {
        DescentOptions some = options_;
        some.max_iterations = std::min(count, options_.max_iterations - result_.iterations);
        DescentResult found = descend(problem, std::move(working_.w), some, context_);
        const double zeros = value_of_zeros(working_.features.size());
        for (std::size_t i = result_.trace.empty() ? 0 : 1; i < found.trace.size(); ++i)
            note(found.trace[i] + zeros);
        result_.iterations += found.iterations;
        result_.shortened += found.shortened;
        result_.shifted += found.shifted;
        working_.w = std::move(found.state.w);
        working_.value = found.state.value + zeros;
        return found.stop == Stop::converged;
    }

    // Only what is lower than all before: a step that sets rows to zero ends where the descent is below its
    // start.
    void note(double value) {
        if (result_.trace.empty() || value < result_.trace.back()) result_.trace.push_back(value);
    }

    void take_over(std::vector<Index> features, DenseMatrix w, double value) {
        working_ = {std::move(features), std::move(w), value};
        part_ = part_of(working_.features);
        note(value);
    }

    // Sets short rows to zero, the largest share for which the criterion hardly rises; true if some left.
    bool leave() {
        const Index count = static_cast<Index>(working_.features.size()), dim = working_.w.cols();
        std::vector<double> lengths;
        for (Index i = 0; i < count; ++i) lengths.push_back(length(working_.w.row(i), dim));
        std::vector<double> sorted = lengths;
        std::sort(sorted.begin(), sorted.end());
        for (Index shortest = count - std::max<Index>(1, count / 8);
             shortest >= std::max<Index>(1, count / 16); shortest /= 2) {
            context_.check_cancel();
            const double limit = sorted[at(shortest)];
            std::vector<Index> kept, features;
            for (Index i = 0; i < count; ++i) {
                if (lengths[at(i)] < limit) continue;
                kept.push_back(i);
                features.push_back(working_.features[at(i)]);
            }
            if (static_cast<Index>(kept.size()) < 2 * dim || static_cast<Index>(kept.size()) == count)
                continue;
            DenseMatrix w(count, dim);
            const DenseMatrix rows = orthonormal_columns(rows_of(working_.w, kept), context_);
            for (std::size_t i = 0; i < kept.size(); ++i)
                std::copy_n(rows.row(static_cast<Index>(i)), dim, w.row(kept[i]));
            const double value =
                problem()->evaluate(std::move(w)).value + value_of_zeros(working_.features.size());
            if (!(value <= working_.value * (1.0 + allowance_))) continue;
            if (working_.value <= result_.trace.back()) best_ = {rows_of_all(), working_.value};
            take_over(std::move(features), rows, value);
            return true;
        }
        return false;
    }

    DenseMatrix rows_of_all() const {
        DenseMatrix w(x_.cols(), working_.w.cols());
        for (std::size_t i = 0; i < working_.features.size(); ++i)
            std::copy_n(working_.w.row(static_cast<Index>(i)), w.cols(), w.row(working_.features[i]));
        return w;
    }

    // 2·M₀·W: what zero rows are drawn by. Rows that are not zero are of no interest.
    DenseMatrix pull(const DenseMatrix& w) {
        all_->focus(all_->evaluate(w));
        DenseMatrix image = all_->multiply(w);
        scale(image, 2.0);
        return image;
    }

    std::vector<char> is_working() const {
        std::vector<char> inside(at(x_.cols()));
        for (const Index f : working_.features) inside[at(f)] = 1;
        return inside;
    }

    // Lets features in whose rows do not belong at zero; true if some came.
    bool join() {
        if (working_.features.size() == at(x_.cols())) return false;
        constexpr double margin = 1e-6;
        allowance_ *= 0.5;  // features that leave and come back in turn come to an end
        const DenseMatrix w = rows_of_all(), image = pull(w);
        std::vector<Index> features = working_.features;
        const std::vector<char> inside = is_working();
        for (Index f = 0; f < x_.cols(); ++f)
            if (inside[at(f)] == 0 && length(image.row(f), w.cols()) > alpha_ * (1.0 + margin))
                features.push_back(f);
        if (features.size() == working_.features.size()) return false;
        std::sort(features.begin(), features.end());
        for (const double step : {1e-2, 1e-3, 1e-4, 1e-5}) {
            DenseMatrix moved = w;
            for (const Index f : features) {
                if (inside[at(f)] != 0) continue;
                const double factor = step / length(image.row(f), w.cols());
                for (Index c = 0; c < w.cols(); ++c) moved(f, c) = -factor * image(f, c);
            }
            moved = orthonormal_columns(std::move(moved), context_);
            const double value = all_->evaluate(moved).value;
            if (!(value < working_.value)) continue;
            const DenseMatrix rows = rows_of(moved, features);
            take_over(std::move(features), rows, value);
            return true;
        }
        return false;
    }

    // Rows of zeros get what the smoothed norm gives them: r/√(r² + ε²) = ‖2(M₀W)_i‖/α.
    DenseMatrix settled() {
        constexpr double longest = 100.0;  // times ε
        DenseMatrix w = rows_of_all();
        const DenseMatrix image = pull(w);
        const std::vector<char> inside = is_working();
        for (Index f = 0; f < x_.cols(); ++f) {
            const double size = length(image.row(f), w.cols()), share = std::min(size / alpha_, 1.0 - 1e-12);
            if (inside[at(f)] != 0 || size == 0.0) continue;
            const double r =
                std::min(share / std::sqrt(1.0 - share * share), longest) * PairwiseProblem::epsilon;
            for (Index c = 0; c < w.cols(); ++c) w(f, c) = -r / size * image(f, c);
        }
        return w;
    }

    DescentResult finish(bool ended) {
        DescentOptions look_only = options_;
        look_only.max_iterations = 0;
        DescentResult last = descend(*all_, settled(), look_only, context_);
        if (!(last.state.value <= result_.trace.back()))
            last = descend(*all_, best_ && best_->value < working_.value ? best_->w : rows_of_all(),
                           look_only, context_);
        note(last.state.value);
        last.trace = std::move(result_.trace);
        last.shortened = result_.shortened;
        last.shifted = result_.shifted;
        last.iterations = result_.iterations;
        last.stop = ended ? Stop::converged : Stop::iteration_limit;
        return last;
    }

    const MatrixView& x_;
    const FilledClasses& classes_;
    double alpha_;
    const DescentOptions& options_;
    const Context& context_;
    std::unique_ptr<PairwiseProblem> all_;
    Part part_;  // of the working features; empty while these are all
    Working working_{};
    struct Best {
        DenseMatrix w;  // of all features
        double value;
    };
    std::optional<Best> best_;  // before rows were set to zero
    double allowance_ = first_allowance;
    DescentResult result_;
};

}  // namespace

DescentResult descend_on_working_set(const MatrixView& x, const FilledClasses& classes,
                                     const ClassMeans& means, double alpha, DenseMatrix start,
                                     const DescentOptions& options, const Context& context) {
    return WorkingSetDescent(x, classes, means, alpha, options, context).run(std::move(start));
}

}  // namespace tamis::detail
