#include "tamis/io/hdf5/lzf.hpp"

#include <hdf5.h>

#include <algorithm>

namespace tamis::detail::hdf5 {

// A control byte below 32 is followed by that many literal bytes and one more. Otherwise its upper three bits
// are the length of a copy (7: one more byte is added), its lower five bits and the next byte the distance.
std::size_t unpack_lzf(const unsigned char* packed, std::size_t size, unsigned char* target,
                       std::size_t room) {
    constexpr std::size_t literals_below = 32, long_copy = 7, shortest_copy = 2;
    std::size_t in = 0, out = 0;
    while (in < size) {
        const std::size_t control = packed[in++];
        if (control < literals_below) {
            const std::size_t count = control + 1;
            if (count > size - in || count > room - out) return 0;
            std::copy_n(packed + in, count, target + out);
            in += count;
            out += count;
            continue;
        }
        std::size_t count = control >> 5U;
        if (count == long_copy) {
            if (in >= size) return 0;
            count += packed[in++];
        }
        if (in >= size) return 0;
        count += shortest_copy;
        const std::size_t distance = ((control & 31U) << 8U) + packed[in++] + 1;
        if (distance > out || count > room - out) return 0;
        // One by one: a copy may reach into what it makes.
        for (std::size_t i = 0; i < count; ++i, ++out) target[out] = target[out - distance];
    }
    return out;
}

namespace {

constexpr H5Z_filter_t lzf_number = 32000;  // registered with the HDF group

// `settings` are the versions of filter and packer, and the size of an unpacked chunk. That is too small for
// texts of any length, so more room is tried, up to what three bytes can stand for: 264.
std::size_t unpack_chunk(unsigned flags, std::size_t count, const unsigned* settings,
                         std::size_t packed_bytes, std::size_t* buffer_bytes, void** buffer) {
    if ((flags & H5Z_FLAG_REVERSE) == 0) return 0;  // nothing is written
    constexpr std::size_t best_ratio = 88;
    const std::size_t most = packed_bytes * best_ratio;
    std::size_t room = std::min(count > 2 && settings[2] != 0 ? settings[2] : *buffer_bytes, most);
    while (room > 0) {
        void* target = H5allocate_memory(room, false);
        if (target == nullptr) return 0;
        const std::size_t made = unpack_lzf(static_cast<const unsigned char*>(*buffer), packed_bytes,
                                            static_cast<unsigned char*>(target), room);
        if (made > 0) {
            H5free_memory(*buffer);
            *buffer = target;
            *buffer_bytes = room;
            return made;
        }
        H5free_memory(target);
        room = room < most ? std::min(2 * room, most) : 0;
    }
    return 0;
}

}  // namespace

LzfFilter::LzfFilter() {
    if (H5Zfilter_avail(lzf_number) > 0) return;
    const H5Z_class2_t filter{H5Z_CLASS_T_VERS, lzf_number, 0, 1, "lzf", nullptr, nullptr, unpack_chunk};
    ours_ = H5Zregister(&filter) >= 0;
}

LzfFilter::~LzfFilter() {
    if (ours_) H5Zunregister(lzf_number);
}

}  // namespace tamis::detail::hdf5
