#include "tamis/pipeline/data_view.hpp"

#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

void check_data(const DataView& data) {
    if (data.labels != nullptr && !data.labels->empty()) check_labels(*data.labels, data.x.rows());
    if (!data.feature_names.empty() && static_cast<Index>(data.feature_names.size()) != data.x.cols())
        throw Error(data.name + " has " + std::to_string(data.feature_names.size()) + " feature names for " +
                    std::to_string(data.x.cols()) + " features");
}

}  // namespace tamis
