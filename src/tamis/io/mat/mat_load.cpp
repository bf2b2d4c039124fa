// Matlab .mat files of version 5 (and 4), through matio. Matlab stores columns one after the other.
#include <matio.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/io/copy_lines.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/mat/mat_file.hpp"
#include "tamis/io/mat/mat_structure.hpp"
#include "tamis/io/sparse/parts.hpp"
#include "tamis/io/variables.hpp"

namespace tamis::detail {

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

std::string type_name(matio_classes kind) {
    static const char* const kinds[] = {"empty",  "cell",   "struct", "object", "char",     "sparse",
                                        "double", "single", "int8",   "uint8",  "int16",    "uint16",
                                        "int32",  "uint32", "int64",  "uint64", "function", "object"};
    const auto number = at(kind);
    return number < std::size(kinds) ? kinds[number] : "unknown";
}

Variable describe(const matvar_t& variable) {
    Variable described;
    described.name = variable.name == nullptr ? "?" : variable.name;
    for (int i = 0; i < variable.rank; ++i) described.shape.push_back(static_cast<Index>(variable.dims[i]));
    described.type = type_name(variable.class_type);
    if (is_numeric(variable.class_type)) described.kind = Variable::Kind::numbers;
    if (variable.rank != 2) return described;
    if (variable.class_type == MAT_C_CHAR) described.texts = described.shape[0];
    if (variable.class_type == MAT_C_CELL) described.texts = described.shape[0] * described.shape[1];
    if (described.texts > 0) described.kind = Variable::Kind::texts;
    return described;
}

class MatReader final : public VariableFile {
  public:
    MatReader(const std::string& path, std::uint64_t most_unpacked, const Context& context)
        : VariableFile(path, "variable"),
          most_unpacked_(most_unpacked),
          unpacked_(check_mat_structure(*open_file(path), path, most_unpacked)),
          context_(context) {
        file_.reset(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
        if (!file_) fail("is not a MAT file");
        for (MatVariable next(Mat_VarReadNextInfo(file_.get())); next;
             next.reset(Mat_VarReadNextInfo(file_.get())))
            if (next->name != nullptr) add(describe(*next));
        if (variables_.empty()) fail("has no variables" + said());
    }

    Matrix read_matrix(const Variable& described, bool flipped) override {
        const MatVariable variable = info(described.name);
        if (variable->isComplex != 0) fail("variable " + described.text() + " has complex numbers");
        const auto dense_bytes =
            static_cast<std::uint64_t>(described.shape[0] * described.shape[1]) * sizeof(double);
        require_unpackable(described, variable->class_type == MAT_C_SPARSE ? 0 : dense_bytes);
        return variable->class_type == MAT_C_SPARSE ? read_sparse(*variable, flipped)
                                                    : read_full(*variable, flipped);
    }

    std::vector<std::string> read_texts(const Variable& described) override {
        require_unpackable(described, 0);
        const MatVariable variable = info(described.name);
        if (Mat_VarReadDataAll(file_.get(), variable.get()) != 0 || !log_.text().empty()) damaged(*variable);
        if (variable->class_type == MAT_C_CHAR) return mat_char_rows(*variable, described.text(), path());
        return mat_cell_texts(*variable, described.text(), path());
    }

  private:
    // Variables are read by their names.
    void add(Variable variable) {
        for (const Variable& other : variables_)
            if (other.name == variable.name)
                fail("holds two variables '" + variable.name + "': rename one of them");
        variables_.push_back(std::move(variable));
    }

    std::string said() const { return log_.text().empty() ? "" : " (" + log_.text() + ")"; }

    // A packed variable may take so much as it is in the file, or `more` in memory.
    void require_unpackable(const Variable& described, std::uint64_t more) const {
        const auto packed = unpacked_.find(described.name);
        if (packed != unpacked_.end())
            detail::require_unpackable(std::max(packed->second, more), most_unpacked_,
                                       path() + ": variable " + described.text());
    }

    MatVariable info(const std::string& name) {
        MatVariable variable(Mat_VarReadInfo(file_.get(), name.c_str()));
        if (!variable) fail("variable " + name + " cannot be read" + said());
        return variable;
    }

    [[noreturn]] void damaged(const matvar_t& variable) const {
        fail("variable " + describe(variable).text() + " is damaged" + said() + ": copy the file again");
    }

    // A part of the columns at a time, so that a second copy of the matrix never exists. matio starts from
    // the beginning of a compressed variable for every part, hence few and large ones there.
    Matrix read_full(matvar_t& variable, bool flipped) {
        const auto rows = static_cast<Index>(variable.dims[0]), cols = static_cast<Index>(variable.dims[1]);
        const auto cell_bytes = static_cast<Index>(Mat_SizeOfClass(variable.class_type));
        if (rows > std::numeric_limits<int>::max() / cols)
            fail("variable " + describe(variable).text() +
                 " has more cells than can be read from a MAT file");
        constexpr Index small_bytes = 64 << 20;
        Index part = std::clamp<Index>(small_bytes / (rows * cell_bytes), 1, cols);
        if (variable.compression == MAT_COMPRESSION_ZLIB) part = std::max(part, (cols + 4) / 5);
        std::vector<char> buffer(at(part * rows * cell_bytes));
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
        copy_lines_to_columns(cells, rows, first, count, x);
    }

    Matrix read_sparse(matvar_t& variable, bool flipped) {
        if (Mat_VarReadDataAll(file_.get(), &variable) != 0 || variable.data == nullptr ||
            !log_.text().empty())
            damaged(variable);
        const auto* stored = static_cast<const mat_sparse_t*>(variable.data);
        const auto rows = static_cast<Index>(variable.dims[0]), cols = static_cast<Index>(variable.dims[1]);
        if (static_cast<Index>(stored->njc) != cols + 1) damaged(variable);
        CompressedParts parts{
            .rows = rows, .cols = cols, .by_rows = false, .starts = {}, .positions = {}, .values = {}};
        parts.starts.assign(stored->jc, stored->jc + stored->njc);
        // The file may have room for more cells than there are.
        const Index count = parts.starts.back();
        if (count < 0 || count > static_cast<Index>(stored->nir) || count > static_cast<Index>(stored->ndata))
            damaged(variable);
        parts.positions.assign(stored->ir, stored->ir + count);
        const bool known = with_number_type(variable.data_type, [&](auto zero) {
            const auto* values = static_cast<const decltype(zero)*>(stored->data);
            for (Index p = 0; p < count; ++p) parts.values.push_back(static_cast<double>(values[p]));
        });
        if (!known) damaged(variable);
        if (flipped) {
            std::swap(parts.rows, parts.cols);
            parts.by_rows = true;
        }
        return make_sparse(std::move(parts), path() + ": variable " + describe(variable).text(),
                           {.starts = "jc", .positions = "ir", .values = "data"});
    }

    std::uint64_t most_unpacked_;
    UnpackedSizes unpacked_;
    MatLog log_;  // before the file, which may have something to say
    const Context& context_;
    MatFile file_;
};

}  // namespace

Dataset load_mat(const std::string& path, const LoadOptions& options, const Context& context) {
    if (is_mat73(path)) return load_mat73(path, options, context);
    MatReader file(path, most_unpacked(options), context);
    return load_variables(file, options, context);
}

}  // namespace tamis::detail
