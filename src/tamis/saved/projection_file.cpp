#include "tamis/saved/projection_file.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/core/directions.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/numpy/npz.hpp"

namespace tamis::detail {

namespace {

NpzArray matrix_array(std::string name, const DenseMatrix& matrix) {
    return {std::move(name),
            {matrix.rows(), matrix.cols()},
            {matrix.data(), matrix.data() + matrix.rows() * matrix.cols()},
            {}};
}

NpzArray list_array(std::string name, const std::vector<double>& numbers) {
    return {std::move(name), {static_cast<Index>(numbers.size())}, numbers, {}};
}

// What a projection needs; the others are for users.
bool is_part(std::string_view name) {
    for (const char* part : {"W", "mean", "eigenvalues", "shift", "scale"})
        if (name == part) return true;
    return false;
}

class ArrayReader {
  public:
    explicit ArrayReader(const std::string& path) : path_(path), arrays_(read_npz(path, is_part)) {}

    DenseMatrix matrix(const std::string& name) const {
        const NpzArray& array = find_array(arrays_, name, path_);
        require(array.shape.size() == 2 && !array.numbers.empty(), name);
        DenseMatrix result(array.shape[0], array.shape[1]);
        std::copy(array.numbers.begin(), array.numbers.end(), result.data());
        return result;
    }

    // Empty if the archive has no such array; `size` numbers otherwise.
    std::vector<double> list(const std::string& name, Index size) const {
        for (const NpzArray& array : arrays_) {
            if (array.name != name) continue;
            require(array.shape.size() == 1 && array.shape[0] == size, name);
            return array.numbers;
        }
        return {};
    }

    void require(bool good, const std::string& name) const {
        if (!good)
            throw Error(path_ + ": the array '" + name + "' has another shape than a projection needs");
        const NpzArray& array = find_array(arrays_, name, path_);
        if (!std::all_of(array.numbers.begin(), array.numbers.end(),
                         [](double x) { return std::isfinite(x); }))
            throw Error(path_ + ": the array '" + name + "' holds numbers that are not finite");
    }

  private:
    const std::string& path_;
    std::vector<NpzArray> arrays_;
};

}  // namespace

void write_projection(const std::string& path, const ProjectionFile& file) {
    const Projection& projection = file.projection;
    std::vector<NpzArray> arrays = {matrix_array("W", projection.weights),
                                    list_array("mean", projection.mean)};
    if (!projection.eigenvalues.empty()) arrays.push_back(list_array("eigenvalues", projection.eigenvalues));
    if (projection.pca) {
        arrays.push_back(matrix_array("pca_components", projection.pca->components));
        arrays.push_back(list_array("pca_eigenvalues", projection.pca->eigenvalues));
        arrays.push_back(matrix_array("pca_weights", projection.pca->weights));
    }
    if (!file.shift.empty()) arrays.push_back(list_array("shift", file.shift));
    if (!file.scale.empty()) arrays.push_back(list_array("scale", file.scale));
    write_npz(path, arrays);
}

ProjectionFile read_projection(const std::string& path) {
    const ArrayReader reader(path);
    ProjectionFile file;
    file.projection.weights = reader.matrix("W");
    const Index features = file.projection.features();
    file.projection.mean = reader.list("mean", features);
    if (file.projection.mean.empty()) throw Error(path + ": holds no array 'mean'");
    file.projection.eigenvalues = reader.list("eigenvalues", file.projection.dim());
    file.projection.feature_weights = row_lengths(file.projection.weights);
    file.shift = reader.list("shift", features);
    file.scale = reader.list("scale", features);
    return file;
}

}  // namespace tamis::detail
