// idx, the format of MNIST: two zero bytes, a type, the number of dimensions, their sizes, then the values,
// all big-endian. The first dimension counts the samples, the others are the pixels of each.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "tamis/core/error.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"

namespace tamis::detail {

namespace {

std::string hexadecimal(std::span<const unsigned char> bytes) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text;
    for (const unsigned char byte : bytes) {
        if (!text.empty()) text += ' ';
        text += digits[byte / 16];
        text += digits[byte % 16];
    }
    return text;
}

template <class Number>
double big_endian(const unsigned char* bytes) {
    unsigned char turned[sizeof(Number)];
    std::reverse_copy(bytes, bytes + sizeof(Number), turned);
    Number number{};
    std::memcpy(&number, turned, sizeof number);
    return static_cast<double>(number);
}

class IdxReader {
  public:
    IdxReader(ByteSource& source, const std::string& path) : path_(path), source_(&source) { read_header(); }

    const std::vector<Index>& shape() const { return shape_; }

    // One row per sample. The matrix grows as values come, whatever the header says.
    DenseMatrix read(const Context& context) {
        // Without cells nothing bounds the product of the other sides.
        if (std::find(shape_.begin(), shape_.end(), 0) != shape_.end()) fail("has no cells");
        Index width = 1;
        for (std::size_t d = 1; d < shape_.size(); ++d) width *= shape_[d];
        const Index rows = shape_[0];
        const std::size_t cell_bytes = bytes_of(type_);
        constexpr std::size_t block_bytes = 1 << 20;
        const auto block = std::max<Index>(1, static_cast<Index>(block_bytes / cell_bytes) / width);
        DenseMatrix x;
        std::vector<unsigned char> bytes;
        for (Index first = 0; first < rows; first += block) {
            context.check_cancel();
            const Index count = std::min(block, rows - first);
            read_bytes(bytes, at(count * width) * cell_bytes);
            double* row = x.append_rows(count, width);
            for (Index j = 0; j < count * width; ++j) row[j] = value(bytes.data() + at(j) * cell_bytes);
            context.report("load", source_->done());
        }
        char more = 0;
        if (source_->read(&more, 1) != 0) fail("is longer than its header says: it is damaged");
        return x;
    }

  private:
    [[noreturn]] void fail(const Message& what) const { throw Error(path_ + ": " + what); }

    // In parts, so that a damaged header makes no large buffer.
    void read_bytes(std::vector<unsigned char>& bytes, std::size_t wanted) {
        constexpr std::size_t part = 1 << 22;
        bytes.clear();
        while (bytes.size() < wanted) {
            const std::size_t have = bytes.size(), more = std::min(part, wanted - have);
            bytes.resize(have + more);
            if (source_->read(reinterpret_cast<char*>(bytes.data()) + have, more) != more)
                fail("is cut off: the file ends too early; copy it again");
        }
    }

    void read_header() {
        unsigned char magic[4];
        const std::size_t got = source_->read(reinterpret_cast<char*>(magic), sizeof magic);
        if (got == 0) fail("is empty");
        type_ = got == sizeof magic ? magic[2] : 0;
        if (got < sizeof magic || magic[0] != 0 || magic[1] != 0 || bytes_of(type_) == 0 || magic[3] == 0)
            fail("is not an idx file: it begins with the bytes " + hexadecimal(std::span(magic, got)) +
                 ", where an idx file has 00 00, a type (08 to 0E) and the number of dimensions");
        constexpr Index most = Index{1} << 48;
        Index cells = 1;
        std::vector<unsigned char> bytes;
        for (int d = 0; d < magic[3]; ++d) {
            read_bytes(bytes, 4);
            const auto side = static_cast<Index>(big_endian<std::uint32_t>(bytes.data()));
            if (side > 0 && cells > most / side) fail("has a damaged header: its dimensions are too large");
            cells *= side;
            shape_.push_back(side);
        }
    }

    static std::size_t bytes_of(unsigned char type) {
        switch (type) {
            case 0x08:
            case 0x09:
                return 1;
            case 0x0B:
                return 2;
            case 0x0C:
            case 0x0D:
                return 4;
            case 0x0E:
                return 8;
            default:
                return 0;
        }
    }

    double value(const unsigned char* bytes) const {
        switch (type_) {
            case 0x08:
                return static_cast<double>(*bytes);
            case 0x09:
                return big_endian<std::int8_t>(bytes);
            case 0x0B:
                return big_endian<std::int16_t>(bytes);
            case 0x0C:
                return big_endian<std::int32_t>(bytes);
            case 0x0D:
                return big_endian<float>(bytes);
            default:
                return big_endian<double>(bytes);
        }
    }

    const std::string& path_;
    ByteSource* source_;
    unsigned char type_ = 0;
    std::vector<Index> shape_;
};

}  // namespace

bool is_idx_name(const std::string& path) {
    std::string name = std::filesystem::path(path).filename().string();
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    const std::string extension = std::filesystem::path(name).extension().string();
    return extension.starts_with(".idx") || name.ends_with("-ubyte") ||
           (extension.empty() && name.find("-idx") != std::string::npos);
}

Dataset load_idx(ByteSource& source, const std::string& path, const LoadOptions& options,
                 const Context& context) {
    IdxReader reader(source, path);
    if (reader.shape().size() < 2)
        throw Error(path + ": has one dimension, as labels have",
                    "give the file with the images, and this one with " + option("label-file", path));
    Dataset data;
    data.x = reader.read(context);
    if (options.transpose) data.x = transposed(data.x);
    const auto label = find_label_column(options.label, {}, data.features(), path);
    if (label) take_label_column(data, *label);
    return data;
}

Labels read_idx_labels(ByteSource& source, const std::string& path, Index samples,
                       const std::string& data_file) {
    IdxReader reader(source, path);
    if (reader.shape().size() != 1)
        throw Error(path + ": has " + std::to_string(reader.shape().size()) +
                    " dimensions, where labels have one");
    if (reader.shape()[0] != samples)
        throw Error(path + ": has " + std::to_string(reader.shape()[0]) + " labels for the " +
                    std::to_string(samples) + " samples of " + data_file);
    const DenseMatrix values = reader.read({});
    return make_labels(std::span(values.data(), at(samples)));
}

}  // namespace tamis::detail
