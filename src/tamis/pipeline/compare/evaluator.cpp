#include "tamis/pipeline/compare/evaluator.hpp"

#include <utility>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"

namespace tamis {

using namespace detail;

namespace {

const std::vector<std::pair<std::string, Evaluator>>& evaluator_names() {
    static const std::vector<std::pair<std::string, Evaluator>> names = {
        {"1nn", Evaluator::one_nearest}, {"svm", Evaluator::svm}, {"kmeans", Evaluator::kmeans}};
    return names;
}

}  // namespace

Evaluator parse_evaluator(const std::string& text) {
    return find_named(evaluator_names(), "evaluator", text).second;
}

std::string to_text(Evaluator evaluator) {
    for (const auto& [name, value] : evaluator_names())
        if (value == evaluator) return name;
    return "";
}

KmeansOptions::Start parse_kmeans_start(const std::string& text) {
    if (text == "samples") return KmeansOptions::Start::samples;
    if (text == "k-means++") return KmeansOptions::Start::plus_plus;
    throw UsageError("k-means starts from 'samples' or by 'k-means++', not '" + text + "'");
}

std::string to_text(KmeansOptions::Start start) {
    return start == KmeansOptions::Start::samples ? "samples" : "k-means++";
}

}  // namespace tamis
