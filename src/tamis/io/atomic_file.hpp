// Files that appear complete or not at all: written under a temporary name in the same folder, then renamed.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace tamis::detail {

class AtomicFile {
  public:
    // Creates the temporary file. A device or pipe (/dev/stdout) is written to directly.
    // Errors: "cannot write FILE: reason".
    explicit AtomicFile(const std::string& path);
    ~AtomicFile();  // removes the temporary file unless it was committed
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view bytes);
    void commit();
    // For libraries that need a file name of their own to write to before commit().
    const std::string& temporary() const { return temporary_; }

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::string path_;       // as given, for messages
    std::string target_;     // where symbolic links lead
    std::string temporary_;  // equal to target_ for devices and pipes
    std::unique_ptr<std::FILE, Close> file_;
    bool committed_ = false;
};

void write_file(const std::string& path, std::string_view text);

}  // namespace tamis::detail
