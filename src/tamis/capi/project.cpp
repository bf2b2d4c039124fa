#include "tamis/pipeline/project.hpp"

#include <algorithm>
#include <memory>

#include "tamis/capi/handles.hpp"
#include "tamis/capi/option_list.hpp"
#include "tamis/core/error.hpp"
#include "tamis/saved/selection_json.hpp"

using namespace tamis;
using namespace tamis::detail;
using namespace tamis::detail::capi;

tamis_status tamis_project(const tamis_data* data, const char* method, const char* dimensions,
                           const char* const* options, tamis_projection** projection) {
    return guarded([&] {
        require_given(projection, "projection");
        *projection = nullptr;
        require_given(data, "data");
        require_given(method, "method");
        OptionList given(options);
        const Context context = given.take_context();
        const Scaling scale = given.take_scaling();
        const auto pca = given.take("pca");
        // What is left is the method's own.
        ProjectRequest request{
            .method = configure_projector(method, given.rest()), .scale = scale, .hash_data = true};
        if (dimensions != nullptr) request.dim = Dimension::parse(dimensions);
        if (pca) request.pca = Dimension::parse(*pca);
        ProjectRun run = run_project(data->view(), request, context);
        auto made = std::make_unique<tamis_projection>();
        made->json = to_json(run, data->load_seconds, "");
        made->model = std::move(run.model);
        made->threads = context.threads;
        *projection = made.release();
    });
}

size_t tamis_projection_dimensions(const tamis_projection* projection) {
    return projection == nullptr ? 0 : static_cast<size_t>(projection->model.projection.dim());
}

const double* tamis_projection_weights(const tamis_projection* projection) {
    return projection == nullptr ? nullptr : projection->model.projection.weights.data();
}

const double* tamis_projection_mean(const tamis_projection* projection) {
    return projection == nullptr ? nullptr : projection->model.projection.mean.data();
}

tamis_status tamis_projection_apply(const tamis_projection* projection, const tamis_data* data,
                                    double* projected) {
    return guarded([&] {
        require_given(projection, "projection");
        require_given(data, "data");
        require_given(projected, "projected");
        const DenseMatrix result =
            apply_model(projection->model, data->matrix(), {.threads = projection->threads});
        std::copy_n(result.data(), result.rows() * result.cols(), projected);
    });
}

const char* tamis_projection_json(const tamis_projection* projection) {
    return projection == nullptr ? nullptr : projection->json.c_str();
}

void tamis_free_projection(tamis_projection* projection) { delete projection; }
