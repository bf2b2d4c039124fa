#include "tamis/pipeline/plan/class_search.hpp"

#include <algorithm>
#include <cmath>

#include "tamis/graph/approximate/search.hpp"
#include "tamis/graph/cells/packing.hpp"
#include "tamis/pipeline/plan/chosen_options.hpp"

namespace tamis::detail {

namespace {

struct Request {
    Index neighbors;
    Index probes;  // whose neighbors are asked for; 0 for all
    ClassSearch how;
    bool squares;  // on a scaled copy of the data; otherwise absolute differences, in place
};

std::optional<Request> request_of(const ConfiguredMethod& method, Index samples) {
    const Record params = method.params();
    const ChosenOptions options{params};
    const auto whole = [&](const std::string& name, Index otherwise) {
        return static_cast<Index>(options.number(name, static_cast<double>(otherwise)));
    };
    if (method.name() == "spec" && options.is("similarity", "relieff"))
        return Request{whole("relief_neighbors", 10), 0, {}, true};
    if (method.name() != "relieff") return {};
    ClassSearch how{Search::automatic, options.number("recall", ClassSearch{}.recall)};
    if (options.is("search", "exact")) how.search = Search::exact;
    if (options.is("search", "approximate")) how.search = Search::approximate;
    const Index probes = whole("samples", samples);
    return Request{whole("neighbors", 10), probes < samples ? probes : 0, how, options.is("diff", "squared")};
}

// Every pair, or every probe with all samples; a list of candidates per sample and class.
Work exact_work(const Request& request, const DataShape& shape, double asked, double lists) {
    const auto k = static_cast<double>(request.neighbors);
    const double half = request.squares && request.probes == 0 ? 0.5 : 1.0;
    return {.products = half * asked * static_cast<double>(shape.stored),
            .extra_bytes = lists * (16.0 * (k + std::max(k, 8.0)) + 16.0)};
}

// Fitted to runs on 100 features: 100,000 and 1,000,000 samples of two classes, 100,000 of ten.
Work cells_work(const Request& request, const DataShape& shape, double asked) {
    const auto n = static_cast<double>(shape.samples), cells = static_cast<double>(shape.stored);
    const auto packed =
        static_cast<double>(request.squares ? 4 * padded(shape.features, 8) : padded(shape.features, 32));
    return {.passes = 15.0,
            .steps = 17.0 * std::sqrt(shape.class_count()) * std::cbrt(n) * cells * asked / n,
            .extra_bytes = n * (packed + 16.0)};
}

}  // namespace

std::optional<ClassSearchWork> class_search_work(const ConfiguredMethod& method, const DataShape& shape) {
    const std::optional<Request> request = request_of(method, shape.samples);
    if (!request) return {};
    const auto n = static_cast<double>(shape.samples), k = static_cast<double>(request->neighbors);
    const double asked = request->probes > 0 ? static_cast<double>(request->probes) : n;
    const double classes = shape.class_count();
    const bool exact = class_search_is_exact({shape.samples, shape.features, shape.stored},
                                             request->neighbors, request->probes, request->how);
    Work work{.passes = 2.0, .extra_bytes = n * classes * (12.0 * k + 4.0)};  // the lists
    if (request->squares) work.extra_bytes += shape.bytes();
    if (exact)
        work += exact_work(*request, shape, asked, asked * classes);
    else if (shape.sparse)
        work += forest_work(shape, large_leaves, k * classes);
    else
        work += cells_work(*request, shape, asked);
    return ClassSearchWork{exact, work};
}

}  // namespace tamis::detail
