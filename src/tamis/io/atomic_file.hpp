// Files that appear complete or not at all: written under a temporary name in the same folder, checked and
// brought to the disk, then renamed. Every writer of the library goes through here.
#pragma once

#include <cstdint>
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
    // The file appears under its name, after its size is found to be what was written.
    void commit();

    // For libraries that write by themselves: the name of the file to write to before commit(), and the error
    // to throw if what they wrote is found wrong. It says that the disk is full if it is.
    const std::string& temporary() const { return temporary_; }
    [[noreturn]] void fail_as_damaged() const;

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    bool is_special() const { return temporary_ == target_; }
    void check_size() const;

    std::string path_;       // as given, for messages
    std::string target_;     // where symbolic links lead
    std::string temporary_;  // equal to target_ for devices and pipes
    std::unique_ptr<std::FILE, Close> file_;
    std::uint64_t written_ = 0;
    bool committed_ = false;
};

// Makes a folder and those above it unless they are there.
void make_folder(const std::string& folder);

void write_file(const std::string& path, std::string_view text);

}  // namespace tamis::detail
