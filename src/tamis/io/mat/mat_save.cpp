// Matlab .mat, version 5, compressed: X (samples × features) and Y (samples × 1).
#include <matio.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/byte_source.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/mat/mat_file.hpp"
#include "tamis/io/mat/mat_structure.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

namespace {

// Classes that are numbers keep them, others become 1, 2, …; NaN for a sample without a label.
std::vector<double> label_values(const std::string& path, const Labels& labels, const Context& context) {
    std::vector<double> value_of;
    for (const std::string& name : labels.names) {
        double number = 0.0;
        if (parse_number(name, number)) value_of.push_back(number);
    }
    if (value_of.size() < labels.names.size()) {
        context.warning(path + ": Y holds numbers: the classes are written as 1 to " +
                        std::to_string(labels.classes()) + " in the order of their names");
        value_of.clear();
        for (Index c = 1; c <= labels.classes(); ++c) value_of.push_back(static_cast<double>(c));
    }
    std::vector<double> values;
    for (const int label : labels.of)
        values.push_back(label == Labels::unlabeled ? std::numeric_limits<double>::quiet_NaN()
                                                    : value_of[at(label)]);
    return values;
}

class MatWriter {
  public:
    explicit MatWriter(const std::string& path) : path_(path), target_(path) {
        file_.reset(Mat_CreateVer(target_.temporary().c_str(), nullptr, MAT_FT_MAT5));
        if (!file_) fail();
    }

    void write_full(const char* name, Index rows, Index cols, double* by_column) {
        write(name, MAT_C_DOUBLE, rows, cols, by_column);
    }
    // `columns`: the transposed matrix by rows, which is the matrix by columns.
    void write_sparse(const char* name, SparseMatrix columns) {
        std::vector<mat_uint32_t> row_numbers(columns.columns().begin(), columns.columns().end());
        std::vector<mat_uint32_t> starts(columns.row_start().begin(), columns.row_start().end());
        mat_sparse_t sparse{};
        sparse.nzmax = static_cast<mat_uint32_t>(columns.values().size());
        sparse.ir = row_numbers.data();
        sparse.nir = sparse.nzmax;
        sparse.jc = starts.data();
        sparse.njc = static_cast<mat_uint32_t>(starts.size());
        sparse.ndata = sparse.nzmax;
        sparse.data = columns.values().data();
        write(name, MAT_C_SPARSE, columns.cols(), columns.rows(), &sparse);
    }
    void commit() {
        // matio does not say that a disk is full.
        const bool closed = Mat_Close(file_.release()) == 0;
        if (!closed || !is_whole_mat_file(*open_file(target_.temporary()))) target_.fail_as_damaged();
        target_.commit();
    }

  private:
    [[noreturn]] void fail() const {
        if (log_.text().empty()) target_.fail_as_damaged();
        throw Error("cannot write " + path_ + ": " + log_.text());
    }

    void write(const char* name, matio_classes kind, Index rows, Index cols, void* cells) {
        std::size_t dims[2] = {at(rows), at(cols)};
        const MatVariable variable(
            Mat_VarCreate(name, kind, MAT_T_DOUBLE, 2, dims, cells, MAT_F_DONT_COPY_DATA));
        if (!variable || Mat_VarWrite(file_.get(), variable.get(), MAT_COMPRESSION_ZLIB) != 0 ||
            !log_.text().empty())
            fail();
    }

    MatLog log_;
    std::string path_;
    AtomicFile target_;
    MatFile file_;
};

}  // namespace

void save_mat(const std::string& path, const Dataset& data, const Context& context) {
    const Index numbers =
        data.x.is_sparse() ? data.x.sparse().view().nonzeros() : data.samples() * data.features();
    constexpr Index most_bytes = Index{1} << 31;
    if (numbers > most_bytes / static_cast<Index>(sizeof(double)))
        throw Error("cannot write " + path + ": a variable of MAT version 5 holds at most 2 GB: write .npy");
    if (!data.feature_names.empty() || !data.categories.empty())
        context.warning(path + ": the names of the features and categories are left out of a .mat file");
    std::vector<double> labels = label_values(path, data.labels, context);
    MatWriter file(path);
    Matrix columns = transposed(data.x);
    if (columns.is_sparse())
        file.write_sparse("X", std::move(columns.sparse()));
    else
        file.write_full("X", data.samples(), data.features(), columns.dense().data());
    if (!labels.empty()) file.write_full("Y", data.samples(), 1, labels.data());
    file.commit();
}

}  // namespace tamis::detail
