#include "tamis/core/shards/parcels_round.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/core/rows/sorted_numbers.hpp"
#include "tamis/core/threads/function_ref.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void damaged_rows() { throw Error("rows from another shard are damaged"); }

// Bit by bit: signs of zeros and what is not a number count, too.
bool is_narrow(double cell) {
    const double rounded = static_cast<double>(static_cast<float>(cell));
    return std::bit_cast<std::uint64_t>(rounded) == std::bit_cast<std::uint64_t>(cell);
}

// Doubles are preceded by some bytes without meaning, and the number of these; what is missing to the most
// follows. So they can be moved to where they are aligned.
constexpr std::size_t most_before = sizeof(double) - 1;
constexpr std::uint8_t before_doubles =
    5;  // where the message begins at a multiple of their size, so do they
constexpr std::array<char, most_before> no_meaning{};

// Rows of so many cells, one after the other.
Bytes pack_dense(Index rows, Index cols, FunctionRef<std::span<const double>(Index)> row) {
    bool narrow = true;
    for (Index i = 0; i < rows && narrow; ++i) narrow = std::ranges::all_of(row(i), is_narrow);
    ByteWriter writer;
    write_head(writer);
    writer(narrow);
    if (!narrow) writer(false);  // not sparse
    writer(rows, cols);
    if (narrow)
        writer(static_cast<std::uint64_t>(rows * cols));
    else {
        writer(before_doubles);
        writer.plain(std::span(no_meaning).first(before_doubles));
    }
    writer.reserve(at(rows * cols) * (narrow ? sizeof(float) : sizeof(double)) + most_before);
    std::vector<float> cells;
    for (Index i = 0; i < rows; ++i) {
        if (!narrow) {
            writer.plain(row(i));
            continue;
        }
        cells.assign(row(i).begin(), row(i).end());
        writer.plain(std::span<const float>(cells));
    }
    if (!narrow) writer.plain(std::span(no_meaning).subspan(before_doubles));
    return writer.take();
}

// Without a copy of what is in memory.
Bytes pack_rows_of(const Rows& run, std::span<const Index> rows) {
    const std::optional<HeldRows> held = run.sparse() ? std::nullopt : HeldRows::of(run);
    if (!held) return pack_rows(run.gather(rows));
    return pack_dense(static_cast<Index>(rows.size()), run.cols(),
                      [&](Index i) { return std::span(held->dense(rows[at(i)]), at(run.cols())); });
}

}  // namespace

Bytes pack_rows(const Matrix& rows) {
    if (!rows.is_sparse()) {
        const DenseMatrix& dense = rows.dense();
        return pack_dense(dense.rows(), dense.cols(),
                          [&](Index i) { return std::span(dense.row(i), at(dense.cols())); });
    }
    ByteWriter writer;
    write_head(writer);
    writer(false, rows);
    return writer.take();
}

Bytes pack_rows(const MatrixView& matrix, std::span<const Index> numbers) {
    if (matrix.is_sparse()) return pack_rows(take_rows(matrix, numbers));
    const DenseView& dense = matrix.dense();
    return pack_dense(static_cast<Index>(numbers.size()), dense.cols,
                      [&](Index i) { return std::span(dense.row(numbers[at(i)]), at(dense.cols)); });
}

std::optional<DenseParcel> DenseParcel::of(std::string_view bytes) {
    ByteReader reader(bytes);
    read_head(reader);
    DenseParcel packed;
    bool sparse = false;
    reader(packed.narrow_);
    if (!packed.narrow_) reader(sparse);
    if (sparse) return std::nullopt;
    reader(packed.rows_, packed.cols_);
    std::uint64_t cells = 0;
    if (packed.narrow_) reader(cells);
    std::uint8_t before = 0;
    if (!packed.narrow_) reader(before);
    packed.cells_ = reader.left();
    if (!packed.narrow_) {
        if (before > most_before || packed.cells_.size() < most_before) damaged_rows();
        packed.cells_ = packed.cells_.substr(before, packed.cells_.size() - most_before);
    }
    const std::size_t size = packed.narrow_ ? sizeof(float) : sizeof(double);
    const auto there = static_cast<Index>(packed.cells_.size() / size);
    const bool fits =
        packed.rows_ >= 0 && packed.rows_ <= std::numeric_limits<Small>::max() && packed.cols_ >= 0 &&
        packed.cells_.size() % size == 0 &&
        (packed.cols_ == 0 ? there == 0 : there % packed.cols_ == 0 && there / packed.cols_ == packed.rows_);
    if (!fits || (packed.narrow_ && cells != static_cast<std::uint64_t>(there))) damaged_rows();
    return packed;
}

void DenseParcel::copy_to(double* target, Index first, Index count) const {
    const std::size_t size = narrow_ ? sizeof(float) : sizeof(double);
    const std::string_view cells = cells_.substr(at(first * cols_) * size, at(count * cols_) * size);
    if (!narrow_) {
        if (!cells.empty()) std::memcpy(target, cells.data(), cells.size());
        return;
    }
    for (std::size_t p = 0; p < cells.size() / sizeof(float); ++p) {
        float cell = 0.0F;
        std::memcpy(&cell, cells.data() + p * sizeof cell, sizeof cell);
        target[p] = static_cast<double>(cell);
    }
}

Matrix unpack_rows(std::string_view bytes) {
    if (const auto packed = DenseParcel::of(bytes)) {
        DenseMatrix dense = DenseMatrix::uninitialized(packed->rows(), packed->cols());
        packed->copy_to(dense.data(), 0, packed->rows());
        return dense;
    }
    struct Sparse {
        bool narrow = false;
        Matrix rows;

        void fields(ByteReader& archive) { archive(narrow, rows); }
    };
    return from_bytes<Sparse>(bytes).rows;
}

void align_cells(std::span<char> bytes) {
    const auto packed = DenseParcel::of(std::string_view(bytes.data(), bytes.size()));
    if (!packed || packed->narrow() || packed->cells().empty()) return;
    const std::string_view cells = packed->cells();
    const std::size_t now = at(cells.data() - bytes.data()),  // where they begin
        end = bytes.size() - cells.size();
    // They may begin anywhere from end - most_before to end.
    std::size_t begin = end - most_before;
    while (reinterpret_cast<std::uintptr_t>(bytes.data() + begin) % alignof(double) != 0) ++begin;
    std::memmove(bytes.data() + begin, bytes.data() + now, cells.size());
    bytes[end - most_before - 1] = static_cast<char>(begin - (end - most_before));
}

std::optional<DenseView> DenseParcel::in_place() const {
    const auto* cells = reinterpret_cast<const double*>(cells_.data());
    if (narrow_ || reinterpret_cast<std::uintptr_t>(cells) % alignof(double) != 0) return std::nullopt;
    return DenseView(cells, rows_, cols_);
}

SentRows::SentRows(std::string_view bytes) : view_(DenseView()) {
    if (const auto dense = DenseParcel::of(bytes))
        if (const std::optional<DenseView> cells = dense->in_place()) {
            view_ = *cells;
            return;
        }
    copy_ = std::make_unique<const Matrix>(unpack_rows(bytes));
    view_ = *copy_;
}

ParcelsRound::Partial ParcelsRound::partial(const Request&, const Own& own, const Rows& run, const Context&) {
    for (const std::vector<Index>& rows : own.rows) require_rows_of(run, rows);
    Partial found;
    if (HeldRows::of(run)) {
        for (const std::vector<Index>& rows : own.rows)
            found.parcels.push_back(rows.empty() ? Bytes() : pack_rows_of(run, rows));
        return found;
    }
    // Rows that are not in memory are read once for all parcels.
    std::vector<Index> all;
    for (const std::vector<Index>& rows : own.rows) all.insert(all.end(), rows.begin(), rows.end());
    sort_once(all);
    const Matrix read = run.gather(all);
    for (const std::vector<Index>& rows : own.rows) {
        std::vector<Index> places;
        for (const Index row : rows) places.push_back(place_of(all, row));
        found.parcels.push_back(rows.empty() ? Bytes() : pack_rows(take_rows(read, places)));
    }
    return found;
}

std::vector<std::string_view> parcels_of(std::string_view answer) {
    struct Views {  // as ParcelsRound::Partial
        std::vector<std::string_view> parcels;

        void fields(ByteReader& archive) { archive(parcels); }
    };
    return from_bytes<Views>(answer).parcels;
}

void require_rows_of(const Rows& run, std::span<const Index> rows) {
    for (const Index row : rows)
        if (row < 0 || row >= run.rows())
            throw Error("a worker with " + std::to_string(run.rows()) + " rows was asked for row " +
                        std::to_string(row) + " (counted from 0)");
}

}  // namespace tamis::detail
