// One dataset of an HDF5 file: numbers or texts of any stored type. Valid as long as its file.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/matrix.hpp"
#include "tamis/io/hdf5/handles.hpp"

namespace tamis::detail::hdf5 {

class Array {
  public:
    enum class Kind { numbers, texts, references, other };

    // What declared sizes are held against: the size of the file, and what may be unpacked.
    struct Limits {
        std::uint64_t file_bytes, unpacked_bytes;
    };

    // `where` begins every message.
    Array(Handle dataset, std::string where, Limits limits);

    const std::vector<Index>& shape() const { return shape_; }
    Index cells() const;
    Kind kind() const { return kind_; }
    std::string type() const;  // "float32", "int8", "text", … for messages
    Id id() const { return dataset_.get(); }

    // All cells in the order of the file. They throw Error that says what is wrong: another kind, sizes that
    // the file cannot hold, a filter that is not installed, damaged data.
    std::vector<double> numbers() const;
    std::vector<Index> whole_numbers() const;
    std::vector<Small> positions() const;  // numbers beyond 32 bit become the largest one
    std::vector<std::string> texts() const;
    std::vector<std::uint64_t> references() const;  // object references
    // Throws Error unless the array holds numbers, not more of them than the file can.
    void require_numbers() const { require(Kind::numbers, "numbers"); }
    // Some of the cells of an array of one dimension, after require_numbers.
    std::vector<double> numbers(Index first, Index count) const;
    std::vector<Small> positions(Index first, Index count) const;
    // Some rows of an array of two dimensions, one after the other.
    void read_rows(Index first, Index count, double* target) const;
    // Rows that are unpacked together; 1 where the data are not cut into chunks.
    Index rows_of_chunk() const;
    // Throws Error unless the array holds numbers, as a matrix with cells.
    void require_matrix() const;

    // Two dimensions, or one as a single column. `flipped`: rows and columns exchanged.
    DenseMatrix matrix(bool flipped, const Context& context) const;

  private:
    [[noreturn]] void fail(const std::string& what) const;
    void require(Kind kind, const char* wanted) const;
    void require_readable() const;
    void require_unpackable(std::size_t bytes_per_cell) const;
    std::uint64_t stored_bytes() const;
    void require_filters(Id creation) const;
    void read(Id memory_type, void* target) const;
    void read_part(Id memory_type, Index first, Index count, void* target) const;
    std::vector<std::string> fixed_texts(std::size_t width) const;
    std::vector<std::string> variable_texts() const;

    Handle dataset_, type_;
    std::string where_;
    Limits limits_;
    std::vector<Index> shape_;
    Kind kind_ = Kind::other;
};

}  // namespace tamis::detail::hdf5
