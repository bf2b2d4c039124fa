// What the pipeline reads, wherever it is stored: nothing is copied.
#pragma once

#include <span>
#include <string>

#include "tamis/core/dataset.hpp"
#include "tamis/core/rows.hpp"

namespace tamis {

namespace detail {
class Survey;
}

struct DataView {
    std::string name;  // for messages and results
    Rows x;
    const Labels* labels = nullptr;                   // nothing or empty: the data have none
    std::span<const std::string> feature_names = {};  // empty: the data have none
    std::string label_name = {};                      // of the label column or variable, if it has one
    std::span<const std::string> remarks = {};        // what was said of the data while they were read
    const detail::Survey* survey = nullptr;           // of these cells, if it was taken before
};

// Throws Error unless labels and names are either absent or as many as there are samples and features.
void check_data(const DataView& data);

inline DataView view_of(const Dataset& data) {  // in place: valid as long as the data are
    return {.name = data.name,
            .x = data.x.view(),
            .labels = &data.labels,
            .feature_names = data.feature_names,
            .label_name = data.label_name,
            .remarks = data.remarks};
}

}  // namespace tamis
