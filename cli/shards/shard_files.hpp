// The shards of one process: opened when the driver asks for it, then worked on in rounds.
#pragma once

#include <map>
#include <optional>

#include "../loaded_data.hpp"
#include "shard_head.hpp"
#include "team.hpp"

namespace tamis::cli {

class ShardFiles final : public ShardHost {
  public:
    // Tasks besides the rounds of methods.
    static constexpr std::string_view open_task = "files: open";    // OpenRequest → list of ShardHead
    static constexpr std::string_view names_task = "files: names";  // names of shard 0 → the first difference
    static constexpr std::string_view widen_task = "files: widen";      // number of columns → nothing
    static constexpr std::string_view confirm_task = "files: confirm";  // nothing → nothing

    struct OpenRequest {
        std::vector<ShardPlace> places;
        bool hash = false;

        template <class Archive>
        void fields(Archive& archive) {
            archive(places, hash);
        }
    };

    struct NamesRequest {
        std::string file;
        std::vector<std::string> names;

        template <class Archive>
        void fields(Archive& archive) {
            archive(file, names);
        }
    };

    // `options` say how the files are read. `neighbors` is the number of ranks that share the memory of this
    // host.
    ShardFiles(DataOptions options, int rank, int ranks, int neighbors);

    Bytes partial(std::string_view task, std::string_view shared, std::string_view own, Index shard,
                  const Context& context) override;
    Bytes partial_of_run(std::string_view task, std::string_view shared, std::string_view own, Index begin,
                         Index end, const Context& context) override;
    Bytes merge(std::string_view task, std::string_view earlier, std::string_view later) override;

    // The names of the features of a shard that is here.
    const std::vector<std::string>& feature_names(Index shard) const;

  private:
    ShardHead open(const OpenRequest& request, Index shard, const Context& context);
    Dataset read_place(const ShardPlace& place, const DataOptions& options, const Context& context);
    LoadedData load_place(const ShardPlace& place, Survey::Hash hash, const Context& context);
    std::optional<Bytes> known_survey(std::string_view shared, std::string_view own, Index shard) const;
    bool fits_in_memory(const OpenRequest& request) const;
    std::string other_names(std::string_view names_of_first, Index shard) const;
    void widen(Index cols, Index shard);

    DataOptions options_;
    int rank_, ranks_, neighbors_;
    std::optional<bool> in_memory_;
    std::map<Index, LoadedData> shards_;
    // A file that is cut into shards and has to be read as a whole.
    std::optional<Dataset> whole_;
    std::string whole_path_;
};

// Throws UsageError for ways of cleaning that are not shared.
void check_cleaning(const DataOptions& options);
// Whether the driver cleans the shards, once it knows all of them; otherwise each is cleaned as it is opened.
bool is_cleaned_together(const CleanOptions& options);

}  // namespace tamis::cli
