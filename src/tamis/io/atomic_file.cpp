#include "tamis/io/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& path, int code) {
    std::string reason = std::generic_category().message(code);
    if (code == ENOENT) {
        const fs::path folder = fs::path(path).parent_path();
        const std::string name = folder.empty() ? std::string(".") : folder.string();
        std::error_code ignored;
        reason = fs::is_directory(name, ignored) ? "the folder '" + name + "' is not writable"
                                                 : "the folder '" + name + "' does not exist";
    }
    throw Error("cannot write " + path + ": " + reason);
}

// Two threads or two processes that write the same file must not share a temporary name.
std::string temporary_name(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    std::string name = target.filename().string();
    name.insert(name.begin(), '.');
    name += ".part-";
    name += std::to_string(::getpid());
    name += '-';
    name += std::to_string(counter++);
    return (target.parent_path() / name).string();
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(path) {
    std::error_code ignored;
    if (path.empty()) throw Error("cannot write a file without a name");
    if (fs::is_directory(path, ignored)) fail(path, EISDIR);
    // A link stays a link: what it leads to is replaced.
    if (fs::is_symlink(path, ignored)) {
        const fs::path real = fs::weakly_canonical(path, ignored);
        if (!real.empty()) target_ = real.string();
    }
    const bool special = fs::exists(target_, ignored) && !fs::is_regular_file(target_, ignored);
    temporary_ = special ? target_ : temporary_name(target_);
    const int flags = O_WRONLY | O_CLOEXEC | (special ? 0 : O_CREAT | O_EXCL);
    const int descriptor = ::open(temporary_.c_str(), flags, 0666);
    if (descriptor < 0) fail(path_, errno);
    file_.reset(::fdopen(descriptor, "wb"));
    if (!file_) {
        ::close(descriptor);
        fail(path_, ENOMEM);
    }
    std::setvbuf(file_.get(), nullptr, _IOFBF, 1 << 18);
}

AtomicFile::~AtomicFile() {
    file_.reset();
    if (!committed_ && temporary_ != target_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail(path_, errno);
}

void AtomicFile::commit() {
    // A full disk may show only when the last bytes leave the buffer.
    if (std::fclose(file_.release()) != 0) fail(path_, errno);
    if (temporary_ != target_ && std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(path_, errno);
    committed_ = true;
}

void write_file(const std::string& path, std::string_view text) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace tamis::detail
