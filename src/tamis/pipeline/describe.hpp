// What a data set is like, before anything is done with it: the content of `tamis info`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/dataset.hpp"

namespace tamis::detail {

struct DataInfo {
    std::string name;
    Index samples = 0, features = 0;
    bool named_features = false;
    bool named_samples = false;
    std::string sample_column;          // that names the samples, where it has a name itself
    bool sparse = false;                // how it is stored
    double density = 0.0;               // part of the cells that are not zero
    std::string label;                  // name of the label column or variable; "" if there is none
    std::optional<Index> label_column;  // counted from 0, if it is a column of a table
    bool labeled = false;               // the data have labels
    bool measured = false;              // and these look measured rather than counted
    std::vector<std::pair<std::string, Index>> classes;  // name and number of samples
    Index unlabeled = 0;                                 // samples without a label
    Index missing_cells = 0, missing_rows = 0, missing_features = 0;
    Index infinite_cells = 0;
    std::vector<Index> constant;                            // columns with one value (missing cells aside)
    std::vector<std::pair<std::string, Index>> categories;  // text columns and how many values they have
    Index duplicates = 0;                                   // samples that repeat an earlier one
    double smallest = 0.0, largest = 0.0;                   // over the finite cells
    std::vector<std::string> remarks;  // what the user was told, for the caller to fill in
};

// Works on data as they were loaded, missing cells included. Remarks on features that carry nearly all of the
// variance.
DataInfo describe(const Dataset& data, const Context& context = {});

}  // namespace tamis::detail
