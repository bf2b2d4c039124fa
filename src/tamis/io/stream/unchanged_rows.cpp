#include "tamis/io/stream/unchanged_rows.hpp"

#include <sys/stat.h>

#include "tamis/core/error.hpp"

namespace tamis::detail {

FileState::FileState(std::string path) : path_(std::move(path)) { read(before_); }

bool FileState::read(Marks& marks) const {
    struct stat about {};
    if (::stat(path_.c_str(), &about) != 0) return false;
    marks = {about.st_dev, about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
    return true;
}

void FileState::require_unchanged() const {
    Marks now;
    if (read(now) && now != before_)
        throw Error(path_ + ": was changed while it was read: run again when nothing writes to it");
}

}  // namespace tamis::detail
