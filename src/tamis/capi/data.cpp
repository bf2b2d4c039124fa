#include <chrono>
#include <limits>
#include <memory>

#include "tamis/capi/handles.hpp"
#include "tamis/capi/option_list.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/load.hpp"
#include "tamis/io/reading_options.hpp"
#include "tamis/preprocess/clean.hpp"

using namespace tamis;
using namespace tamis::detail;
using namespace tamis::detail::capi;

DataView tamis_data::view() const {
    DataView view = view_of(held);
    view.x = matrix();
    return view;
}

namespace {

LoadOptions take_load_options(OptionList& given) {
    LoadOptions options;
    for (const ReadingOption& option : text_reading_options())
        if (auto text = given.take(option.name)) options.*option.value = std::move(*text);
    if (const auto transpose = given.take("transpose"))
        options.transpose = parse_truth("transpose", *transpose);
    if (const auto most = given.take("max_features"))
        options.max_features = parse_count("max_features", *most);
    return options;
}

CleanOptions take_clean_options(OptionList& given) {
    CleanOptions options;
    const auto fields = CleanOptions::fields();
    fields.assign(options, given.take_all(fields.describe()));
    return options;
}

// For the message on an option that nobody knows.
std::vector<std::string> names_of_load_options() {
    std::vector<std::string> names{"transpose", "max_features", "threads"};
    for (const ReadingOption& option : text_reading_options()) names.emplace_back(option.name);
    for (const FieldInfo& field : CleanOptions::fields().describe()) names.push_back(field.name);
    return names;
}

Index index_of(size_t size, const char* name) {
    if (size == 0 || size > static_cast<size_t>(std::numeric_limits<Index>::max()))
        throw UsageError(std::string("'") + name + "' must be 1 or more and fit into the memory, not " +
                         std::to_string(size));
    return static_cast<Index>(size);
}

}  // namespace

tamis_status tamis_load(const char* path, const char* const* options, tamis_data** data) {
    return guarded([&] {
        require_given(data, "data");
        *data = nullptr;
        require_given(path, "path");
        OptionList given(options);
        const Context context = given.take_context();
        const LoadOptions load_options = take_load_options(given);
        const CleanOptions clean_options = take_clean_options(given);
        for (const auto& [name, value] : given.rest()) require_known("option", name, names_of_load_options());
        const auto begun = std::chrono::steady_clock::now();
        auto made = std::make_unique<tamis_data>();
        made->held = clean(load(path, load_options, context), clean_options, context);
        made->load_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        *data = made.release();
    });
}

tamis_status tamis_wrap(const double* values, size_t samples, size_t features, size_t stride,
                        const int* labels, tamis_data** data) {
    return guarded([&] {
        require_given(data, "data");
        *data = nullptr;
        require_given(values, "values");
        auto made = std::make_unique<tamis_data>();
        made->held.name = "array";
        made->wrapped = MatrixView::of(values, index_of(samples, "samples"), index_of(features, "features"),
                                       index_of(stride, "stride"));
        if (labels != nullptr) made->held.labels = make_labels(std::span(labels, samples));
        require_finite(*made->wrapped, made->held.name);
        *data = made.release();
    });
}

tamis_status tamis_name_features(tamis_data* data, const char* const* names) {
    return guarded([&] {
        require_given(data, "data");
        require_given(names, "names");
        std::vector<std::string> copies;
        for (size_t j = 0; j < tamis_features(data); ++j) {
            require_given(names[j], "names[j]");
            copies.emplace_back(names[j]);
        }
        data->held.feature_names = std::move(copies);
    });
}

size_t tamis_samples(const tamis_data* data) {
    return data == nullptr ? 0 : static_cast<size_t>(data->matrix().rows());
}

size_t tamis_features(const tamis_data* data) {
    return data == nullptr ? 0 : static_cast<size_t>(data->matrix().cols());
}

void tamis_free_data(tamis_data* data) { delete data; }
