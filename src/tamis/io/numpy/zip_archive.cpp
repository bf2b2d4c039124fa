// The zip container (PKWARE APPNOTE 6.3): local headers with the data, then a directory, then its end record.
// Sizes beyond 4 GB need the zip64 extension, which is read and written.
#include "tamis/io/numpy/zip_archive.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "tamis/core/error.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/justified.hpp"

namespace tamis::detail {

namespace {

constexpr std::uint32_t local_mark = 0x04034b50, entry_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50, locator64_mark = 0x07064b50;
constexpr std::uint16_t stored = 0, deflated = 8, version_zip64 = 45, extra_zip64 = 1;
constexpr std::uint32_t in_extra = 0xffffffff;

template <class Number>
void put(std::string& bytes, Number number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

struct Entry {
    std::string name;
    std::uint32_t crc = 0;
    std::uint64_t size = 0, start = 0;
};

// Name, sizes and position as local header (start of the member) or as a line of the directory. All members
// use zip64 fields: one form for small and large ones.
std::string header_of(const Entry& entry, bool directory) {
    std::string bytes;
    put(bytes, directory ? entry_mark : local_mark);
    if (directory) put(bytes, version_zip64);
    put(bytes, version_zip64);
    put(bytes, std::uint16_t{0});  // flags
    put(bytes, stored);
    put(bytes, std::uint16_t{0});       // time
    put(bytes, std::uint16_t{0x0021});  // date: 1980-01-01, so that the same arrays make the same file
    put(bytes, entry.crc);
    put(bytes, in_extra);
    put(bytes, in_extra);
    put(bytes, static_cast<std::uint16_t>(entry.name.size()));
    const std::uint16_t extra_size = directory ? 28 : 20;
    put(bytes, extra_size);
    if (directory) {
        put(bytes, std::uint16_t{0});  // comment
        put(bytes, std::uint16_t{0});  // disk
        put(bytes, std::uint16_t{0});  // attributes
        put(bytes, std::uint32_t{0});
        put(bytes, in_extra);
    }
    bytes += entry.name;
    put(bytes, extra_zip64);
    put(bytes, static_cast<std::uint16_t>(extra_size - 4));
    put(bytes, entry.size);
    put(bytes, entry.size);
    if (directory) put(bytes, entry.start);
    return bytes;
}

std::string end_of(std::uint64_t count, std::uint64_t size, std::uint64_t start) {
    std::string bytes;
    put(bytes, end64_mark);
    put(bytes, std::uint64_t{44});
    put(bytes, version_zip64);
    put(bytes, version_zip64);
    put(bytes, std::uint32_t{0});
    put(bytes, std::uint32_t{0});
    put(bytes, count);
    put(bytes, count);
    put(bytes, size);
    put(bytes, start);
    put(bytes, locator64_mark);
    put(bytes, std::uint32_t{0});
    put(bytes, start + size);
    put(bytes, std::uint32_t{1});
    put(bytes, end_mark);
    put(bytes, std::uint32_t{0});
    put(bytes, static_cast<std::uint16_t>(std::min<std::uint64_t>(count, 0xffff)));
    put(bytes, static_cast<std::uint16_t>(std::min<std::uint64_t>(count, 0xffff)));
    put(bytes, in_extra);
    put(bytes, in_extra);
    put(bytes, std::uint16_t{0});
    return bytes;
}

std::uint32_t checksum(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

class ZipReader {
  public:
    ZipReader(const std::string& path, std::string bytes) : path_(path), bytes_(std::move(bytes)) {}

    std::vector<ZipMember> read() const {
        std::vector<ZipMember> members;
        std::uint64_t at = directory();
        while (at + 46 <= bytes_.size() && get<std::uint32_t>(at) == entry_mark) {
            const auto name_size = get<std::uint16_t>(at + 28);
            const auto extra_size = get<std::uint16_t>(at + 30);
            const std::string name = std::string(part(at + 46, name_size));
            Member member{get<std::uint16_t>(at + 10), get<std::uint32_t>(at + 16),
                          get<std::uint32_t>(at + 20), get<std::uint32_t>(at + 24),
                          get<std::uint32_t>(at + 42)};
            read_zip64(part(at + 46 + name_size, extra_size), member);
            if ((get<std::uint16_t>(at + 8) & 1U) != 0) fail("is encrypted: save it without a password");
            members.push_back({name, unpack(name, member)});
            at += 46U + name_size + extra_size + get<std::uint16_t>(at + 32);
        }
        return members;
    }

  private:
    struct Member {
        std::uint16_t method;
        std::uint32_t crc;
        std::uint64_t packed, size, start;
    };

    [[noreturn]] void fail(const std::string& what) const { throw Error(path_ + ": " + what); }

    std::string_view part(std::uint64_t start, std::uint64_t size) const {
        if (start > bytes_.size() || size > bytes_.size() - start)
            fail("is cut off or damaged: copy it again");
        return std::string_view(bytes_).substr(start, size);
    }

    template <class Number>
    Number get(std::uint64_t start) const {
        Number number{};
        std::memcpy(&number, part(start, sizeof number).data(), sizeof number);
        return number;
    }

    // Where the directory starts: said by the end record, which a comment of up to 64 KB may follow.
    std::uint64_t directory() const {
        if (bytes_.size() < 22) fail("is not a zip archive: it is too short");
        const std::size_t first = bytes_.size() > 65557 ? bytes_.size() - 65557 : 0;
        for (std::size_t at = bytes_.size() - 22;; --at) {
            if (get<std::uint32_t>(at) == end_mark) {
                if (at >= 20 && get<std::uint32_t>(at - 20) == locator64_mark) {
                    const auto end64 = get<std::uint64_t>(at - 12);
                    if (get<std::uint32_t>(end64) != end64_mark) fail("is damaged: copy it again");
                    return get<std::uint64_t>(end64 + 48);
                }
                return get<std::uint32_t>(at + 16);
            }
            if (at == first) break;
        }
        fail("is not a zip archive: it has no directory, or its end is cut off");
    }

    void read_zip64(std::string_view extra, Member& member) const {
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

    std::string unpack(const std::string& name, const Member& member) const {
        if (get<std::uint32_t>(member.start) != local_mark) fail(name + " is damaged: copy the file again");
        const std::uint64_t data =
            member.start + 30 + get<std::uint16_t>(member.start + 26) + get<std::uint16_t>(member.start + 28);
        const std::string_view packed = part(data, member.packed);
        std::string content;
        if (member.method == stored) {
            content = packed;
        } else if (member.method == deflated) {
            content = inflate(packed, member.size, name);
        } else {
            fail(name + " is packed by method " + std::to_string(member.method) +
                 ": save it with numpy.savez or numpy.savez_compressed");
        }
        if (content.size() != member.size || checksum(content) != member.crc)
            fail(name + " is damaged: its checksum is wrong");
        return content;
    }

    std::string inflate(std::string_view packed, std::uint64_t size, const std::string& name) const {
        if (!is_justified(size, packed.size(), true)) fail(name + " is damaged: copy the file again");
        std::string content(size, '\0');
        z_stream stream{};
        if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail(name + " cannot be unpacked");
        std::size_t taken = 0, made = 0;
        int state = Z_OK;
        while (state == Z_OK) {
            constexpr std::size_t most = 1U << 30U;
            const std::size_t in = std::min(most, packed.size() - taken),
                              out = std::min(most, content.size() - made);
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
        if (state != Z_STREAM_END || made != content.size()) fail(name + " is damaged: copy the file again");
        return content;
    }

    const std::string& path_;
    std::string bytes_;
};

}  // namespace

ZipWriter::ZipWriter(const std::string& path) : file_(path) {}

void ZipWriter::write(const std::string& bytes) {
    file_.write(bytes);
    position_ += bytes.size();
}

void ZipWriter::add(const std::string& name, const std::string& content) {
    const Entry entry{name, checksum(content), content.size(), position_};
    write(header_of(entry, false));
    write(content);
    directory_ += header_of(entry, true);
    ++count_;
}

void ZipWriter::commit() {
    const std::uint64_t start = position_;
    write(directory_);
    write(end_of(count_, position_ - start, start));
    file_.commit();
}

std::vector<ZipMember> read_zip(const std::string& path) {
    const std::unique_ptr<ByteSource> source = open_file(path);
    std::string bytes(std::filesystem::file_size(path), '\0');
    bytes.resize(source->read(bytes.data(), bytes.size()));
    if (bytes.empty()) throw Error(path + ": is empty");
    return ZipReader(path, std::move(bytes)).read();
}

}  // namespace tamis::detail
