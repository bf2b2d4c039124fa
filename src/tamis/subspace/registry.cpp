// The table of all projectors: projectors.def, one line each, filled on the first call of projectors().
#include "tamis/core/error.hpp"
#include "tamis/core/names.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis {

namespace {

template <class Options>
constexpr bool takes_labels(Projection (*)(const MatrixView&, const Options&, const Context&)) {
    return false;
}
template <class Options>
constexpr bool takes_labels(Projection (*)(const MatrixView&, const Labels&, const Options&,
                                           const Context&)) {
    return true;
}

template <class Options>
Projection call(Projection (*function)(const MatrixView&, const Options&, const Context&),
                const MatrixView& x, const Labels&, const Options& options, const Context& context) {
    return function(x, options, context);
}
template <class Options>
Projection call(Projection (*function)(const MatrixView&, const Labels&, const Options&, const Context&),
                const MatrixView& x, const Labels& labels, const Options& options, const Context& context) {
    return function(x, labels, options, context);
}

template <class Options>
Options read_options(const Settings& settings) {
    Options options;
    Options::fields().assign(options, settings);
    return options;
}

template <class Options, class Function>
Projector describe(Function* function) {
    return {
        .about = Options::about(),
        .needs_labels = takes_labels<Options>(function),
        .fields = Options::fields().describe(),
        .resolve =
            [](const Settings& settings) {
                return Options::fields().values(read_options<Options>(settings));
            },
        .run =
            [function](const MatrixView& x, const Labels& labels, const Dimension& dim,
                       const Settings& settings, const Context& context) {
                Options options = read_options<Options>(settings);
                options.dim = dim;
                return call(function, x, labels, options, context);
            },
    };
}

std::vector<Projector> make_table() {
    return {
#define TAMIS_PROJECTOR(function, Options) describe<Options>(&function),
#include "tamis/subspace/projectors.def"
#undef TAMIS_PROJECTOR
    };
}

}  // namespace

const std::vector<Projector>& projectors() {
    static const std::vector<Projector> table = make_table();
    return table;
}

const Projector& find_projector(const std::string& name) {
    return find_named(projectors(), "projector", name);
}

}  // namespace tamis
