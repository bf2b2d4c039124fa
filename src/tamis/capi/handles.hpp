// What is behind the handles of tamis.h, and how exceptions become statuses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/dataset.hpp"
#include "tamis/core/threads/function_ref.hpp"
#include "tamis/pipeline/data_view.hpp"
#include "tamis/pipeline/project.hpp"
#include "tamis/tamis.h"

struct tamis_data {
    tamis::Dataset held;                       // of a wrapped array: all but the matrix
    std::optional<tamis::MatrixView> wrapped;  // the caller's array
    double load_seconds = 0.0;

    tamis::DataView view() const;
    tamis::MatrixView matrix() const { return wrapped ? *wrapped : held.x.view(); }
};

struct tamis_selection {
    std::vector<std::int64_t> indices;
    std::vector<double> scores;
    std::string json;
};

struct tamis_projection {
    tamis::ProjectionModel model;
    int threads = 0;  // of the run that learned it
    std::string json;
};

namespace tamis::detail::capi {

// Runs the work; what it throws becomes the status and the message of this thread's last error.
tamis_status guarded(FunctionRef<void()> work) noexcept;

// Throws UsageError that names the argument if the pointer is null.
void require_given(const void* argument, const char* name);

}  // namespace tamis::detail::capi
