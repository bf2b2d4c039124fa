// Matlab .mat files of version 5 (and 4), through matio. Matlab stores columns one after the other.
#include <matio.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/core/for_each_cell.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/label_column.hpp"
#include "tamis/io/mat_file.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis {

namespace {

template <class Work>
bool with_number_type(matio_types type, Work work) {
    switch (type) {
        case MAT_T_DOUBLE:
            work(double{});
            return true;
        case MAT_T_SINGLE:
            work(float{});
            return true;
        case MAT_T_INT8:
            work(std::int8_t{});
            return true;
        case MAT_T_UINT8:
            work(std::uint8_t{});
            return true;
        case MAT_T_INT16:
            work(std::int16_t{});
            return true;
        case MAT_T_UINT16:
            work(std::uint16_t{});
            return true;
        case MAT_T_INT32:
            work(std::int32_t{});
            return true;
        case MAT_T_UINT32:
            work(std::uint32_t{});
            return true;
        case MAT_T_INT64:
            work(std::int64_t{});
            return true;
        case MAT_T_UINT64:
            work(std::uint64_t{});
            return true;
        default:
            return false;
    }
}

bool is_numeric(matio_classes kind) { return kind >= MAT_C_SPARSE && kind <= MAT_C_UINT64; }

std::string describe(const matvar_t& variable) {
    static const char* const kinds[] = {"empty",  "cell",   "struct", "object", "char",     "sparse",
                                        "double", "single", "int8",   "uint8",  "int16",    "uint16",
                                        "int32",  "uint32", "int64",  "uint64", "function", "object"};
    std::string text = std::string(variable.name == nullptr ? "?" : variable.name) + " (";
    for (int i = 0; i < variable.rank; ++i) text += (i > 0 ? "×" : "") + std::to_string(variable.dims[i]);
    const auto kind = static_cast<std::size_t>(variable.class_type);
    return text + " " + (kind < std::size(kinds) ? kinds[kind] : "unknown") + ")";
}

class MatReader {
  public:
    MatReader(const std::string& path, const Context& context) : path_(path), context_(context) {
        file_.reset(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
        if (!file_) fail("is not a MAT file of version 5 (save with -v7)");
        if (Mat_GetVersion(file_.get()) == MAT_FT_MAT73) fail("MAT v7.3 is not supported yet: save with -v7");
        for (MatVariable next(Mat_VarReadNextInfo(file_.get())); next;
             next.reset(Mat_VarReadNextInfo(file_.get()))) {
            if (next->name == nullptr) continue;
            names_.emplace_back(next->name);
            descriptions_.push_back(describe(*next));
        }
        if (names_.empty()) fail("has no variables" + said());
    }

    // The first variable called so; the names are exact.
    std::optional<std::string> find(std::initializer_list<const char*> wanted) const {
        for (const char* name : wanted)
            if (has(name)) return name;
        return std::nullopt;
    }
    std::optional<std::string> find_label() const {
        if (const auto exact = find({"Y", "gnd", "y"})) return exact;
        for (const std::string& name : names_)
            if (is_label_name(name)) return name;
        return std::nullopt;
    }
    bool has(const std::string& name) const {
        return std::find(names_.begin(), names_.end(), name) != names_.end();
    }
    std::string variables() const { return joined(descriptions_); }

    // `flipped`: rows and columns exchanged.
    Matrix read(const std::string& name, bool flipped) {
        MatVariable variable(Mat_VarReadInfo(file_.get(), name.c_str()));
        if (!variable) fail("variable " + name + " cannot be read" + said());
        if (variable->rank != 2 || !is_numeric(variable->class_type))
            fail("variable " + describe(*variable) + " is not a matrix of numbers");
        if (variable->isComplex != 0) fail("variable " + describe(*variable) + " has complex numbers");
        if (variable->dims[0] == 0 || variable->dims[1] == 0)
            fail("variable " + describe(*variable) + " has no cells");
        return variable->class_type == MAT_C_SPARSE ? read_sparse(*variable, flipped)
                                                    : read_full(*variable, flipped);
    }

    [[noreturn]] void fail(const Message& what) const { throw Error(path_ + ": " + what); }

  private:
    std::string said() const { return log_.text().empty() ? "" : " (" + log_.text() + ")"; }

    [[noreturn]] void damaged(const matvar_t& variable) const {
        fail("variable " + describe(variable) + " is damaged" + said() + ": copy the file again");
    }

    // A part of the columns at a time, so that a second copy of the matrix never exists. matio starts from
    // the beginning of a compressed variable for every part, hence few and large ones there.
    Matrix read_full(matvar_t& variable, bool flipped) {
        const auto rows = static_cast<Index>(variable.dims[0]), cols = static_cast<Index>(variable.dims[1]);
        const auto cell_bytes = static_cast<Index>(Mat_SizeOfClass(variable.class_type));
        if (rows > std::numeric_limits<int>::max() / cols)
            fail("variable " + describe(variable) + " has more cells than can be read from a MAT file");
        constexpr Index small_bytes = 64 << 20;
        Index part = std::clamp<Index>(small_bytes / (rows * cell_bytes), 1, cols);
        if (variable.compression == MAT_COMPRESSION_ZLIB) part = std::max(part, (cols + 4) / 5);
        std::vector<char> buffer(static_cast<std::size_t>(part * rows * cell_bytes));
        DenseMatrix x =
            flipped ? DenseMatrix::uninitialized(cols, rows) : DenseMatrix::uninitialized(rows, cols);
        for (Index first = 0; first < cols; first += part) {
            context_.check_cancel();
            const Index count = std::min(part, cols - first);
            // By linear position: matio 1.5.23 reads wrong columns of uncompressed variables by start and
            // edge.
            if (Mat_VarReadDataLinear(file_.get(), &variable, buffer.data(), static_cast<int>(first * rows),
                                      1, static_cast<int>(count * rows)) != 0 ||
                !log_.text().empty())
                damaged(variable);
            const bool known = with_number_type(type_of(variable.class_type), [&](auto zero) {
                copy_columns(reinterpret_cast<const decltype(zero)*>(buffer.data()), rows, first, count,
                             flipped, x);
            });
            if (!known) damaged(variable);
            context_.report("load", static_cast<double>(first + count) / static_cast<double>(cols));
        }
        return x;
    }

    static matio_types type_of(matio_classes kind) {
        switch (kind) {
            case MAT_C_DOUBLE:
                return MAT_T_DOUBLE;
            case MAT_C_SINGLE:
                return MAT_T_SINGLE;
            case MAT_C_INT8:
                return MAT_T_INT8;
            case MAT_C_UINT8:
                return MAT_T_UINT8;
            case MAT_C_INT16:
                return MAT_T_INT16;
            case MAT_C_UINT16:
                return MAT_T_UINT16;
            case MAT_C_INT32:
                return MAT_T_INT32;
            case MAT_C_UINT32:
                return MAT_T_UINT32;
            case MAT_C_INT64:
                return MAT_T_INT64;
            case MAT_C_UINT64:
                return MAT_T_UINT64;
            default:
                return MAT_T_UNKNOWN;
        }
    }

    template <class Number>
    static void copy_columns(const Number* cells, Index rows, Index first, Index count, bool flipped,
                             DenseMatrix& x) {
        if (flipped) {
            std::transform(cells, cells + rows * count, x.row(first),
                           [](Number number) { return static_cast<double>(number); });
            return;
        }
        constexpr Index tile = 32;  // both sides of a tile stay in the first-level cache
        for (Index i0 = 0; i0 < rows; i0 += tile)
            for (Index j0 = 0; j0 < count; j0 += tile)
                for (Index i = i0; i < std::min(i0 + tile, rows); ++i)
                    for (Index j = j0; j < std::min(j0 + tile, count); ++j)
                        x(i, first + j) = static_cast<double>(cells[j * rows + i]);
    }

    Matrix read_sparse(matvar_t& variable, bool flipped) {
        if (Mat_VarReadDataAll(file_.get(), &variable) != 0 || variable.data == nullptr ||
            !log_.text().empty())
            damaged(variable);
        const auto* stored = static_cast<const mat_sparse_t*>(variable.data);
        const auto rows = static_cast<Index>(variable.dims[0]), cols = static_cast<Index>(variable.dims[1]);
        if (static_cast<Index>(stored->njc) != cols + 1) damaged(variable);
        // Matlab's columns are the rows of the transposed matrix.
        CsrArrays columns;
        columns.row_start.assign(stored->jc, stored->jc + stored->njc);
        const Index count = columns.row_start.back();
        const bool in_order = std::is_sorted(columns.row_start.begin(), columns.row_start.end());
        if (!in_order || columns.row_start.front() != 0 || count > static_cast<Index>(stored->nir) ||
            count > static_cast<Index>(stored->ndata))
            damaged(variable);
        for (Index j = 0; j < cols; ++j)
            for (Index p = stored->jc[j]; p < static_cast<Index>(stored->jc[j + 1]); ++p)
                if (stored->ir[p] >= static_cast<mat_uint32_t>(rows) ||
                    (p > static_cast<Index>(stored->jc[j]) && stored->ir[p] <= stored->ir[p - 1]))
                    damaged(variable);
        columns.columns.assign(stored->ir, stored->ir + count);
        const bool known = with_number_type(variable.data_type, [&](auto zero) {
            const auto* values = static_cast<const decltype(zero)*>(stored->data);
            for (Index p = 0; p < count; ++p) columns.values.push_back(static_cast<double>(values[p]));
        });
        if (!known) damaged(variable);
        SparseMatrix by_column(cols, rows, std::move(columns));
        if (flipped) return by_column;
        return transposed(by_column);
    }

    MatLog log_;  // before the file, which may have something to say
    const std::string& path_;
    const Context& context_;
    MatFile file_;
    std::vector<std::string> names_, descriptions_;
};

// One column per class, one 1 per sample; a sample of zeros has no label.
Labels one_hot_labels(const Matrix& indicator, const std::string& name, const MatReader& file) {
    std::vector<double> classes(static_cast<std::size_t>(indicator.rows()),
                                std::numeric_limits<double>::quiet_NaN());
    for (Index i = 0; i < indicator.rows(); ++i) {
        double& label = classes[static_cast<std::size_t>(i)];
        const auto look_at = [&](Index column, double value) {
            if (value == 0.0) return;
            if (value != 1.0 || !std::isnan(label))
                file.fail("variable " + name + " has several columns but is not a class indicator: row " +
                          std::to_string(i) + " (counted from 0) must have one 1 and zeros");
            label = static_cast<double>(column + 1);
        };
        for_each_cell(indicator, i, look_at);
    }
    return make_labels(classes);
}

Labels read_labels(MatReader& file, const std::string& name, const Matrix& x, bool transpose) {
    const Matrix y = file.read(name, false);
    const Index samples = x.rows();
    if (std::min(y.rows(), y.cols()) == 1 && std::max(y.rows(), y.cols()) == samples) {
        const DenseMatrix values = to_dense(y);
        return make_labels(std::span(values.data(), static_cast<std::size_t>(samples)));
    }
    if (y.rows() == samples) return one_hot_labels(y, name, file);
    if (y.cols() == samples) return one_hot_labels(transposed(y), name, file);
    const Index count = std::min(y.rows(), y.cols()) == 1 ? std::max(y.rows(), y.cols()) : y.rows();
    const bool fits_columns = y.rows() == x.cols() || y.cols() == x.cols();
    Message advice;
    if (fits_columns)
        advice = transpose ? ": its rows are the samples, leave " + option("transpose") + " out"
                           : ": its columns are the samples, use " + option("transpose");
    file.fail("variable " + name + " has " + std::to_string(count) + " labels for " +
              std::to_string(samples) + " samples" + advice);
}

}  // namespace

Dataset load_mat(const std::string& path, const LoadOptions& options, const Context& context) {
    require_whole_mat_file(path);
    MatReader file(path, context);
    const auto x_name = file.find({"X", "fea", "x", "FEA", "Fea"});
    if (!x_name) file.fail("has no variable X or fea: its variables are " + file.variables());
    Dataset data;
    data.x = file.read(*x_name, options.transpose);

    std::optional<std::string> y_name;
    if (options.label == "auto")
        y_name = file.find_label();
    else if (file.has(options.label))
        y_name = options.label;
    if (y_name && *y_name == *x_name) file.fail("variable " + *y_name + " holds the data, not the labels");
    if (y_name) {
        data.labels = read_labels(file, *y_name, data.x, options.transpose);
        data.label_name = *y_name;
    } else if (options.label != "auto" && options.label != "none") {
        double position = 0.0;
        const bool is_column =
            options.label == "first" || options.label == "last" || parse_number(options.label, position);
        if (!is_column)
            file.fail("has no variable '" + options.label + "': its variables are " + file.variables());
        take_label_column(data, *find_label_column(options.label, {}, data.features(), path));
    }
    return data;
}

}  // namespace tamis
