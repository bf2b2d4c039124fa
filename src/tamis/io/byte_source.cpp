#include "tamis/io/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

#include "tamis/core/error.hpp"
#include "tamis/io/justified.hpp"
#include "tamis/io/limits.hpp"

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
    std::uint64_t most_bytes() const {
        struct stat status {};
        if (::fstat(number_, &status) != 0 || !S_ISREG(status.st_mode))
            return std::numeric_limits<std::uint64_t>::max();
        return static_cast<std::uint64_t>(status.st_size);
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
    std::uint64_t most_bytes() const override { return file_.most_bytes(); }

  private:
    std::string path_;
    Descriptor file_;
    double position_ = 0.0;
};

class GzipFile final : public ByteSource {
  public:
    GzipFile(const std::string& path, std::uint64_t most_unpacked) : path_(path), most_(most_unpacked) {
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
            unpacked_ += at(got);
            require_unpackable(unpacked_, most_, path_);
        }
        return filled;
    }
    void rewind() override {
        if (gzrewind(file_) != 0)
            throw Error(path_ + ": cannot be read twice: copy it to a plain file first");
        unpacked_ = 0;
    }
    double done() const override { return part(static_cast<double>(gzoffset(file_)), size_); }
    std::uint64_t most_bytes() const override {
        return std::min(most_, static_cast<std::uint64_t>(size_) * best_packing);
    }
    void check_memory(std::uint64_t bytes) const override { require_unpackable(bytes, most_, path_); }

  private:
    static std::string trouble(int code, const char* message) {
        if (code == Z_BUF_ERROR) return "is cut off: the compressed data end too early; copy the file again";
        if (code == Z_ERRNO) return "cannot be read: " + reason();
        return "is damaged (" + std::string(message) + "): copy the file again";
    }

    std::string path_;
    std::uint64_t most_, unpacked_ = 0;
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
    std::uint64_t most_bytes() const override { return bytes_.size(); }

  private:
    std::string_view bytes_;
    std::size_t position_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> open_file(const std::string& path, std::uint64_t most_unpacked) {
    if (path.ends_with(".gz")) return std::make_unique<GzipFile>(path, most_unpacked);
    return std::make_unique<PlainFile>(path);
}

std::unique_ptr<ByteSource> open_memory(std::string_view bytes) { return std::make_unique<Memory>(bytes); }

std::string read_all(ByteSource& source) {
    constexpr std::size_t first_block = 1 << 16;
    std::string bytes;
    // One byte more than the file has shows its end without a second allocation.
    std::size_t target = std::min<std::uint64_t>(source.most_bytes(), std::numeric_limits<Small>::max()) + 1;
    if (source.most_bytes() == std::numeric_limits<std::uint64_t>::max()) target = first_block;
    for (;;) {
        const std::size_t filled = bytes.size();
        bytes.resize(target);
        bytes.resize(filled + source.read(bytes.data() + filled, target - filled));
        if (bytes.size() < target) return bytes;
        target *= 2;
    }
}

}  // namespace tamis::detail
