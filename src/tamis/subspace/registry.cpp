// The table of all projectors: projectors.def, one line each, filled on the first call of projectors().
#include "tamis/core/options/names.hpp"
#include "tamis/core/options/registration.hpp"
#include "tamis/subspace/all.hpp"
#include "tamis/subspace/projector.hpp"

namespace tamis {

using namespace detail;

namespace {

struct ProjectorAdapter {
    template <class Options, class Extra>
    static ProjectorTraits traits(const Options&) {
        return {.needs = {.labels = std::is_same_v<Extra, Labels>}};
    }

    template <class Extra>
    static const Extra& input(const Labels& labels, const std::string&) {
        return labels;
    }

    static void set_size(auto& options, const Dimension& dim) { options.dim = dim; }
};

std::vector<Projector> make_table() {
    return {
#define TAMIS_PROJECTOR(function, Options) \
    registered<ProjectorFamily, ProjectorAdapter, Options>(&(function)),
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

const Projector& ProjectorFamily::find(const std::string& name) { return find_projector(name); }

ConfiguredProjector configure_projector(const std::string& projector, const Record& settings) {
    return {projector, settings};
}

}  // namespace tamis
