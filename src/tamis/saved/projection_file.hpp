// The matrices of a projection in an .npz archive: for tamis transform, and for numpy.load.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/projection.hpp"

namespace tamis::detail {

// A projection and the scaling in front of it, per feature: (x - shift)·scale; both empty for none.
struct ProjectionFile {
    Projection projection;
    std::vector<double> shift, scale;
};

// Arrays: W (features × dim) and mean, so that projected data are (x - mean) @ W; pca_components,
// pca_eigenvalues and pca_weights if a PCA ran first; eigenvalues, shift and scale if there are any.
void write_projection(const std::string& path, const ProjectionFile& file);

// Weights, mean, eigenvalues and scaling; throws Error if shapes do not fit together or numbers are not
// finite.
ProjectionFile read_projection(const std::string& path);

}  // namespace tamis::detail
