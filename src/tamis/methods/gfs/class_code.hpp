// Classes as a matrix: the code H of gu2011, eq. 9, and its products R = ZᵀH with the centered
// features, from one pass over the data.
//
// H has one column per class and rank classes - 1. A reflection turns it into classes - 1 columns with the
// same HHᵀ, so nothing that is computed from HHᵀ changes; two classes need one column.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/labels.hpp"
#include "tamis/core/rows.hpp"

namespace tamis::detail {

struct ClassCode {
    std::vector<int> class_of;  // per sample
    DenseMatrix code;           // classes × width: the row of H of each sample of a class
    DenseMatrix products;       // width × features: Rᵀ
    std::vector<double> means;  // per feature
    // Per feature. A copy of an earlier feature comes after all that compete, a constant after those.
    static constexpr char competes = 0, is_copy = 1, is_constant = 2;
    std::vector<char> constant;
    std::vector<char> small;  // non-zero where the squares of a feature are too small for a number
    double unit = 1.0;        // a power of two: features times `unit` have a variance of order 1 at most

    Index samples() const { return static_cast<Index>(class_of.size()); }
    Index features() const { return products.cols(); }
    Index width() const { return code.cols(); }
    // ‖H‖², whichever form H has.
    double total() const { return static_cast<double>(samples()) * filled_less_one; }
    double filled_less_one = 1.0;  // classes that have samples, minus one
};

// The products are those of the features times `unit`.
ClassCode make_class_code(const Rows& x, const Labels& labels, const Context& context = {});

}  // namespace tamis::detail
