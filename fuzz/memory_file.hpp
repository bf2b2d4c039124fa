// A file in memory, for libraries that want a name.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace tamis::fuzz {

class MemoryFile {
  public:
    // `ending`: of the name, which is then a link to the file.
    explicit MemoryFile(std::string_view bytes, const std::string& ending = "")
        : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        if (descriptor_ < 0 ||
            ::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            throw std::runtime_error("no file in memory");
        path_ = "/proc/self/fd/" + std::to_string(descriptor_);
        if (ending.empty()) return;
        link_ = "/dev/shm/tamis-fuzz-" + std::to_string(::getpid()) + ending;
        ::unlink(link_.c_str());
        if (::symlink(path_.c_str(), link_.c_str()) != 0) throw std::runtime_error("no link in /dev/shm");
        path_ = link_;
    }
    ~MemoryFile() {
        if (!link_.empty()) ::unlink(link_.c_str());
        ::close(descriptor_);
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    const std::string& path() const { return path_; }

  private:
    int descriptor_;
    std::string path_, link_;
};

}  // namespace tamis::fuzz
