#include <numeric>

#include "tamis/core/data_hash.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/pipeline/parts/part.hpp"

namespace tamis::detail {

namespace {

// Names end in a byte that text does not hold, so that lists of other names have other bytes.
void add_names(std::string& bytes, std::span<const std::string> names) {
    bytes += std::to_string(names.size()) + '\0';
    for (const std::string& name : names) bytes += name + '\0';
}

// The hash of the data knows classes by their numbers alone.
std::uint64_t shard_hash(const DataView& data, const Labels& labels, const std::string& data_hash) {
    std::string bytes = data_hash;
    add_names(bytes, labels.names);
    add_names(bytes, data.feature_names);
    return hash_of(bytes);
}

void refuse_measured(const Labels& labels, const std::string& name) {
    if (!labels.measured) return;
    throw Error(name + ": the label looks measured: it has " + std::to_string(labels.classes()) +
                    " values for " + std::to_string(labels.samples()) +
                    " samples, and a part of so many classes would hold the samples themselves",
                "sort it into a few classes, leave it out with " + option("label", "none") + ", or use " +
                    option("label-kind", "classes") + " if every value is a class");
}

// One or two samples follow from their mean and their scatter.
void remark_on_disclosed(const ClassMoments& moments, const Context& context) {
    constexpr Index readable = 2;
    std::vector<std::string> small;
    for (std::size_t c = 0; c < moments.class_counts.size(); ++c)
        if (moments.class_counts[c] <= readable) small.push_back("'" + moments.class_names[c] + "'");
    const bool unlabeled = moments.unlabeled > 0 && moments.unlabeled <= readable;
    if (unlabeled) small.emplace_back("without a label");
    if (small.empty()) return;
    context.warning("one or two samples can be read from their sums: the part discloses those of " +
                    std::string(small.size() == 1 ? "class " : "classes ") + joined(small));
}

}  // namespace

Part make_part(const DataView& data, Index label_column, const std::string& data_hash,
               const Context& context) {
    check_data(data);
    if (data.x.cols() == 0) throw Error(data.name + " has no features: a part needs at least 1");
    refuse_measured(labels_or_none(data.labels), data.name);
    const Labels labels = without_empty_classes(labels_or_none(data.labels));

    Part part;
    part.name = data.name;
    part.shard = shard_hash(data, labels, data_hash);
    part.sparse = data.x.sparse();
    part.feature_names.assign(data.feature_names.begin(), data.feature_names.end());
    ClassMoments& moments = part.moments;
    moments.labeled = !labels.empty();
    if (moments.labeled) {
        part.label_name = data.label_name;
        part.label_column = label_column;
    }
    moments.class_names = labels.names;
    moments.class_counts = labels.counts;
    std::vector<int> group_of = labels.empty() ? std::vector<int>(at(data.x.rows()), -1) : labels.of;
    for (int& group : group_of)
        if (group < 0) {
            group = static_cast<int>(labels.classes());
            ++moments.unlabeled;
        }
    moments.known = known_moments(data.x, {group_of, labels.classes() + 1}, context);
    remark_on_disclosed(moments, context);
    return part;
}

}  // namespace tamis::detail
