#include "tamis/trust/graph_moments.hpp"

#include <cmath>
#include <numeric>

namespace tamis::detail {

FormMoments form_moments(const FormInvariants& form, const PowerSums& z, Index samples) {
    const auto n = static_cast<double>(samples);
    const double n2 = n * n, n3 = n2 * n, n4 = n2 * n2, n5 = n4 * n;
    const auto falling = [&](int count) {
        double product = 1.0;
        for (int i = 0; i < count; ++i) product *= n - i;
        return product;
    };
    const double variance = (2.0 * form.squares * ((n2 - 3.0 * n + 3.0) - n * (n - 1.0) * z.p4) +
                             form.diagonal * (n2 * (n + 1.0) * z.p4 - 3.0 * n * (n - 1.0))) /
                            falling(4);
    // Rows: the four invariants; columns: p2³, p4·p2, p3², p6.
    const double table[4][4] = {
        {n3 - 9.0 * n2 + 29.0 * n - 30.0, -3.0 * n3 + 21.0 * n2 - 60.0 * n + 60.0,
         -6.0 * n2 + 30.0 * n - 40.0, 2.0 * n3 - 6.0 * n2 + 4.0 * n},
        {-9.0 * n3 + 63.0 * n2 - 180.0 * n + 180.0, 3.0 * n4 - 30.0 * n2 + 135.0 * n - 180.0,
         12.0 * n3 - 30.0 * n2 - 30.0 * n + 120.0, -3.0 * n4 - 6.0 * n3 + 21.0 * n2 - 12.0 * n},
        {-18.0 * n2 + 90.0 * n - 120.0, 12.0 * n3 - 30.0 * n2 - 30.0 * n + 120.0,
         2.0 * n4 - 16.0 * n3 + 50.0 * n2 - 20.0 * n - 80.0, -2.0 * n4 + 4.0 * n3 - 10.0 * n2 + 8.0 * n},
        {30.0 * n3 - 90.0 * n2 + 60.0 * n, -15.0 * n4 - 30.0 * n3 + 105.0 * n2 - 60.0 * n,
         -10.0 * n4 + 20.0 * n3 - 50.0 * n2 + 40.0 * n, n5 + 16.0 * n4 + 11.0 * n3 - 4.0 * n2}};
    const double sums[4] = {1.0, z.p4, z.p3 * z.p3, z.p6};
    double third = 0.0;
    for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t column = 0; column < 4; ++column)
            third += form.third[row] * table[row][column] * sums[column];
    return {form.tau, variance, third / falling(6)};
}

ConnectedPart without_isolated(const Graph& graph) {
    ConnectedPart part;
    std::vector<Small> place(at(graph.samples), -1);
    for (Index i = 0; i < graph.samples; ++i)
        if (graph.degrees[at(i)] > 0.0) {
            place[at(i)] = static_cast<Small>(part.samples.size());
            part.samples.push_back(i);
        }
    part.graph.samples = static_cast<Index>(part.samples.size());
    part.graph.bandwidth = graph.bandwidth;
    for (const Index i : part.samples) {
        for (Index p = graph.row_start[at(i)]; p < graph.row_start[at(i) + 1]; ++p) {
            if (graph.weights[at(p)] == 0.0) continue;
            part.graph.neighbors.push_back(place[at(graph.neighbors[at(p)])]);
            part.graph.weights.push_back(graph.weights[at(p)]);
        }
        part.graph.row_start.push_back(static_cast<Index>(part.graph.neighbors.size()));
        part.graph.degrees.push_back(graph.degrees[at(i)]);
    }
    return part;
}

namespace {

// What of the invariants does not depend on t. S = L - tD has the diagonal δ_i = d_i - w_ii - t·d_i and the
// weights, negative, beside it; M_t = S + t·uuᵀ with u = d/√vol.
class FormParts {
  public:
    explicit FormParts(const Graph& graph) : graph_(graph), n_(static_cast<double>(graph.samples)) {
        const std::size_t n = graph.degrees.size();
        const double volume = std::accumulate(graph.degrees.begin(), graph.degrees.end(), 0.0);
        loop_.assign(n, 0.0);
        squares_.assign(n, 0.0);
        for (const double degree : graph.degrees) u_.push_back(degree / std::sqrt(volume));
        for (std::size_t i = 0; i < n; ++i)
            for_each_neighbor(i, [&](std::size_t j, double w) {
                if (j == i) {
                    loop_[i] = w;
                    return;
                }
                squares_[i] += w * w;
                cubes_ += w * w * w;
                u_squares_u_ += w * w * u_[i] * u_[j];
                u2_w_u2_ += w * u_[i] * u_[i] * u_[j] * u_[j];
            });
        triangles_ = closed_triples();
    }

    FormInvariants at(double t) const {
        const std::size_t n = u_.size();
        double uu = 0.0, u_cubed = 0.0, trace = 0.0, diagonal_cubes = 0.0, diagonal_squares = 0.0;
        double weighted_squares = 0.0, u_diagonal2_u = 0.0, u2_diagonal_u2 = 0.0;
        std::vector<double> delta(n), m(n);
        for (std::size_t i = 0; i < n; ++i) {
            const double u2 = u_[i] * u_[i];
            delta[i] = graph_.degrees[i] - loop_[i] - t * graph_.degrees[i];
            m[i] = delta[i] + t * u2;
            uu += u2;
            u_cubed += u2 * u_[i];
            trace += m[i];
            diagonal_squares += delta[i] * delta[i];
            diagonal_cubes += delta[i] * delta[i] * delta[i];
            weighted_squares += delta[i] * squares_[i];
            u_diagonal2_u += delta[i] * delta[i] * u2;
            u2_diagonal_u2 += delta[i] * u2 * u2;
        }
        const std::vector<double> su = product(delta, u_);
        double usu = 0.0, su_squared = 0.0, all_squares = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            usu += u_[i] * su[i];
            su_squared += su[i] * su[i];
            all_squares += squares_[i];
        }
        const double squares = diagonal_squares + all_squares + 2.0 * t * usu + t * t * uu * uu;
        const double cube_trace = diagonal_cubes + 3.0 * weighted_squares - triangles_ +
                                  3.0 * t * su_squared + 3.0 * t * t * usu * uu + t * t * t * uu * uu * uu;
        const double cubes = diagonal_cubes - cubes_ + 3.0 * t * (u_diagonal2_u + u_squares_u_) +
                             3.0 * t * t * (u2_diagonal_u2 - u2_w_u2_) + t * t * t * u_cubed * u_cubed;

        // From M to M - τC.
        const double tau = trace / (n_ - 1.0), eta = tau / n_;
        std::vector<double> centered(n);
        FormInvariants form;
        form.tau = tau;
        form.squares = squares - trace * trace / (n_ - 1.0);
        double square_diagonal = 0.0, shifted_cubes = 0.0, sum = 0.0, um = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            centered[i] = m[i] - tau * (1.0 - 1.0 / n_);
            const double own = delta[i] * delta[i] + squares_[i] + 2.0 * t * u_[i] * su[i] +
                               t * t * u_[i] * u_[i] * uu - 2.0 * tau * m[i] + tau * tau * (1.0 - 1.0 / n_);
            square_diagonal += centered[i] * own;
            form.diagonal += centered[i] * centered[i];
            form.third[3] += centered[i] * centered[i] * centered[i];
            const double shifted = m[i] + eta;
            shifted_cubes += shifted * shifted * shifted;
            sum += centered[i];
            um += u_[i] * centered[i];
        }
        const std::vector<double> sm = product(delta, centered);
        double msm = t * um * um - tau * (form.diagonal - sum * sum / n_);
        for (std::size_t i = 0; i < n; ++i) msm += centered[i] * sm[i];
        form.third[0] = 8.0 * (cube_trace - 3.0 * tau * squares + 2.0 * tau * tau * tau * (n_ - 1.0));
        form.third[1] = 4.0 * square_diagonal;
        form.third[2] = 3.0 * msm + 2.0 * (cubes + 3.0 * eta * squares + n_ * n_ * eta * eta * eta -
                                           shifted_cubes + form.third[3]);
        return form;
    }

  private:
    template <class Visit>
    void for_each_neighbor(std::size_t i, const Visit& visit) const {
        for (Index p = graph_.row_start[i]; p < graph_.row_start[i + 1]; ++p)
            visit(detail::at(graph_.neighbors[detail::at(p)]), graph_.weights[detail::at(p)]);
    }

    // Sv
    std::vector<double> product(const std::vector<double>& delta, const std::vector<double>& v) const {
        std::vector<double> result(v.size());
        for (std::size_t i = 0; i < v.size(); ++i) {
            double sum = delta[i] * v[i];
            for_each_neighbor(i, [&](std::size_t j, double w) { sum -= j == i ? 0.0 : w * v[j]; });
            result[i] = sum;
        }
        return result;
    }

    // tr W³ without loops: Σ_i Σ_j w_ij Σ_l w_jl w_li, by marking the neighbors of i.
    double closed_triples() const {
        std::vector<double> mark(u_.size(), 0.0);
        double total = 0.0;
        for (std::size_t i = 0; i < u_.size(); ++i) {
            for_each_neighbor(i, [&](std::size_t j, double w) { mark[j] = j == i ? 0.0 : w; });
            for_each_neighbor(i, [&](std::size_t j, double w) {
                if (j == i) return;
                double sum = 0.0;
                for_each_neighbor(
                    j, [&](std::size_t l, double other) { sum += l == j ? 0.0 : other * mark[l]; });
                total += w * sum;
            });
            for_each_neighbor(i, [&](std::size_t j, double) { mark[j] = 0.0; });
        }
        return total;
    }

    const Graph& graph_;
    double n_;
    std::vector<double> u_, loop_, squares_;  // squares: Σ_j w_ij² beside the diagonal
    double cubes_ = 0.0, u_squares_u_ = 0.0, u2_w_u2_ = 0.0, triangles_ = 0.0;
};

constexpr std::array<double, 4> nodes = {0.0, 0.5, 1.0, 1.5};

}  // namespace

LaplacianForms::LaplacianForms(const Graph& graph)
    : samples_(graph.samples),
      mean_degree_(std::accumulate(graph.degrees.begin(), graph.degrees.end(), 0.0) /
                   static_cast<double>(graph.samples)) {
    const FormParts parts(graph);
    for (std::size_t i = 0; i < nodes.size(); ++i) known_[i] = parts.at(nodes[i]);
}

FormInvariants LaplacianForms::at(double t) const {
    FormInvariants form;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        double share = 1.0;  // of Lagrange's interpolation
        for (std::size_t j = 0; j < nodes.size(); ++j)
            if (j != i) share *= (t - nodes[j]) / (nodes[i] - nodes[j]);
        form.tau += share * known_[i].tau;
        form.squares += share * known_[i].squares;
        form.diagonal += share * known_[i].diagonal;
        for (std::size_t v = 0; v < form.third.size(); ++v) form.third[v] += share * known_[i].third[v];
    }
    return form;
}

}  // namespace tamis::detail
