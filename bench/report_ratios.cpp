// How long a page takes to write and how large it is, next to the reading of its document: 20 of 2,000
// features and 200 of 100,000, with everything that a selection can hold.
//   build/dev/bench/report_ratios
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tamis/report/html/node.hpp"
#include "tamis/report/html/report.hpp"

namespace {

using namespace tamis;

std::mt19937_64 generator(1);

double uniform() { return std::uniform_real_distribution<double>(0.0, 1.0)(generator); }

template <class Make>
std::string list(std::size_t count, Make make) {
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "," : "") + make(i);
    return text + "]";
}

std::string numbers(std::size_t count) {
    return list(count, [](std::size_t) { return fmt::format("{}", uniform()); });
}

std::string document(std::size_t features, std::size_t chosen, std::size_t samples) {
    std::vector<double> score(features);
    for (double& one : score) one = std::pow(uniform(), 4.0);
    std::vector<std::size_t> order(features), rank(features);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
    for (std::size_t i = 0; i < features; ++i) rank[order[i]] = i + 1;
    const std::string scores = list(features, [&](std::size_t j) { return fmt::format("{}", score[j]); });
    const auto selected = list(chosen, [&](std::size_t i) { return fmt::format("{}", order[i]); });
    std::string text = fmt::format(
        R"({{"schema":"tamis.selection/1","method":"fisher","params":{{}},"seed":0,"version":"0.1.0","data":{{"name":"genes",)"
        R"("samples":{},"features":{},"classes":4,"sparse":false,"hash":"none","options":{{}},"feature_names":{}}},)"
        R"("label":{{"name":"type","classes":4,"class_names":["a","b","c","d"]}},"graph":null,"selected":{},"scores":{},)"
        R"("raw_scores":{},"raw_direction":"larger","objective":{{"name":"sum","trace":[1],"value":1}},)"
        R"("certificate":null,"stop":"converged","iterations":1,"remarks":[])",
        samples, features,
        list(features,
             [&](std::size_t) { return fmt::format("\"ENSG{:011d}\"", static_cast<int>(3e5 * uniform())); }),
        selected, scores, scores);
    text += ",\"explanations\":" + list(features, [&](std::size_t j) {
                return fmt::format(
                    R"({{"rank":{},"margin":{},"r2":{},"r2_adjusted":{},"nearest":{},"r":{},"reason":"{}"}})",
                    rank[j], score[j] - score[order[chosen - 1]], uniform(), uniform(), order[j % chosen],
                    2.0 * uniform() - 1.0, rank[j] <= chosen ? "chosen" : "lower score");
            });
    text +=
        ",\"class_profiles\":" + list(chosen, [&](std::size_t i) {
            return fmt::format(
                R"({{"feature":{},"highest":"a","highest_difference":{},"lowest":"b","lowest_difference":{}}})",
                order[i], uniform(), -uniform());
        });
    text += ",\"pvalues\":" + numbers(features) + ",\"qvalues\":" + numbers(features) +
            ",\"selection_probability\":" + numbers(features);
    text += R"(,"stability":{"pairs":50,"size":20,"value":0.6,"low":0.5,"high":0.7,"bounds":[]})";
    text += ",\"exhibits\":{\"scale\":\"none\",\"histograms\":" +
            list(std::min<std::size_t>(features, chosen + 200), [&](std::size_t i) {
                return fmt::format(
                    R"({{"feature":{},"low":-4,"high":4,"counts":{}}})", order[i], list(4, [](std::size_t) {
                        return list(20, [](std::size_t b) {
                            return fmt::format(
                                "{}", static_cast<int>(
                                          30.0 * uniform() *
                                          std::exp(-std::pow((static_cast<double>(b) - 10.0) / 4.0, 2.0))));
                        });
                    }));
            });
    text += ",\"histogram_classes\":[\"a\",\"b\",\"c\",\"d\"],\"correlations\":{\"features\":" + selected +
            ",\"r\":" + list(chosen, [&](std::size_t) { return numbers(chosen); }) + "}";
    const auto plane = [&] {
        return "{\"x\":" + numbers(samples) + ",\"y\":" + numbers(samples) + ",\"axes\":[\"1\",\"2\"]}";
    };
    text += ",\"map\":{\"features\":20,\"samples\":" +
            list(samples, [](std::size_t i) { return fmt::format("{}", i); }) +
            ",\"class\":" + list(samples, [](std::size_t i) { return fmt::format("{}", i % 4); }) +
            ",\"pca\":" + plane() + ",\"flda\":" + plane() + "}";
    return text + ",\"graph\":null,\"image\":null}}";
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class Work>
double fastest(Work work) {
    double best = 1e300;
    for (int i = 0; i < 3; ++i) {
        const double start = processor_seconds();
        work();
        best = std::min(best, processor_seconds() - start);
    }
    return best;
}

void measure(std::size_t features, std::size_t chosen, std::size_t samples) {
    const std::string json = document(features, chosen, samples);
    std::size_t size = 0;
    const double reading = fastest([&] { detail::html::Document("genes.json", json); });
    const double page = fastest([&] { size = detail::report_page({{"genes.json", json}}).size(); });
    fmt::print(
        "{:>7} features, {:>3} chosen, {:>4} samples: document {:6.1f} MB, page {:7.1f} kB, written in "
        "{:.3f} s of "
        "processor time, {:.1f} times reading the document\n",
        features, chosen, samples, static_cast<double>(json.size()) / 1e6, static_cast<double>(size) / 1e3,
        page, page / reading);
}

}  // namespace

int main() {
    measure(2'000, 20, 300);
    measure(2'000, 20, 5'000);
    measure(100'000, 200, 5'000);
}
