#include "tamis/io/numpy/zip_writer.hpp"

#include <zlib.h>

#include <algorithm>

#include "tamis/io/numpy/zip_format.hpp"

namespace tamis::detail {

using namespace zip;

namespace {

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

}  // namespace

std::uint32_t zip::checksum(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

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

}  // namespace tamis::detail
