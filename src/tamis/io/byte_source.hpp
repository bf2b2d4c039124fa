// Bytes of a file, a compressed file or a piece of memory, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "tamis/core/memory_budget.hpp"

namespace tamis::detail {

class ByteSource {
  public:
    virtual ~ByteSource() = default;
    // Fills `target` and returns how many bytes it got: fewer than `size` only at the end.
    virtual std::size_t read(char* target, std::size_t size) = 0;
    virtual void rewind() = 0;
    virtual double done() const = 0;  // the part that is read, 0 … 1
    // How many bytes it can have at most: the size of a file, the limit on what is unpacked; as good as
    // infinite for a pipe.
    virtual std::uint64_t most_bytes() const = 0;
    // For readers, as they go: throws Error if what they made of packed bytes takes more memory than these
    // may be unpacked to.
    virtual void check_memory(std::uint64_t) const {}
};

// Errors name the file. A name that ends in ".gz" is decompressed on the way, to `most_unpacked` bytes at
// most.
std::unique_ptr<ByteSource> open_file(const std::string& path,
                                      std::uint64_t most_unpacked = default_memory_budget());
std::unique_ptr<ByteSource> open_memory(std::string_view bytes);

// Everything that is left. Memory grows with what comes.
std::string read_all(ByteSource& source);

}  // namespace tamis::detail
