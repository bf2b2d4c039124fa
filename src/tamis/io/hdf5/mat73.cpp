// MATLAB 7.3: an HDF5 file. Dimensions are in reverse order, because MATLAB stores columns one after the
// other and HDF5 rows; a sparse matrix is a group with data, ir and jc; a cell array holds references.
#include <algorithm>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/hdf5/file.hpp"
#include "tamis/io/hdf5/matrices.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/mat/mat_file.hpp"
#include "tamis/io/utf8.hpp"
#include "tamis/io/variables.hpp"

namespace tamis::detail {

namespace {

constexpr const char* class_attribute = "MATLAB_class";
constexpr PartNames sparse_names{.starts = "jc", .positions = "ir", .values = "data"};

class Mat73File final : public VariableFile {
  public:
    Mat73File(const std::string& path, std::uint64_t most_unpacked, const Context& context)
        : VariableFile(path, "variable"), file_(path, most_unpacked), context_(context) {
        for (const std::string& name : file_.members("/"))
            if (!name.starts_with('#')) variables_.push_back(describe(name));
        if (variables_.empty()) fail("has no variables");
    }

    Matrix read_matrix(const Variable& variable, bool flipped) override {
        if (variable.type == sparse) return read_sparse(variable, flipped);
        return file_.array(variable.name).matrix(!flipped, context_);
    }

    std::vector<std::string> read_texts(const Variable& variable) override {
        const hdf5::Array array = file_.array(variable.name);
        if (variable.type == "char") return char_rows(array, variable.shape);
        std::vector<std::string> texts;
        for (const std::uint64_t reference : array.references()) {
            const std::string cell =
                variable.name + ", cell " + std::to_string(texts.size()) + " (counted from 0)";
            texts.push_back(cell_text(file_.referenced(array, &reference, cell), cell));
        }
        return texts;
    }

  private:
    static constexpr const char* sparse = "sparse";

    Variable describe(const std::string& name) const {
        const std::string type = file_.text_attribute(name, class_attribute).value_or("");
        if (file_.is_group(name)) {
            const std::vector<Index> rows = file_.number_attribute(name, "MATLAB_sparse");
            if (rows.empty() || !file_.is_array(name + "/jc"))
                return {name, {}, type, Variable::Kind::other, 0};
            const Index cols = file_.array(name + "/jc").cells() - 1;
            return {name, {rows.front(), cols}, sparse, Variable::Kind::numbers, 0};
        }
        const hdf5::Array array = file_.array(name);
        Variable variable{name, array.shape(), type.empty() ? array.type() : type, Variable::Kind::other, 0};
        std::reverse(variable.shape.begin(), variable.shape.end());
        // An empty variable is stored as its dimensions.
        if (!file_.number_attribute(name, "MATLAB_empty").empty() &&
            file_.number_attribute(name, "MATLAB_empty").front() != 0) {
            variable.shape = {0, 0};
            return variable;
        }
        if (type == "char" && variable.shape.size() == 2) {
            variable.kind = Variable::Kind::texts;
            variable.texts = variable.shape[0];
        } else if (type == "cell" && array.kind() == hdf5::Array::Kind::references) {
            variable.kind = Variable::Kind::texts;
            variable.texts = array.cells();
        } else if (array.kind() == hdf5::Array::Kind::numbers) {
            variable.kind = Variable::Kind::numbers;
        }
        return variable;
    }

    SparseMatrix read_sparse(const Variable& variable, bool flipped) const {
        const Index rows = variable.shape[0], cols = variable.shape[1];
        // MATLAB leaves ir and data out where all cells are zero.
        if (!file_.has(variable.name + "/ir") && !file_.has(variable.name + "/data"))
            return make_sparse(flipped ? cols : rows, flipped ? rows : cols, {}, path());
        const hdf5::SparseForm form =
            flipped ? hdf5::SparseForm{true, cols, rows} : hdf5::SparseForm{false, rows, cols};
        return hdf5::read_compressed(file_, variable.name, form, sparse_names);
    }

    // Characters are units of 16 bit; the array's rows are MATLAB's columns.
    static std::vector<std::string> char_rows(const hdf5::Array& array, const std::vector<Index>& shape) {
        const std::vector<Small> units = array.positions();
        std::vector<std::string> texts;
        for (Index i = 0; i < shape[0]; ++i) {
            std::u16string row;
            for (Index j = 0; j < shape[1]; ++j) row += static_cast<char16_t>(units[at(j * shape[0] + i)]);
            std::string text = utf8_of(row);
            text.resize(text.find_last_not_of(std::string_view(" \0", 2)) + 1);
            texts.push_back(std::move(text));
        }
        return texts;
    }

    std::string cell_text(const hdf5::Array& cell, const std::string& name) const {
        // 'Empty' is stored as two dimensions of 64 bit, text as units of 16 bit.
        if (cell.type() == "uint64" && cell.cells() == 2) return "";
        if (cell.type() != "uint16" || cell.shape().size() != 2 || cell.shape()[1] != 1)
            fail("variable " + name + " is not a text");
        return char_rows(cell, {1, cell.cells()}).front();
    }

    hdf5::File file_;
    const Context& context_;
};

}  // namespace

Dataset load_mat73(const std::string& path, const LoadOptions& options, const Context& context) {
    Mat73File file(path, most_unpacked(options), context);
    return load_variables(file, options, context);
}

}  // namespace tamis::detail
