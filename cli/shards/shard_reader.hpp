// Reads shards: files, or runs of rows of a file. Those of one process are held in memory if all of them fit.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "../loaded_data.hpp"
#include "shard_head.hpp"

namespace tamis::cli {

class ShardReader {
  public:
    // `options` say how the files are read. `neighbors` is the number of processes that share the memory of
    // this host; `places` are all shards of this one.
    ShardReader(DataOptions options, int neighbors, std::span<const ShardPlace> places);

    // The rows of a shard, clean unless all shards are cleaned together. Throws NoRows if the file has none.
    LoadedData read(const ShardPlace& place, Survey::Hash hash, const Context& context);

  private:
    LoadedData read_in_passes(const ShardPlace& place, const DataOptions& options, Survey::Hash hash,
                              const Context& context);
    Dataset read_rows(const ShardPlace& place, const DataOptions& options, const Context& context);
    Dataset cut_rows(const ShardPlace& place) const;

    DataOptions options_;
    bool in_memory_;
    Index last_part_;  // of this process
    // A file that is cut into shards and has to be read as a whole: once, whatever the number of shards.
    std::optional<Dataset> whole_;
    std::string whole_path_;
};

// Throws UsageError for ways of cleaning that are not shared.
void check_cleaning(const DataOptions& options);
// Whether the driver cleans the shards, once it knows all of them; otherwise each is cleaned as it is read.
bool is_cleaned_together(const CleanOptions& options);

}  // namespace tamis::cli
