// A small binary archive: what travels between the driver and the shards.
//
// A struct says once which fields it has, for writing and reading alike:
//     struct Sums {
//         std::vector<double> sum;
//         Index rows = 0;
//         template <class Archive>
//         void fields(Archive& archive) { archive(sum, rows); }
//     };
//     const Bytes bytes = to_bytes(sums);          // head with a version, then the fields
//     const auto sums = from_bytes<Sums>(bytes);   // throws Error on anything that to_bytes did not write
// Numbers are little endian. Lists of whole numbers take as few bytes as hold all of them, and small ones as
// few bits: labels of two classes take one bit each. Reading never goes past the end and never allocates much
// more than the bytes that are there justify.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tamis/core/matrix.hpp"

namespace tamis::detail {

using Bytes = std::string;

template <class T>
concept PlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class ByteWriter {
  public:
    enum class Mode : std::uint8_t { write, count };  // the bytes, or only their number

    explicit ByteWriter(Mode mode = Mode::write) : mode_(mode) {}

    template <class... Values>
    void operator()(const Values&... values) {
        (write(values), ...);
    }
    Bytes take() { return std::move(bytes_); }
    std::size_t counted() const { return counted_; }
    void reserve(std::size_t more);
    // Numbers as they are, without their count.
    template <PlainNumber T>
    void plain(std::span<const T> numbers) {
        raw(numbers.data(), numbers.size_bytes());
    }

  private:
    void raw(const void* data, std::size_t size);
    template <class T>
    void whole_numbers(std::span<const T> values);
    void count(std::size_t number) { write(static_cast<std::uint64_t>(number)); }

    template <PlainNumber T>
    void write(T value) {
        raw(&value, sizeof value);
    }
    void write(const std::string& text) { write(std::string_view(text)); }
    void write(std::string_view text);
    void write(const DenseMatrix& matrix);
    void write(const Matrix& matrix);
    template <class A, class B>
    void write(const std::pair<A, B>& pair) {
        (*this)(pair.first, pair.second);
    }
    template <class T>
    void write(const std::optional<T>& value) {
        write(value.has_value());
        if (value) write(*value);
    }
    template <class T>
    void write(const std::vector<T>& values) {
        if constexpr (std::integral<T> && (sizeof(T) > 1) && std::is_signed_v<T>) {
            whole_numbers(std::span(values));
        } else {
            count(values.size());
            if constexpr (PlainNumber<T>)
                raw(values.data(), values.size() * sizeof(T));
            else
                for (const T& value : values) write(value);
        }
    }
    // A struct with `fields`, which are only read here.
    template <class T>
    requires requires(T& value, ByteWriter& writer) { value.fields(writer); }
    void write(const T& value) { const_cast<T&>(value).fields(*this); }

    Mode mode_;
    Bytes bytes_;
    std::size_t counted_ = 0;
};

class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    template <class... Values>
    void operator()(Values&... values) {
        (read(values), ...);
    }
    std::string_view left() const { return rest_; }

  private:
    void raw(void* data, std::size_t size);
    // The number of elements that follow, each of `size` bytes or more. Throws Error if they cannot all be
    // there.
    std::size_t count(std::size_t size);
    template <class T>
    void whole_numbers(std::vector<T>& values);

    template <PlainNumber T>
    void read(T& value) {
        raw(&value, sizeof value);
    }
    void read(bool& value);
    void read(std::string& text);
    void read(std::string_view& text);  // refers to the bytes that are read
    void read(DenseMatrix& matrix);
    void read(Matrix& matrix);
    template <class A, class B>
    void read(std::pair<A, B>& pair) {
        (*this)(pair.first, pair.second);
    }
    template <class T>
    void read(std::optional<T>& value) {
        bool there = false;
        read(there);
        value.reset();
        if (there) read(value.emplace());
    }
    template <class T>
    void read(std::vector<T>& values) {
        if constexpr (std::integral<T> && (sizeof(T) > 1) && std::is_signed_v<T>) {
            whole_numbers(values);
        } else if constexpr (PlainNumber<T>) {
            values.resize(count(sizeof(T)));
            raw(values.data(), values.size() * sizeof(T));
        } else {
            values.clear();
            for (std::size_t more = count(1); more > 0; --more) read(values.emplace_back());
        }
    }
    template <class T>
    requires requires(T& value, ByteReader& reader) { value.fields(reader); }
    void read(T& value) { value.fields(*this); }

    std::string_view rest_;
};

// Nothing to say.
struct Nothing {
    template <class Archive>
    void fields(Archive&) {}
};

void write_head(ByteWriter& writer);
// Throw Error on bytes that were written by another version, and on bytes that are left over.
void read_head(ByteReader& reader);
void require_end(const ByteReader& reader);

// Messages may be large: their memory is taken once.
template <class T>
Bytes to_bytes(const T& value) {
    ByteWriter counter(ByteWriter::Mode::count), writer;
    write_head(counter);
    counter(value);
    writer.reserve(counter.counted());
    write_head(writer);
    writer(value);
    return writer.take();
}

template <class T>
T from_bytes(std::string_view bytes) {
    ByteReader reader(bytes);
    read_head(reader);
    T value;
    reader(value);
    require_end(reader);
    return value;
}

}  // namespace tamis::detail
