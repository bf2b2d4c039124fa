// HDF5 with datasets X and Y, or of other names; and the files of 10x and AnnData that are called .h5.
#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/hdf5/file.hpp"
#include "tamis/io/hdf5/formats.hpp"
#include "tamis/io/hdf5/matrices.hpp"
#include "tamis/io/limits.hpp"
#include "tamis/io/variables.hpp"

namespace tamis::detail {

namespace {

using ReadData = FunctionRef<Matrix(const std::string& place)>;

class H5Variables final : public VariableFile {
  public:
    // read_place(name): the data, if they are not to be read here.
    H5Variables(const hdf5::File& file, const ReadData* read_place, const Context& context)
        : VariableFile(file.path(), "dataset"), file_(file), read_place_(read_place), context_(context) {
        list("/", 0);
    }

    Matrix read_data(const Variable& variable, bool flipped) override {
        return read_place_ != nullptr ? (*read_place_)(variable.name) : read_matrix(variable, flipped);
    }
    Matrix read_matrix(const Variable& variable, bool flipped) override {
        return hdf5::read_matrix(file_, variable.name, flipped, context_);
    }
    std::vector<std::string> read_texts(const Variable& variable) override {
        return file_.array(variable.name).texts();
    }

  private:
    // Groups can form a circle, hence the depth.
    void list(const std::string& group, int depth) {
        constexpr int deepest = 8;
        for (const std::string& member : file_.members(group)) {
            const std::string name = group == "/" ? member : group + "/" + member;
            if (file_.is_array(name)) {
                add_array(name);
            } else if (const auto form = hdf5::sparse_form(file_, name)) {
                variables_.push_back({name, {form->rows, form->cols}, "sparse", Variable::Kind::numbers, 0});
            } else if (depth < deepest) {
                list(name, depth + 1);
            }
        }
    }

    void add_array(const std::string& name) {
        const hdf5::Array array = file_.array(name);
        Variable variable{name, array.shape(), array.type(), Variable::Kind::other, 0};
        if (array.kind() == hdf5::Array::Kind::numbers) variable.kind = Variable::Kind::numbers;
        if (array.kind() == hdf5::Array::Kind::texts) {
            variable.kind = Variable::Kind::texts;
            variable.texts = array.cells();
        }
        variables_.push_back(std::move(variable));
    }

    const hdf5::File& file_;
    const ReadData* read_place_;
    const Context& context_;
};

}  // namespace

Dataset load_h5(const std::string& path, const LoadOptions& options, const Context& context) {
    const hdf5::File file(path, most_unpacked(options));
    if (hdf5::is_tenx(file)) return hdf5::load_tenx(file, options, context);
    if (file.is_group("obs") && file.is_group("var")) return hdf5::load_anndata(file, options, context);
    refuse_layer(options, path, "its arrays are chosen with " + option("data_var", "NAME"));
    H5Variables variables(file, nullptr, context);
    return load_variables(variables, options, context);
}

Dataset load_h5ad(const std::string& path, const LoadOptions& options, const Context& context) {
    return hdf5::load_anndata(hdf5::File(path, most_unpacked(options)), options, context);
}

Dataset hdf5::load_all_but_data(const File& file, const LoadOptions& options, ReadData read,
                                const Context& context) {
    if (file.is_group("obs") && file.is_group("var")) return load_anndata(file, options, read);
    refuse_layer(options, file.path(), "its arrays are chosen with " + option("data_var", "NAME"));
    H5Variables variables(file, &read, context);
    return load_variables(variables, options, context);
}

}  // namespace tamis::detail
