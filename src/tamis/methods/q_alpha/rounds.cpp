#include "tamis/methods/q_alpha/rounds.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "tamis/algebra/blas.hpp"

namespace tamis::detail {

namespace {

// Up to here, and with at least as many samples as features, MᵀM and G are kept (32 MB each), and a product
// with G costs d² instead of samples·d·clusters.
constexpr Index most_in_gram = 2000;

// q ← qr(block), both samples × clusters.
void orthonormalize(const double* block, Index samples, Index clusters, double* q) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::HouseholderQR<RowMajor> qr(Eigen::Map<const RowMajor>(block, samples, clusters));
    Eigen::Map<RowMajor>(q, samples, clusters) = qr.householderQ() * RowMajor::Identity(samples, clusters);
}

void make_sum_positive(std::vector<double>& alpha) {
    double sum = 0.0;
    for (const double weight : alpha) sum += weight;
    if (sum >= 0.0) return;
    for (double& weight : alpha) weight = -weight;
}

// out_c = P_c ∘ v for neighboring features; row c of P at p + c·stride.
void weigh(const double* p, Index stride, const double* v, Index clusters, Index width, double* out) {
    for (Index c = 0; c < clusters; ++c)
        for (Index j = 0; j < width; ++j) out[c * width + j] = p[c * stride + j] * v[j];
}

// With G as a matrix.
class GramRounds final : public QAlphaRounds {
  public:
    GramRounds(const ScaledFeatures& m, Index clusters, const Context& context)
        : m_(m),
          c_(clusters),
          context_(context),
          q_(m.left_singular_vectors(clusters)),
          p_(at(clusters * m.count())),
          gram_(at(m.count() * m.count())),
          g_(gram_.size()) {
        make_gram();
    }

    bool product_costs_little() const override { return true; }

    double next(std::vector<double>& alpha, double tolerance, EigenSearch search) override {
        const Index d = m_.count();
        m_.left(q_.data(), c_, p_.data());
        make_g();
        const auto apply = [&](const double* in, double* out) {
            blas::multiply(1, d, d, 1.0, {in, d}, {g_.data(), d}, 0.0, out, d);
        };
        const LeadingEigen top = leading_eigen(d, 1, apply, alpha, tolerance, context_, search);
        if (!(top.values[0] > 0.0)) {
            alpha.assign(alpha.size(), 0.0);
            return 0.0;
        }
        std::copy_n(top.vectors.row(0), d, alpha.data());
        make_sum_positive(alpha);
        std::vector<double> rows(p_.size()), block(q_.size());
        weigh(p_.data(), d, alpha.data(), c_, d, rows.data());
        m_.right(rows.data(), c_, block.data());
        orthonormalize(block.data(), m_.samples(), c_, q_.data());
        return top.values[0];
    }

  private:
    // MᵀM, a few columns at a time.
    void make_gram() {
        constexpr Index at_once = 64;
        const Index d = m_.count();
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
        blas::multiply(d, d, c_, 1.0, {p_.data(), d, blas::Form::transposed}, {p_.data(), d}, 0.0, g_.data(),
                       d);
        for (std::size_t e = 0; e < g_.size(); ++e) g_[e] *= gram_[e];
    }

    const ScaledFeatures& m_;
    Index c_;
    const Context& context_;
    std::vector<double> q_, p_;     // samples × clusters, clusters × features
    std::vector<double> gram_, g_;  // MᵀM and G
};

// For many features: never a matrix of features × features. BBᵀ, of samples·clusters rows, has the
// eigenvalues of G; if u is its leading eigenvector, α = Bᵀu/√λ, and A_αQ = B·α = √λ·u is at hand. A product
// with BBᵀ is one sweep over the features, and one more per round gives α, the new P and B·α, where the next
// search starts.
class SampleRounds final : public QAlphaRounds {
  public:
    SampleRounds(const ScaledFeatures& m, Index clusters, const Context& context)
        : m_(m), c_(clusters), context_(context), start_(at(m.samples() * clusters)) {
        p_.resize(at(clusters * m.count()));
        m_.left(m_.left_singular_vectors(clusters).data(), c_, p_.data());
    }

    bool product_costs_little() const override { return false; }

    double next(std::vector<double>& alpha, double tolerance, EigenSearch search) override {
        const auto apply = [&](const double* in, double* out) {
            const auto turn = [&](const ScaledFeatures::Strip& strip) {
                std::vector<double> image(at(strip.width));
                add_up(strip, image.data());
                weigh(p_.data() + strip.first, m_.count(), image.data(), c_, strip.width, strip.rows);
            };
            m_.sweep(in, c_, turn, c_, out);
        };
        const LeadingEigen top =
            leading_eigen(static_cast<Index>(start_.size()), 1, apply, start_, tolerance, context_, search);
        if (!(top.values[0] > 0.0)) {
            alpha.assign(alpha.size(), 0.0);
            return 0.0;
        }
        advance(top.vectors.row(0), alpha);
        return top.values[0];
    }

  private:
    // out = Σ_c P_c ∘ products_c.
    void add_up(const ScaledFeatures::Strip& strip, double* out) const {
        std::fill_n(out, strip.width, 0.0);
        for (Index c = 0; c < c_; ++c) {
            const double* p = p_.data() + c * m_.count() + strip.first;
            const double* products = strip.products + c * strip.width;
            for (Index j = 0; j < strip.width; ++j) out[j] += p[j] * products[j];
        }
    }

    // α = Bᵀu of unit length, then the P of Q = qr(u), then B·α.
    void advance(const double* u, std::vector<double>& alpha) {
        const Index n = m_.samples();
        std::vector<double> q(start_.size()), both(2 * start_.size());
        orthonormalize(u, n, c_, q.data());
        for (Index i = 0; i < n; ++i) {
            std::copy_n(u + i * c_, c_, both.data() + 2 * i * c_);
            std::copy_n(q.data() + i * c_, c_, both.data() + (2 * i + 1) * c_);
        }
        const auto turn = [&](const ScaledFeatures::Strip& strip) {
            double* weights = alpha.data() + strip.first;
            add_up(strip, weights);
            for (Index c = 0; c < c_; ++c)
                std::copy_n(strip.products + (c_ + c) * strip.width, strip.width,
                            p_.data() + c * m_.count() + strip.first);
            weigh(p_.data() + strip.first, m_.count(), weights, c_, strip.width, strip.rows);
        };
        m_.sweep(both.data(), 2 * c_, turn, c_, start_.data());
        double square = 0.0;
        for (const double weight : alpha) square += weight * weight;
        for (double& weight : alpha) weight /= std::sqrt(square);
        make_sum_positive(alpha);
    }

    const ScaledFeatures& m_;
    Index c_;
    const Context& context_;
    std::vector<double> start_;  // samples × clusters: B·α up to a factor
    std::vector<double> p_;      // clusters × features
};

}  // namespace

std::unique_ptr<QAlphaRounds> q_alpha_rounds(const ScaledFeatures& m, Index clusters,
                                             const Context& context) {
    if (m.count() <= std::min(m.samples(), most_in_gram))
        return std::make_unique<GramRounds>(m, clusters, context);
    return std::make_unique<SampleRounds>(m, clusters, context);
}

}  // namespace tamis::detail
