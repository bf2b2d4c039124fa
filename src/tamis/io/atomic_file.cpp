#include "tamis/io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/io/part_file.hpp"

namespace tamis::detail {

namespace fs = std::filesystem;

namespace {

std::string folder_of(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    return folder.empty() ? std::string(".") : folder.string();
}

std::string reason_of(const std::string& path, int code) {
    const std::string folder = "'" + folder_of(path) + "'";
    switch (code) {
        case ENOSPC:
            if (std::error_code ignored; fs::is_character_file(path, ignored)) break;
            return "there is no space left on the disk of " + folder;
        case EDQUOT:
            return "your quota on the disk of " + folder + " is used up";
        case EFBIG:
            return "the file would be larger than the system allows (ulimit -f)";
        case EACCES:
        case EPERM:
            return "permission denied: you may not write to the folder " + folder;
        case EROFS:
            return "the disk of " + folder + " can only be read";
        case ENOENT:
        case ENOTDIR:
            return "the folder " + folder + " does not exist";
        default:
            break;
    }
    return std::generic_category().message(code);
}

[[noreturn]] void fail(const std::string& path, int code) {
    throw Error("cannot write " + path + ": " + reason_of(path, code));
}

// Some file systems and devices have nothing to bring to a disk.
bool brought_to_disk(int descriptor) {
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
}

// A rename is safe from a power failure once its folder is on the disk.
void sync_folder(const std::string& target) {
    const int descriptor = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;  // it may be writable and not readable
    const int code = brought_to_disk(descriptor) ? 0 : errno;
    ::close(descriptor);
    if (code != 0) fail(target, code);
}

// Why the disk takes no more; 0 if it does.
int trouble_of_disk(const std::string& part) {
    const int descriptor = ::open(part.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const std::vector<char> more(1 << 16, 'x');
    int code = 0;
    for (std::size_t done = 0; done < more.size() && code == 0;) {
        const ssize_t got = ::write(descriptor, more.data() + done, more.size() - done);
        if (got < 0 && errno != EINTR) code = errno;
        if (got > 0) done += static_cast<std::size_t>(got);
    }
    if (code == 0 && !brought_to_disk(descriptor)) code = errno;
    ::close(descriptor);
    return code;
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
    if (!special) remove_abandoned_parts(target_);
    temporary_ = special ? target_ : part_name(target_);
    const int flags = O_WRONLY | O_CLOEXEC | (special ? 0 : O_CREAT | O_EXCL);
    const int descriptor = ::open(temporary_.c_str(), flags, 0666);
    if (descriptor < 0) fail(path_, errno);
    if (!special) ::flock(descriptor, LOCK_EX | LOCK_NB);  // tells other processes that it is in use
    file_.reset(::fdopen(descriptor, "wb"));
    if (!file_) {
        ::close(descriptor);
        fail(path_, ENOMEM);
    }
    std::setvbuf(file_.get(), nullptr, _IOFBF, 1 << 18);
}

AtomicFile::~AtomicFile() {
    file_.reset();
    if (!committed_ && !is_special()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail(path_, errno);
    written_ += bytes.size();
}

void AtomicFile::check_size() const {
    struct stat status {};
    if (::fstat(::fileno(file_.get()), &status) != 0) fail(path_, errno);
    // What a library wrote by itself was checked by its caller.
    if (written_ > 0 && static_cast<std::uint64_t>(status.st_size) != written_) fail_as_damaged();
}

void AtomicFile::commit() {
    // A full disk may show only when the last bytes leave the buffer, or reach the disk.
    if (std::fflush(file_.get()) != 0) fail(path_, errno);
    if (!is_special()) {
        if (!brought_to_disk(::fileno(file_.get()))) fail(path_, errno);
        check_size();
        if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(path_, errno);
    }
    committed_ = true;
    if (std::fclose(file_.release()) != 0) fail(path_, errno);
    if (!is_special()) sync_folder(target_);
}

void AtomicFile::fail_as_damaged() const {
    if (const int code = trouble_of_disk(temporary_)) fail(path_, code);
    throw Error("cannot write " + path_ +
                ": what is on the disk is not what was written; the disk may have been full for a moment, or "
                "it is failing: try again, or write to another disk");
}

void make_folder(const std::string& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw Error("cannot make the folder " + folder + ": " + failed.message());
}

void write_file(const std::string& path, std::string_view text) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace tamis::detail
