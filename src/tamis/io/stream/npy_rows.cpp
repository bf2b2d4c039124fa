// NumPy's .npy, read row block by row block.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <system_error>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/column_rows.hpp"
#include "tamis/core/rows/range_rows.hpp"
#include "tamis/core/rows/ranged_source.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/numpy/npy_header.hpp"
#include "tamis/io/numpy/npy_types.hpp"
#include "tamis/io/stream/formats.hpp"

namespace tamis::detail {

namespace {

constexpr Index block_cells = Index{1} << 16;  // 512 kB: stays in the second-level cache

class NpyRows final : public RangedSource {
  public:
    NpyRows(const std::string& path, NpyMatrixHeader header)
        : path_(path), header_(std::move(header)), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (file_ < 0) fail("cannot be opened: ");
        with_npy_type(header_.type, [&]<class Number>(Number) { cell_bytes_ = sizeof(Number); });
    }
    ~NpyRows() override { ::close(file_); }
    NpyRows(const NpyRows&) = delete;
    NpyRows& operator=(const NpyRows&) = delete;

    Index rows() const override { return header_.rows; }
    Index cols() const override { return header_.cols; }
    bool sparse() const override { return false; }
    bool seekable() const override { return true; }

    void for_each_block_between(Index begin, Index end,
                                FunctionRef<void(const RowBlock&)> visit) const override {
        const Index most = std::max<Index>(1, block_cells / cols());
        std::vector<double> cells(at(std::min(most, end - begin) * cols()));
        std::vector<char> raw;
        while (begin < end) {
            const Index count = std::min(most, end - begin);
            read_rows(begin, count, raw, cells.data());
            visit({begin, DenseView(cells.data(), count, cols())});
            begin += count;
        }
    }

    Matrix gather(std::span<const Index> wanted) const override {
        DenseMatrix found = DenseMatrix::uninitialized(static_cast<Index>(wanted.size()), cols());
        std::vector<char> raw;
        for (std::size_t p = 0; p < wanted.size(); ++p)
            read_rows(wanted[p], 1, raw, found.row(static_cast<Index>(p)));
        return found;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(path_ + ": " + what + std::generic_category().message(errno));
    }

    // On any number of threads at once: pread has no position of its own.
    void read_rows(Index first, Index count, std::vector<char>& raw, double* target) const {
        const std::size_t cells = at(count * cols());
        const bool as_is = header_.type.substr(1) == "f8";
        if (!as_is) raw.resize(cells * cell_bytes_);
        char* bytes = as_is ? reinterpret_cast<char*>(target) : raw.data();
        const std::uint64_t begin = header_.bytes + static_cast<std::uint64_t>(first * cols()) * cell_bytes_;
        for (std::size_t filled = 0; filled < cells * cell_bytes_;) {
            const ssize_t got = ::pread(file_, bytes + filled, cells * cell_bytes_ - filled,
                                        static_cast<off_t>(begin + filled));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) fail("cannot be read: ");
            if (got == 0) throw Error(path_ + ": is cut off: the file ends too early; copy it again");
            filled += at(got);
        }
        if (as_is) return;
        with_npy_type(header_.type, [&]<class Number>(Number) {
            const auto* numbers = reinterpret_cast<const Number*>(raw.data());
            std::transform(numbers, numbers + cells, target,
                           [](Number number) { return static_cast<double>(number); });
        });
    }

    std::string path_;
    NpyMatrixHeader header_;
    int file_;
    std::size_t cell_bytes_ = 0;
};

NpyMatrixHeader header_of(const std::string& path) { return read_npy_matrix_header(*open_file(path), path); }

}  // namespace

std::optional<HeldSize> held_npy(const std::string& path) {
    const NpyMatrixHeader header = header_of(path);
    if (header.fortran || !with_npy_type(header.type, [](auto) {})) return std::nullopt;
    const Index cells = header.rows * header.cols;
    return HeldSize{.bytes = static_cast<std::uint64_t>(cells) * sizeof(double),
                    .single_precision = header.type.substr(1) == "f4",
                    .rows = header.rows,
                    .cols = header.cols,
                    .stored = cells};
}

StreamedData open_npy(const std::string& path, const LoadOptions& options, const Context& context,
                      const RowPart& part) {
    StreamedData data;
    std::unique_ptr<RowSource> rows = std::make_unique<NpyRows>(path, header_of(path));
    const Index cols = rows->cols();
    if (!part.is_all()) {
        const Index all = rows->rows();
        data.about.first_row = part.begin(all);
        rows = std::make_unique<RangeRows>(std::move(rows), part.begin(all), part.end(all));
    }
    const auto label = find_label_column(options.label, {}, cols, path);
    if (!label) {
        data.about.x = shape_only(rows->rows(), cols);
        data.rows = std::move(rows);
        return data;
    }
    // The cells of the label are the only ones that are kept.
    CsrArrays cells;
    rows->for_each_block(context, [&](const RowBlock& block) {
        for (Index i = 0; i < block.cells.rows(); ++i) {
            cells.add(*label, block.cells.dense()(i, *label));
            cells.end_row();
        }
    });
    data.about.x = SparseMatrix(rows->rows(), cols, std::move(cells));
    take_label_column(data.about, *label);
    std::vector<Index> others(at(cols));
    std::iota(others.begin(), others.end(), Index{0});
    others.erase(others.begin() + *label);
    data.rows = std::make_unique<ColumnRows>(std::move(rows), std::move(others));
    return data;
}

}  // namespace tamis::detail
