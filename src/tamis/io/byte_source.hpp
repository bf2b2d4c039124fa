// Bytes of a file, a compressed file or a piece of memory, in order.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tamis::detail {

class ByteSource {
  public:
    virtual ~ByteSource() = default;
    // Fills `target` and returns how many bytes it got: fewer than `size` only at the end.
    virtual std::size_t read(char* target, std::size_t size) = 0;
    virtual void rewind() = 0;
    virtual double done() const = 0;  // the part that is read, 0 … 1
};

// Errors name the file. A name that ends in ".gz" is decompressed on the way.
std::unique_ptr<ByteSource> open_file(const std::string& path);
std::unique_ptr<ByteSource> open_memory(std::string_view bytes);

}  // namespace tamis::detail
