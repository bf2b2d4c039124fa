// What a process says of a shard once it has opened it: all that the driver needs to see whether the shards
// belong together, and what it keeps of them.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/core/shards/bytes.hpp"
#include "tamis/core/shards/shards.hpp"
#include "tamis/io/no_rows.hpp"

namespace tamis::cli {

using namespace detail;

// A file, or one of several runs of rows of a file.
struct ShardPlace {
    std::string path;
    Index part = 0, parts = 1;

    template <class Archive>
    void fields(Archive& archive) {
        archive(path, part, parts);
    }
};

struct ShardHead {
    std::string file;  // as the user named it
    Index rows = 0, cols = 0;
    Index first_row = 0;     // in the file
    Index dropped_rows = 0;  // that cleaning left out
    bool sparse = false;
    bool open_width = false;    // zeros are all that can follow the last column
    bool bare = false;          // the file has no rows, and nothing below is known of it but this
    FileColumns columns;        // of a bare file
    std::string names_hash;     // of the names of the features; empty if there are none
    std::string sample_column;  // that names the samples, and is no feature; empty if there is none
    bool has_labels = false;
    std::string label_name;
    std::vector<int> label_of;
    std::vector<std::string> class_names;
    std::vector<std::string> remarks;

    template <class Archive>
    void fields(Archive& archive) {
        archive(file, rows, cols, first_row, dropped_rows, sparse, open_width, bare, columns, names_hash,
                sample_column, has_labels, label_name, label_of, class_names, remarks);
    }
};

// The first shard with rows, which the others are compared with: of those without, little is known. Throws
// Error if there is none.
Index find_reference(const std::vector<ShardHead>& heads);

// Throws Error that names the first file that does not go with the reference, but for the names of the
// features and for files without rows; returns whether a file has other names, which are to be looked at
// where they are.
bool check_heads(const std::vector<ShardHead>& heads, const ShardHead& reference);

// What to do about files with other names of features.
Message columns_remedy(const std::vector<ShardHead>& heads, const ShardHead& reference);

// Throws Error that names the first file without rows whose columns are not those of the reference.
void check_bare(const std::vector<ShardHead>& heads, const ShardHead& reference, const FileColumns& columns);

// The labels of all shards: their classes are the union. Empty if the reference has none. Throws Error where
// classes are numbers in one file and texts in another.
Labels joined_labels(const std::vector<ShardHead>& heads, const ShardHead& reference);

// "row 3 of part-2.npy" for a row of all of them.
std::string row_text(const std::vector<ShardHead>& heads, Index row);

// Where two lists of names differ first: "column 3 is 'age' in a.csv and 'sex' in b.csv"; empty if they do
// not.
std::string first_difference(const std::vector<std::string>& names, const std::string& file,
                             const std::vector<std::string>& other_names, const std::string& other_file);

}  // namespace tamis::cli
