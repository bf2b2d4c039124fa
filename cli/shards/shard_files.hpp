// The shards of one process: opened when the driver asks for it, then worked on in rounds.
#pragma once

#include <map>
#include <optional>

#include "../loaded_data.hpp"
#include "shard_head.hpp"
#include "shard_reader.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "team.hpp"

namespace tamis::cli {

class ShardFiles final : public ShardHost {
  public:
    // Tasks besides the rounds of methods.
    static constexpr std::string_view open_task = "files: open";    // OpenRequest → list of ShardHead
    static constexpr std::string_view about_task = "files: about";  // AboutRequest → ShardColumns
    static constexpr std::string_view names_task = "files: names";  // NamesRequest → the first difference
    static constexpr std::string_view fit_task = "files: fit";      // FitRequest → nothing
    static constexpr std::string_view confirm_task = "files: confirm";  // nothing → nothing

    struct OpenRequest {
        std::vector<ShardPlace> places;
        bool hash = false;

        template <class Archive>
        void fields(Archive& archive) {
            archive(places, hash);
        }
    };

    struct AboutRequest {
        Index shard = 0;
        bool in_file = false;  // also the columns of its file

        template <class Archive>
        void fields(Archive& archive) {
            archive(shard, in_file);
        }
    };

    struct ShardColumns {
        std::vector<std::string> features;  // their names; empty if there are none
        FileColumns in_file;

        template <class Archive>
        void fields(Archive& archive) {
            archive(features, in_file);
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

    // The shape of all shards: for those that end before the last column, and those without rows.
    struct FitRequest {
        Index cols = 0;
        bool sparse = false;

        template <class Archive>
        void fields(Archive& archive) {
            archive(cols, sparse);
        }
    };

    // `options` say how the files are read. `neighbors` is the number of ranks that share the memory of this
    // host.
    ShardFiles(DataOptions options, int rank, int ranks, int neighbors);

    Bytes partial(std::string_view task, std::string_view shared, std::string_view own, Index shard,
                  const Context& context) override;
    Bytes partial_of_run(std::string_view task, std::string_view shared, const OwnRequest& own, Index begin,
                         Index end, const Context& context) override;
    std::vector<Bytes> parcels_of_run(std::string_view shared, std::string_view own, Index begin, Index end,
                                      const Context& context) override;
    Bytes merge(std::string_view task, std::string_view earlier, std::string_view later) override;

  private:
    JoinedRows run_of(Index begin, Index end) const;
    void start(OpenRequest request);
    ShardHead open(Index shard, const Context& context);
    Bytes about(const AboutRequest& asked, Index shard) const;
    std::optional<Bytes> known_survey(std::string_view shared, std::string_view own, Index shard,
                                      const Context& context) const;
    std::string other_names(std::string_view names_of_first, Index shard) const;
    void fit(const FitRequest& shape, Index shard);

    DataOptions options_;
    int rank_, ranks_, neighbors_;
    std::optional<OpenRequest> asked_;
    std::optional<ShardReader> reader_;
    std::map<Index, LoadedData> shards_;
};

}  // namespace tamis::cli
