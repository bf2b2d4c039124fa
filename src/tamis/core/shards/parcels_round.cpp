#include "tamis/core/shards/parcels_round.hpp"

#include <algorithm>
#include <bit>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tamis/core/rows/sorted_numbers.hpp"

namespace tamis::detail {

namespace {

struct Packed {
    bool narrow = false;
    Index rows = 0, cols = 0;
    std::vector<float> cells;  // narrow
    Matrix wide;               // otherwise

    template <class Archive>
    void fields(Archive& archive) {
        archive(narrow);
        if (narrow)
            archive(rows, cols, cells);
        else
            archive(wide);
    }
};

// Bit by bit: signs of zeros and what is not a number count, too.
bool is_narrow(double cell) {
    const double rounded = static_cast<double>(static_cast<float>(cell));
    return std::bit_cast<std::uint64_t>(rounded) == std::bit_cast<std::uint64_t>(cell);
}

}  // namespace

Bytes pack_rows(const Matrix& rows) {
    if (!rows.is_sparse()) {
        const DenseMatrix& dense = rows.dense();
        const std::span<const double> cells(dense.data(), at(dense.rows() * dense.cols()));
        if (std::all_of(cells.begin(), cells.end(), is_narrow)) {
            Packed packed{
                .narrow = true, .rows = dense.rows(), .cols = dense.cols(), .cells = {}, .wide = {}};
            packed.cells.assign(cells.begin(), cells.end());
            return to_bytes(packed);
        }
    }
    ByteWriter writer;
    write_head(writer);
    writer(false, rows);
    return writer.take();
}

Matrix unpack_rows(std::string_view bytes) {
    auto packed = from_bytes<Packed>(bytes);
    if (!packed.narrow) return std::move(packed.wide);
    const auto count = static_cast<Index>(packed.cells.size());
    if (packed.rows < 0 || packed.cols < 0 ||
        (packed.cols == 0 ? count != 0 : count / packed.cols != packed.rows || count % packed.cols != 0))
        throw Error("rows from another shard are damaged");
    DenseMatrix dense = DenseMatrix::uninitialized(packed.rows, packed.cols);
    std::copy(packed.cells.begin(), packed.cells.end(), dense.data());
    return dense;
}

ParcelsRound::Partial ParcelsRound::partial(const Request&, const Own& own, const Rows& run, const Context&) {
    for (const std::vector<Index>& rows : own.rows) require_rows_of(run, rows);
    Partial found;
    if (HeldRows::of(run)) {
        for (const std::vector<Index>& rows : own.rows)
            found.parcels.push_back(rows.empty() ? Bytes() : pack_rows(run.gather(rows)));
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

std::vector<Bytes> parcels_of(std::string_view answer) {
    return from_bytes<ParcelsRound::Partial>(answer).parcels;
}

void require_rows_of(const Rows& run, std::span<const Index> rows) {
    for (const Index row : rows)
        if (row < 0 || row >= run.rows())
            throw Error("a worker with " + std::to_string(run.rows()) + " rows was asked for row " +
                        std::to_string(row) + " (counted from 0)");
}

}  // namespace tamis::detail
