#include "tamis/trust/gamma_tail.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace tamis::detail {

namespace {

// The uniform expansion of Temme (1979) for a large shape a. With λ = x/a and η²/2 = λ - 1 - ln λ,
//     Q(a, x) = erfc(η√(a/2))/2 + e^(-aη²/2)/√(2πa) · Σ_k C_k(η) a^-k.
// These are the Taylor coefficients of C_0, C_1, … about η = 0, from C_0 = 1/(λ-1) - 1/η and
// C_k = C'_{k-1}/η + γ_k/(λ-1) in exact fractions, rounded once.
constexpr std::array c0 = {
    -0.3333333333333333,     0.08333333333333333,    -0.014814814814814815,   0.0011574074074074073,
    0.0003527336860670194,   -0.0001787551440329218, 3.919263178522438e-05,   -2.185448510679992e-06,
    -1.85406221071516e-06,   8.296711340953087e-07,  -1.7665952736826078e-07, 6.707853543401498e-09,
    1.0261809784240309e-08,  -4.382036018453353e-09, 9.14769958223679e-10,    -2.5514193994946248e-11,
    -5.830772132550426e-11,  2.4361948020667415e-11, -5.0276692801141755e-12, 1.1004392031956135e-13,
    3.371763262400985e-13,   -1.392388722418162e-13, 2.8534893807047445e-14,  -5.139111834242572e-16,
    -1.9752288294349442e-15, 8.099521156704561e-16,  -1.6522531216398162e-16};
constexpr std::array c1 = {
    -0.001851851851851852,   -0.003472222222222222,   0.0026455026455026454,   -0.0009902263374485596,
    0.00020576131687242798,  -4.018775720164609e-07,  -1.8098550334489977e-05, 7.64916091608111e-06,
    -1.6120900894563446e-06, 4.647127802807434e-09,   1.378633446915721e-07,   -5.752545603517705e-08,
    1.1951628599778148e-08,  -1.7543241719747647e-11, -1.0091543710600413e-09, 4.162792991842583e-10,
    -8.56390702649298e-11,   6.067215101604758e-14,   7.1624989648114856e-12,  -2.933186643771437e-12,
    5.996696365683689e-13,   -2.1671786527323313e-16, -4.978339972369262e-14,  2.0291628823713425e-14};
constexpr std::array c2 = {0.004133597883597883,    -0.0026813271604938273,  0.0007716049382716049,
                           2.0093878600823047e-06,  -0.0001073665322636516,  5.2923448829120125e-05,
                           -1.2760635188618728e-05, 3.423578734096138e-08,   1.3721957309062934e-06,
                           -6.298992138380055e-07,  1.4280614206064242e-07,  -2.0477098421990866e-10,
                           -1.409252991086752e-08,  6.228974084922022e-09,   -1.3670488396617114e-09,
                           9.428356159014678e-13,   1.2872252400089318e-10,  -5.5645956134363323e-11,
                           1.197593554636698e-11,   -4.1689782251838634e-15, -1.0940640427884595e-12};
constexpr std::array c3 = {0.0006494341563786008,   0.00022947209362139917,  -0.0004691894943952557,
                           0.00026772063206283885,  -7.561801671883977e-05,  -2.396505113867297e-07,
                           1.1082654115347302e-05,  -5.6749528269915965e-06, 1.4230900732435883e-06,
                           -2.7861080291528143e-11, -1.6958404091930278e-07, 8.099464905388083e-08,
                           -1.9111168485973655e-08, 2.3928620439808118e-12,  2.0620131815488797e-09,
                           -9.460496661855133e-10,  2.1541049775774907e-10,  -1.388823336813903e-14};
constexpr std::array c4 = {-0.0008618882909167117,  0.0007840392217200666,   -0.0002990724803031902,
                           -1.4638452578843418e-06, 6.641498215465122e-05,   -3.968365047179435e-05,
                           1.1375726970678419e-05,  2.507497226237533e-10,   -1.6954149536558305e-06,
                           8.907507532205309e-07,   -2.292934834000805e-07,  2.956794137544049e-11,
                           2.8865829742708783e-08,  -1.4189739437803219e-08, 3.4463580499464896e-09};
constexpr std::array c5 = {-0.00033679855336635813, -6.972813758365857e-05, 0.0002772753244959392,
                           -0.00019932570516188847, 6.797780477937208e-05,  1.419062920643967e-07,
                           -1.3594048189768693e-05, 8.018470256334202e-06,  -2.291481176508095e-06,
                           -3.252473551298454e-10,  3.4652846491085265e-07, -1.8447187191171344e-07};

double taylor(std::span<const double> coefficients, double at) {
    double sum = 0.0;
    for (std::size_t i = coefficients.size(); i > 0; --i) sum = sum * at + coefficients[i - 1];
    return sum;
}

// m - ln(1 + m) without cancellation.
double log_gap(double m) {
    if (std::abs(m) > 0.1) return m - std::log1p(m);
    double sum = 0.0;  // m²/2 - m³/3 + m⁴/4 - …
    for (int i = 20; i >= 2; --i) sum = sum * m + (i % 2 == 0 ? 1.0 : -1.0) / i;
    return sum * m * m;
}

double signed_root(double m) { return std::copysign(std::sqrt(2.0 * log_gap(m)), m); }

// Σ C_k(η) a^-k · e^(-aη²/2) / √(2πa)
double correction(double a, double eta) {
    const double r = 1.0 / a;
    const double sum =
        taylor(c0, eta) +
        r * (taylor(c1, eta) +
             r * (taylor(c2, eta) + r * (taylor(c3, eta) + r * (taylor(c4, eta) + r * taylor(c5, eta)))));
    return sum * std::exp(-0.5 * a * eta * eta) / std::sqrt(2.0 * std::acos(-1.0) * a);
}

// ln(x^a e^-x / Γ(a + 1)), as -a(m - ln(1 + m)) with x = a(1 + m) and the rest of Stirling's formula.
double log_density(double a, double m) {
    const double r = 1.0 / (a * a);
    double stirling = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r / 1680.0))) / a;
    if (a < 20.0) {  // upward to where the series has all digits: Γ(a + 1) = Γ(a + 1 + n) / ((a + 1)…(a + n))
        double product = 0.0, b = a;
        while (b < 20.0) {
            b += 1.0;
            product += std::log(b);
        }
        const double s = 1.0 / (b * b);
        const double log_gamma = (b + 0.5) * std::log(b) - b + 0.5 * std::log(2.0 * std::acos(-1.0)) +
                                 (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s / 1680.0))) / b -
                                 product;
        return a * std::log(a * (1.0 + m)) - a * (1.0 + m) - log_gamma;
    }
    return -a * log_gap(m) - 0.5 * std::log(2.0 * std::acos(-1.0) * a) - stirling;
}

// P(a, x) by its series, for x < a.
double lower_series(double a, double m) {
    const double x = a * (1.0 + m);
    double term = 1.0, sum = 1.0;
    for (double n = a + 1.0; term > sum * 1e-17; n += 1.0) {
        term *= x / n;
        sum += term;
    }
    return std::exp(log_density(a, m)) * sum;
}

// Q(a, x) by its continued fraction, for x > a.
double upper_fraction(double a, double m) {
    constexpr double tiny = 1e-300;
    const double x = a * (1.0 + m);
    double b = x + 1.0 - a, c = 1.0 / tiny, d = 1.0 / b, h = d;
    for (int i = 1; i < 100000; ++i) {
        const double term = -i * (i - a);
        b += 2.0;
        d = 1.0 / (std::abs(term * d + b) < tiny ? tiny : term * d + b);
        c = std::abs(b + term / c) < tiny ? tiny : b + term / c;
        h *= d * c;
        if (std::abs(d * c - 1.0) <= std::numeric_limits<double>::epsilon()) break;
    }
    return std::exp(log_density(a, m)) * a * h;
}

// P and Q of a gamma law of shape a at x = a(1 + m): `upper` asks for Q.
double gamma_tail(double a, double m, bool upper) {
    constexpr double large = 100.0, near = 1.0;
    if (m <= -1.0) return upper ? 1.0 : 0.0;
    const double eta = signed_root(m);
    if (a >= large && std::abs(eta) <= near) {
        const double side = upper ? 1.0 : -1.0;
        return 0.5 * std::erfc(side * eta * std::sqrt(0.5 * a)) + side * correction(a, eta);
    }
    if (m < 0.0) {
        const double p = lower_series(a, m);
        return upper ? 1.0 - p : p;
    }
    const double q = upper_fraction(a, m);
    return upper ? q : 1.0 - q;
}

}  // namespace

double normal_tail(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

double pearson3_tail(double z, double skew) {
    if (std::abs(skew) < 1e-4) return normal_tail(z);
    // The point is a + 2z/skew = a(1 + z·skew/2) with the shape a = 4/skew².
    return gamma_tail(4.0 / (skew * skew), 0.5 * z * skew, skew < 0.0);
}

}  // namespace tamis::detail
