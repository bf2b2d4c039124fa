// Delimited text: .csv .tsv .txt .data .dat.
#pragma once

#include <string>

#include "tamis/io/byte_source.hpp"
#include "tamis/io/load.hpp"

namespace tamis {

// Small enough that a block and its numbers stay in the second-level cache.
constexpr std::size_t text_block_bytes = 1 << 18;

// `file` is for messages. Labels are the ones of a column, or of a row where the samples are columns;
// LoadOptions::label_file is the caller's.
Dataset load_text(ByteSource& source, const std::string& file, const LoadOptions& options,
                  const Context& context, std::size_t block_bytes = text_block_bytes);

}  // namespace tamis
