#include "tamis/io/hdf5/array.hpp"

#include <hdf5.h>

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/io/copy_lines.hpp"
#include "tamis/io/justified.hpp"
#include "tamis/io/limits.hpp"

namespace tamis::detail::hdf5 {

namespace {

Array::Kind kind_of(Id type) {
    switch (H5Tget_class(type)) {
        case H5T_INTEGER:
        case H5T_FLOAT:
        case H5T_ENUM:  // booleans of h5py
            return Array::Kind::numbers;
        case H5T_STRING:
            return Array::Kind::texts;
        case H5T_REFERENCE:
            return Array::Kind::references;
        default:
            return Array::Kind::other;
    }
}

}  // namespace

Array::Array(Handle dataset, std::string where, Limits limits)
    : dataset_(std::move(dataset)), where_(std::move(where)), limits_(limits) {
    type_ = Handle(H5Dget_type(dataset_.get()), H5Tclose);
    const Handle space(H5Dget_space(dataset_.get()), H5Sclose);
    if (!type_ || !space) fail("is damaged: copy the file again");
    kind_ = kind_of(type_.get());
    const int rank = H5Sget_simple_extent_ndims(space.get());
    std::vector<hsize_t> sides(rank > 0 ? at(rank) : 0);
    if (rank > 0) H5Sget_simple_extent_dims(space.get(), sides.data(), nullptr);
    constexpr hsize_t most = hsize_t{1} << 48U;
    hsize_t cells = 1;
    for (const hsize_t side : sides) {
        if (side > 0 && cells > most / side) fail("is damaged: it declares more cells than any file holds");
        cells *= side;
        shape_.push_back(static_cast<Index>(side));
    }
}

void Array::fail(const std::string& what) const { throw Error(where_ + ": " + what); }

Index Array::cells() const {
    Index count = 1;
    for (const Index side : shape_) count *= side;
    return count;
}

std::string Array::type() const {
    const std::string bits = std::to_string(H5Tget_size(type_.get()) * 8);
    switch (H5Tget_class(type_.get())) {
        case H5T_INTEGER:
            return (H5Tget_sign(type_.get()) == H5T_SGN_NONE ? "uint" : "int") + bits;
        case H5T_FLOAT:
            return "float" + bits;
        case H5T_ENUM:
            return "bool";
        case H5T_STRING:
            return "text";
        case H5T_REFERENCE:
            return "references";
        case H5T_COMPOUND:
            return "records";
        default:
            return "unknown";
    }
}

void Array::require(Kind kind, const char* wanted) const {
    if (kind_ != kind) fail("has values of type " + type() + " where " + wanted + " are needed");
    require_readable();
}

void Array::require_readable() const {
    const Handle creation(H5Dget_create_plist(dataset_.get()), H5Pclose);
    if (!creation) fail("is damaged: copy the file again");
    const H5D_layout_t layout = H5Pget_layout(creation.get());
    if (layout == H5D_VIRTUAL || H5Pget_external_count(creation.get()) > 0)
        fail("lies in another file: copy it into this one");
    require_filters(creation.get());
    const std::uint64_t stored = stored_bytes();
    const std::uint64_t wanted = static_cast<std::uint64_t>(cells()) * H5Tget_size(type_.get());
    if (!is_justified(wanted, stored, layout == H5D_CHUNKED))
        fail("is damaged: it declares " + std::to_string(cells()) + " cells, more than its " +
             std::to_string(stored) + " bytes hold");
    // A chunk is unpacked as a whole, also if the array is only a part of it.
    if (layout != H5D_CHUNKED) return;
    std::vector<hsize_t> sides(std::max<std::size_t>(1, shape_.size()), 1);
    H5Pget_chunk(creation.get(), static_cast<int>(sides.size()), sides.data());
    std::uint64_t chunk = H5Tget_size(type_.get());
    for (const hsize_t side : sides) chunk *= side;
    if (!is_justified(chunk, stored, true))
        fail("is damaged: its chunks have " + std::to_string(chunk) + " bytes, more than its " +
             std::to_string(stored) + " bytes hold");
}

std::uint64_t Array::stored_bytes() const {
    return std::min<std::uint64_t>(H5Dget_storage_size(dataset_.get()), limits_.file_bytes);
}

// What comes out of fewer bytes of the file than it takes in memory has a limit.
void Array::require_unpackable(std::size_t bytes_per_cell) const {
    const std::uint64_t stored = static_cast<std::uint64_t>(cells()) * H5Tget_size(type_.get());
    if (stored_bytes() < stored)
        detail::require_unpackable(static_cast<std::uint64_t>(cells()) * bytes_per_cell,
                                   limits_.unpacked_bytes, where_);
}

void Array::require_filters(Id creation) const {
    const int count = H5Pget_nfilters(creation);
    for (int i = 0; i < count; ++i) {
        char name[64] = "";
        unsigned flags = 0, config = 0;
        std::size_t values = 0;
        const H5Z_filter_t filter = H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &values,
                                                   nullptr, sizeof name, name, &config);
        if (filter < 0) fail("is damaged: copy the file again");
        if (H5Zfilter_avail(filter) <= 0)
            fail("is packed by '" + (*name != '\0' ? std::string(name) : "filter " + std::to_string(filter)) +
                 "', which this HDF5 library does not have: write the file again with gzip or unpacked");
    }
}

void Array::read(Id memory_type, void* target) const {
    if (cells() == 0) return;
    if (H5Dread(dataset_.get(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, target) < 0)
        fail("is cut off or damaged: copy the file again");
}

std::vector<double> Array::numbers() const {
    require(Kind::numbers, "numbers");
    require_unpackable(sizeof(double));
    std::vector<double> values(at(cells()));
    read(H5T_NATIVE_DOUBLE, values.data());
    return values;
}

std::vector<Index> Array::whole_numbers() const {
    require(Kind::numbers, "whole numbers");
    require_unpackable(sizeof(Index));
    std::vector<Index> values(at(cells()));
    read(H5T_NATIVE_INT64, values.data());
    return values;
}

std::vector<Small> Array::positions() const {
    require(Kind::numbers, "whole numbers");
    require_unpackable(sizeof(Small));
    std::vector<Small> values(at(cells()));
    read(H5T_NATIVE_INT32, values.data());
    return values;
}

std::vector<std::uint64_t> Array::references() const {
    static_assert(sizeof(hobj_ref_t) == sizeof(std::uint64_t));
    require(Kind::references, "references");
    if (H5Tequal(type_.get(), H5T_STD_REF_OBJ) <= 0) fail("has references of an unknown kind");
    std::vector<std::uint64_t> values(at(cells()));
    read(H5T_STD_REF_OBJ, values.data());
    return values;
}

std::vector<std::string> Array::texts() const {
    require(Kind::texts, "texts");
    require_unpackable(sizeof(std::string) + H5Tget_size(type_.get()));
    return H5Tis_variable_str(type_.get()) > 0 ? variable_texts() : fixed_texts(H5Tget_size(type_.get()));
}

std::vector<std::string> Array::fixed_texts(std::size_t width) const {
    std::string bytes(at(cells()) * width, '\0');
    read(type_.get(), bytes.data());
    const bool padded_by_blanks = H5Tget_strpad(type_.get()) == H5T_STR_SPACEPAD;
    std::vector<std::string> texts;
    for (std::size_t start = 0; start < bytes.size(); start += width) {
        std::string text = bytes.substr(start, width);
        text.resize(std::min(text.find('\0'), text.size()));
        if (padded_by_blanks) text.resize(text.find_last_not_of(' ') + 1);
        texts.push_back(std::move(text));
    }
    return texts;
}

std::vector<std::string> Array::variable_texts() const {
    std::vector<char*> pointers(at(cells()), nullptr);
    const Handle space(H5Dget_space(dataset_.get()), H5Sclose);
    // The texts are the library's memory, given back also when a copy of one fails.
    struct Reclaim {
        Id type, space;
        void* pointers;
        ~Reclaim() { H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers); }
    };
    const Handle memory_type(H5Tcopy(type_.get()), H5Tclose);
    const Reclaim reclaim{memory_type.get(), space.get(), pointers.data()};
    read(memory_type.get(), pointers.data());
    std::vector<std::string> texts;
    texts.reserve(pointers.size());
    for (const char* text : pointers) texts.emplace_back(text == nullptr ? "" : text);
    return texts;
}

Index Array::rows_of_chunk() const {
    const Handle creation(H5Dget_create_plist(dataset_.get()), H5Pclose);
    hsize_t sides[2] = {1, 1};
    if (H5Pget_layout(creation.get()) != H5D_CHUNKED || H5Pget_chunk(creation.get(), 2, sides) != 2) return 1;
    return static_cast<Index>(sides[0]);
}

void Array::require_matrix() const {
    require(Kind::numbers, "numbers");
    if (shape_.size() != 1 && shape_.size() != 2)
        fail("has " + std::to_string(shape_.size()) +
             " dimensions: a matrix of two is needed, samples × features");
    if (cells() == 0) fail("has no cells");
}

// Along the first dimension, whole in the others.
void Array::read_part(Id memory_type, Index first, Index count, void* target) const {
    std::vector<hsize_t> start(shape_.size(), 0), extent(shape_.begin(), shape_.end());
    start[0] = static_cast<hsize_t>(first);
    extent[0] = static_cast<hsize_t>(count);
    const Handle file_space(H5Dget_space(dataset_.get()), H5Sclose);
    const Handle memory_space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                              H5Sclose);
    if (H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr) <
            0 ||
        H5Dread(dataset_.get(), memory_type, memory_space.get(), file_space.get(), H5P_DEFAULT, target) < 0)
        fail("is cut off or damaged: copy the file again");
}

void Array::read_rows(Index first, Index count, double* target) const {
    read_part(H5T_NATIVE_DOUBLE, first, count, target);
}

std::vector<double> Array::numbers(Index first, Index count) const {
    std::vector<double> values(at(count));
    if (count > 0) read_part(H5T_NATIVE_DOUBLE, first, count, values.data());
    return values;
}

std::vector<Small> Array::positions(Index first, Index count) const {
    std::vector<Small> values(at(count));
    if (count > 0) read_part(H5T_NATIVE_INT32, first, count, values.data());
    return values;
}

DenseMatrix Array::matrix(bool flipped, const Context& context) const {
    require_matrix();
    require_unpackable(sizeof(double));
    const Index rows = shape_[0], cols = shape_.size() == 2 ? shape_[1] : 1;
    DenseMatrix x = flipped ? DenseMatrix::uninitialized(cols, rows) : DenseMatrix::uninitialized(rows, cols);
    if (shape_.size() == 1) {
        read(H5T_NATIVE_DOUBLE, x.data());
        return x;
    }
    // Whole rows of chunks at a time, so that each chunk is unpacked once.
    constexpr Index block_cells = 1 << 20;
    const Index unit = rows_of_chunk();
    const Index block = std::min(rows, std::max<Index>(1, block_cells / cols / unit) * unit);
    std::vector<double> buffer(flipped ? at(block * cols) : 0);
    for (Index first = 0; first < rows; first += block) {
        context.check_cancel();
        const Index count = std::min(block, rows - first);
        read_rows(first, count, flipped ? buffer.data() : x.row(first));
        if (flipped) copy_lines_to_columns(buffer.data(), cols, first, count, x);
        context.report("load", static_cast<double>(first + count) / static_cast<double>(rows));
    }
    return x;
}

}  // namespace tamis::detail::hdf5
