// Data ready for a method: checked, and scaled if requested.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "tamis/core/context.hpp"
#include "tamis/passes/survey.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/preprocess/scale.hpp"

namespace tamis {

class Prepared {
  public:
    // One read of the data finds out whether they are finite, what is constant, which rows are repeated and,
    // if wanted, the hash; constant features and repeated samples are remarked on.
    // Without scaling they are used in place. Throws Error naming the cells that cannot be worked with.
    Prepared(const DataView& data, Scaling scale, Survey::Hash hash, const Context& context);
    // Takes the matrix over instead of data.x, and scales it in place.
    Prepared(const DataView& data, Matrix matrix, Scaling scale, const Context& context);

    // Remarks on a few features that carry nearly all of the variance, for methods to which that matters.
    void remark_on_units(std::span<const std::string> feature_names, const Context& context) const;

    // As the methods see them.
    MatrixView x() const { return own_ ? own_->view() : given_; }
    const Labels& labels() const { return *labels_; }  // empty if there are none
    const Scaler& scaler() const { return scaler_; }
    const std::string& hash() const { return hash_; }  // of the data before scaling; empty unless wanted
    Index varying() const { return varying_; }         // features that are not constant
    // The matrix that was taken over, or the scaled copy.
    const Matrix& matrix() const { return *own_; }

  private:
    Survey look_at(const std::string& name, Survey::Hash hash, const Context& context);
    void count_varying(const Survey& found, const Context& context);

    MatrixView given_;
    const Labels* labels_;
    std::optional<Matrix> own_;
    Scaler scaler_;
    std::string hash_;
    Index varying_ = 0;
};

}  // namespace tamis
