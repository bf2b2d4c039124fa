#include "tamis/pipeline/exhibits/exhibits.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/float_rows.hpp"
#include "tamis/passes/project_rows.hpp"
#include "tamis/pipeline/evaluate.hpp"
#include "tamis/pipeline/exhibits/make_exhibits.hpp"
#include "tamis/pipeline/exhibits/masks.hpp"
#include "tamis/pipeline/exhibits/sample_map.hpp"
#include "tamis/pipeline/exhibits/shown_columns.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/pipeline/select.hpp"
#include "tamis/saved/saved.hpp"
#include "tamis/saved/selection_json.hpp"
#include "tamis/subspace/flda.hpp"
#include "tamis/subspace/pca.hpp"
#include "tests/support/random_data.hpp"
#include "tests/support/vanishing_rows.hpp"

namespace tamis {

using namespace detail;

namespace {

using namespace testing;

Dataset some_data(Index samples, Index features, int classes) {
    Dataset data;
    data.name = "some";
    data.labels = random_labels(samples, classes, 5);
    DenseMatrix x = random_matrix(samples, features, 6);
    for (Index i = 0; i < samples; ++i)
        for (Index j = 0; j < std::min<Index>(3, features); ++j) x(i, j) += 2.0 * data.labels.of[at(i)];
    data.x = std::move(x);
    return data;
}

// Counts how many rows are read in all.
class CountedRows final : public RowSource {
  public:
    explicit CountedRows(const MatrixView& x) : rows_(x, {7, 100, 33}) {}
    Index rows() const override { return rows_.rows(); }
    Index cols() const override { return rows_.cols(); }
    bool sparse() const override { return rows_.sparse(); }
    void for_each_block(const Context& context, FunctionRef<void(const RowBlock&)> visit) const override {
        rows_.for_each_block(context, [&](const RowBlock& block) {
            read += block.cells.rows();
            visit(block);
        });
    }
    Matrix gather(std::span<const Index> wanted) const override {
        gathered += static_cast<Index>(wanted.size());
        return rows_.gather(wanted);
    }
    mutable Index read = 0, gathered = 0;

  private:
    VanishingRows rows_;
};

std::string text_of(const Exhibits& exhibits) { return json_text(exhibits); }

double correlation(const DenseMatrix& x, Index a, Index b) {
    const auto n = static_cast<double>(x.rows());
    double mean_a = 0.0, mean_b = 0.0, ab = 0.0, aa = 0.0, bb = 0.0;
    for (Index i = 0; i < x.rows(); ++i) mean_a += x(i, a) / n, mean_b += x(i, b) / n;
    for (Index i = 0; i < x.rows(); ++i) {
        const double u = x(i, a) - mean_a, v = x(i, b) - mean_b;
        ab += u * v, aa += u * u, bb += v * v;
    }
    return ab / std::sqrt(aa * bb);
}

TEST(Exhibits, CountEveryClassInItsBins) {
    const Dataset data = some_data(500, 12, 3);
    const SelectRun run = run_select(data, {.method = "fisher", .k = 4, .exhibits = true});
    const Exhibits& found = run.exhibits;
    ASSERT_EQ(found.histograms.size(), 12u);
    EXPECT_EQ(found.histogram_classes, data.labels.names);
    for (std::size_t h = 0; h < 4; ++h) EXPECT_EQ(found.histograms[h].feature, run.selection.selected[h]);
    for (std::size_t h = 5; h < 12; ++h)
        EXPECT_GE(run.selection.scores[at(found.histograms[h - 1].feature)],
                  run.selection.scores[at(found.histograms[h].feature)]);
    for (const FeatureHistogram& one : found.histograms) {
        const Histogram& bins = one.histogram;
        const auto count = bins.counts[0].size();
        const double width = (bins.high - bins.low) / static_cast<double>(count);
        std::vector<std::vector<Index>> wanted(3, std::vector<Index>(count, 0));
        for (Index i = 0; i < 500; ++i) {
            const double value = data.x.dense()(i, one.feature);
            ++wanted[at(data.labels.of[at(i)])][static_cast<std::size_t>((value - bins.low) / width)];
        }
        EXPECT_EQ(bins.counts, wanted);
    }
}

TEST(Exhibits, CorrelationsAreThoseOfTheDefinition) {
    for (const double mean : {0.0, 1e6}) {
        Dataset data = some_data(3000, 6, 2);
        DenseMatrix x = data.x.dense();
        for (Index i = 0; i < x.rows(); ++i) {
            x(i, 4) = 0.5 * x(i, 0) + x(i, 4);
            for (Index j = 0; j < 6; ++j) x(i, j) += mean;
        }
        const std::vector<Index> all{5, 4, 3, 2, 1, 0};
        const ShownData found = show_columns(x, {.counted = all, .correlated = all}, {});
        for (Index a = 0; a < 6; ++a)
            for (Index b = 0; b < 6; ++b)
                EXPECT_NEAR(found.correlations(a, b), a == b ? 1.0 : correlation(x, 5 - a, 5 - b), 1e-8);
    }
}

TEST(Exhibits, MapIsThatOfTheProjectors) {
    const Dataset data = some_data(200, 9, 4);
    const SelectRun run =
        run_select(data, {.method = "fisher", .k = 5, .scale = Scaling::standard, .exhibits = true});
    EXPECT_EQ(run.exhibits.scale, Scaling::standard);
    const SampleMap& map = run.exhibits.map.value();
    EXPECT_EQ(map.samples.size(), 200u);
    EXPECT_EQ(map.features, 5);
    Matrix scaled = data.x;
    apply_scaler(fit_scaler(data.x, Scaling::standard), scaled);
    const Matrix chosen = take_columns(scaled, run.selection.selected);
    const Projection components = pca(chosen, {.dim = 2});
    const DenseMatrix by_pca = project_rows(components, chosen);
    const DenseMatrix by_flda = project_rows(flda(chosen, data.labels, {.dim = 2}), chosen);
    for (Index i = 0; i < 200; ++i) {
        EXPECT_NEAR(map.pca->x[at(i)], by_pca(i, 0), 1e-5);
        EXPECT_NEAR(map.pca->y[at(i)], by_pca(i, 1), 1e-5);
        EXPECT_NEAR(map.flda->x[at(i)], by_flda(i, 0), 1e-5);
        EXPECT_NEAR(map.flda->y[at(i)], by_flda(i, 1), 1e-5);
        EXPECT_EQ(map.classes[at(i)], data.labels.of[at(i)]);
    }
    EXPECT_NEAR(map.pca->explained[0] + map.pca->explained[1], components.objective.value, 1e-9);
}

TEST(Exhibits, MapDrawsAtMostFiveThousandSamplesBySeed) {
    const std::vector<Index> first = mapped_samples(20000, {.seed = 1}),
                             again = mapped_samples(20000, {.seed = 1}),
                             other = mapped_samples(20000, {.seed = 2});
    EXPECT_EQ(first.size(), 5000u);
    EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
    EXPECT_EQ(std::adjacent_find(first.begin(), first.end()), first.end());
    EXPECT_GE(first.front(), 0);
    EXPECT_LT(first.back(), 20000);
    EXPECT_EQ(first, again);
    EXPECT_NE(first, other);
    EXPECT_EQ(mapped_samples(17, {}).size(), 17u);
    // Every sample has the same chance: none of ten parts is much fuller than the others.
    for (Index part = 0; part < 10; ++part) {
        const auto in_part =
            std::count_if(first.begin(), first.end(), [&](Index i) { return i / 2000 == part; });
        EXPECT_NEAR(static_cast<double>(in_part), 500.0, 100.0);
    }
}

TEST(Exhibits, TakeOnePassOverTheData) {
    const Dataset data = some_data(7000, 8, 3);
    const CountedRows rows(data.x);
    const Selection selection = run_select(data, {.method = "fisher", .k = 3}).selection;
    const Exhibits found = selection_exhibits(rows, data.labels, selection, {});
    EXPECT_EQ(rows.read, 7000);
    EXPECT_EQ(rows.gathered, 0);
    EXPECT_EQ(found.map->samples.size(), 5000u);
}

TEST(Exhibits, AddOnePassToASelectionThatIsExplained) {
    const Dataset data = some_data(7000, 8, 3);
    const auto read = [&](const SelectRequest& request) {
        const CountedRows rows(data.x);
        run_select(DataView{.name = "x", .x = rows, .labels = &data.labels}, request);
        return rows.read;
    };
    const Index explained = read({.method = "fisher", .k = 3, .explain = true});
    EXPECT_EQ(read({.method = "fisher", .k = 3, .exhibits = true}), explained + 7000);
}

TEST(Exhibits, HaveTheSameBitsForAnyThreadsAndAnyKindOfRows) {
    Dataset data = some_data(6500, 30, 3);
    DenseMatrix x = random_counts(6500, 30, 0.3, 9);
    for (Index i = 0; i < x.rows(); ++i) x(i, 0) = data.labels.of[at(i)];
    const Selection selection =
        run_select(DataView{.name = "x", .x = x, .labels = &data.labels}, {.method = "fisher", .k = 7})
            .selection;
    const auto shown = [&](const Rows& rows, int threads) {
        return text_of(selection_exhibits(rows, data.labels, selection, {.threads = threads}));
    };
    const std::string alone = shown(x, 1);
    for (const int threads : {2, 5}) EXPECT_EQ(shown(x, threads), alone);
    const SparseMatrix sparse = to_sparse(x);
    EXPECT_EQ(shown(sparse, 3), alone);
    const std::vector<float> floats(x.data(), x.data() + x.rows() * x.cols());
    EXPECT_EQ(shown(FloatRows(floats.data(), x.rows(), x.cols(), x.cols()), 2), alone);
    const VanishingRows streamed(x, {1, 700, 13}), sought(sparse, {50, 3}, true);
    EXPECT_EQ(shown(streamed, 2), alone);
    EXPECT_EQ(shown(sought, 2), alone);
}

TEST(Exhibits, ShowTheGraph) {
    const Dataset data = some_data(80, 6, 2);
    const SelectRun run = run_select(data, {.method = "laplacian", .k = 2, .exhibits = true});
    ASSERT_TRUE(run.exhibits.graph.has_value());
    const std::vector<Index>& degrees = run.exhibits.graph->degrees.counts[0];
    const std::vector<Index>& weights = run.exhibits.graph->weights.counts[0];
    EXPECT_EQ(std::accumulate(degrees.begin(), degrees.end(), Index{0}), 80);
    EXPECT_EQ(std::accumulate(weights.begin(), weights.end(), Index{0}), run.graph->health.edges);
    EXPECT_LE(run.exhibits.graph->degrees.low, run.graph->health.smallest_degree);
    EXPECT_GT(run.exhibits.graph->degrees.high, run.graph->health.largest_degree);
    EXPECT_FALSE(run_select(data, {.method = "fisher", .k = 2, .exhibits = true}).exhibits.graph.has_value());
}

TEST(Exhibits, JoinTheSmallClasses) {
    std::vector<int> classes;
    for (int c = 0; c < 20; ++c)
        for (int i = 0; i < 2 + (c * 7) % 20; ++i) classes.push_back(c);
    const Labels labels = make_labels(classes);
    const ShownClasses shown = shown_classes(labels);
    ASSERT_EQ(shown.names.size(), 12u);
    EXPECT_EQ(shown.names.back(), "the other 9 classes");
    EXPECT_EQ(*std::max_element(shown.of.begin(), shown.of.end()), 11);
    Index smallest_shown = labels.samples(), largest_joined = 0;
    for (std::size_t i = 0; i < shown.of.size(); ++i) {
        const Index size = labels.counts[at(labels.of[i])];
        if (shown.of[i] == 11) {
            largest_joined = std::max(largest_joined, size);
        } else {
            smallest_shown = std::min(smallest_shown, size);
            EXPECT_EQ(shown.names[at(shown.of[i])], labels.names[at(labels.of[i])]);
        }
    }
    EXPECT_GE(smallest_shown, largest_joined);
    const Labels half = make_labels(std::vector<int>{0, -1, 1, -1});
    EXPECT_THAT(shown_classes(half).names, ::testing::ElementsAre("0", "1", "without a label"));
    EXPECT_THAT(shown_classes(half).of, ::testing::ElementsAre(0, 2, 1, 2));
    EXPECT_TRUE(shown_classes({}).names.empty());
}

TEST(Exhibits, OfPoorData) {
    Dataset data = some_data(60, 4, 2);
    DenseMatrix x = data.x.dense();
    for (Index i = 0; i < 60; ++i) x(i, 0) = 3.0, x(i, 2) = 2.0 * x(i, 1);
    data.x = x;
    const auto exhibits = [&](std::vector<Index> chosen) {
        return selection_exhibits(data.x, data.labels, {.selected = std::move(chosen)}, {});
    };
    const Exhibits constant = exhibits({0});
    EXPECT_FALSE(constant.map->pca.has_value());
    EXPECT_THAT(constant.map->note, ::testing::HasSubstr("same values"));
    EXPECT_TRUE(std::isnan(constant.correlations[0][0]));
    EXPECT_EQ(constant.histograms[0].histogram.low, 3.0);
    EXPECT_EQ(constant.histograms[0].histogram.high, 3.0);
    const Exhibits twins = exhibits({1, 2, 0});
    EXPECT_EQ(twins.correlations[0][1], 1.0);
    EXPECT_EQ(twins.map->pca->explained[1], 0.0);
    EXPECT_EQ(twins.map->pca->y, std::vector<double>(60, 0.0));
    ASSERT_TRUE(twins.map->flda.has_value());  // its ridge does without the direction that is missing
    EXPECT_THAT(twins.map->flda->axes, ::testing::ElementsAre("flda1", "pca1"));
    EXPECT_EQ(twins.map->flda->y, twins.map->pca->x);
    const Exhibits none = exhibits({});
    EXPECT_TRUE(none.histograms.empty());
    EXPECT_TRUE(none.correlated.empty());
    EXPECT_THAT(none.map->note, ::testing::HasSubstr("no feature was chosen"));
    data.labels = make_labels(std::vector<int>(60, 1));
    EXPECT_THAT(exhibits({1, 3}).map->note, ::testing::HasSubstr("one class"));
    EXPECT_FALSE(exhibits({1, 3}).map->flda.has_value());
    data.labels = {};
    const Exhibits unlabeled = exhibits({1, 3});
    EXPECT_TRUE(unlabeled.map->note.empty());
    EXPECT_TRUE(unlabeled.map->classes.empty());
    EXPECT_EQ(unlabeled.histograms[0].histogram.counts.size(), 1u);
}

TEST(Exhibits, SayThatFewSamplesSeparateAlways) {
    const Dataset data = some_data(20, 19, 2);
    const SelectRun run = run_select(data, {.method = "fisher", .k = FeatureCount::all(), .exhibits = true});
    EXPECT_EQ(run.exhibits.histograms.size(), 19u);
    EXPECT_THAT(run.exhibits.map->note, ::testing::HasSubstr("separate any classes"));
}

TEST(Exhibits, ExplainUnlessItIsTooMuch) {
    const Dataset data = some_data(30, 10, 2);
    EXPECT_EQ(run_select(data, {.method = "fisher", .k = 3, .exhibits = true}).explanations.features.size(),
              10u);
    EXPECT_TRUE(run_select(data, {.method = "fisher", .k = 3}).explanations.features.empty());
    EXPECT_TRUE(run_select(data, {.method = "fisher", .k = 3}).exhibits.empty());
    SelectRun wide;
    wide.selection.selected.resize(20000);
    const DenseMatrix x(2, 20000);
    Context context;
    std::vector<std::string> said;
    context.warn = [&](const std::string& text) { said.push_back(text); };
    explain_for_report(wide, x, {}, context);
    EXPECT_TRUE(wide.explanations.features.empty());
    EXPECT_THAT(said, ::testing::ElementsAre(::testing::HasSubstr("20000 chosen ones with all 20000")));
}

TEST(Exhibits, CanBeAddedLater) {
    const Dataset data = some_data(90, 7, 3);
    const SelectRequest request{.method = "gfs", .k = 3, .scale = Scaling::minmax};
    SelectRequest at_once = request;
    at_once.exhibits = true;
    const SelectRun whole = run_select(data, at_once);
    SelectRun later = run_select(data, request);
    add_exhibits(later, view_of(data), {});
    EXPECT_EQ(text_of(later.exhibits), text_of(whole.exhibits));
    EXPECT_EQ(later.explanations.features.size(), 7u);
    EXPECT_EQ(later.explanations.features[2].reason, whole.explanations.features[2].reason);
    const Dataset other = some_data(91, 7, 3);
    EXPECT_THROW(add_exhibits(later, view_of(other), {}), Error);
}

TEST(Exhibits, ComeBackFromTheirDocument) {
    const Dataset data = some_data(50, 6, 3);
    SelectRun run = run_select(data, {.method = "laplacian", .k = 3, .exhibits = true});
    run.exhibits.image = ImageShape{2, 3, PixelOrder::columns};
    run.exhibits.correlations[0][1] = std::numeric_limits<double>::quiet_NaN();
    run.exhibits.masks = {{.data = "a", .label = "fisher", .k = 2, .clusters = 0, .share = {0.5, 1.0}}};
    const std::string text = to_json(run, 0.5);
    EXPECT_EQ(to_json(parse_run(text, "run.json"), 0.5), text);
}

TEST(Exhibits, OfAProjectionAreItsFirstDirections) {
    const Dataset data = some_data(120, 8, 4);
    const ProjectRun run = run_project(data, {.method = "flda", .dim = 3, .exhibits = true});
    const DenseMatrix points = apply_model(run.model, data.x);
    const MapPlane& plane = run.exhibits.map->projected.value();
    EXPECT_THAT(plane.axes, ::testing::ElementsAre("flda1", "flda2"));
    for (Index i = 0; i < 120; ++i) {
        EXPECT_NEAR(plane.x[at(i)], points(i, 0), 1e-5);
        EXPECT_NEAR(plane.y[at(i)], points(i, 1), 1e-5);
    }
    ASSERT_EQ(run.exhibits.contributions.size(), 8u);
    EXPECT_EQ(run.exhibits.contributions[3],
              run.model.projection.feature_weights[3] * run.feature_deviations[3]);
    const ProjectRun line = run_project(data, {.method = "flda", .dim = 1, .exhibits = true});
    EXPECT_THAT(line.exhibits.map->projected->axes, ::testing::ElementsAre("flda1"));
    EXPECT_EQ(line.exhibits.map->projected->y, std::vector<double>(120, 0.0));
    EXPECT_TRUE(run_project(data, {.method = "flda", .dim = 1}).exhibits.empty());
}

TEST(Masks, AreTheSharesOfTheSplits) {
    const Dataset data = some_data(60, 6, 2);
    EvaluateRun run =
        run_evaluate(data, {.methods = {"fisher", "lapdofs"}, .k = {2, 3}, .protocol = {.repeats = 4}});
    add_masks(run, {2, 3, PixelOrder::rows});
    ASSERT_EQ(run.exhibits.masks.size(), 6u);  // fisher, lapdofs and random, twice
    for (const PixelMask& mask : run.exhibits.masks) {
        std::vector<double> wanted(6, 0.0);
        for (const ChosenFeatures& chosen : run.selections)
            if (run.methods[chosen.method].label == mask.label && (chosen.k == mask.k || chosen.nested))
                for (Index f = 0; f < mask.k; ++f) wanted[at(chosen.selected[at(f)])] += 0.25;
        EXPECT_EQ(mask.share, wanted) << mask.label << " " << mask.k;
        EXPECT_NEAR(std::accumulate(mask.share.begin(), mask.share.end(), 0.0), static_cast<double>(mask.k),
                    1e-12);
    }
    EvaluateRun once = run_evaluate(data, {.methods = {"fisher"}, .k = {2}, .protocol = {.repeats = 1}});
    add_masks(once, {3, 2, PixelOrder::rows});
    EXPECT_EQ(std::count(once.exhibits.masks[0].share.begin(), once.exhibits.masks[0].share.end(), 1.0), 2);
    EXPECT_THROW(add_masks(run, {2, 4, PixelOrder::rows}), UsageError);
}

TEST(ImageShape, FromText) {
    EXPECT_EQ(ImageShape::parse("8x8"), (ImageShape{8, 8, PixelOrder::rows}));
    EXPECT_EQ(ImageShape::parse("32x24:rows"), (ImageShape{32, 24, PixelOrder::rows}));
    EXPECT_EQ(ImageShape::parse("1x7:columns"), (ImageShape{1, 7, PixelOrder::columns}));
    for (const char* text : {"", "8", "x", "8x", "x8", "8x8x8", "8X8", "-8x8", "0x8", "8x8:", "8x8:diagonal",
                             "8 x 8", "99999999999999999999x8", "8x8 ", "1.5x2"})
        EXPECT_THROW(ImageShape::parse(text), UsageError) << text;
    try {
        check_image({8, 9, PixelOrder::rows}, 64, "digits");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), ::testing::AllOf(::testing::HasSubstr("72"), ::testing::HasSubstr("64")));
    }
}

}  // namespace
}  // namespace tamis
