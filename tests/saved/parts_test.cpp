#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "tamis/core/data_hash.hpp"
#include "tamis/core/error.hpp"
#include "tamis/pipeline/parts/select_parts.hpp"
#include "tamis/saved/parts/part_file.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;
using namespace testing;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::vector<std::string> moment_methods = {"variance", "fisher", "trace-ratio", "hsic"};

struct Case {
    std::string name;
    DenseMatrix x;
    std::vector<std::string> labels;  // as texts; empty: none
};

std::vector<std::string> texts_of(const Labels& labels) {
    std::vector<std::string> texts;
    for (const int label : labels.of) texts.push_back("c" + std::to_string(label));
    return texts;
}

Dataset rows_of(const Case& data, Index begin, Index end, bool sparse = false) {
    Dataset shard;
    shard.name = "rows " + std::to_string(begin) + " to " + std::to_string(end);
    DenseMatrix x(end - begin, data.x.cols());
    std::copy_n(data.x.row(begin), (end - begin) * x.cols(), x.data());
    shard.x = sparse ? Matrix(to_sparse(x)) : Matrix(std::move(x));
    if (!data.labels.empty())
        shard.labels = make_labels(std::vector(data.labels.begin() + begin, data.labels.begin() + end));
    for (Index j = 0; j < data.x.cols(); ++j) shard.feature_names.push_back("f" + std::to_string(j));
    return shard;
}

Part part_of(const Dataset& shard) { return make_part(view_of(shard), -1, data_hash(shard.x, shard.labels)); }

// Through the file format.
std::vector<Part> cut(const Case& data, Index shards, bool sparse = false) {
    std::vector<Part> parts;
    const Index n = data.x.rows();
    for (Index s = 0; s < shards; ++s) {
        const Dataset shard = rows_of(data, s * n / shards, (s + 1) * n / shards, sparse);
        parts.push_back(parse_part(part_bytes(part_of(shard)), shard.name));
    }
    return parts;
}

void expect_close(const std::vector<double>& found, const std::vector<double>& wanted, double tolerance) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t j = 0; j < found.size(); ++j) {
        if (std::isinf(wanted[j]))
            EXPECT_EQ(found[j], wanted[j]) << j;
        else
            EXPECT_NEAR(found[j], wanted[j], tolerance * std::abs(wanted[j])) << j;
    }
}

// Selections from parts are those from the data, whatever the cuts.
void expect_same(const Case& data, const std::string& method, const Record& settings = {},
                 double tolerance = 1e-12) {
    const Dataset whole = rows_of(data, 0, data.x.rows());
    const SelectRequest request{.method = configure(method, settings), .k = data.x.cols()};
    const SelectRun wanted = run_select(whole, request);
    for (const bool sparse : {false, true})
        for (const Index shards : {1, 2, 3, 7, 64}) {
            SCOPED_TRACE(data.name + ", " + method + ", " + std::to_string(shards) +
                         (sparse ? " sparse" : ""));
            const SelectRun found = select_from_parts(merge_parts(cut(data, shards, sparse)), request);
            EXPECT_EQ(found.samples, data.x.rows());
            EXPECT_EQ(found.parts, shards);
            EXPECT_EQ(found.class_names, wanted.class_names);
            EXPECT_EQ(found.selection.selected, wanted.selection.selected);
            EXPECT_EQ(found.selection.stop, wanted.selection.stop);
            expect_close(found.selection.raw_scores, wanted.selection.raw_scores, tolerance);
            expect_close({found.selection.objective.value}, {wanted.selection.objective.value}, tolerance);
        }
}

Case ordinary() { return {"ordinary", random_matrix(200, 12, 3), texts_of(random_labels(200, 4, 5))}; }

// A few cells of the first columns are changed: every sample of class c differs by c + j.
void separate(Case& data, double by) {
    for (Index i = 0; i < data.x.rows(); ++i)
        for (Index j = 0; j < 3; ++j)
            data.x(i, j) += by * (data.labels[at(i)].back() - '0') * static_cast<double>(1 + j);
}

TEST(Parts, SelectAsTheDataDo) {
    Case data = ordinary();
    separate(data, 0.7);
    for (const std::string& method : moment_methods) expect_same(data, method);
    expect_same(data, "hsic", {{"estimator", "unbiased"}});
    expect_same(data, "hsic", {{"label_kernel", "balanced"}});
    expect_same(data, "hsic", {{"label_kernel", "integer"}});
    expect_same(data, "trace-ratio", {{"path", true}});
}

TEST(Parts, KeepTheDigitsOfLargeOffsets) {
    Case data = ordinary();
    data.name = "1e9 + unit variance";
    separate(data, 0.5);
    for (Index i = 0; i < data.x.rows(); ++i)
        for (Index j = 0; j < data.x.cols(); ++j)
            data.x(i, j) = 1e9 + std::round(data.x(i, j) * 4096.0) / 4096.0;
    for (const std::string& method : moment_methods) expect_same(data, method);
}

TEST(Parts, OfColumnsFarApartAndOfOutliers) {
    Case data = ordinary();
    data.name = "scales and outliers";
    for (Index i = 0; i < data.x.rows(); ++i)
        for (Index j = 0; j < data.x.cols(); ++j)
            data.x(i, j) = std::ldexp(data.x(i, j), static_cast<int>(4 * j) - 20) + static_cast<double>(j);
    data.x(0, 0) = 1e8;
    data.x(57, 1) = -1e10;
    for (const std::string& method : moment_methods) expect_same(data, method);
}

TEST(Parts, OfTinyNumbers) {
    for (const int exponent : {-150, -400, -1000}) {
        Case data = ordinary();
        data.name = "times 2^" + std::to_string(exponent);
        separate(data, 0.7);
        for (Index i = 0; i < data.x.rows(); ++i)
            for (Index j = 0; j < data.x.cols(); ++j)
                data.x(i, j) = std::ldexp(std::round(data.x(i, j) * 1024.0), exponent);
        expect_same(data, "fisher");
        for (const char* method : {"variance", "trace-ratio", "hsic"})
            expect_same(data, method, {}, exponent < -500 ? 1e-6 : 1e-12);  // scores below the normal numbers
    }
}

TEST(Parts, OfAFewTinyColumns) {
    Case data = ordinary();
    data.name = "two tiny columns";
    separate(data, 0.7);
    for (Index i = 0; i < data.x.rows(); ++i)
        for (const Index j : {1, 5}) data.x(i, j) = std::ldexp(std::round(data.x(i, j) * 1024.0), -900);
    for (const std::string& method : moment_methods) expect_same(data, method);
}

TEST(Parts, WithConstantFeaturesAndPerfectOnes) {
    Case data = ordinary();
    data.name = "constant and perfect";
    for (Index i = 0; i < data.x.rows(); ++i) {
        data.x(i, 2) = 0.1;
        data.x(i, 4) = 0.0;
        data.x(i, 6) = 0.1 * (data.labels[at(i)].back() - '0');  // constant within the classes
        data.x(i, 7) = 7e8 + 0.1 * (data.labels[at(i)].back() - '0');
    }
    for (const std::string& method : moment_methods) expect_same(data, method);
    const auto run = select_from_parts(merge_parts(cut(data, 7)), {.method = "fisher", .k = 2});
    EXPECT_TRUE(std::isinf(run.selection.scores[6]));
}

TEST(Parts, WithClassesThatShardsLack) {
    Case data = ordinary();
    data.name = "sorted classes";
    std::vector<Index> order(at(data.x.rows()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return data.labels[at(a)] < data.labels[at(b)]; });
    Case sorted{data.name, DenseMatrix(data.x.rows(), data.x.cols()), {}};
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::copy_n(data.x.row(order[i]), data.x.cols(), sorted.x.row(static_cast<Index>(i)));
        sorted.labels.push_back(data.labels[at(order[i])]);
    }
    for (const std::string& method : moment_methods) expect_same(sorted, method);
}

TEST(Parts, WithOneSamplePerClassInAShard) {
    Case data{"few samples", random_matrix(10, 6, 8), {}};
    for (Index i = 0; i < 10; ++i) data.labels.push_back(std::to_string(8 + i % 5));  // "10" after "9"
    for (const std::string& method : moment_methods) expect_same(data, method);  // 64 shards: most are empty
}

TEST(Parts, WithoutLabelsOrWithSomeMissing) {
    Case data = ordinary();
    data.name = "some labels";
    for (std::size_t i = 0; i < data.labels.size(); i += 3) data.labels[i].clear();
    expect_same(data, "variance");
    EXPECT_THAT([&] { select_from_parts(merge_parts(cut(data, 2)), {.method = "fisher"}); },
                ThrowsMessage<Error>(HasSubstr("67 of 200 have none")));
    data.labels.clear();
    expect_same(data, "variance");
    EXPECT_THAT([&] { select_from_parts(merge_parts(cut(data, 2)), {.method = "fisher"}); },
                ThrowsMessage<Error>(HasSubstr("the parts have none")));
}

TEST(Parts, TheFTestIsThatOfTheData) {
    Case data = ordinary();
    separate(data, 0.3);
    const SelectRequest request{.method = "fisher", .k = 3, .trust = {.pvalues = true}};
    const SelectRun wanted = run_select(rows_of(data, 0, 200), request);
    const SelectRun found = select_from_parts(merge_parts(cut(data, 3)), request);
    expect_close(found.trust.pvalues.p, wanted.trust.pvalues.p, 1e-10);
    expect_close(found.trust.pvalues.q, wanted.trust.pvalues.q, 1e-10);
}

TEST(Parts, AnyOrderGivesTheSameBits) {
    Case data = ordinary();
    std::vector<Part> parts = cut(data, 7);
    const SelectRequest request{.method = "fisher", .k = 5};
    const MergedParts first = merge_parts(parts);
    const SelectRun wanted = select_from_parts(first, request);
    Random random(4);
    for (int turn = 0; turn < 5; ++turn) {
        random.shuffle(parts);
        const MergedParts again = merge_parts(parts);
        EXPECT_EQ(again.hash, first.hash);
        const SelectRun found = select_from_parts(again, request);
        EXPECT_EQ(0, std::memcmp(found.selection.scores.data(), wanted.selection.scores.data(),
                                 found.selection.scores.size() * sizeof(double)));
    }
}

// The features from `exact` on to the bit; the sums of the others depend on how many there are.
void expect_same_sums(const DenseMatrix& found, const DenseMatrix& wanted, Index exact) {
    for (Index g = 0; g < wanted.rows(); ++g)
        for (Index j = 0; j < wanted.cols(); ++j) {
            const double allowed = j < exact ? 1e-13 * std::max(1.0, std::abs(wanted(g, j))) : 0.0;
            EXPECT_NEAR(found(g, j), wanted(g, j), allowed) << g << " " << j;
        }
}

// The last features of the first samples are zeros, and their part does not have them.
TEST(Parts, WithoutALastFeatureGetZeros) {
    Case data = ordinary();
    for (Index i = 0; i < data.x.rows(); ++i) {
        data.x(i, 1) *= 1e-300;
        data.x(i, 11) *= 1e-310;  // of both parts together, in another unit
    }
    for (Index i = 0; i < 70; ++i) data.x(i, 10) = data.x(i, 11) = 0.0;
    const auto unnamed = [&](Dataset shard) {
        shard.feature_names.clear();
        return shard;
    };
    const Dataset early = unnamed(rows_of(data, 0, 70, true)), late = unnamed(rows_of(data, 70, 200, true));
    std::vector<Index> first_features(10);
    std::iota(first_features.begin(), first_features.end(), Index{0});
    Dataset cut_short = early;
    cut_short.x = take_columns(early.x, first_features);
    Part wide = part_of(early), narrow = part_of(cut_short);
    narrow.shard = wide.shard;  // the order of the merge follows from it
    narrow.open_width = true;
    narrow = parse_part(part_bytes(narrow), "narrow.tps");
    EXPECT_TRUE(narrow.open_width);
    const Part none = part_of(unnamed(rows_of(data, 0, 0, true)));
    Part no_samples = none;
    no_samples.open_width = true;
    for (const bool narrow_first : {true, false}) {
        std::vector<Part> parts{narrow, part_of(late), no_samples}, wanted_parts{wide, part_of(late), none};
        if (!narrow_first) std::reverse(parts.begin(), parts.end());
        const KnownMoments found = merge_parts(parts).moments.known;
        const KnownMoments wanted = merge_parts(wanted_parts).moments.known;
        EXPECT_EQ(found.features(), 12);
        EXPECT_EQ(found.ranges.low, wanted.ranges.low);
        EXPECT_EQ(found.ranges.high, wanted.ranges.high);
        EXPECT_EQ(found.exponent, wanted.exponent);
        EXPECT_EQ(found.moments.constant, wanted.moments.constant);
        EXPECT_EQ(found.moments.weight, wanted.moments.weight);
        expect_same_sums(found.moments.shift, wanted.moments.shift, 10);
        expect_same_sums(found.moments.sum, wanted.moments.sum, 10);
        expect_same_sums(found.moments.square, wanted.moments.square, 10);
    }
    narrow.open_width = false;
    EXPECT_THAT(
        [&] {
            merge_parts({part_of(late), narrow});
        },
        ThrowsMessage<Error>(HasSubstr("has 12 features and narrow.tps has 10")));
}

TEST(Parts, HoldNoSampleOfAClassOfSeveral) {
    Case data = ordinary();
    const std::string bytes = part_bytes(part_of(rows_of(data, 0, 200)));
    const auto range = [&](Index j) {
        double low = data.x(0, j), high = low;
        for (Index i = 0; i < 200; ++i) {
            low = std::min(low, data.x(i, j));
            high = std::max(high, data.x(i, j));
        }
        return std::pair(low, high);
    };
    for (Index i = 0; i < 200; ++i)
        for (Index j = 0; j < data.x.cols(); ++j) {
            const auto [low, high] = range(j);
            if (data.x(i, j) == low || data.x(i, j) == high) continue;
            const std::string cell(reinterpret_cast<const char*>(&data.x(i, j)), sizeof(double));
            EXPECT_EQ(bytes.find(cell), std::string::npos) << i << " " << j;
        }
}

TEST(Parts, RemarkOnClassesThatTheyDisclose) {
    Case data{"few", random_matrix(7, 2, 1), {"a", "b", "b", "c", "c", "c", "c"}};
    std::vector<std::string> heard;
    Context context;
    context.warn = [&](const std::string& text) { heard.push_back(text); };
    const Dataset shard = rows_of(data, 0, 7);
    make_part(view_of(shard), -1, "", context);
    EXPECT_THAT(heard, ElementsAre(HasSubstr("discloses those of classes 'a', 'b'")));
}

// What the same features, labels and versions mean.
class PartsThatDiffer : public ::testing::Test {
  protected:
    void expect_refused(Part other, const std::string& message) {
        other.name = "b.tps";
        Part first = parts[0];
        first.name = "a.tps";
        for (const auto& pair : {std::vector{first, other}, std::vector{other, first}})
            EXPECT_THAT([&] { merge_parts(pair); }, ThrowsMessage<Error>(HasSubstr(message)));
    }

    std::vector<Part> parts = cut(ordinary(), 2);
};

TEST_F(PartsThatDiffer, InFeatures) {
    Part other = parts[1];
    other.feature_names[4] = "other";
    expect_refused(other, "feature 4 (counted from 0) is '");
    other.feature_names.clear();
    expect_refused(other, "a.tps has names of features and b.tps has none");
    Case narrow = ordinary();
    narrow.x = random_matrix(200, 11, 3);
    expect_refused(cut(narrow, 2)[1], "has no feature 'f11', number 11 (counted from 0)");
}

TEST_F(PartsThatDiffer, InLabels) {
    Part other = parts[1];
    other.label_name = "kind";
    expect_refused(other, "the label 'kind'");
    other = parts[1];
    other.label_column = 3;
    expect_refused(other, "the label without a name in column 3");
    Case bare = ordinary();
    bare.labels.clear();
    expect_refused(cut(bare, 2)[1], "b.tps has no labels");
}

TEST_F(PartsThatDiffer, InHowNumbersAreWritten) {
    Case data{"mixed", random_matrix(4, 2, 1), {"1", "2", "1.0", "x"}};
    std::vector<Part> mixed = cut(data, 2);
    EXPECT_THAT([&] { merge_parts(mixed); },
                ThrowsMessage<Error>(HasSubstr("has the text '1.0' as a class")));
    data.labels = {"1", "2", "1", "x"};
    EXPECT_THAT(merge_parts(cut(data, 2)).moments.class_names, ElementsAre("1", "2", "x"));
    data.labels = {"1", "10", "1.0", "9"};
    EXPECT_THAT(merge_parts(cut(data, 2)).moments.class_names, ElementsAre("1", "9", "10"));
}

TEST_F(PartsThatDiffer, InNothing) {
    expect_refused(parts[0], "are parts of the same shard");
    parts[1] = parts[0];
    EXPECT_THAT([&] { merge_parts(parts); }, ThrowsMessage<Error>(HasSubstr("is named twice")));
}

TEST(Parts, RefuseWhatNeedsSamples) {
    const MergedParts data = merge_parts(cut(ordinary(), 2));
    const auto expect_refused = [&](const SelectRequest& request, const std::string& message) {
        EXPECT_THAT([&] { select_from_parts(data, request); }, ThrowsMessage<UsageError>(HasSubstr(message)));
    };
    for (const char* method : {"laplacian", "spec", "relieff", "gfs", "lapdofs", "q-alpha", "trln"})
        expect_refused({.method = method}, std::string(method) + " needs the samples themselves");
    expect_refused({.method = configure("hsic", {{"kernel", "rbf"}})}, "hsic with these settings");
    expect_refused({.method = configure("trace-ratio", {{"criterion", "laplacian"}})}, "trace-ratio with");
    expect_refused({.method = "fisher", .scale = Scaling::standard}, "scale=standard needs");
    expect_refused({.method = "fisher", .rule = CountRule::parse("cv")}, "k=cv needs");
    expect_refused({.method = "fisher", .trust = {.permutations = 10}}, "permutations needs");
    expect_refused({.method = "fisher", .trust = {.stability = 10}}, "stability needs");
    expect_refused({.method = "fisher", .trust = {.bootstrap = 10}}, "bootstrap needs");
    expect_refused({.method = "hsic", .trust = {.pvalues = true}}, "pvalues of hsic needs");
    expect_refused({.method = "fisher", .explain = true}, "explain needs");
}

}  // namespace

}  // namespace tamis
