#include "shard_head.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/preprocess/cells.hpp"

namespace tamis::cli {

namespace {

const Message same_columns = "all shards need the same columns in the same order";

void check_labels_there(const ShardHead& first, const ShardHead& head) {
    if (head.has_labels == first.has_labels) return;
    const ShardHead& without = head.has_labels ? first : head;
    const ShardHead& with = head.has_labels ? head : first;
    const std::string label = with.label_name.empty() ? "labels" : "the label '" + with.label_name + "'";
    throw Error(without.file + " has no label, and " + with.file + " has " + label,
                "all shards need one, or use " + option("label", "none"));
}

// Without rows there is little to tell.
const ShardHead& reference_of(const std::vector<ShardHead>& heads) {
    const auto filled =
        std::find_if(heads.begin(), heads.end(), [](const ShardHead& head) { return head.rows > 0; });
    return filled == heads.end() ? heads.front() : *filled;
}

std::string columns_text(Index count) { return counted(count, "feature"); }

}  // namespace

std::vector<Index> check_heads(const std::vector<ShardHead>& heads) {
    const ShardHead& first = reference_of(heads);
    std::vector<Index> renamed;
    for (std::size_t s = 0; s < heads.size(); ++s) {
        const ShardHead& head = heads[s];
        if (head.rows > 0) check_labels_there(first, head);
        if (head.sparse != first.sparse)
            throw Error(head.file + " holds " + (head.sparse ? "sparse" : "dense") + " data, and " +
                            first.file + (first.sparse ? " sparse" : " dense") + " ones",
                        "store all shards in the same way");
        if (head.names_hash.empty() != first.names_hash.empty())
            throw Error((head.names_hash.empty() ? head.file : first.file) +
                            " has no names of columns, and " +
                            (head.names_hash.empty() ? first.file : head.file) + " has",
                        same_columns);
        if (head.names_hash != first.names_hash)
            renamed.push_back(static_cast<Index>(s));
        else if (head.cols != first.cols && !(head.open_width && first.open_width))
            throw Error(head.file + " has " + columns_text(head.cols) + ", and " + first.file + " has " +
                            columns_text(first.cols),
                        same_columns);
        if (head.rows > 0 && head.label_name != first.label_name)
            throw Error("the label of " + head.file + " is '" + head.label_name + "', and that of " +
                            first.file + " is '" + first.label_name + "'",
                        "name the one that all shards have with " + option("label"));
    }
    return renamed;
}

Labels joined_labels(const std::vector<ShardHead>& heads) {
    if (!reference_of(heads).has_labels) return {};
    std::vector<std::string> names;
    const ShardHead* of_numbers = nullptr;
    const ShardHead* of_texts = nullptr;
    for (const ShardHead& head : heads) {
        names.insert(names.end(), head.class_names.begin(), head.class_names.end());
        if (!head.class_names.empty())
            (std::all_of(head.class_names.begin(), head.class_names.end(), is_number) ? of_numbers
                                                                                      : of_texts) = &head;
    }
    if (of_numbers != nullptr && of_texts != nullptr)
        throw Error("the labels of " + of_numbers->file + " are numbers, and those of " + of_texts->file +
                        " are texts such as '" + of_texts->class_names.front() + "'",
                    "write them in one way in all shards");
    const Labels classes = make_labels(names);
    Labels all;
    all.names = classes.names;
    all.counts.resize(all.names.size());
    std::size_t first_name = 0;
    for (const ShardHead& head : heads) {
        for (const int label : head.label_of) {
            all.of.push_back(label < 0 ? Labels::unlabeled : classes.of[first_name + at(label)]);
            if (label >= 0) ++all.counts[at(all.of.back())];
        }
        first_name += head.class_names.size();
    }
    return all;
}

std::string row_text(const std::vector<ShardHead>& heads, Index row) {
    for (const ShardHead& head : heads) {
        if (row < head.rows) return "row " + std::to_string(head.first_row + row) + " of " + head.file;
        row -= head.rows;
    }
    return "a row that no shard has";
}

std::string first_difference(const std::vector<std::string>& names, const std::string& file,
                             const std::vector<std::string>& other_names, const std::string& other_file) {
    const auto [one, other] =
        std::mismatch(names.begin(), names.end(), other_names.begin(), other_names.end());
    if (one == names.end() && other == other_names.end()) return "";
    const std::string place = "column " + std::to_string(one - names.begin()) + " (counted from 0)";
    if (one == names.end())
        return place + " of " + other_file + " is '" + *other + "', and " + file + " has none";
    if (other == other_names.end())
        return place + " of " + file + " is '" + *one + "', and " + other_file + " has none";
    return place + " is '" + *one + "' in " + file + " and '" + *other + "' in " + other_file;
}

}  // namespace tamis::cli
