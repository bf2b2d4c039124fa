// Pages of finished runs: what report, to_html and _repr_html_ show.
#include "tamis/report/html/report.hpp"

#include <pybind11/stl.h>

#include <optional>

#include "arrays.hpp"
#include "beside.hpp"
#include "bindings.hpp"
#include "run_document.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/pipeline/data_remarks.hpp"
#include "tamis/pipeline/exhibits/make_exhibits.hpp"
#include "tamis/saved/auto_json.hpp"
#include "tamis/saved/saved.hpp"
#include "tamis/saved/selection_json.hpp"
#include "tamis/saved/shown_document.hpp"

namespace tamis::python {

namespace py = pybind11;

std::string RunDocument::text() const {
    if (const auto* selected = std::get_if<SelectRun>(&run_)) return to_json(*selected, 0.0);
    if (const auto* chosen = std::get_if<AutoRun>(&run_)) return to_json(*chosen, 0.0);
    return std::get<std::string>(run_);
}

namespace {

std::optional<ImageShape> image_of(const std::optional<std::string>& text, Index features) {
    if (!text) return std::nullopt;
    try {
        const ImageShape image = ImageShape::parse(*text);
        check_image(image, features, "X");
        return image;
    } catch (const UsageError& error) {
        throw UsageError(std::string("image: ") + error.what());
    }
}

struct Shown {
    const py::object& x;
    Labels labels;
    std::vector<std::string> feature_names;
    std::optional<ImageShape> image;
    int threads;
    std::uint64_t seed;
};

// The classes of y are those of `fit`, or what the result did not know.
void take_classes(SelectRun& run, const Labels& labels) {
    if (labels.empty()) return;
    if (run.class_names.empty()) {
        run.class_names = labels.names;
        run.classes = labels.classes();
    }
    if (run.class_names != labels.names)
        throw UsageError("y has other classes than the y that fit was given: pass the same samples");
}

std::string selection_text(const RunDocument& document, const Shown& shown) {
    const std::string text = document.text();
    SelectRun run = parse_run(text, "the selection");
    if (run.feature_names.empty()) run.feature_names = shown.feature_names;
    if (!shown.x.is_none()) {
        take_classes(run, shown.labels);
        const InputRows input(shown.x);
        run_beside_python({.threads = shown.threads, .seed = shown.seed}, [&](const Context& context) {
            add_exhibits(run, DataView{.name = "X", .x = input.rows(), .labels = &shown.labels}, context);
        });
    }
    run.exhibits.scale = run.scale;
    run.exhibits.image = shown.image;
    return with_exhibits(text, run);
}

// What a projector has learned.
struct Learned {
    const std::string& method;
    const py::array_t<double>& weights;
    const std::vector<double>&mean, &feature_weights;
};

std::string projection_text(const RunDocument& document, const Learned& learned, const Shown& shown) {
    Exhibits exhibits;
    if (!shown.x.is_none()) {
        const MatrixView x = view_of(shown.x);
        Projection projection;
        projection.weights = to_dense(view_of(py::object(learned.weights)));
        projection.mean = learned.mean;
        projection.feature_weights = learned.feature_weights;
        run_beside_python({.threads = shown.threads, .seed = shown.seed}, [&](const Context& context) {
            exhibits = projection_exhibits(x, shown.labels, learned.method, projection,
                                           feature_deviations(x, context), context);
        });
    }
    exhibits.image = shown.image;
    return with_exhibits(document.text(), exhibits, shown.feature_names);
}

}  // namespace

void bind_report(py::module_& module) {
    using py::arg;
    py::class_<RunDocument>(module, "Run", "A finished run, as much of it as its JSON document holds.")
        .def("document", &RunDocument::text, "The text of the document.")
        .def(py::pickle([](const RunDocument& run) { return run.text(); },
                        [](const std::string& text) { return RunDocument(text); }));
    module.def(
        "shown_selection",
        [](const RunDocument& run, const py::object& x, const py::object& labels, Index features,
           const std::vector<std::string>& feature_names, const std::optional<std::string>& image,
           int threads, std::uint64_t seed) {
            return selection_text(
                run, {x, labels_of(labels), feature_names, image_of(image, features), threads, seed});
        },
        arg("run"), py::kw_only(), arg("x"), arg("labels"), arg("features"), arg("feature_names"),
        arg("image"), arg("threads"), arg("seed"),
        "The document of a selection with names, image and, with x, what a report shows of it.");
    module.def(
        "shown_projection",
        [](const RunDocument& run, const std::string& method, const py::array_t<double>& weights,
           const std::vector<double>& mean, const std::vector<double>& feature_weights, const py::object& x,
           const py::object& labels, Index features, const std::vector<std::string>& feature_names,
           const std::optional<std::string>& image, int threads, std::uint64_t seed) {
            return projection_text(
                run, {method, weights, mean, feature_weights},
                {x, labels_of(labels), feature_names, image_of(image, features), threads, seed});
        },
        arg("run"), py::kw_only(), arg("method"), arg("weights"), arg("mean"), arg("feature_weights"),
        arg("x"), arg("labels"), arg("features"), arg("feature_names"), arg("image"), arg("threads"),
        arg("seed"), "The same of a projection.");
    module.def(
        "shown_comparison",
        [](const std::string& document, const std::string& image, Index features) {
            return with_masks(document, *image_of(image, features));
        },
        arg("document"), py::kw_only(), arg("image"), arg("features"),
        "The document of a comparison with the masks of an image.");
    module.def(
        "write_report",
        [](const std::string& path, const std::string& title, const std::string& document) {
            write_file(path, report_page({{title, document}}, {.spell = spelled}));
        },
        arg("path"), arg("title"), arg("document"), "Writes the page of a result.");
    module.def(
        "report_head",
        [](const std::string& title, const std::string& document) {
            return static_head({title, document}, spelled);
        },
        arg("title"), arg("document"), "The answer and the table of a result as HTML, for notebooks.");
}

}  // namespace tamis::python
