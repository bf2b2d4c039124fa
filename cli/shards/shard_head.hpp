// What a process says of a shard once it has opened it: all that the driver needs to see whether the shards
// belong together, and what it keeps of them.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/core/shards/bytes.hpp"
#include "tamis/core/shards/shards.hpp"

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
    Index first_row = 0;  // in the file
    bool sparse = false;
    bool open_width =
        false;  // the file does not say how many columns there are: it ends with the last one used
    std::string names_hash;  // of the names of the features; empty if there are none
    bool has_labels = false;
    std::string label_name;
    std::vector<int> label_of;
    std::vector<std::string> class_names;
    std::vector<std::string> remarks;

    template <class Archive>
    void fields(Archive& archive) {
        archive(file, rows, cols, first_row, sparse, open_width, names_hash, has_labels, label_name, label_of,
                class_names, remarks);
    }
};

// Throws Error that names the first file that does not go with the first one, but for the names of the
// features: files with other names are returned, to be looked at where they are.
std::vector<Index> check_heads(const std::vector<ShardHead>& heads);

// The labels of all shards: their classes are the union. Empty if there are none. Throws Error where classes
// are numbers in one file and texts in another.
Labels joined_labels(const std::vector<ShardHead>& heads);

// "row 3 of part-2.npy" for a row of all of them.
std::string row_text(const std::vector<ShardHead>& heads, Index row);

// Where two lists of names differ first: "column 3 is 'age' in a.csv and 'sex' in b.csv"; empty if they do
// not.
std::string first_difference(const std::vector<std::string>& names, const std::string& file,
                             const std::vector<std::string>& other_names, const std::string& other_file);

}  // namespace tamis::cli
