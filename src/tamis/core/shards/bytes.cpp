#include "tamis/core/shards/bytes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/range_of.hpp"
#include "tamis/core/threads/large_pages.hpp"

namespace tamis::detail {

static_assert(std::endian::native == std::endian::little, "the archive is little endian");

namespace {

constexpr std::uint32_t archive_mark = 0x52534d54;  // "TMSR"
constexpr std::uint32_t archive_version = 2;

[[noreturn]] void damaged(const std::string& how) {
    throw Error("a message between the driver and a shard is damaged: " + how,
                "run the same version of tamis everywhere");
}

// How a list of whole numbers is stored: in 1, 2, 4 or 8 bytes each; or, if they are less than 128 apart and
// the lowest fits in a byte, each as what it is above the lowest in 1 to 7 bits, as many of them in a word of
// 64 bits as it holds.
constexpr std::uint8_t in_bits = 0x80;  // with the number of bits
constexpr std::size_t most_bits = 7;
constexpr std::size_t at_once = 1024;  // numbers whose width is changed

struct Storage {
    std::uint8_t code = 1;
    std::int8_t low = 0;  // of numbers in bits

    bool bits() const { return (code & in_bits) != 0; }
    std::size_t width() const { return code & ~std::size_t{in_bits}; }  // in bits or bytes
    std::size_t per_word() const { return 64 / width(); }
    std::size_t words(std::size_t numbers) const { return (numbers + per_word() - 1) / per_word(); }
};

template <class T>
Storage storage_of(std::span<const T> values) {
    const std::pair<T, T> range = range_of(values);
    const T low = range.first, high = range.second;
    const auto fits = [](auto limit, T value) {
        using Narrow = std::numeric_limits<decltype(limit)>;
        return std::int64_t{value} >= Narrow::min() && std::int64_t{value} <= Narrow::max();
    };
    const auto both_fit = [&](auto limit) { return fits(limit, low) && fits(limit, high); };
    if (fits(std::int8_t{}, low) && std::int64_t{high} < std::int64_t{low} + (1 << most_bits)) {
        const auto above = static_cast<std::uint64_t>(high - low);
        const auto bits = static_cast<std::uint8_t>(std::max(1, static_cast<int>(std::bit_width(above))));
        return {static_cast<std::uint8_t>(in_bits | bits), static_cast<std::int8_t>(low)};
    }
    if (both_fit(std::int8_t{})) return {1};
    if (both_fit(std::int16_t{})) return {2};
    return {both_fit(std::int32_t{}) ? std::uint8_t{4} : std::uint8_t{8}};
}

// `together` words of `count` numbers each. Each bit waits for the one before, and the words do not.
template <std::size_t together, class T>
void pack_words(const T* values, std::size_t count, const Storage& storage, std::uint64_t* words) {
    std::array<std::uint64_t, together> all{};
    for (std::size_t p = count; p-- > 0;)
        for (std::size_t w = 0; w < together; ++w)
            all[w] = all[w] << storage.width() |
                     static_cast<std::uint64_t>(values[w * count + p] - T{storage.low});
    std::copy(all.begin(), all.end(), words);
}

template <class T>
std::vector<std::uint64_t> packed(std::span<const T> values, const Storage& storage) {
    constexpr std::size_t together = 8;
    const std::size_t per_word = storage.per_word(), full = values.size() / per_word;
    std::vector<std::uint64_t> words(storage.words(values.size()));
    std::size_t w = 0;
    for (; w + together <= full; w += together)
        pack_words<together>(values.data() + w * per_word, per_word, storage, words.data() + w);
    for (; w < words.size(); ++w)
        pack_words<1>(values.data() + w * per_word, std::min(per_word, values.size() - w * per_word), storage,
                      words.data() + w);
    return words;
}

template <class T>
void unpack(std::span<const std::uint64_t> words, const Storage& storage, std::vector<T>& values) {
    const std::size_t per_word = storage.per_word(), width = storage.width();
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    for (std::size_t w = 0; w < words.size(); ++w) {
        std::uint64_t word = words[w];
        const std::size_t end = std::min((w + 1) * per_word, values.size());
        for (std::size_t p = w * per_word; p < end; ++p, word >>= width)
            values[p] = static_cast<T>(storage.low + static_cast<T>(word & mask));
    }
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
    if (mode_ == Mode::count)
        counted_ += size;
    else if (size > 0)
        bytes_.append(static_cast<const char*>(data), size);
}

template <class T>
void ByteWriter::whole_numbers(std::span<const T> values) {
    const Storage storage = storage_of(values);
    write(storage.code);
    count(values.size());
    if (storage.bits()) {
        write(storage.low);
        if (mode_ == Mode::count) return raw(nullptr, storage.words(values.size()) * sizeof(std::uint64_t));
        const std::vector<std::uint64_t> words = packed(values, storage);
        return raw(words.data(), words.size() * sizeof(std::uint64_t));
    }
    if (mode_ == Mode::count) return raw(nullptr, values.size() * storage.width());
    with_width(storage.code, [&](auto zero) {
        using Narrow = decltype(zero);
        std::array<Narrow, at_once> narrow{};
        for (std::size_t begin = 0; begin < values.size(); begin += at_once) {
            const auto some = values.subspan(begin, std::min(at_once, values.size() - begin));
            std::transform(some.begin(), some.end(), narrow.begin(),
                           [](T value) { return static_cast<Narrow>(value); });
            raw(narrow.data(), some.size() * sizeof(Narrow));
        }
    });
}

template void ByteWriter::whole_numbers(std::span<const std::int32_t>);
template void ByteWriter::whole_numbers(std::span<const std::int64_t>);

void ByteWriter::write(std::string_view text) {
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
    Storage storage;
    read(storage.code);
    if (storage.bits()) {
        std::uint64_t number = 0;
        read(number);
        read(storage.low);
        if (storage.width() < 1 || storage.width() > most_bits)
            damaged("numbers of " + std::to_string(storage.width()) + " bits");
        if (number / storage.per_word() > rest_.size() / sizeof(std::uint64_t)) damaged("it ends early");
        const auto numbers = static_cast<std::size_t>(number);
        std::vector<std::uint64_t> words(storage.words(numbers));
        raw(words.data(), words.size() * sizeof(std::uint64_t));
        values.resize(numbers);
        return unpack(std::span<const std::uint64_t>(words), storage, values);
    }
    with_width(storage.code, [&](auto zero) {
        using Narrow = decltype(zero);
        values.resize(count(sizeof(Narrow)));
        std::array<Narrow, at_once> narrow{};
        for (std::size_t begin = 0; begin < values.size(); begin += at_once) {
            const std::size_t some = std::min(at_once, values.size() - begin);
            raw(narrow.data(), some * sizeof(Narrow));
            for (std::size_t p = 0; p < some; ++p) {
                if constexpr (sizeof(Narrow) > sizeof(T))
                    if (narrow[p] < std::numeric_limits<T>::min() ||
                        narrow[p] > std::numeric_limits<T>::max())
                        damaged("a number is too large for its place");
                values[begin + p] = static_cast<T>(narrow[p]);
            }
        }
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
    std::string_view there;
    read(there);
    text = there;
}

void ByteReader::read(std::string_view& text) {
    const std::size_t size = count(1);
    text = rest_.substr(0, size);
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

void ByteWriter::reserve(std::size_t more) {
    bytes_.reserve(bytes_.size() + more);
    ask_for_large_pages(bytes_.data(), bytes_.capacity());
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
    if (!reader.left().empty()) damaged(std::to_string(reader.left().size()) + " bytes are left over");
}

}  // namespace tamis::detail
