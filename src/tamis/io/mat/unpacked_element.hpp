// The contents of a compressed element of a MAT file, unpacked on the way.
#pragma once

#include <cstdint>
#include <memory>

#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

class UnpackedElement {
  public:
    // The next `packed` bytes of `source` are a stream of zlib.
    UnpackedElement(ByteSource& source, std::uint64_t packed);
    ~UnpackedElement();
    UnpackedElement(const UnpackedElement&) = delete;
    UnpackedElement& operator=(const UnpackedElement&) = delete;

    // Fewer than `size` bytes at the end of the stream, or where it is damaged.
    std::size_t read(char* target, std::size_t size);
    // Whether the stream ended as it should, with the right checksum, and used all of its packed bytes.
    bool ended_well() const;
    // Takes what is left of the packed bytes from the source.
    bool skip_rest();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tamis::detail
