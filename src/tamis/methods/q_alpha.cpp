#include "tamis/methods/q_alpha.hpp"

#include <Eigen/QR>
#include <cmath>

#include "tamis/algebra/blas.hpp"
#include "tamis/algebra/leading_eigenpairs.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/ranking.hpp"
#include "tamis/passes/centered/centered_data.hpp"
#include "tamis/passes/moments/group_moments.hpp"
#include "tamis/passes/unit/working_unit.hpp"

namespace tamis {

using namespace detail;

About QAlphaOptions::about() {
    return {.name = "q-alpha",
            .title = "Q-alpha, feature weights that make clusters stand out",
            .citation = {{.key = "wolf2005"}}};
}

Fields<QAlphaOptions> QAlphaOptions::fields() {
    return Fields<QAlphaOptions>()
        .optional("clusters", &QAlphaOptions::clusters, at_least(1), "auto",
                  "number of clusters; auto is the number of classes")
        .boolean("normalize", &QAlphaOptions::normalize,
                 "scale features to unit length; otherwise features in large units win")
        .boolean("center", &QAlphaOptions::center, "subtract the mean of every feature first");
}

namespace {

constexpr Index largest_number_of_rounds = 200;
constexpr double alpha_tolerance = 1e-9;   // change of α in one round
constexpr double eigen_tolerance = 1e-13;  // of the eigenvectors
constexpr double score_window = 1e-10;     // weights this close to the largest of them count as equal
// Up to here, and with at least as many samples as features, MᵀM and G are kept (32 MB each), and a product
// with G costs d² instead of samples·d·clusters.
constexpr Index largest_gram = 2000;

// The means that are taken away: none without centering.
std::vector<double> means_of(const GroupMoments& moments, const QAlphaOptions& options) {
    std::vector<double> means;
    for (Index j = 0; options.center && j < moments.features(); ++j) means.push_back(moments.mean(0, j));
    return means;
}

// Centered and scaled features without a copy of the data: M = (X - 1μᵀ)·diag(scale).
class Features {
  public:
    Features(const Rows& x, const GroupMoments& moments, const QAlphaOptions& options, const Context& context)
        : centered_(x, means_of(moments, options)), context_(context), scale_(at(x.cols()), 1.0) {
        const auto samples = static_cast<double>(x.rows());
        for (Index j = 0; options.normalize && j < x.cols(); ++j) {
            const double mean = moments.mean(0, j);
            const double square = moments.scatter(0, j) + (options.center ? 0.0 : samples * mean * mean);
            scale_[at(j)] = square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
        }
    }
    Index samples() const { return centered_.samples(); }
    Index count() const { return centered_.features(); }

    // out (vectors × features) = blockᵀM for a samples × vectors block.
    void left(const double* block, Index vectors, double* out) const {
        centered_.left(block, vectors, out, context_);
        scale_columns(out, vectors);
    }

    // out (samples × vectors) = M·rowsᵀ. Changes `rows`.
    void right(double* rows, Index vectors, double* out) const {
        scale_columns(rows, vectors);
        centered_.right(rows, vectors, out, context_);
    }

  private:
    void scale_columns(double* rows, Index vectors) const {
        for (Index c = 0; c < vectors; ++c)
            for (Index j = 0; j < count(); ++j) rows[c * count() + j] *= scale_[at(j)];
    }

    CenteredData centered_;
    const Context& context_;
    std::vector<double> scale_;
};

struct Outcome {
    std::vector<double> alpha, trace;
    bool converged = false;
};

class QAlpha {
  public:
    QAlpha(const Features& m, Index clusters, const Context& context)
        : m_(m),
          c_(clusters),
          context_(context),
          q_(at(m.samples() * clusters)),
          p_(at(clusters * m.count())),
          rows_(p_.size()),
          block_(q_.size()) {}

    Outcome run() {
        const blas::SingleThreaded guard;  // the same bits for any number of threads
        start();
        if (m_.count() <= std::min(m_.samples(), largest_gram)) make_gram();
        Outcome result;
        result.alpha.assign(at(m_.count()), 0.0);
        for (Index round = 0; round < largest_number_of_rounds && !result.converged; ++round) {
            m_.left(q_.data(), c_, p_.data());
            if (!gram_.empty()) make_g();
            LeadingEigen top = leading_eigen(
                m_.count(), 1, [&](const double* in, double* out) { apply_g(in, out); }, result.alpha,
                eigen_tolerance, context_);
            result.trace.push_back(std::max(top.values[0], 0.0));
            if (result.trace.back() == 0.0) {  // no feature varies: nothing to weigh
                result.alpha.assign(result.alpha.size(), 0.0);
                result.converged = true;
                break;
            }
            double sum = 0.0, change = 0.0;
            for (Index j = 0; j < m_.count(); ++j) sum += top.vectors(0, j);
            for (Index j = 0; j < m_.count(); ++j) {
                const double weight = sum < 0.0 ? -top.vectors(0, j) : top.vectors(0, j);
                double& entry = result.alpha[at(j)];
                change += (weight - entry) * (weight - entry);
                entry = weight;
            }
            result.converged = std::sqrt(change) < alpha_tolerance;
            rotate(result.alpha);
        }
        return result;
    }

  private:
    // Q_0: the leading left singular vectors of M.
    void start() {
        std::vector<double> row(at(m_.count()));
        const LeadingEigen top = leading_eigen(
            m_.samples(), c_,
            [&](const double* in, double* out) {
                m_.left(in, 1, row.data());
                m_.right(row.data(), 1, out);
            },
            {}, 1e-12, context_);
        for (Index i = 0; i < m_.samples(); ++i)
            for (Index c = 0; c < c_; ++c) q_[at(i * c_ + c)] = top.vectors(c, i);
    }

    // MᵀM, a few columns at a time.
    void make_gram() {
        constexpr Index at_once = 64;
        const Index d = m_.count();
        gram_.resize(at(d * d));
        std::vector<double> rows(at(at_once * d)), block(at(m_.samples() * at_once));
        for (Index first = 0; first < d; first += at_once) {
            const Index vectors = std::min(at_once, d - first);
            std::fill(rows.begin(), rows.end(), 0.0);
            for (Index c = 0; c < vectors; ++c) rows[at(c * d + first + c)] = 1.0;
            m_.right(rows.data(), vectors, block.data());
            m_.left(block.data(), vectors, gram_.data() + first * d);
        }
    }

    // G = (MᵀM) ∘ (PᵀP).
    void make_g() {
        const Index d = m_.count();
        g_.resize(gram_.size());
        blas::multiply(d, d, c_, 1.0, {p_.data(), d, blas::Form::transposed}, {p_.data(), d}, 0.0, g_.data(),
                       d);
        for (std::size_t e = 0; e < g_.size(); ++e) g_[e] *= gram_[e];
    }

    // G·v = Σ_l P_l ∘ Mᵀ(M(P_l ∘ v)) with P = QᵀM: for many features never a matrix of features × features.
    void apply_g(const double* v, double* out) {
        if (!g_.empty()) {
            blas::multiply(1, m_.count(), m_.count(), 1.0, {v, m_.count()}, {g_.data(), m_.count()}, 0.0, out,
                           m_.count());
            return;
        }
        weigh(v);
        m_.right(rows_.data(), c_, block_.data());
        m_.left(block_.data(), c_, rows_.data());
        std::fill_n(out, m_.count(), 0.0);
        for (Index c = 0; c < c_; ++c)
            for (Index j = 0; j < m_.count(); ++j) {
                const auto place = at(c * m_.count() + j);
                out[j] += p_[place] * rows_[place];
            }
    }

    void weigh(const double* v) {
        for (Index c = 0; c < c_; ++c)
            for (Index j = 0; j < m_.count(); ++j) {
                const auto place = at(c * m_.count() + j);
                rows_[place] = p_[place] * v[j];
            }
    }

    // Q ← qr(A_α Q), A_α Q = M(α ∘ P)ᵀ.
    void rotate(const std::vector<double>& alpha) {
        using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        weigh(alpha.data());
        m_.right(rows_.data(), c_, block_.data());
        const Eigen::HouseholderQR<RowMajor> qr(Eigen::Map<const RowMajor>(block_.data(), m_.samples(), c_));
        Eigen::Map<RowMajor>(q_.data(), m_.samples(), c_) =
            qr.householderQ() * RowMajor::Identity(m_.samples(), c_);
    }

    const Features& m_;
    Index c_;
    const Context& context_;
    std::vector<double> q_, p_;         // samples × clusters, clusters × features
    std::vector<double> rows_, block_;  // work
    std::vector<double> gram_, g_;      // MᵀM and G, where they are small
};

Index number_of_clusters(const Rows& x, const Inputs& inputs, const QAlphaOptions& options) {
    const Index most = std::min(x.rows(), x.cols());
    if (options.clusters) {
        if (*options.clusters > most)
            throw Error("q-alpha: clusters = " + std::to_string(*options.clusters) +
                        " is more than the data can have: at most " + std::to_string(most));
        return *options.clusters;
    }
    const Labels& labels = labels_or_none(inputs.labels);
    require_classes(labels, x.rows(), "q-alpha without clusters=");
    return std::min(labels.classes(), most);
}

// Equal features have weights that differ by rounding alone: within a window of the largest of a run the
// index decides.
void settle_ties(std::vector<Index>& order, const std::vector<double>& alpha,
                 const std::vector<char>& constant) {
    const auto place = [](Index f) { return at(f); };
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && constant[place(order[end])] == constant[place(order[begin])] &&
               alpha[place(order[begin])] - alpha[place(order[end])] <= score_window)
            ++end;
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                  order.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
}

// Weights that are equal up to rounding put the features in the order of their columns.
void warn_of_equal_weights(const std::vector<double>& alpha, const std::vector<char>& constant,
                           const Context& context) {
    double low = 2.0, high = -2.0;  // weights are within -1 … 1
    for (std::size_t j = 0; j < alpha.size(); ++j) {
        if (constant[j] != 0) continue;
        low = std::min(low, alpha[j]);
        high = std::max(high, alpha[j]);
    }
    if (high > low && high - low <= score_window)
        context.warning(
            "the weights of the features differ by rounding only: their order is that of the columns; "
            "center=true looks at what varies");
}

}  // namespace

Selection q_alpha(const Rows& x, const Inputs& inputs, const QAlphaOptions& options, const Context& context) {
    QAlphaOptions::fields().check(options);
    require_choice(options.k, options.fixed, x.cols());
    require_samples(x, 2);
    const Index clusters = number_of_clusters(x, inputs, options);
    if (const auto unit = WorkingUnit::of(x, Extremes::both, context)) {
        Selection result = q_alpha(unit->x(), inputs, options, context);
        if (!options.normalize) {
            unit->back(result.objective.trace, 4);
            result.objective.value = unit->back(result.objective.value, 4);
        }
        return result;
    }
    const std::vector<int> one_group(at(x.rows()), 0);
    const GroupMoments moments = group_moments(x, {.group_of = one_group, .groups = 1}, context);
    const Features features(x, moments, options, context);
    Outcome weights = QAlpha(features, clusters, context).run();

    Selection result;
    std::vector<Index> order = top_features({weights.alpha, moments.constant}, x.cols());
    settle_ties(order, weights.alpha, moments.constant);
    if (x.cols() > options.k && !options.center)
        warn_of_equal_weights(weights.alpha, moments.constant, context);
    result.selected = taken_from(order, options.k, options.fixed);
    result.scores = weights.alpha;
    result.raw_scores = std::move(weights.alpha);
    result.raw_direction = Direction::larger;
    result.objective = {"largest eigenvalue of G", weights.trace, weights.trace.back()};
    result.iterations = static_cast<Index>(weights.trace.size());
    result.stop = weights.converged ? Stop::converged : Stop::iteration_limit;
    result.chosen = {{"clusters", clusters}};
    return result;
}

}  // namespace tamis
