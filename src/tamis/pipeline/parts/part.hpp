// What is kept of one shard of the data when its samples are not: moments per class, ranges, names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tamis/methods/from_moments/from_moments.hpp"
#include "tamis/pipeline/data_view.hpp"

namespace tamis::detail {

struct Part {
    std::string name;                        // the file, for messages
    std::uint64_t shard = 0;                 // hash of the shard: cells, labels and names
    bool sparse = false;                     // how the shard was stored
    bool open_width = false;                 // its format has no last column: zeros follow
    std::string label_name;                  // "" if it has none
    Index label_column = -1;                 // its place in a table; negative if it is elsewhere
    std::vector<std::string> feature_names;  // empty if the shard has none
    ClassMoments moments;                    // classes without samples are left out

    Index features() const { return moments.known.features(); }
};

// `data` must be clean; `data_hash` is their hash, as Survey finds it. Remarks on classes so small that the
// part discloses samples. Throws Error if the label is a measured one.
Part make_part(const DataView& data, Index label_column, const std::string& data_hash,
               const Context& context = {});

// The moments of all samples of all parts, as data to select from.
struct MergedParts {
    std::string name;  // "3 parts"
    Index parts = 0;
    std::string hash;  // of the hashes of the shards: "xxh3:…"
    bool sparse = false;
    std::string label_name;
    std::vector<std::string> feature_names;
    ClassMoments moments;
};

// Parts are sorted by their hashes and merged pairwise: their order makes no difference to any bit. Throws
// Error, naming the parts, if they differ in features or label, or if one is there twice. Parts of open width
// get as many features as the widest one.
MergedParts merge_parts(std::vector<Part> parts);

}  // namespace tamis::detail
