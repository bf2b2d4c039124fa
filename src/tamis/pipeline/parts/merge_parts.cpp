#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/core/data_hash.hpp"
#include "tamis/core/error.hpp"
#include "tamis/pipeline/parts/part.hpp"

namespace tamis::detail {

namespace {

constexpr const char* advice = "parts that belong together are made of shards with the same columns";

bool has_samples(const Part& part) { return part.moments.samples() > 0; }

std::string label_of(const Part& part) {
    if (!part.moments.labeled) return "no labels";
    std::string text =
        "the label " + (part.label_name.empty() ? "without a name" : "'" + part.label_name + "'");
    if (part.label_column >= 0) text += " in column " + std::to_string(part.label_column);
    return text;
}

std::string widths_text(const Part& first, const Part& part) {
    return first.name + " has " + std::to_string(first.features()) + " features and " + part.name + " has " +
           std::to_string(part.features());
}

void require_same_features(const Part& first, const Part& part) {
    const bool named = !part.feature_names.empty();
    if (named != !first.feature_names.empty())
        throw Error((named ? part : first).name + " has names of features and " +
                        (named ? first : part).name + " has none",
                    advice);
    const auto [a, b] = std::mismatch(first.feature_names.begin(), first.feature_names.end(),
                                      part.feature_names.begin(), part.feature_names.end());
    const std::string place = std::to_string(a - first.feature_names.begin()) + " (counted from 0)";
    if (a != first.feature_names.end() && b != part.feature_names.end())
        throw Error(
            "feature " + place + " is '" + *a + "' in " + first.name + " and '" + *b + "' in " + part.name,
            advice);
    if (!named || first.features() == part.features()) return;
    std::string text = widths_text(first, part);
    if (a != first.feature_names.end()) text += ": the latter has no feature '" + *a + "', number " + place;
    if (b != part.feature_names.end()) text += ": the former has no feature '" + *b + "', number " + place;
    throw Error(text, advice);
}

// The features behind the last one of an open part are zeros: what known_moments finds of such columns.
KnownMoments widened(const KnownMoments& known, Index features) {
    KnownMoments wide = no_moments(known.groups(), features);
    wide.moments.weight = known.moments.weight;
    const auto copy_row = [&](const DenseMatrix& from, DenseMatrix& to, Index g) {
        std::copy_n(from.row(g), known.features(), to.row(g));
    };
    for (Index g = 0; g < known.groups(); ++g) {
        copy_row(known.moments.shift, wide.moments.shift, g);
        copy_row(known.moments.sum, wide.moments.sum, g);
        copy_row(known.moments.square, wide.moments.square, g);
    }
    if (known.samples() > 0.0) {
        wide.ranges.low.assign(at(features), 0.0);
        wide.ranges.high.assign(at(features), 0.0);
    }
    const auto copy_start = [](const auto& from, auto& to) {
        std::copy(from.begin(), from.end(), to.begin());
    };
    copy_start(known.ranges.low, wide.ranges.low);
    copy_start(known.ranges.high, wide.ranges.high);
    copy_start(known.exponent, wide.exponent);
    copy_start(known.moments.constant, wide.moments.constant);
    return wide;
}

// Only those without a last column of their own.
void widen_to_widest(std::vector<Part>& parts) {
    const auto narrower = [](const Part& a, const Part& b) { return a.features() < b.features(); };
    const auto widest = std::max_element(parts.begin(), parts.end(), narrower);
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (part->features() == widest->features()) continue;
        if (!part->open_width)
            throw Error(widths_text(*std::min(part, widest), *std::max(part, widest)), advice);
        part->moments.known = widened(part->moments.known, widest->features());
    }
}

void require_same_label(const Part& first, const Part& part) {
    if (first.moments.labeled == part.moments.labeled && first.label_name == part.label_name &&
        first.label_column == part.label_column)
        return;
    throw Error(first.name + " has " + label_of(first) + " and " + part.name + " has " + label_of(part),
                "make both parts with the same " + option("label"));
}

// Parts without samples have nothing that could count twice.
void require_different(const std::vector<Part>& sorted) {
    for (std::size_t p = 1; p < sorted.size(); ++p)
        if (sorted[p - 1].shard == sorted[p].shard && has_samples(sorted[p]))
            throw Error(sorted[p - 1].name == sorted[p].name
                            ? sorted[p].name + " is named twice"
                            : sorted[p - 1].name + " and " + sorted[p].name +
                                  " are parts of the same shard, whose samples would count twice",
                        "leave one of them out");
}

bool all_numbers(std::span<const std::string> names) {
    return std::all_of(names.begin(), names.end(), [](const std::string& name) { return is_number(name); });
}

// Labels that are all numbers are known by their value: "1.0" is class "1". If there are texts in another
// part, the stacked labels would be texts, and a part that read "1.0" as a number could not be told from one
// that read "1".
void require_same_kind(const std::vector<Part>& parts) {
    const auto of_numbers = std::find_if(parts.begin(), parts.end(), [](const Part& part) {
        return !part.moments.class_names.empty() && all_numbers(part.moments.class_names);
    });
    if (of_numbers == parts.end()) return;
    for (const Part& part : parts) {
        if (all_numbers(part.moments.class_names)) continue;
        for (const std::string& name : part.moments.class_names) {
            if (!is_number(name)) continue;
            const std::string value = make_labels(std::vector{name}).names.front();
            if (value != name)
                throw Error(fmt::format("{} has the text '{}' as a class, and the labels of {} are numbers, "
                                        "among which it would be {}",
                                        part.name, name, of_numbers->name, value),
                            "write the labels of all shards in the same way");
        }
    }
}

// The classes of all parts, and where those of each part are among them.
struct AllClasses {
    std::vector<std::string> names;
    std::vector<std::vector<Index>> places;  // per part and class
};

AllClasses all_classes(const std::vector<Part>& parts) {
    std::vector<std::string> texts;
    for (const Part& part : parts)
        texts.insert(texts.end(), part.moments.class_names.begin(), part.moments.class_names.end());
    const Labels found = make_labels(texts);  // sorts them as those of the stacked samples
    AllClasses all{found.names, {}};
    auto next = found.of.begin();
    for (const Part& part : parts) {
        all.places.emplace_back(next, next + static_cast<std::ptrdiff_t>(part.moments.class_names.size()));
        next += static_cast<std::ptrdiff_t>(part.moments.class_names.size());
    }
    return all;
}

// The moments with one group per class of all parts, and one for the samples without a label.
KnownMoments spread(const KnownMoments& known, const std::vector<Index>& places, Index classes) {
    KnownMoments wide = no_moments(classes + 1, known.features());
    wide.ranges = known.ranges;
    wide.exponent = known.exponent;
    wide.moments.constant = known.moments.constant;
    for (Index g = 0; g < known.groups(); ++g) {
        const Index to = g < static_cast<Index>(places.size()) ? places[at(g)] : classes;
        wide.moments.weight[at(to)] = known.moments.weight[at(g)];
        std::copy_n(known.moments.shift.row(g), known.features(), wide.moments.shift.row(to));
        std::copy_n(known.moments.sum.row(g), known.features(), wide.moments.sum.row(to));
        std::copy_n(known.moments.square.row(g), known.features(), wide.moments.square.row(to));
    }
    return wide;
}

// Neighbors first, then pairs of neighbors, and so on: rounding grows with the logarithm of their number.
KnownMoments merged_between(const std::vector<Part>& parts, const AllClasses& all, std::size_t begin,
                            std::size_t end) {
    if (end - begin == 1)
        return spread(parts[begin].moments.known, all.places[begin], static_cast<Index>(all.names.size()));
    const std::size_t middle = begin + (end - begin + 1) / 2;
    return merged(merged_between(parts, all, begin, middle), merged_between(parts, all, middle, end));
}

void require_finite_sums(const KnownMoments& known) {
    const GroupMoments& moments = known.moments;
    for (Index g = 0; g < moments.groups(); ++g)
        for (Index j = 0; j < moments.features(); ++j)
            if (!std::isfinite(moments.square(g, j)) || !std::isfinite(moments.sum(g, j)))
                throw Error("the sums of feature " + std::to_string(j) +
                            " (counted from 0) are too large for a number: use a larger unit");
}

}  // namespace

MergedParts merge_parts(std::vector<Part> parts) {
    if (parts.empty()) throw Error("there are no parts to select from");
    for (const Part& part : parts) require_same_features(parts.front(), part);
    widen_to_widest(parts);
    // Without samples there are no labels.
    const auto some = std::find_if(parts.begin(), parts.end(), has_samples);
    const Part first = some == parts.end() ? parts.front() : *some;
    for (const Part& part : parts)
        if (has_samples(part)) require_same_label(first, part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return a.shard < b.shard; });
    require_different(parts);
    require_same_kind(parts);

    MergedParts all;
    all.parts = static_cast<Index>(parts.size());
    all.name = std::to_string(all.parts) + (all.parts == 1 ? " part" : " parts");
    all.sparse = std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.sparse; });
    all.label_name = first.label_name;
    all.feature_names = parts.front().feature_names;
    std::string shards;
    for (const Part& part : parts) shards += hash_text(part.shard);
    all.hash = hash_text(hash_of(shards));

    const AllClasses classes = all_classes(parts);
    ClassMoments& moments = all.moments;
    moments.labeled = first.moments.labeled;
    moments.class_names = classes.names;
    moments.class_counts.assign(classes.names.size(), 0);
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const ClassMoments& own = parts[p].moments;
        moments.unlabeled += own.unlabeled;
        for (std::size_t c = 0; c < own.class_counts.size(); ++c)
            moments.class_counts[at(classes.places[p][c])] += own.class_counts[c];
    }
    moments.known = merged_between(parts, classes, 0, parts.size());
    require_finite_sums(moments.known);
    return all;
}

}  // namespace tamis::detail
