#include "tamis/core/shards/bytes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "tamis/core/error.hpp"

namespace tamis::detail {

static_assert(std::endian::native == std::endian::little, "the archive is little endian");

namespace {

constexpr std::uint32_t archive_mark = 0x52534d54;  // "TMSR"
constexpr std::uint32_t archive_version = 1;

[[noreturn]] void damaged(const std::string& how) {
    throw Error("a message between the driver and a shard is damaged: " + how,
                "run the same version of tamis everywhere");
}

// Bytes per number that hold all of them: 1, 2, 4 or 8.
template <class T>
std::uint8_t width_of(std::span<const T> values) {
    T low = 0, high = 0;
    for (const T value : values) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    const auto fits = [&](auto limit) {
        using Narrow = std::numeric_limits<decltype(limit)>;
        return std::int64_t{low} >= Narrow::min() && std::int64_t{high} <= Narrow::max();
    };
    if (fits(std::int8_t{})) return 1;
    if (fits(std::int16_t{})) return 2;
    return fits(std::int32_t{}) ? 4 : 8;
}

template <class Visit>
void with_width(std::uint8_t width, Visit visit) {
    switch (width) {
        case 1:
            return visit(std::int8_t{});
        case 2:
            return visit(std::int16_t{});
        case 4:
            return visit(std::int32_t{});
        case 8:
            return visit(std::int64_t{});
        default:
            damaged("numbers of " + std::to_string(width) + " bytes");
    }
}

}  // namespace

void ByteWriter::raw(const void* data, std::size_t size) {
    if (size > 0) bytes_.append(static_cast<const char*>(data), size);
}

template <class T>
void ByteWriter::whole_numbers(std::span<const T> values) {
    const std::uint8_t width = width_of(values);
    write(width);
    count(values.size());
    with_width(width, [&](auto zero) {
        using Narrow = decltype(zero);
        std::vector<Narrow> narrow(values.size());
        for (std::size_t p = 0; p < values.size(); ++p) narrow[p] = static_cast<Narrow>(values[p]);
        raw(narrow.data(), narrow.size() * sizeof(Narrow));
    });
}

template void ByteWriter::whole_numbers(std::span<const std::int32_t>);
template void ByteWriter::whole_numbers(std::span<const std::int64_t>);

void ByteWriter::write(const std::string& text) {
    count(text.size());
    raw(text.data(), text.size());
}

void ByteWriter::write(const DenseMatrix& matrix) {
    (*this)(matrix.rows(), matrix.cols());
    raw(matrix.data(), at(matrix.rows() * matrix.cols()) * sizeof(double));
}

void ByteWriter::write(const Matrix& matrix) {
    write(matrix.is_sparse());
    if (!matrix.is_sparse()) return write(matrix.dense());
    const SparseMatrix& sparse = matrix.sparse();
    (*this)(sparse.rows(), sparse.cols(), sparse.row_start(), sparse.columns(), sparse.values());
}

void ByteReader::raw(void* data, std::size_t size) {
    if (size > rest_.size()) damaged("it ends early");
    if (size > 0) std::memcpy(data, rest_.data(), size);
    rest_.remove_prefix(size);
}

std::size_t ByteReader::count(std::size_t size) {
    std::uint64_t number = 0;
    read(number);
    if (number > rest_.size() / size) damaged("it ends early");
    return static_cast<std::size_t>(number);
}

template <class T>
void ByteReader::whole_numbers(std::vector<T>& values) {
    std::uint8_t width = 0;
    read(width);
    with_width(width, [&](auto zero) {
        using Narrow = decltype(zero);
        std::vector<Narrow> narrow(count(sizeof(Narrow)));
        raw(narrow.data(), narrow.size() * sizeof(Narrow));
        if constexpr (sizeof(Narrow) > sizeof(T))
            for (const Narrow value : narrow)
                if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max())
                    damaged("a number is too large for its place");
        values.resize(narrow.size());
        for (std::size_t p = 0; p < narrow.size(); ++p) values[p] = static_cast<T>(narrow[p]);
    });
}

template void ByteReader::whole_numbers(std::vector<std::int32_t>&);
template void ByteReader::whole_numbers(std::vector<std::int64_t>&);

void ByteReader::read(bool& value) {
    std::uint8_t byte = 0;
    read(byte);
    if (byte > 1) damaged("a yes or no is " + std::to_string(byte));
    value = byte == 1;
}

void ByteReader::read(std::string& text) {
    const std::size_t size = count(1);
    text.assign(rest_.data(), size);
    rest_.remove_prefix(size);
}

void ByteReader::read(DenseMatrix& matrix) {
    Index rows = 0, cols = 0;
    (*this)(rows, cols);
    if (rows < 0 || cols < 0) damaged("a matrix has a negative size");
    const auto cells = static_cast<Index>(rest_.size() / sizeof(double));
    if (rows > 0 && cols > 0 && rows > cells / cols) damaged("it ends early");
    matrix = DenseMatrix::uninitialized(rows, cols);
    raw(matrix.data(), at(rows * cols) * sizeof(double));
}

void ByteReader::read(Matrix& matrix) {
    bool sparse = false;
    read(sparse);
    if (!sparse) {
        DenseMatrix dense;
        read(dense);
        matrix = std::move(dense);
        return;
    }
    Index rows = 0, cols = 0;
    CsrArrays cells;
    (*this)(rows, cols, cells.row_start, cells.columns, cells.values);
    matrix = SparseMatrix(rows, cols, std::move(cells));  // checks all of it
}

void write_head(ByteWriter& writer) { writer(archive_mark, archive_version); }

void read_head(ByteReader& reader) {
    std::uint32_t mark = 0, version = 0;
    reader(mark, version);
    if (mark != archive_mark) damaged("it is no such message");
    if (version != archive_version)
        damaged("it is of version " + std::to_string(version) + ", and this program reads version " +
                std::to_string(archive_version));
}

void require_end(const ByteReader& reader) {
    if (reader.left() > 0) damaged(std::to_string(reader.left()) + " bytes are left over");
}

}  // namespace tamis::detail
