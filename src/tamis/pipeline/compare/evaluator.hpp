// How chosen features are judged.
#pragma once

#include <string>

#include "tamis/eval/kmeans.hpp"

namespace tamis {

enum class Evaluator { one_nearest, svm, kmeans };

// "1nn", "svm", "kmeans"; throws UsageError with the nearest name for anything else.
Evaluator parse_evaluator(const std::string& text);
std::string to_text(Evaluator evaluator);

// "samples", "k-means++"; throws UsageError for anything else.
KmeansOptions::Start parse_kmeans_start(const std::string& text);
std::string to_text(KmeansOptions::Start start);

}  // namespace tamis
