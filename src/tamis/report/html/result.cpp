#include "tamis/report/html/result.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/markup.hpp"
#include "tamis/report/html/method_words.hpp"

namespace tamis::detail::html {

namespace {

constexpr Index most_features = 100'000'000;  // no document holds so many

void read_head(Result& result) {
    const Node& root = result.root;
    const Node data = root["data"];
    if (!data) throw WrongEntry{"'data' is missing"};
    result.method = root["method"].text();
    if (result.method.empty()) throw WrongEntry{"'method' is missing"};
    result.title = method_title(result.method, result.kind == ResultKind::projection);
    result.data = data["name"].text();
    result.samples = data["samples"].index();
    result.features = data["features"].index();
    if (result.features < 0 || result.features > most_features)
        throw WrongEntry{"'features' is not a number of features"};
    result.names = data["feature_names"].texts();
    if (!result.names.empty() && result.names.size() != at(result.features))
        throw WrongEntry{"'feature_names' has not one name for each feature"};
    const Node label = root["label"];
    if (label) result.class_names = label["class_names"].texts();
    if (label) result.label = label["name"].text();
}

void read_selection(Result& result) {
    read_head(result);
    const Node& root = result.root;
    if (!root["selected"]) throw WrongEntry{"'selected' is missing"};
    result.selected = root["selected"].indices();
    std::vector<bool> seen(at(result.features), false);
    for (const Index column : result.selected) {
        if (column < 0 || column >= result.features || seen[at(column)])
            throw WrongEntry{"'selected' names feature " + std::to_string(column) +
                             ", which is not there or is named twice"};
        seen[at(column)] = true;
    }
    result.scores = per_feature(result, root["scores"], "scores");
    result.raw_scores = per_feature(result, root["raw_scores"], "raw_scores");
    result.smaller_is_better = root["raw_direction"].text() == "smaller";
}

Result result_of(Node root, const std::string& source) {
    Result result;
    result.source = source;
    result.root = root;
    result.exhibits = root["exhibits"];
    const std::string schema = root["schema"].text();
    if (schema == "tamis.selection/1") {
        result.kind = ResultKind::selection;
        read_selection(result);
    } else if (schema == "tamis.projection/1") {
        result.kind = ResultKind::projection;
        read_head(result);
    } else if (schema == "tamis.results/1") {
        result.kind = root["paper"] ? ResultKind::reproduction : ResultKind::comparison;
        const Node data = root["data"];
        if (data && data.is_object()) result.data = data["name"].text();
    } else {
        throw Error(source + " is no result that a report can show: its schema is '" + shortened(schema, 60) +
                    "'; give what select, project, evaluate, auto, demo or reproduce wrote as JSON");
    }
    return result;
}

}  // namespace

const char* to_text(ResultKind kind) {
    switch (kind) {
        case ResultKind::selection:
            return "selection";
        case ResultKind::projection:
            return "projection";
        case ResultKind::comparison:
            return "comparison";
        case ResultKind::reproduction:
            return "reproduction";
    }
    return "";
}

std::string Result::feature(Index column) const {
    const bool named = !names.empty() && !names[at(column)].empty();
    return named ? names[at(column)] : "column " + std::to_string(column);
}

std::string Result::feature_html(Index column) const { return name_html(feature(column)); }

std::vector<Index> Result::by_score() const {
    std::vector<Index> order(at(features));
    std::iota(order.begin(), order.end(), Index{0});
    if (scores.empty()) return order;
    const auto worth = [&](Index j) {
        return std::isnan(scores[at(j)]) ? -std::numeric_limits<double>::infinity() : scores[at(j)];
    };
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return worth(a) > worth(b); });
    return order;
}

std::vector<bool> Result::chosen() const {
    std::vector<bool> all(at(features), false);
    for (const Index column : selected) all[at(column)] = true;
    return all;
}

bool Result::chose_the_best() const {
    if (scores.empty() || selected.empty()) return false;
    const std::vector<bool> is_chosen = chosen();
    const std::vector<Index> order = by_score();
    return std::all_of(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(selected.size()),
                       [&](Index j) { return is_chosen[at(j)] && !std::isnan(scores[at(j)]); });
}

std::string Result::heading() const {
    switch (kind) {
        case ResultKind::selection:
            return std::to_string(selected.size()) + " of " + std::to_string(features) + " features by " +
                   method;
        case ResultKind::projection:
            return counted(root["dim"].index(), "direction") + " by " + method;
        case ResultKind::reproduction:
            return "Experiments, ours and the printed ones";
        case ResultKind::comparison:
            return "Comparison by " + root["protocol"].text();
    }
    return "";
}

std::string Result::option_html(const std::string& name, const std::string& value) const {
    const Message mention = option(name, value);
    return "<code>" + html_text(spell ? mention.text(spell) : mention.text()) + "</code>";
}

std::string Result::subject() const {
    if (kind == ResultKind::reproduction) return root["paper"].text();
    if (kind != ResultKind::comparison) return data;
    std::vector<std::string> sets;
    if (root["data"].is_list())
        for (const Node& one : root["data"].items()) sets.push_back(one["name"].text());
    else
        sets.push_back(data);
    return listed(sets);
}

std::vector<Result> results_of(const Document& document) {
    const Node root = document.root();
    if (!root["schema"].is_text())
        throw Error(
            document.source() +
            " is no result of tamis: it has no schema; give what select, project, evaluate, auto, demo "
            "or reproduce wrote as JSON");
    if (root["schema"].text() != "tamis.demo/1") return {result_of(root, document.source())};
    std::vector<Result> all;
    for (const Node& selection : root["selections"].items())
        all.push_back(result_of(selection, document.source()));
    if (const Node comparison = root["comparison"]) all.push_back(result_of(comparison, document.source()));
    return all;
}

std::vector<double> per_feature(const Result& result, Node list, const char* name) {
    std::vector<double> values = list.numbers();
    if (!values.empty() && values.size() != at(result.features))
        throw WrongEntry{"'" + std::string(name) + "' has not one number for each of the " +
                         std::to_string(result.features) + " features"};
    return values;
}

}  // namespace tamis::detail::html
