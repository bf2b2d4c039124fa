// Methods that are known by name and configured once: their options are read from texts or values when a
// configured method is made, and never again.
//
// A family of methods (selectors, projectors) is a struct with the types About (the description of a method,
// with its name), Traits (what it needs and promises with its options), Inputs (what it takes besides the
// data), Size (how much is wanted of it) and Result, and a static find(name) that returns its Registered
// entry or throws UsageError.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/options/fields.hpp"
#include "tamis/core/rows.hpp"

namespace tamis {

// A method with its options, ready to run. Copies are cheap and share the options, which never change.
template <class Family>
class Configured {
  public:
    using About = typename Family::About;
    using Traits = typename Family::Traits;
    using Inputs = typename Family::Inputs;
    using Size = typename Family::Size;
    using Result = typename Family::Result;

    // The method of that name with the given options over its defaults. Throws UsageError on an unknown name,
    // an unknown option, a wrong value, or values that do not go together.
    Configured(const std::string& name, const Record& settings = {})  // implicit: .method = "fisher"
        : Configured(Family::find(name).configure(settings)) {}
    Configured(const char* name, const Record& settings = {}) : Configured(std::string(name), settings) {}

    const About& about() const { return model_->about; }
    const std::string& name() const { return about().name; }  // as `tamis methods` lists it
    // What it needs with these options.
    const auto& needs() const { return model_->traits.needs; }
    // A ranking: the best k features are among the best k + 1, so one run answers for every smaller k.
    bool nested() const { return model_->traits.nested; }
    // Reads the data block by block in a few passes: works on rows that are not in memory (RowSource).
    bool in_passes() const { return model_->in_passes; }
    // Why it does not work with these options on rows that are spread over workers; empty if it does.
    const std::string& not_shared() const { return model_->not_shared; }
    // All that it needs and promises with these options.
    const Traits& traits() const { return model_->traits; }
    // Every option with its value, in the order of the fields.
    Record params() const { return model_->params(); }
    bool has_option(const std::string& option) const { return find(params(), option) != nullptr; }  // by name

    // The same method with some options changed; throws as the constructor does.
    Configured with(const Record& changes) const { return Configured(model_->with(changes)); }

    // Throws Error if the method needs the whole matrix in memory and `x` are rows of another kind.
    Result run(const Rows& x, const Inputs& inputs, const Size& size, const Context& context = {}) const {
        return model_->run(x, inputs, size, context);
    }

    // What a method is behind its name; made by the registries.
    struct Model {
        About about;
        Traits traits;
        bool in_passes;
        std::string not_shared;

        // What never changes.
        Model(About about_it, Traits its_traits, bool reads_in_passes, std::string why_not_shared)
            : about(std::move(about_it)),
              traits(std::move(its_traits)),
              in_passes(reads_in_passes),
              not_shared(std::move(why_not_shared)) {}
        virtual ~Model() = default;
        Model(const Model&) = delete;
        Model& operator=(const Model&) = delete;
        virtual Record params() const = 0;  // as Configured does, here and below
        virtual std::shared_ptr<const Model> with(const Record& changes) const = 0;  // a changed copy
        virtual Result run(const Rows& x, const Inputs& inputs, const Size& size,
                           const Context& context) const = 0;  // as Configured does
    };
    explicit Configured(std::shared_ptr<const Model> model) : model_(std::move(model)) {}  // for registries

  private:
    std::shared_ptr<const Model> model_;
};

// An entry of the table of methods.
template <class Family>
struct Registered {
    typename Family::About about;
    std::vector<FieldInfo> fields;
    Configured<Family> usual;  // with the defaults of all options

    // Throws UsageError on an unknown option, a wrong value, or values that do not go together.
    Configured<Family> configure(const Record& settings = {}) const { return usual.with(settings); }
};

}  // namespace tamis
