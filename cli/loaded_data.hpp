// Data that a command works on: in memory, or read from their file block by block.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "options.hpp"
#include "tamis/core/shards/shards.hpp"
#include "tamis/io/stream/streamed_data.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/pipeline/prepared.hpp"
#include "tamis/preprocess/cleaned.hpp"

namespace tamis::cli {

struct LoadedData {
    Dataset data;                          // without its cells if they are elsewhere
    std::unique_ptr<const Shards> shards;  // where the rows are, if they are in shards
    std::unique_ptr<RowSource>
        file_rows;                 // the clean cells, in a file or in shards; null: they are in memory
    std::optional<Survey> survey;  // of the clean data, if it was taken on the way
    double seconds = 0.0;          // loading and cleaning
    Index dropped_rows = 0;        // by cleaning

    DataView view() const;
};

// Throws Error if the user gave a limit that the data do not fit into: `who` needs them in memory.
void require_memory(const DataOptions& options, const std::string& who);

// The data as they are in the file. Asks whether a column of text is the label where that is not known.
Dataset load_labeled(const DataOptions& options, const Context& context);

// Clean data in memory, for `who`.
LoadedData load_clean(const DataOptions& options, const std::string& who, const Context& context,
                      Survey::Hash hash = Survey::Hash::no);

// The same, always read from the file block by block. For files with a held_size. A shard is named in
// messages as the user named it: others may have the same name in other folders.
LoadedData open_clean(const DataOptions& options, const Context& context, Survey::Hash hash,
                      Extent extent = Extent::all);

// A shard of some of the rows. For files that have row parts.
LoadedData open_part_clean(const DataOptions& options, const RowPart& part, const Context& context,
                           Survey::Hash hash);

// The same for work that may read the data in passes: it gets them from the file, block by block, if they
// would take more than the allowed memory, or if the file holds 32-bit numbers, which take half the memory of
// those that are worked with.
LoadedData load_for(const DataOptions& options, const std::string& who, Reading reading,
                    const Context& context, Survey::Hash hash);

}  // namespace tamis::cli
