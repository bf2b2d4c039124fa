// What a file may make the program allocate, beyond what its own size justifies.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "tamis/io/load.hpp"

namespace tamis::detail {

// LoadOptions::max_unpacked in bytes. Throws UsageError if it is no size.
std::uint64_t most_unpacked(const LoadOptions& options);

// What cells take in memory while they are gathered: lists that grow are twice as long as what is in them.
inline std::uint64_t bytes_of(const CsrArrays& cells) {
    return 2 *
           (cells.values.size() * (sizeof(double) + sizeof(Small)) + cells.row_start.size() * sizeof(Index));
}

// For formats that name columns by number: throws Error above LoadOptions::max_features.
void require_few_features(Index features, Index most, const std::string& where);
void require_few_features(Index features, const std::string& path, const LoadOptions& options);

// For files that are read block by block: they take no memory when they are unpacked.
constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// Throws Error if `bytes`, which come out of something packed, are more than `most`. `what` is the file, and
// the part of it if it has several.
void require_unpackable(std::uint64_t bytes, std::uint64_t most, const std::string& what);
[[noreturn]] void fail_as_too_large(std::uint64_t most, const std::string& what);

}  // namespace tamis::detail
