#include "tamis/io/mat/unpacked_element.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace tamis::detail {

struct UnpackedElement::State {
    State(ByteSource& bytes, std::uint64_t packed) : source(bytes), left(packed) {}

    // False at the end of the packed bytes.
    bool refill() {
        const std::size_t wanted = std::min<std::uint64_t>(left, block.size());
        const std::size_t got = wanted == 0 ? 0 : source.read(block.data(), wanted);
        left -= got;
        stream.next_in = reinterpret_cast<Bytef*>(block.data());
        stream.avail_in = static_cast<uInt>(got);
        return got > 0;
    }

    ByteSource& source;
    std::uint64_t left;
    std::array<char, 1 << 14> block;
    z_stream stream{};
    int result = Z_OK;
};

UnpackedElement::UnpackedElement(ByteSource& source, std::uint64_t packed)
    : state_(std::make_unique<State>(source, packed)) {
    state_->result = inflateInit(&state_->stream);
}

UnpackedElement::~UnpackedElement() { inflateEnd(&state_->stream); }

std::size_t UnpackedElement::read(char* target, std::size_t size) {
    State& state = *state_;
    std::size_t filled = 0;
    while (filled < size && state.result == Z_OK) {
        if (state.stream.avail_in == 0 && !state.refill()) break;
        const auto part = static_cast<uInt>(std::min<std::size_t>(size - filled, 1U << 30U));
        state.stream.next_out = reinterpret_cast<Bytef*>(target + filled);
        state.stream.avail_out = part;
        state.result = ::inflate(&state.stream, Z_NO_FLUSH);
        filled += part - state.stream.avail_out;
    }
    return filled;
}

bool UnpackedElement::ended_well() const {
    return state_->result == Z_STREAM_END && state_->stream.avail_in == 0 && state_->left == 0;
}

bool UnpackedElement::skip_rest() {
    while (state_->left > 0)
        if (!state_->refill()) return false;
    return true;
}

}  // namespace tamis::detail
