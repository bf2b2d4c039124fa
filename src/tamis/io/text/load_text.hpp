// Delimited text: .csv .tsv .txt .data .dat.
#pragma once

#include <string>

#include "tamis/io/byte_source.hpp"
#include "tamis/io/load.hpp"
#include "tamis/io/text/settings.hpp"
#include "tamis/io/text/text_reader.hpp"

namespace tamis::detail {

// Small enough that a block and its numbers stay in the second-level cache.
constexpr std::size_t text_block_bytes = 1 << 18;

// `file` is for messages. Labels are the ones of a column, or of a row where the samples are columns;
// LoadOptions::label_file is the caller's.
Dataset load_text(ByteSource& source, const std::string& file, const LoadOptions& options,
                  const Context& context, std::size_t block_bytes = text_block_bytes);

// A table that was read, with all that it takes to read its rows again.
struct TextReading {
    Dataset data;  // without cells if the rows went to a sink
    Index rows = 0, features = 0;
    TextSettings settings;
    TextFormat format;
    TableLayout layout;
    KnownTexts texts;  // of the columns of text, sorted: the number of a text is its rank
    std::vector<std::vector<Index>> category_counts;  // of data.categories: how often each value is there
};

// The same. `start` is called before each reading and says where the rows go: null keeps them.
TextReading read_text(ByteSource& source, const std::string& file, const LoadOptions& options,
                      const Context& context, std::size_t block_bytes, FunctionRef<const RowSink*()> start);

}  // namespace tamis::detail
