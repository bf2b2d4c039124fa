// Numbers and texts as little-endian bytes, written and read with checks.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/core/index.hpp"

namespace tamis::detail {

class ByteWriter {
  public:
    template <std::unsigned_integral Number>
    void number(Number value) {
        for (std::size_t byte = 0; byte < sizeof(Number); ++byte)
            bytes_ += static_cast<char>((value >> (8 * byte)) & 0xFFU);
    }
    void integer(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
    void reals(std::span<const double> values) {
        for (const double value : values) number(std::bit_cast<std::uint64_t>(value));
    }
    void text(std::string_view value) {
        number(static_cast<std::uint32_t>(value.size()));
        bytes_ += value;
    }
    void raw(std::string_view value) { bytes_ += value; }

    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

// Throws Error at the end of the bytes; a list is only allocated if its bytes are there.
class ByteReader {
  public:
    ByteReader(std::string_view bytes, const std::string& file) : rest_(bytes), file_(file) {}

    template <std::unsigned_integral Number>
    Number number() {
        const std::string_view bytes = take(sizeof(Number));
        Number value = 0;
        for (std::size_t byte = sizeof(Number); byte-- > 0;)
            value =
                static_cast<Number>((std::uint64_t{value} << 8U) | static_cast<unsigned char>(bytes[byte]));
        return value;
    }
    std::int64_t integer() { return static_cast<std::int64_t>(number<std::uint64_t>()); }
    // A number of things of which each takes `bytes_each` bytes or more.
    std::uint64_t count(std::uint64_t bytes_each) {
        const auto value = number<std::uint64_t>();
        if (value > rest_.size() / bytes_each) fail("is cut off or damaged");
        return value;
    }
    void reals(std::span<double> values) {
        if (values.size() > rest_.size() / sizeof(double)) fail("is cut off or damaged");
        for (double& value : values) value = std::bit_cast<double>(number<std::uint64_t>());
    }
    std::vector<double> reals(std::uint64_t size) {
        if (size > rest_.size() / sizeof(double)) fail("is cut off or damaged");
        std::vector<double> values(size);
        reals(values);
        return values;
    }
    std::string text() { return std::string(take(number<std::uint32_t>())); }
    std::size_t left() const { return rest_.size(); }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(file_ + ": " + what, "make the part again from its shard");
    }
    void require(bool good, const std::string& what) const {
        if (!good) fail(what);
    }

  private:
    std::string_view take(std::size_t size) {
        if (size > rest_.size()) fail("is cut off or damaged");
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view rest_;
    std::string file_;
};

}  // namespace tamis::detail
