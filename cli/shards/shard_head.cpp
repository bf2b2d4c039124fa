#include "shard_head.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/preprocess/missing_cells.hpp"

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

std::string columns_text(Index count) { return counted(count, "feature"); }

std::string header_text(const FileColumns& columns) {
    return counted(columns.count, "column") + (columns.names.empty() ? " without names" : " with names");
}

// Those without a last column of their own may be narrower than the widest.
void check_widths(const std::vector<ShardHead>& heads) {
    const auto narrower = [](const ShardHead& a, const ShardHead& b) { return a.cols < b.cols; };
    const auto widest = std::max_element(heads.begin(), heads.end(), narrower);
    const auto narrow = std::find_if(heads.begin(), heads.end(), [&](const ShardHead& head) {
        return head.cols < widest->cols && !head.open_width && !head.bare;
    });
    if (narrow == heads.end()) return;
    const auto [earlier, later] = std::minmax(narrow, widest);
    throw Error(later->file + " has " + columns_text(later->cols) + ", and " + earlier->file + " has " +
                    columns_text(earlier->cols),
                same_columns);
}

}  // namespace

Index find_reference(const std::vector<ShardHead>& heads) {
    const auto filled =
        std::find_if(heads.begin(), heads.end(), [](const ShardHead& head) { return head.rows > 0; });
    if (filled != heads.end()) return filled - heads.begin();
    for (const ShardHead& head : heads)
        if (head.dropped_rows > 0) refuse_no_rows_left("the shards");
    throw Error("there are no rows in any of the shards, " + heads.front().file + " the first of them",
                "at least one file needs rows");
}

bool check_heads(const std::vector<ShardHead>& heads, const ShardHead& reference) {
    bool renamed = false;
    for (const ShardHead& head : heads) {
        if (head.bare) continue;
        if (head.rows > 0) check_labels_there(reference, head);
        if (head.sparse != reference.sparse)
            throw Error(head.file + " holds " + (head.sparse ? "sparse" : "dense") + " data, and " +
                            reference.file + (reference.sparse ? " sparse" : " dense") + " ones",
                        "store all shards in the same way");
        if (head.names_hash.empty() != reference.names_hash.empty())
            throw Error((head.names_hash.empty() ? head.file : reference.file) +
                            " has no names of columns, and " +
                            (head.names_hash.empty() ? reference.file : head.file) + " has",
                        same_columns);
        renamed = renamed || head.names_hash != reference.names_hash;
        if (head.rows > 0 && head.label_name != reference.label_name)
            throw Error("the label of " + head.file + " is '" + head.label_name + "', and that of " +
                            reference.file + " is '" + reference.label_name + "'",
                        "name the one that all shards have with " + option("label"));
    }
    if (!renamed) check_widths(heads);
    return renamed;
}

// A column that counts the samples, or whose texts all differ, is taken for their names, and may not look so
// in another shard.
Message columns_remedy(const std::vector<ShardHead>& heads, const ShardHead& reference) {
    for (const ShardHead& head : heads) {
        if (head.bare || head.sample_column == reference.sample_column) continue;
        const ShardHead& one = reference.sample_column.empty() ? head : reference;
        return "column '" + one.sample_column + "' of " + one.file +
               " was taken for the names of the samples, use " + option("id", "none") + " or " +
               option("id", one.sample_column);
    }
    return same_columns;
}

void check_bare(const std::vector<ShardHead>& heads, const ShardHead& reference, const FileColumns& columns) {
    for (const ShardHead& head : heads) {
        if (!head.bare) continue;
        const bool nothing = head.columns.count == 0;
        if (nothing && columns.names.empty()) continue;
        if (nothing)
            throw Error(head.file + " holds nothing at all, and " + reference.file + " has a header",
                        "leave it out, or write the header into it");
        const std::string who = head.file + " has no rows, and its columns are not those of the others: ";
        if (head.columns.names.empty() != columns.names.empty() ||
            (columns.names.empty() && head.columns.count != columns.count))
            throw Error(who + "it has " + header_text(head.columns) + ", and " + reference.file + " has " +
                            header_text(columns),
                        same_columns);
        const std::string difference =
            first_difference(columns.names, reference.file, head.columns.names, head.file);
        if (!difference.empty()) throw Error(who + difference, same_columns);
    }
}

Labels joined_labels(const std::vector<ShardHead>& heads, const ShardHead& reference) {
    if (!reference.has_labels) return {};
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
                        " are texts such as '" + *std::ranges::find_if_not(of_texts->class_names, is_number) +
                        "'",
                    "use numbers in all shards, or texts in all, such as 'class 1'");
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
