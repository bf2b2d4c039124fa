// Scalings as fitted objects: learned on the training rows, applied to any rows.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/rows.hpp"

namespace tamis {

enum class Scaling {
    none,
    standard,  // (x - mean) / population standard deviation; a constant column is only centered
    minmax,    // (x - min) / (max - min) per column; a constant column becomes 0
    unit,      // every row divided by its Euclidean length; a zero row stays zero
};

// "none", "standard", "minmax" or "unit", and back. Throws UsageError on any other text.
Scaling parse_scaling(const std::string& text);
std::string to_text(Scaling scaling);

// A scaling with what it has learned from the data.
struct Scaler {
    Scaling kind = Scaling::none;
    std::vector<double> shift;  // per column; empty if nothing is subtracted
    std::vector<double> scale;  // per column; x becomes (x - shift) * scale
};

// Learns the scaling from the rows of x. Throws Error if there are none.
Scaler fit_scaler(const Rows& x, Scaling kind, const Context& context = {});

// In place for dense data. Sparse data are made dense if a shift is needed (standard; minmax if a
// column's minimum is not 0), and context.warn says how much memory that takes. Throws Error if the scaling
// was fitted on another number of features.
void apply_scaler(const Scaler& scaler, Matrix& x, const Context& context = {});

// The same as a copy: x stays as it is.
Matrix scaled_copy(const Scaler& scaler, const MatrixView& x, const Context& context = {});

}  // namespace tamis
