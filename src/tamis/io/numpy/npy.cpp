// NumPy's .npy, format versions 1 to 3 (numpy/lib/format.py): magic, version, a Python dictionary, raw
// numbers.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/numpy/npy_header.hpp"

namespace tamis {

static_assert(std::endian::native == std::endian::little,
              "numbers are read and written as they lie in memory");

namespace {

struct Header {
    std::string type;  // "<f8"
    bool fortran = false;
    Index rows = 0, cols = 0;
};

class NpyReader {
  public:
    explicit NpyReader(const std::string& path) : path_(path), source_(open_file(path)) {}

    Matrix read(const Context& context) {
        const Header header = read_header();
        if (header.rows == 0 || header.cols == 0) fail("has no cells");
        const std::string kind = header.type.substr(1);
        if (kind == "f8") return read_cells<double>(header, context);
        if (kind == "f4") return read_cells<float>(header, context);
        if (kind == "i1") return read_cells<std::int8_t>(header, context);
        if (kind == "i2") return read_cells<std::int16_t>(header, context);
        if (kind == "i4") return read_cells<std::int32_t>(header, context);
        if (kind == "i8") return read_cells<std::int64_t>(header, context);
        if (kind == "u1" || kind == "b1") return read_cells<std::uint8_t>(header, context);
        if (kind == "u2") return read_cells<std::uint16_t>(header, context);
        if (kind == "u4") return read_cells<std::uint32_t>(header, context);
        if (kind == "u8") return read_cells<std::uint64_t>(header, context);
        fail("has numbers of type '" + header.type + "': save it as float64 (array.astype('float64'))");
    }

  private:
    [[noreturn]] void fail(const Message& what) const { throw Error(path_ + ": " + what); }

    void read_exactly(void* target, std::size_t size) {
        if (source_->read(static_cast<char*>(target), size) != size)
            fail("is cut off: the file ends too early; copy it again");
    }

    Header read_header() {
        char start[8];
        const std::size_t got = source_->read(start, sizeof start);
        if (got == 0) fail("is empty");
        if (got < sizeof start || std::string_view(start, npy_magic.size()) != npy_magic)
            fail("is not a NumPy file: its first bytes are wrong");
        std::uint32_t length = 0;
        if (start[6] == 1) {
            std::uint16_t short_length = 0;
            read_exactly(&short_length, sizeof short_length);
            length = short_length;
        } else if (start[6] == 2 || start[6] == 3) {
            read_exactly(&length, sizeof length);
        } else {
            fail("has format version " + std::to_string(start[6]) + ": versions 1 to 3 are read");
        }
        constexpr std::uint32_t longest = 1U << 20U;
        if (length > longest) fail("has a damaged header");
        std::string text(length, '\0');
        read_exactly(text.data(), length);
        return parse_header(text);
    }

    Header parse_header(std::string_view text) const {
        NpyHeader parsed = parse_npy_header(text, path_);
        Header header{std::move(parsed.type), parsed.fortran, 0, 0};
        const std::vector<Index>& shape = parsed.shape;
        if (shape.size() != 2)
            fail("has " + std::to_string(shape.size()) + " dimension" + (shape.size() == 1 ? "" : "s") +
                 ": a matrix of two is needed, samples × features" +
                 (shape.size() == 1
                      ? " (a list of labels is given as text, with " + option("label-file") + ")"
                      : Message()));
        header.rows = shape[0];
        header.cols = shape[1];
        return header;
    }

    // Line by line of the file's own order (rows, or columns for Fortran's), a few MB at a time.
    template <class Number>
    Matrix read_cells(const Header& header, const Context& context) {
        DenseMatrix x = DenseMatrix::uninitialized(header.rows, header.cols);
        const Index lines = header.fortran ? header.cols : header.rows;
        const Index width = header.fortran ? header.rows : header.cols;
        constexpr Index block_cells = 1 << 19;
        const Index block_lines = std::clamp<Index>(block_cells / width, 1, lines);
        std::vector<Number> block(at(block_lines * width));
        for (Index first = 0; first < lines; first += block_lines) {
            context.check_cancel();
            const Index count = std::min(block_lines, lines - first);
            read_exactly(block.data(), at(count * width) * sizeof(Number));
            if (header.fortran) {
                for (Index i = 0; i < width; ++i)
                    for (Index j = 0; j < count; ++j)
                        x(i, first + j) = static_cast<double>(block[at(j * width + i)]);
            } else {
                std::transform(block.begin(), block.begin() + count * width, x.row(first),
                               [](Number number) { return static_cast<double>(number); });
            }
            context.report("load", source_->done());
        }
        char more = 0;
        if (source_->read(&more, 1) != 0) fail("is longer than its header says: it is damaged");
        return x;
    }

    const std::string& path_;
    std::unique_ptr<ByteSource> source_;
};

}  // namespace

Dataset load_npy(const std::string& path, const LoadOptions& options, const Context& context) {
    Dataset data;
    data.x = NpyReader(path).read(context);
    if (options.transpose) data.x = transposed(data.x);
    const auto label = find_label_column(options.label, {}, data.features(), path);
    if (label) take_label_column(data, *label);
    return data;
}

void save_npy(const std::string& path, const Dataset& data, const Context& context) {
    if (!data.labels.empty())
        context.warning(path + ": a .npy file holds one matrix: the labels are left out");
    if (!data.feature_names.empty() || !data.categories.empty())
        context.warning(path +
                        ": a .npy file has no names: those of the features and categories are left out");
    AtomicFile file(path);
    file.write(npy_header_bytes("<f8", {data.samples(), data.features()}));
    std::vector<double> row(at(data.features()));
    for (Index i = 0; i < data.samples(); ++i) {
        const double* cells = dense_row(data.x, i, row.data());
        file.write({reinterpret_cast<const char*>(cells), row.size() * sizeof(double)});
    }
    file.commit();
}

}  // namespace tamis
