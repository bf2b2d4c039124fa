#include "tamis/io/mat_file.hpp"

#include <matio.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/io/byte_source.hpp"

namespace tamis::detail {

namespace {

thread_local std::string first_message;

void keep(int level, char* message) {
    if (level <= (MATIO_LOG_LEVEL_WARNING) && first_message.empty()) first_message = message;
}

}  // namespace

void MatClose::operator()(_mat_t* file) const { Mat_Close(file); }
void MatFree::operator()(matvar_t* variable) const { Mat_VarFree(variable); }

MatLog::MatLog() {
    first_message.clear();
    Mat_LogInitFunc("tamis", keep);
}

const std::string& MatLog::text() const { return first_message; }

bool is_mat73(const std::string& path) {
    char start[10];
    const std::size_t got = open_file(path)->read(start, sizeof start);
    const std::string_view header(start, got);
    return header.starts_with("MATLAB 7.3") || header.starts_with("\x89HDF");
}

void require_whole_mat_file(const std::string& path) {
    constexpr std::size_t header_bytes = 128;
    const std::unique_ptr<ByteSource> source = open_file(path);
    std::vector<char> buffer(1 << 16);
    const std::size_t got = source->read(buffer.data(), header_bytes);
    const std::string_view header(buffer.data(), got);
    if (got == 0) throw Error(path + ": is empty");
    if (!header.starts_with("MATLAB")) return;  // version 4, or no MAT file: matio tells
    const std::string cut_off = path + ": is cut off: the file ends too early; copy it again";
    if (got < header_bytes) throw Error(cut_off);
    const bool swapped = header.substr(126, 2) == "MI";
    std::uint32_t tag[2];
    for (;;) {
        const std::size_t tag_bytes = source->read(reinterpret_cast<char*>(tag), sizeof tag);
        if (tag_bytes == 0) return;
        if (tag_bytes < sizeof tag) throw Error(cut_off);
        std::size_t left = swapped ? __builtin_bswap32(tag[1]) : tag[1];
        while (left > 0) {
            const std::size_t part = source->read(buffer.data(), std::min(left, buffer.size()));
            if (part == 0) throw Error(cut_off);
            left -= part;
        }
    }
}

}  // namespace tamis::detail
