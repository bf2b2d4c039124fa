#include "tamis/report/html/container.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>

#include "tests/report/html/documents.hpp"

namespace tamis {

using namespace detail;
using documents::Json;

namespace {

std::string from_base64(const std::string& text) {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0, count = 0;
    for (const char letter : text) {
        if (letter == '=') break;
        bits = (bits << 6U) | static_cast<unsigned>(letters.find(letter));
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>((bits >> count) & 0xFFU);
    }
    return bytes;
}

std::string inflated(std::string packed) {
    z_stream stream{};
    EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
    std::string bytes(1 << 22, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    bytes.resize(stream.total_out);
    inflateEnd(&stream);
    return bytes;
}

struct Unpacked {
    Json header;
    std::string arrays;

    template <class Number>
    std::vector<double> column(const std::string& name, const char* type) const {
        for (const Json& one : header["columns"]) {
            if (one["name"] != name) continue;
            EXPECT_EQ(one["type"], type);
            const std::size_t offset = one["offset"], length = one["length"];
            EXPECT_EQ(offset % 8, 0u);
            std::vector<Number> numbers(length);
            std::memcpy(numbers.data(), arrays.data() + offset, length * sizeof(Number));
            return {numbers.begin(), numbers.end()};
        }
        ADD_FAILURE() << "no column " << name;
        return {};
    }
    std::vector<double> f64(const std::string& name) const { return column<double>(name, "f64"); }
    std::vector<double> f32(const std::string& name) const { return column<float>(name, "f32"); }
    std::vector<double> i32(const std::string& name) const { return column<std::int32_t>(name, "i32"); }
    std::vector<double> u8(const std::string& name) const { return column<std::uint8_t>(name, "u8"); }
};

Unpacked unpacked(const Json& json) {
    const html::Document document("test", json.dump());
    const auto results = html::results_of(document);
    const std::string bytes = inflated(from_base64(html::container(results.front())));
    EXPECT_EQ(bytes, html::container_bytes(results.front()));
    EXPECT_EQ(bytes.substr(0, 8), "TAMISCOL");
    std::uint32_t version = 0, length = 0;
    std::memcpy(&version, bytes.data() + 8, 4);
    std::memcpy(&length, bytes.data() + 12, 4);
    EXPECT_EQ(version, 1u);
    return {Json::parse(bytes.substr(16, length)), bytes.substr((16 + length + 7) / 8 * 8)};
}

TEST(Container, HoldsTheColumnsOfTheDocument) {
    const Json document = documents::full_selection();
    const Unpacked data = unpacked(document);
    EXPECT_EQ(data.header["kind"], "selection");
    EXPECT_EQ(data.header["features"], 6);
    EXPECT_EQ(data.header["samples"], 40);
    EXPECT_EQ(data.header["names"], document["data"]["feature_names"]);
    EXPECT_EQ(data.header["class_names"], Json({"x", "y"}));
    EXPECT_EQ(data.header["selected"], document["selected"]);
    const std::vector<double> scores = data.f64("score");
    ASSERT_EQ(scores.size(), 6u);
    EXPECT_EQ(scores[2], 3.0);
    EXPECT_TRUE(std::isnan(scores[3]));
    EXPECT_EQ(data.i32("rank"), (std::vector<double>{2, 4, 1, 6, 3, 5}));
    EXPECT_EQ(data.i32("nearest"), (std::vector<double>{0, 0, 2, -1, 4, 0}));
    EXPECT_EQ(data.f64("r2")[1], 0.5);
    EXPECT_TRUE(std::isnan(data.f64("r2_adjusted")[3]));
    EXPECT_EQ(data.f64("r")[5], 0.9995);
    const std::vector<double> reason = data.u8("reason");
    EXPECT_EQ(data.header["reasons"][static_cast<std::size_t>(reason[3])], "does not vary");
    EXPECT_EQ(data.header["reasons"][static_cast<std::size_t>(reason[5])],
              "nearly a copy of {nearest} (r = {r})");
    EXPECT_EQ(data.f64("q")[0], 0.003);
    EXPECT_EQ(data.f64("probability")[4], 0.6);
    EXPECT_EQ(data.i32("rank_low")[1], 3.0);
    EXPECT_EQ(data.i32("rank_high")[1], 6.0);
    EXPECT_EQ(data.header["histograms"], document["exhibits"]["histograms"]);
    EXPECT_EQ(data.header["histogram_classes"], Json({"x", "y"}));
    EXPECT_EQ(data.header["correlations"]["features"], Json({2, 0, 4}));
    EXPECT_NEAR(data.f32("correlation")[1], 0.95, 1.3e-4);
    EXPECT_EQ(data.f32("correlation")[0], 1.0);
    EXPECT_TRUE(std::isnan(data.f32("correlation")[5]));
    EXPECT_EQ(data.header["map"]["planes"].size(), 1u);
    EXPECT_EQ(data.header["map"]["planes"][0]["name"], "pca");
    EXPECT_EQ(data.header["map"]["samples"], 3);
    EXPECT_EQ(data.header["map"]["note"], "FLDA flatters");
    EXPECT_EQ(data.f32("map_pca_x"), (std::vector<double>{0.5, 1, 2}));
    EXPECT_EQ(data.i32("map_class"), (std::vector<double>{0, 1, -1}));
    EXPECT_EQ(data.i32("map_sample"), (std::vector<double>{0, 1, 5}));
    EXPECT_EQ(data.header["image"], Json({{"height", 2}, {"width", 3}, {"order", "rows"}}));
}

// More features than are kept exactly: close numbers, and less of them.
TEST(Container, ManyFeaturesAreRounded) {
    Json document = documents::selection();
    const std::size_t many = static_cast<std::size_t>(html::most_exact_features) + 1;
    std::vector<double> scores(many), p(many);
    Json explanations = Json::array();
    for (std::size_t j = 0; j < many; ++j) {
        scores[j] = std::sin(static_cast<double>(j)) * 3.0;
        p[j] = std::exp(-static_cast<double>(j) / 100.0);
        explanations.push_back({{"rank", j + 1},
                                {"margin", 0.1},
                                {"r2", p[j]},
                                {"r2_adjusted", 0.1},
                                {"nearest", 0},
                                {"r", -p[j]},
                                {"reason", "lower score"}});
    }
    document["data"]["features"] = many;
    document["data"]["feature_names"] = nullptr;
    document["scores"] = document["raw_scores"] = scores;
    document["pvalues"] = p;
    document["explanations"] = explanations;
    Unpacked data = unpacked(document);
    const std::vector<double> kept = data.f32("score"), kept_p = data.f64("p"), kept_r = data.f64("r");
    for (std::size_t j = 0; j < many; ++j) {
        ASSERT_EQ(static_cast<float>(kept[j]), static_cast<float>(scores[j]));
        ASSERT_NEAR(kept_p[j] / p[j], 1.0, 5e-4) << j;
        ASSERT_NEAR(kept_r[j] / -p[j], 1.0, 5e-4);
    }
    for (const Json& column : data.header["columns"])
        for (const char* left_out : {"raw_score", "margin", "r2_adjusted"})
            EXPECT_NE(column["name"], left_out);
    document["raw_scores"][5] = 17.0;  // no longer the scores
    document["qvalues"] = p;
    data = unpacked(document);
    EXPECT_EQ(data.f32("raw_score")[5], 17.0);
    EXPECT_NEAR(data.f64("q")[7] / p[7], 1.0, 5e-4);
    for (const Json& column : data.header["columns"]) EXPECT_NE(column["name"], "p");
}

TEST(Container, RanksByScoreWithoutExplanations) {
    const Unpacked data = unpacked(documents::selection());
    EXPECT_EQ(data.i32("rank"), (std::vector<double>{2, 4, 1, 0, 3, 5}));
    EXPECT_FALSE(data.header.contains("histograms"));
    EXPECT_FALSE(data.header.contains("map"));
    EXPECT_FALSE(data.header.contains("reasons"));
}

TEST(Container, OtherKindsHaveAHeader) {
    EXPECT_EQ(unpacked(documents::projection()).header["kind"], "projection");
    EXPECT_EQ(unpacked(documents::comparison()).header["kind"], "comparison");
    EXPECT_EQ(unpacked(documents::reproduction()).header["kind"], "reproduction");
}

}  // namespace

}  // namespace tamis
