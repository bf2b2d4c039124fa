// .npz as data: arrays X and y, or a sparse matrix of SciPy (scipy.sparse.save_npz).
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/numpy/npy_array.hpp"
#include "tamis/io/numpy/npz.hpp"
#include "tamis/io/numpy/scipy_matrix.hpp"
#include "tamis/io/numpy/zip_reader.hpp"
#include "tamis/io/variables.hpp"

namespace tamis::detail {

namespace {

constexpr const char* objects = "objects";
const std::string sparse_name = "X";  // a sparse matrix has no name of its own

// "float32" of "<f4"
std::string type_name(const std::string& type) {
    switch (type[1]) {
        case 'f':
        case 'i':
        case 'u': {
            const std::string kind = type[1] == 'f' ? "float" : type[1] == 'i' ? "int" : "uint";
            return kind + std::to_string(8 * std::atoi(type.c_str() + 2));
        }
        case 'b':
            return "bool";
        case 'U':
        case 'S':
            return "text";
        case 'O':
            return objects;
        default:
            return type;
    }
}

class NpzVariables final : public VariableFile {
  public:
    NpzVariables(ByteSource& source, const std::string& path, std::uint64_t most_unpacked)
        : VariableFile(path, "array"), archive_(source, path, most_unpacked) {
        for (std::size_t m = 0; m < archive_.names().size(); ++m)
            if (archive_.names()[m].ends_with(npy_ending)) members_.push_back(m);
        if (members_.empty()) fail("holds no arrays");
        if (has("format") && has("shape") && has("data")) take_sparse();
        for (const std::size_t member : members_) variables_.push_back(describe(member));
        const auto is_matrix = [](const Variable& one) {
            return one.kind == Variable::Kind::numbers && one.shape.size() == 2;
        };
        const auto is_object = [](const Variable& one) { return one.type == objects; };
        if (std::none_of(variables_.begin(), variables_.end(), is_matrix) &&
            std::any_of(variables_.begin(), variables_.end(), is_object))
            fail(std::string("this .npz ") + python_objects);
    }

    Matrix read_matrix(const Variable& variable, bool flipped) override {
        if (sparse_ && variable.name == sparse_name) return flipped ? transposed(*sparse_) : Matrix(*sparse_);
        const NpzArray array = read(variable.name);
        const Index rows = array.shape[0], cols = array.shape.size() == 2 ? array.shape[1] : 1;
        const DenseView cells(array.numbers.data(), rows, cols);
        return flipped ? transposed(cells) : Matrix(to_dense(cells));
    }
    std::vector<std::string> read_texts(const Variable& variable) override {
        return read(variable.name).texts;
    }

  private:
    std::string array_name(std::size_t member) const {
        const std::string& name = archive_.names()[member];
        return name.substr(0, name.size() - npy_ending.size());
    }
    bool has(std::string_view name) const {
        return std::any_of(members_.begin(), members_.end(),
                           [&](std::size_t member) { return array_name(member) == name; });
    }

    NpzArray read(const std::string& name) {
        const auto member = std::find_if(members_.begin(), members_.end(),
                                         [&](std::size_t one) { return array_name(one) == name; });
        return read(*member);
    }
    NpzArray read(std::size_t member) {
        NpzArray array = read_member(archive_, member, where(member));
        array.name = array_name(member);
        return array;
    }
    std::string where(std::size_t member) const { return path() + ": " + archive_.names()[member]; }

    Variable describe(std::size_t member) const {
        constexpr std::size_t longest_header = 1 << 16;
        const NpyHeader header = parse_npy_head(archive_.head(member, longest_header), where(member));
        Variable variable{array_name(member), header.shape, type_name(header.type), Variable::Kind::other, 0};
        const char kind = header.type[1];
        if (kind == 'f' || kind == 'i' || kind == 'u' || kind == 'b') variable.kind = Variable::Kind::numbers;
        // Python objects are most often texts: what to do about them is said when they are read.
        if (kind == 'U' || kind == 'S' || kind == 'O') {
            variable.kind = Variable::Kind::texts;
            variable.texts = 1;
            for (const Index side : header.shape) variable.texts *= side;
        }
        return variable;
    }

    void take_sparse() {
        std::vector<NpzArray> parts;
        std::erase_if(members_, [&](std::size_t member) {
            if (!is_scipy_part(array_name(member))) return false;
            parts.push_back(read(member));
            return true;
        });
        sparse_ = scipy_matrix(std::move(parts), path());
        variables_.push_back(
            {sparse_name, {sparse_->rows(), sparse_->cols()}, "sparse", Variable::Kind::numbers, 0});
    }

    ZipReader archive_;
    std::vector<std::size_t> members_;  // those that are arrays
    std::optional<SparseMatrix> sparse_;
};

NpzArray texts_array(const char* name, const std::vector<std::string>& texts) {
    return {.name = name,
            .shape = {static_cast<Index>(texts.size())},
            .numbers = {},
            .texts = texts,
            .whole = false};
}

// Numbers where all classes are; texts otherwise. NaN or an empty text for a sample without a label.
NpzArray label_array(const Labels& labels) {
    std::vector<std::string> texts;
    for (const int label : labels.of) texts.push_back(label < 0 ? "" : labels.names[at(label)]);
    if (!are_numbers(labels.names)) return texts_array("y", texts);
    const std::vector<double> value = class_values(labels);
    NpzArray array{.name = "y", .shape = {labels.samples()}, .numbers = {}, .texts = {}, .whole = true};
    for (const int label : labels.of) {
        array.numbers.push_back(label < 0 ? std::numeric_limits<double>::quiet_NaN() : value[at(label)]);
        const double number = array.numbers.back();
        array.whole = array.whole && std::abs(number) < 9e15 && number == std::floor(number);
    }
    return array;
}

}  // namespace

Dataset load_npz(ByteSource& source, const std::string& path, const LoadOptions& options,
                 const Context& context) {
    NpzVariables file(source, path, most_unpacked(options));
    return load_variables(file, options, context);
}

void save_npz(const std::string& path, const Dataset& data, const Context& context) {
    if (!data.categories.empty())
        context.warning(
            path + ": a .npz file holds numbers: text columns are written as ranks, without their texts");
    std::vector<NpzArray> arrays;
    if (data.x.is_sparse()) {
        arrays = scipy_arrays(data.x.sparse());
    } else {
        const DenseMatrix& x = data.x.dense();
        arrays.push_back({.name = "X",
                          .shape = {x.rows(), x.cols()},
                          .numbers = std::vector<double>(x.data(), x.data() + x.rows() * x.cols()),
                          .texts = {},
                          .whole = false});
    }
    if (!data.labels.empty()) arrays.push_back(label_array(data.labels));
    if (!data.feature_names.empty()) arrays.push_back(texts_array("feature_names", data.feature_names));
    if (!data.sample_names.empty()) arrays.push_back(texts_array("sample_names", data.sample_names));
    write_npz(path, arrays);
}

}  // namespace tamis::detail
