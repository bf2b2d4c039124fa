#include "tamis/io/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "tamis/core/error.hpp"

namespace tamis::detail {

namespace {

std::string reason() { return std::generic_category().message(errno); }

class Descriptor {
  public:
    explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (number_ < 0) throw Error(path + ": cannot be opened: " + reason());
    }
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return number_; }
    int release() { return std::exchange(number_, -1); }
    double size() const {
        struct stat status {};
        return ::fstat(number_, &status) == 0 ? static_cast<double>(status.st_size) : 0.0;
    }

  private:
    int number_;
};

double part(double position, double size) { return size > 0.0 ? std::min(1.0, position / size) : 1.0; }

class PlainFile final : public ByteSource {
  public:
    explicit PlainFile(const std::string& path) : path_(path), file_(path) {}

    std::size_t read(char* target, std::size_t size) override {
        std::size_t filled = 0;
        while (filled < size) {
            const ssize_t got = ::read(file_.get(), target + filled, size - filled);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw Error(path_ + ": cannot be read: " + reason());
            if (got == 0) break;
            filled += at(got);
        }
        position_ += static_cast<double>(filled);
        return filled;
    }
    void rewind() override {
        if (::lseek(file_.get(), 0, SEEK_SET) != 0)
            throw Error(path_ + ": cannot be read twice (" + reason() + "): copy it to a plain file first");
        position_ = 0.0;
    }
    double done() const override { return part(position_, file_.size()); }

  private:
    std::string path_;
    Descriptor file_;
    double position_ = 0.0;
};

class GzipFile final : public ByteSource {
  public:
    explicit GzipFile(const std::string& path) : path_(path) {
        Descriptor descriptor(path);
        size_ = descriptor.size();
        file_ = gzdopen(descriptor.get(), "rb");
        if (file_ == nullptr) throw Error(path + ": cannot be opened: out of memory");
        descriptor.release();  // closed by gzclose
        gzbuffer(file_, 1 << 17);
    }
    ~GzipFile() override { gzclose(file_); }
    GzipFile(const GzipFile&) = delete;
    GzipFile& operator=(const GzipFile&) = delete;

    std::size_t read(char* target, std::size_t size) override {
        std::size_t filled = 0;
        while (filled < size) {
            const auto wanted = static_cast<unsigned>(std::min<std::size_t>(size - filled, 1U << 30U));
            const int got = gzread(file_, target + filled, wanted);
            int code = Z_OK;
            const char* message = gzerror(file_, &code);
            if (got < 0 || code != Z_OK) throw Error(path_ + ": " + trouble(code, message));
            if (got > 0 && gzdirect(file_) != 0)
                throw Error(path_ + ": is not in gzip format: take '.gz' off its name or compress it");
            if (got == 0) break;
            filled += at(got);
        }
        return filled;
    }
    void rewind() override {
        if (gzrewind(file_) != 0)
            throw Error(path_ + ": cannot be read twice: copy it to a plain file first");
    }
    double done() const override { return part(static_cast<double>(gzoffset(file_)), size_); }

  private:
    static std::string trouble(int code, const char* message) {
        if (code == Z_BUF_ERROR) return "is cut off: the compressed data end too early; copy the file again";
        if (code == Z_ERRNO) return "cannot be read: " + reason();
        return "is damaged (" + std::string(message) + "): copy the file again";
    }

    std::string path_;
    double size_ = 0.0;
    gzFile file_ = nullptr;
};

class Memory final : public ByteSource {
  public:
    explicit Memory(std::string_view bytes) : bytes_(bytes) {}

    std::size_t read(char* target, std::size_t size) override {
        const std::size_t count = std::min(size, bytes_.size() - position_);
        std::memcpy(target, bytes_.data() + position_, count);
        position_ += count;
        return count;
    }
    void rewind() override { position_ = 0; }
    double done() const override {
        return part(static_cast<double>(position_), static_cast<double>(bytes_.size()));
    }

  private:
    std::string_view bytes_;
    std::size_t position_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> open_file(const std::string& path) {
    if (path.ends_with(".gz")) return std::make_unique<GzipFile>(path);
    return std::make_unique<PlainFile>(path);
}

std::unique_ptr<ByteSource> open_memory(std::string_view bytes) { return std::make_unique<Memory>(bytes); }

}  // namespace tamis::detail
