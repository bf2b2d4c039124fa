#include "tamis/core/labels.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "tamis/core/error.hpp"
#include "tamis/core/options/value.hpp"

namespace tamis {

using namespace detail;

namespace {

std::optional<double> as_number(const std::string& text) {
    double number = 0.0;
    const char* begin = text.data() + (text.starts_with('+') && text.size() > 1 ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

// `Key` sorts the classes; `name_of` writes a key as the class name.
template <class Key, class NameOf>
Labels number_classes(const std::vector<std::optional<Key>>& keys, NameOf name_of) {
    std::map<Key, int> classes;
    for (const auto& key : keys)
        if (key) classes.emplace(*key, 0);
    Labels labels;
    for (auto& [key, number] : classes) {
        number = static_cast<int>(labels.names.size());
        labels.names.push_back(name_of(key));
    }
    for (const auto& key : keys) labels.of.push_back(key ? classes.at(*key) : Labels::unlabeled);
    labels.counts = class_counts(labels.of, labels.classes());
    return labels;
}

struct CountedLabels {
    std::vector<Index> counts;  // per class
    Index of_no_class = 0;      // that are neither of a class nor `unlabeled`
};

// Neighbors are counted apart, so that none waits for the count that another of its class has just changed.
CountedLabels counted(std::span<const int> of, Index classes) {
    constexpr std::size_t lanes = 4;
    // First those without a label, last those of no class.
    const auto beyond = static_cast<unsigned>(classes) + 1;
    const std::size_t width = std::size_t{beyond} + 1;
    std::vector<Index> lane_counts(lanes * width, 0);
    const auto place = [&](int label) { return std::min(static_cast<unsigned>(label) + 1, beyond); };
    std::size_t i = 0;
    for (; i + lanes <= of.size(); i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) ++lane_counts[lane * width + place(of[i + lane])];
    for (; i < of.size(); ++i) ++lane_counts[place(of[i])];
    CountedLabels found{std::vector<Index>(at(classes), 0)};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t c = 0; c < at(classes); ++c) found.counts[c] += lane_counts[lane * width + c + 1];
        found.of_no_class += lane_counts[lane * width + beyond];
    }
    return found;
}

std::string number_name(double number) { return to_text(Value(number)); }

}  // namespace

Labels make_labels(std::span<const std::string> values) {
    std::vector<std::optional<double>> numbers;
    std::vector<std::optional<std::string>> texts;
    bool all_numbers = true;
    for (const std::string& value : values) {
        if (value.empty()) {
            numbers.emplace_back();
            texts.emplace_back();
            continue;
        }
        numbers.push_back(as_number(value));
        texts.emplace_back(value);
        all_numbers = all_numbers && numbers.back().has_value();
    }
    if (all_numbers) return number_classes(numbers, number_name);
    return number_classes(texts, [](const std::string& text) { return text; });
}

Labels make_labels(std::span<const double> values) {
    std::vector<std::optional<double>> keys;
    for (const double value : values) keys.push_back(std::isnan(value) ? std::nullopt : std::optional(value));
    return number_classes(keys, number_name);
}

Labels make_labels(std::span<const int> values) {
    std::vector<std::optional<int>> keys;
    for (const int value : values) keys.push_back(value < 0 ? std::nullopt : std::optional(value));
    return number_classes(keys, [](int value) { return std::to_string(value); });
}

std::vector<double> class_values(std::span<const std::string> names) {
    std::vector<double> values, positions;
    for (const std::string& name : names) {
        positions.push_back(static_cast<double>(positions.size()));
        if (const auto number = as_number(name)) values.push_back(*number);
    }
    return values.size() == positions.size() ? values : positions;
}

std::vector<Index> detail::class_counts(std::span<const int> of, Index classes) {
    return counted(of, classes).counts;
}

bool detail::is_number(const std::string& name) { return as_number(name).has_value(); }

const Labels& detail::labels_or_none(const Labels* labels) {
    static const Labels none;
    return labels != nullptr ? *labels : none;
}

Labels take_labels(const Labels& labels, std::span<const Index> samples) {
    if (labels.empty()) return {};
    check_labels(labels, labels.samples());
    Labels taken;
    taken.names = labels.names;
    taken.measured = labels.measured;
    for (const Index i : samples) {
        if (i < 0 || i >= labels.samples())
            throw Error("there is no label " + std::to_string(i) + " (counted from 0) among " +
                        std::to_string(labels.samples()));
        taken.of.push_back(labels.of[at(i)]);
    }
    taken.counts = class_counts(taken.of, taken.classes());
    return taken;
}

Labels detail::without_empty_classes(const Labels& labels) {
    check_labels(labels, labels.samples());
    if (std::find(labels.counts.begin(), labels.counts.end(), Index{0}) == labels.counts.end()) return labels;
    std::vector<std::string> texts;
    for (const int label : labels.of) texts.push_back(label < 0 ? "" : labels.names[at(label)]);
    Labels filled = make_labels(texts);
    filled.measured = labels.measured;
    return filled;
}

void check_labels(const Labels& labels, Index samples) {
    if (labels.samples() != samples)
        throw Error("there are " + std::to_string(labels.samples()) + " labels for " +
                    std::to_string(samples) + " samples");
    const CountedLabels found = counted(labels.of, labels.classes());
    if (found.of_no_class > 0) {
        const auto wrong = [&](int label) { return label < Labels::unlabeled || label >= labels.classes(); };
        const int first = *std::ranges::find_if(labels.of, wrong);
        throw Error("there is a label of class " + std::to_string(first) + " among " +
                    std::to_string(labels.classes()) + " classes: they count from 0");
    }
    if (found.counts != labels.counts)
        throw Error("the numbers of samples per class do not fit the labels: make_labels counts them");
}

void detail::refuse_without_labels(const std::string& who) {
    throw Error(who + " needs class labels and the data have none",
                "give them with " + option("label") + " or " + option("label-file"));
}

void detail::require_two_classes(std::span<const std::string> names, std::span<const Index> counts,
                                 const std::string& who) {
    if (std::count_if(counts.begin(), counts.end(), [](Index n) { return n > 0; }) >= 2) return;
    const auto only = std::find_if(counts.begin(), counts.end(), [](Index n) { return n > 0; });
    throw Error(who + " needs at least two classes: every sample has the label '" +
                names[at(only - counts.begin())] + "'");
}

void detail::require_classes(const Labels& labels, Index samples, const std::string& who) {
    if (labels.empty()) refuse_without_labels(who);
    if (labels.samples() != samples)
        throw Error(who + " got " + std::to_string(labels.samples()) + " labels for " +
                    std::to_string(samples) + " samples");
    check_labels(labels, samples);
    if (labels.measured)
        throw Error(who + " needs classes, and the label looks measured: it has " +
                        std::to_string(labels.classes()) + " values for " + std::to_string(samples) +
                        " samples",
                    "sort it into a few classes, take another label or a method that needs none, or use " +
                        option("label-kind", "classes") + " if every value is a class");
    if (std::accumulate(labels.counts.begin(), labels.counts.end(), Index{0}) < samples) {
        const auto missing = std::find(labels.of.begin(), labels.of.end(), Labels::unlabeled);
        throw Error(who + " needs a label for every sample, and sample " +
                    std::to_string(missing - labels.of.begin()) + " (counted from 0) has none");
    }
    require_two_classes(labels.names, labels.counts, who);
}

}  // namespace tamis
