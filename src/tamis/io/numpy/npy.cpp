// NumPy's .npy, format versions 1 to 3 (numpy/lib/format.py): magic, version, a Python dictionary, raw
// numbers.
#include <algorithm>
#include <type_traits>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/numpy/npy_header.hpp"
#include "tamis/io/numpy/npy_types.hpp"

namespace tamis::detail {

namespace {

class NpyReader {
  public:
    NpyReader(ByteSource& source, const std::string& path) : path_(path), source_(&source) {}

    Matrix read(const Context& context) {
        const NpyMatrixHeader header = read_npy_matrix_header(*source_, path_);
        Matrix x;
        if (with_npy_type(header.type,
                          [&]<class Number>(Number) { x = read_cells<Number>(header, context); }))
            return x;
        fail("has numbers of type '" + header.type + "': save it as float64 (array.astype('float64'))");
    }

  private:
    [[noreturn]] void fail(const Message& what) const { throw Error(path_ + ": " + what); }

    // Line by line of the file's own order (rows, or columns for Fortran's), a few MB at a time.
    template <class Number>
    Matrix read_cells(const NpyMatrixHeader& header, const Context& context) {
        DenseMatrix x = DenseMatrix::uninitialized(header.rows, header.cols);
        const Index lines = header.fortran ? header.cols : header.rows;
        const Index width = header.fortran ? header.rows : header.cols;
        constexpr Index block_cells = 1 << 19;
        const Index block_lines = std::clamp<Index>(block_cells / width, 1, lines);
        const bool in_place = std::is_same_v<Number, double> && !header.fortran;
        std::vector<Number> block(in_place ? 0 : at(block_lines * width));
        for (Index first = 0; first < lines; first += block_lines) {
            context.check_cancel();
            const Index count = std::min(block_lines, lines - first);
            void* target = in_place ? static_cast<void*>(x.row(first)) : block.data();
            read_npy_exactly(*source_, target, at(count * width) * sizeof(Number), path_);
            if (header.fortran) {
                for (Index i = 0; i < width; ++i)
                    for (Index j = 0; j < count; ++j)
                        x(i, first + j) = static_cast<double>(block[at(j * width + i)]);
            } else if (!in_place) {
                std::transform(block.begin(), block.begin() + count * width, x.row(first),
                               [](Number number) { return static_cast<double>(number); });
            }
            context.report("load", source_->done());
        }
        char more = 0;
        if (source_->read(&more, 1) != 0) fail("is longer than its header says: it is damaged");
        return x;
    }

    const std::string& path_;
    ByteSource* source_;
};

}  // namespace

Dataset load_npy(ByteSource& source, const std::string& path, const LoadOptions& options,
                 const Context& context) {
    Dataset data;
    data.x = NpyReader(source, path).read(context);
    if (options.transpose) data.x = transposed(data.x);
    const auto label = find_label_column(options.label, {}, data.features(), path);
    if (label) take_label_column(data, *label);
    return data;
}

void save_npy(const std::string& path, const Dataset& data, const Context& context) {
    if (!data.labels.empty())
        context.warning(path + ": a .npy file holds one matrix: the labels are left out");
    if (!data.feature_names.empty() || !data.categories.empty())
        context.warning(path +
                        ": a .npy file has no names: those of the features and categories are left out");
    AtomicFile file(path);
    file.write(npy_header_bytes("<f8", {data.samples(), data.features()}));
    std::vector<double> row(at(data.features()));
    for (Index i = 0; i < data.samples(); ++i) {
        const double* cells = dense_row(data.x, i, row.data());
        file.write({reinterpret_cast<const char*>(cells), row.size() * sizeof(double)});
    }
    file.commit();
}

}  // namespace tamis::detail
