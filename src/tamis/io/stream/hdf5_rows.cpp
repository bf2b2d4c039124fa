// The data of .h5 and .h5ad files, read row block by row block: a dataset, or compressed rows.
#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/range_rows.hpp"
#include "tamis/core/rows/ranged_source.hpp"
#include "tamis/io/hdf5/file.hpp"
#include "tamis/io/hdf5/formats.hpp"
#include "tamis/io/hdf5/matrices.hpp"
#include "tamis/io/sparse/parts.hpp"
#include "tamis/io/stream/formats.hpp"

namespace tamis::detail {

namespace {

constexpr Index chunk_cells = Index{1} << 20;

// Opened anew for every pass: the library has one file open at a time.
class DenseHdf5Rows final : public RangedSource {
  public:
    DenseHdf5Rows(std::string path, std::string place, Index rows, Index cols)
        : path_(std::move(path)), place_(std::move(place)), rows_(rows), cols_(cols) {}

    Index rows() const override { return rows_; }
    Index cols() const override { return cols_; }
    bool sparse() const override { return false; }

    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock&)> visit) const override {
        if (begin >= end) return;
        const hdf5::File file(path_);
        const hdf5::Array array = file.array(place_);
        array.require_matrix();
        // Whole rows of chunks at a time, so that each chunk is unpacked once.
        const Index unit = array.rows_of_chunk();
        const Index block = std::max<Index>(1, chunk_cells / cols_ / unit) * unit;
        DenseMatrix cells = DenseMatrix::uninitialized(std::min(block, end - begin), cols_);
        while (begin < end) {
            const Index count = std::min(block - begin % block, end - begin);
            array.read_rows(begin, count, cells.data());
            visit({begin, DenseView(cells.data(), count, cols_)});
            begin += count;
        }
    }

    Matrix gather(std::span<const Index> wanted) const override {
        const hdf5::File file(path_);
        const hdf5::Array array = file.array(place_);
        DenseMatrix found = DenseMatrix::uninitialized(static_cast<Index>(wanted.size()), cols_);
        for (std::size_t p = 0; p < wanted.size(); ++p)
            array.read_rows(wanted[p], 1, found.row(static_cast<Index>(p)));
        return found;
    }

  private:
    std::string path_, place_;
    Index rows_, cols_;
};

// Compressed rows: the starts of the rows are kept, the cells are read a block at a time.
class SparseHdf5Rows final : public RangedSource {
  public:
    SparseHdf5Rows(std::string path, std::string place, const hdf5::SparseForm& form,
                   std::vector<Index> starts)
        : path_(std::move(path)), place_(std::move(place)), form_(form), starts_(std::move(starts)) {}

    Index rows() const override { return form_.rows; }
    Index cols() const override { return form_.cols; }
    bool sparse() const override { return true; }

    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock&)> visit) const override {
        if (begin >= end) return;
        const hdf5::File file(path_);
        const Parts parts(file, place_);
        while (begin < end) {
            const auto beyond = std::upper_bound(starts_.begin() + begin + 1, starts_.begin() + end + 1,
                                                 starts_[at(begin)] + chunk_cells);
            const Index next = std::max(begin + 1, static_cast<Index>(beyond - starts_.begin()) - 1);
            visit({begin, read(parts, begin, next)});
            begin = next;
        }
    }

    Matrix gather(std::span<const Index> wanted) const override {
        const hdf5::File file(path_);
        const Parts parts(file, place_);
        SparseMatrix found(0, form_.cols, {});
        for (const Index i : wanted) found.append_rows(read(parts, i, i + 1).view());
        return found;
    }

  private:
    struct Parts {
        hdf5::Array positions, values;

        Parts(const hdf5::File& file, const std::string& place)
            : positions(file.array(place + "/" + PartNames().positions)),
              values(file.array(place + "/" + PartNames().values)) {}
    };

    SparseMatrix read(const Parts& parts, Index begin, Index end) const {
        const Index first = starts_[at(begin)], count = starts_[at(end)] - first;
        CompressedParts block{.rows = end - begin,
                              .cols = form_.cols,
                              .by_rows = true,
                              .starts = {},
                              .positions = parts.positions.positions(first, count),
                              .values = parts.values.numbers(first, count)};
        for (Index i = begin; i <= end; ++i) block.starts.push_back(starts_[at(i)] - first);
        return make_sparse(std::move(block), path_ + ": " + place_);
    }

    std::string path_, place_;
    hdf5::SparseForm form_;
    std::vector<Index> starts_;
};

struct Found {
    Dataset about;
    std::string place;
    Index rows = 0, cols = 0;
    std::optional<hdf5::SparseForm> form;  // of compressed data
    Index stored = 0;                      // cells
    bool single_precision = false;
    bool by_rows = true;
};

Found find_data(const hdf5::File& file, const LoadOptions& options, const Context& context) {
    Found found;
    found.about = hdf5::load_all_but_data(
        file, options,
        [&](const std::string& place) {
            found.place = place;
            found.form = hdf5::sparse_form(file, place);
            const hdf5::Array cells =
                file.array(found.form ? place + "/" + std::string(PartNames().values) : place);
            found.stored = cells.cells();
            found.single_precision = cells.type() == "float32";
            if (found.form) {
                cells.require_numbers();
                file.array(place + "/" + std::string(PartNames().positions)).require_numbers();
                found.rows = found.form->rows;
                found.cols = found.form->cols;
                found.by_rows = found.form->by_rows;
            } else {
                cells.require_matrix();
                found.by_rows = cells.shape().size() == 2;
                found.rows = cells.shape().front();
                found.cols = found.by_rows ? cells.shape().back() : 1;
            }
            return shape_only(found.rows, found.cols);
        },
        context);
    return found;
}

std::vector<Index> read_starts(const hdf5::File& file, const Found& found) {
    std::vector<Index> starts = file.array(found.place + "/" + PartNames().starts).whole_numbers();
    const Index positions = file.array(found.place + "/" + PartNames().positions).cells();
    if (static_cast<Index>(starts.size()) != found.rows + 1 || starts.front() != 0 ||
        starts.back() != found.stored || positions != found.stored ||
        !std::is_sorted(starts.begin(), starts.end()))
        file.fail(found.place + ": is damaged: " + PartNames().starts + " does not fit the other arrays");
    return starts;
}

}  // namespace

std::optional<HeldSize> held_hdf5(const std::string& path, const LoadOptions& options) {
    const hdf5::File file(path);
    if (hdf5::is_tenx(file)) return std::nullopt;
    const Found found = find_data(file, options, {});
    // A label that is a column of the data is taken out of them in memory.
    if (!found.by_rows || found.about.label_column) return std::nullopt;
    const std::uint64_t cell_bytes = sizeof(double) + (found.form ? sizeof(Small) : 0);
    const std::uint64_t row_bytes = found.form ? sizeof(Index) : 0;
    return HeldSize{.bytes = static_cast<std::uint64_t>(found.stored) * cell_bytes +
                             static_cast<std::uint64_t>(found.rows) * row_bytes,
                    .single_precision = found.single_precision,
                    .rows = found.rows,
                    .cols = found.cols,
                    .stored = found.stored,
                    .sparse = found.form.has_value()};
}

StreamedData open_hdf5(const std::string& path, const LoadOptions& options, const Context& context,
                       const RowPart& part) {
    const hdf5::File file(path);
    Found found = find_data(file, options, context);
    StreamedData data;
    if (found.form)
        data.rows =
            std::make_unique<SparseHdf5Rows>(path, found.place, *found.form, read_starts(file, found));
    else
        data.rows = std::make_unique<DenseHdf5Rows>(path, found.place, found.rows, found.cols);
    data.about = std::move(found.about);
    if (part.is_all()) return data;
    const Index begin = part.begin(found.rows), end = part.end(found.rows);
    data.rows = std::make_unique<RangeRows>(std::move(data.rows), begin, end);
    data.about = about_rows(data.about, begin, end);
    return data;
}

}  // namespace tamis::detail
