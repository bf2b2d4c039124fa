#include "tamis/io/numpy/zip_reader.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "tamis/core/error.hpp"
#include "tamis/io/justified.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/numpy/zip_format.hpp"

namespace tamis::detail {

using namespace zip;

ZipReader::ZipReader(ByteSource& source, const std::string& path, std::uint64_t most_unpacked)
    : path_(path), bytes_(read_all(source)), most_unpacked_(most_unpacked) {
    if (bytes_.empty()) fail("is empty");
    read_directory();
}

void ZipReader::fail(const std::string& what) const { throw Error(path_ + ": " + what); }

std::string_view ZipReader::part(std::uint64_t start, std::uint64_t size) const {
    if (start > bytes_.size() || size > bytes_.size() - start) fail("is cut off or damaged: copy it again");
    return std::string_view(bytes_).substr(start, size);
}

template <class Number>
Number ZipReader::get(std::uint64_t start) const {
    Number number{};
    std::memcpy(&number, part(start, sizeof number).data(), sizeof number);
    return number;
}

// Where the directory starts: said by the end record, which a comment of up to 64 KB may follow.
std::uint64_t ZipReader::directory() const {
    constexpr std::size_t end_bytes = 22, longest_comment = 65535;
    if (bytes_.size() < end_bytes) fail("is not a zip archive: it is too short");
    const std::size_t last = bytes_.size() - end_bytes;
    const std::size_t first = last > longest_comment ? last - longest_comment : 0;
    for (std::size_t place = last;; --place) {
        if (get<std::uint32_t>(place) == end_mark) {
            if (place < 20 || get<std::uint32_t>(place - 20) != locator64_mark)
                return get<std::uint32_t>(place + 16);
            const auto end64 = get<std::uint64_t>(place - 12);
            if (get<std::uint32_t>(end64) != end64_mark) fail("is damaged: copy it again");
            return get<std::uint64_t>(end64 + 48);
        }
        if (place == first) break;
    }
    fail("is not a zip archive: it has no directory, or its end is cut off");
}

void ZipReader::read_directory() {
    std::unordered_set<std::string> seen;
    std::uint64_t place = directory();
    while (place <= bytes_.size() && bytes_.size() - place >= 46 && get<std::uint32_t>(place) == entry_mark) {
        const auto name_size = get<std::uint16_t>(place + 28);
        const auto extra_size = get<std::uint16_t>(place + 30);
        std::string name(part(place + 46, name_size));
        Member member{get<std::uint16_t>(place + 10), get<std::uint32_t>(place + 16),
                      get<std::uint32_t>(place + 20), get<std::uint32_t>(place + 24),
                      get<std::uint32_t>(place + 42)};
        read_zip64(part(place + 46 + name_size, extra_size), member);
        if ((get<std::uint16_t>(place + 8) & 1U) != 0) fail("is encrypted: save it without a password");
        if (!seen.insert(name).second) fail("holds two members '" + name + "': it is damaged; save it again");
        names_.push_back(std::move(name));
        members_.push_back(member);
        place += 46U + name_size + extra_size + get<std::uint16_t>(place + 32);
    }
}

void ZipReader::read_zip64(std::string_view extra, Member& member) const {
    while (extra.size() >= 4) {
        std::uint16_t id = 0, size = 0;
        std::memcpy(&id, extra.data(), 2);
        std::memcpy(&size, extra.data() + 2, 2);
        if (size > extra.size() - 4) fail("is damaged: copy it again");
        std::string_view field = extra.substr(4, size);
        extra.remove_prefix(4U + size);
        if (id != extra_zip64) continue;
        for (std::uint64_t* number : {&member.size, &member.packed, &member.start})
            if (*number == in_extra) {
                if (field.size() < 8) fail("is damaged: copy it again");
                std::memcpy(number, field.data(), 8);
                field.remove_prefix(8);
            }
    }
}

bool ZipReader::is_packed(std::size_t member) const { return members_[member].method != stored; }

std::string_view ZipReader::packed_bytes(std::size_t member) const {
    const Member& entry = members_[member];
    const std::string& name = names_[member];
    if (get<std::uint32_t>(entry.start) != local_mark) fail(name + " is damaged: copy the file again");
    const std::uint64_t data =
        entry.start + 30 + get<std::uint16_t>(entry.start + 26) + get<std::uint16_t>(entry.start + 28);
    if (entry.method != stored && entry.method != deflated)
        fail(name + " is packed by method " + std::to_string(entry.method) +
             ": save it with numpy.savez or numpy.savez_compressed");
    return part(data, entry.packed);
}

std::string ZipReader::head(std::size_t member, std::size_t size) const {
    const std::string_view packed = packed_bytes(member);
    if (members_[member].method == stored) return std::string(packed.substr(0, size));
    return inflated(member, std::min<std::uint64_t>(size, members_[member].size));
}

std::string ZipReader::content(std::size_t member) {
    const Member& entry = members_[member];
    const std::string& name = names_[member];
    const std::string_view packed = packed_bytes(member);
    std::string content;
    if (entry.method == stored) {
        content = packed;
    } else {
        if (entry.size / best_packing > packed.size()) fail(name + " is damaged: copy the file again");
        unpacked_ += entry.size;
        require_unpackable(unpacked_, most_unpacked_, path_ + ": " + name);
        content = inflated(member, entry.size);
    }
    if (content.size() != entry.size || checksum(content) != entry.crc)
        fail(name + " is damaged: its checksum is wrong");
    return content;
}

std::string ZipReader::inflated(std::size_t member, std::uint64_t size) const {
    const std::string_view packed = packed_bytes(member);
    const std::string& name = names_[member];
    std::string content(size, '\0');
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail(name + " cannot be unpacked");
    std::size_t taken = 0, made = 0;
    int state = Z_OK;
    while (state == Z_OK && made < size) {
        constexpr std::size_t most = 1U << 30U;
        const std::size_t in = std::min(most, packed.size() - taken), out = std::min(most, size - made);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + taken));
        stream.avail_in = static_cast<uInt>(in);
        stream.next_out = reinterpret_cast<Bytef*>(content.data() + made);
        stream.avail_out = static_cast<uInt>(out);
        state = ::inflate(&stream, Z_NO_FLUSH);
        taken += in - stream.avail_in;
        made += out - stream.avail_out;
        if (state == Z_OK && stream.avail_in == in && stream.avail_out == out) state = Z_BUF_ERROR;
    }
    inflateEnd(&stream);
    if (made != size) fail(name + " is damaged: copy the file again");
    return content;
}

}  // namespace tamis::detail
