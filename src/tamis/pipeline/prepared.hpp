// Data ready for a method: checked, and scaled if requested.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "tamis/core/context.hpp"
#include "tamis/core/rows/changed_rows.hpp"
#include "tamis/methods/method.hpp"
#include "tamis/passes/survey/survey.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis::detail {

// How a method reads the data.
enum class Reading {
    in_passes,  // block by block, so they need not be in memory
    whole,      // as one matrix of doubles in memory
};

// In passes if the method can and need not have a graph built from the data.
Reading reading(const ConfiguredMethod& method, bool own_graph);

// The sums that nearly every method begins with, or the remark on the units of features.
SumsAlong sums_for(bool needs_labels);

class Prepared {
  public:
    // One read of the data finds out whether they are finite, what is constant, which rows are repeated and,
    // if wanted, the hash, unless data.survey knows it all; constant features and repeated samples are
    // remarked on. A matrix in memory is used in place if it is not to be scaled. Rows that are not one are
    // copied into memory if they are read whole, and scaled as they are read otherwise. `sums` come along
    // from shards unless these are scaled. Throws Error naming the cells that cannot be worked with.
    Prepared(const DataView& data, Scaling scale, Survey::Hash hash, Reading reading, const Context& context,
             SumsAlong sums = SumsAlong::none);
    // Takes the matrix over instead of data.x, and scales it in place.
    Prepared(const DataView& data, Matrix matrix, Scaling scale, const Context& context);

    // Remarks on a few features that carry nearly all of the variance, for methods to which that matters.
    void remark_on_units(std::span<const std::string> feature_names, const Context& context) const;

    // As the methods see them.
    Rows x() const;
    // The same, if they are in memory: always if they are read whole. Throws Error otherwise.
    MatrixView matrix() const { return x().require_matrix("this step"); }
    const Labels& labels() const { return *labels_; }  // empty if there are none
    const Scaler& scaler() const { return scaler_; }
    const std::string& hash() const { return hash_; }  // of the data before scaling; empty unless wanted
    Index varying() const { return varying_; }         // features that are not constant
    // The matrix that was taken over, or the copy.
    const Matrix& own() const { return *own_; }

  private:
    void look_at(const DataView& data, Survey::Hash hash, SumsAlong sums, const Context& context);
    void scale(Scaling kind, const Context& context);
    void count_varying(const Context& context);

    Rows given_;
    const Labels* labels_;
    std::optional<Matrix> own_;
    std::optional<ChangedRows> scaled_;
    Scaler scaler_;
    std::string hash_;
    std::vector<char> constant_;  // of the columns before scaling
    Index varying_ = 0;
};

}  // namespace tamis::detail
