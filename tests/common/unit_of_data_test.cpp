// The unit of the data must not matter: data times a power of two give the same selection and the same
// directions, if an option that is in squared units of the data is multiplied along.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/common/method_suite.hpp"
#include "tests/common/projector_suite.hpp"

namespace tamis::testing {
namespace {

constexpr int powers[] = {-190, 190, 205, 300, 400, -205, -450, -600, -900};

DenseMatrix times_power(const DenseMatrix& x, int power) {
    DenseMatrix scaled = x;
    for (Index i = 0; i < x.rows() * x.cols(); ++i) scaled.data()[i] = std::ldexp(x.data()[i], power);
    return scaled;
}

// Its candidates are in squared units of the data, like the ridge itself.
bool is_bound_to_a_unit(const Record& params) {
    const Value* gamma = find(params, "gamma");
    return gamma != nullptr && *gamma == Value(std::string("cv"));
}

// The options with all ridges and bandwidths for data times 2^power; nothing if they are no numbers any more.
std::optional<Record> in_unit(Record options, int power) {
    for (auto& [name, value] : options) {
        if (name != "lambda2" && name != "regularization" && name != "gamma" && name != "bandwidth" &&
            name != "rbf_bandwidth")
            continue;
        auto* number = std::get_if<double>(&value);
        if (number == nullptr || *number == 0.0) continue;
        *number = std::ldexp(*number, 2 * power);
        if (!std::isnormal(*number)) return std::nullopt;
    }
    return options;
}

// The numbers are the same, or the same in their unit, the data's to the given exponent.
void expect_same_numbers(const std::vector<double>& found, const std::vector<double>& wanted, int power,
                         std::initializer_list<int> exponents, const std::string& what) {
    ASSERT_EQ(found.size(), wanted.size()) << what;
    const auto matches = [&](int exponent) {
        for (std::size_t j = 0; j < found.size(); ++j) {
            const double expected = std::ldexp(wanted[j], exponent * power);
            if (found[j] == expected) continue;
            if (!(std::abs(found[j] - expected) <= 1e-9 * std::abs(expected))) return false;
        }
        return true;
    };
    for (const int exponent : exponents)
        if (matches(exponent)) return;
    ADD_FAILURE() << what << " differ: " << found.front() << " … instead of " << wanted.front();
}

class UnitOfSelectors : public EveryMethod {};

TEST_P(UnitOfSelectors, DoesNotMatter) {
    const Labels labels = random_labels(24, 3, 21);
    const DenseMatrix x = with_signal(24, 7, labels, 21);
    with_every_setting([&](const TestedMethod& method) {
        const Selection wanted = method.run(x, labels, 4);
        if (is_bound_to_a_unit(method.params())) return;
        for (const int power : powers) {
            SCOPED_TRACE("data times 2^" + std::to_string(power));
            const std::optional<TestedMethod> same =
                method.with_changed([&](const Record& options) { return in_unit(options, power); });
            if (!same) continue;
            Selection found;
            ASSERT_NO_THROW(found = same->run(times_power(x, power), labels, 4));
            expect_sound(found, 7, 4);
            EXPECT_EQ(found.selected, wanted.selected);
            EXPECT_EQ(found.stop, wanted.stop);
            expect_same_numbers(found.raw_scores, wanted.raw_scores, power, {0, 2}, "raw scores");
            expect_same_numbers(found.scores, wanted.scores, power, {0, 2}, "scores");
        }
    });
}

// A ridge that is not measured along: the ridges of today's data dwarf those times 2^-600.
TEST_P(UnitOfSelectors, IsNamedIfARidgeDwarfsTheData) {
    const Labels labels = random_labels(24, 3, 21);
    const DenseMatrix x = times_power(with_signal(24, 7, labels, 21), -600);
    const TestedMethod method(GetParam());
    const Record params = method.params();
    const bool has_ridge = find(params, "lambda2") != nullptr || find(params, "gamma") != nullptr;
    std::vector<std::string> said;
    Context context;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    try {
        expect_sound(method.run(x, labels, 4, context), 7, 4);
    } catch (const Error& refusal) {
        EXPECT_TRUE(has_ridge);
        said.push_back(refusal.what());
    }
    if (!has_ridge) return;
    EXPECT_THAT(said, ::testing::Contains(::testing::HasSubstr("large")));
}

// Columns of their own unit among others: what is 2^-200 next to others is as little as what is 2^-600,
// though the squares of the latter are no numbers. A method may say that it cannot see them.
TEST_P(UnitOfSelectors, OfSomeColumnsDoesNotMatterIfTheyAreSmall) {
    const Labels labels = random_labels(24, 3, 21);
    const DenseMatrix x = with_signal(24, 7, labels, 21);
    const auto with_small = [&](int power) {
        DenseMatrix small = x;
        for (Index i = 0; i < x.rows(); ++i)
            for (const Index j : {1, 2, 5}) small(i, j) = std::ldexp(x(i, j), power);
        return small;
    };
    const auto run = [&](const TestedMethod& method, int power, std::vector<std::string>& said) {
        Context context;
        context.warn = [&](const std::string& text) { said.push_back(text); };
        Selection found = method.run(with_small(power), labels, 6, context);
        expect_sound(found, 7, 6);
        return found;
    };
    const auto says = [](const std::vector<std::string>& said, const char* what) {
        return ::testing::Value(said, ::testing::Contains(::testing::HasSubstr(what)));
    };
    with_every_setting([&](const TestedMethod& method) {
        std::vector<std::string> said;
        Selection wanted;
        try {
            wanted = run(method, -200, said);
        } catch (const Error& refusal) {  // by name, as tr-lda does
            if (!says({refusal.what()}, "next to which rounding hides it")) throw;
            return;
        }
        for (const int power : {-450, -540, -600, -900}) {
            SCOPED_TRACE("columns times 2^" + std::to_string(power));
            said.clear();
            const Selection found = run(method, power, said);
            if (says(said, "too small for a number")) continue;
            EXPECT_EQ(found.selected, wanted.selected);
            EXPECT_EQ(found.stop, wanted.stop);
        }
    });
}

class UnitOfProjectors : public EveryProjector {};

TEST_P(UnitOfProjectors, DoesNotMatter) {
    const Labels labels = random_labels(30, 3, 22);
    const DenseMatrix x = with_classes(30, 6, labels, 22);
    const auto numbers = [](const DenseMatrix& matrix) {
        return std::vector<double>(matrix.data(), matrix.data() + matrix.rows() * matrix.cols());
    };
    with_every_setting([&](const TestedProjector& projector) {
        const Projection wanted = projector.run(x, labels, 2);
        for (const int power : powers) {
            SCOPED_TRACE("data times 2^" + std::to_string(power));
            const std::optional<Record> options = in_unit(projector.params(), power);
            if (!options) continue;
            Projection found;
            ASSERT_NO_THROW(found =
                                TestedProjector(GetParam(), *options).run(times_power(x, power), labels, 2));
            expect_sound(found, 6, 2);
            expect_same_numbers(numbers(found.weights), numbers(wanted.weights), power, {0, -1}, "weights");
            expect_same_numbers(found.mean, wanted.mean, power, {1}, "means");
            expect_same_numbers(found.eigenvalues, wanted.eigenvalues, power, {0, 2}, "eigenvalues");
            EXPECT_EQ(found.stop, wanted.stop);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Registered, UnitOfSelectors, ::testing::ValuesIn(method_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Registered, UnitOfProjectors, ::testing::ValuesIn(projector_names()), test_name);

}  // namespace
}  // namespace tamis::testing
