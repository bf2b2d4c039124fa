// From a function and its options struct to an entry of a table of methods. Included by the registries alone.
//
// An Adapter knows how one family calls its functions:
//     traits<Options, Extra>(options)      what it needs with these options; Extra is void or the third kind
//                                          of argument that the function takes
//     input<Extra>(inputs, name)           that argument
//     set_size(options, size)              how much is wanted
#pragma once

#include <type_traits>

#include "tamis/core/options/registry.hpp"

namespace tamis::detail {

template <class Family, class Adapter, class Options, class Data, class Extra, class Function>
class FunctionModel final : public Configured<Family>::Model {
  public:
    using Base = typename Configured<Family>::Model;
    using Inputs = typename Family::Inputs;
    using Size = typename Family::Size;
    using Result = typename Family::Result;

    FunctionModel(Function* function, const Options& options)
        : Base(Options::about(), Adapter::template traits<Options, Extra>(options), reads_in_passes(options),
               why_not_shared(options)),
          function_(function),
          options_(options) {}

    Record params() const override { return fields().values(options_); }

    std::shared_ptr<const Base> with(const Record& changes) const override {
        Options changed = options_;
        fields().assign(changed, changes);
        return std::make_shared<FunctionModel>(function_, changed);
    }

    Result run(const Rows& x, const Inputs& inputs, const Size& size, const Context& context) const override {
        Options options = options_;
        Adapter::set_size(options, size);
        if constexpr (std::is_void_v<Extra>)
            return function_(data(x), options, context);
        else
            return function_(data(x), Adapter::template input<Extra>(inputs, this->about.name), options,
                             context);
    }

  private:
    // A function that takes Rows does, unless its options say otherwise.
    static bool reads_in_passes(const Options& options) {
        if constexpr (!std::is_same_v<Data, Rows>)
            return false;
        else if constexpr (requires { options.in_passes(); })
            return options.in_passes();
        else
            return true;
    }

    // Sharing is promised, never assumed.
    static std::string why_not_shared(const Options& options) {
        if constexpr (requires { options.not_shared(); })
            return options.not_shared();
        else
            return "it needs all rows in one place";
    }

    // The rows as the function takes them: block by block, or as one matrix in memory.
    const Data& data(const Rows& x) const {
        if constexpr (std::is_same_v<Data, Rows>) {
            if (!this->in_passes && x.shards() == nullptr) x.require_matrix(this->about.name);
            return x;
        } else {
            return x.require_matrix(this->about.name);
        }
    }

    static const Fields<Options>& fields() {
        static const Fields<Options> described = Options::fields();
        return described;
    }

    Function* function_;
    Options options_;
};

template <class Family, class Adapter, class Options, class Data, class Extra, class Function>
Registered<Family> make_entry(Function* function) {
    using Model = FunctionModel<Family, Adapter, Options, Data, Extra, Function>;
    return {Options::about(), Options::fields().describe(),
            Configured<Family>(std::make_shared<const Model>(function, Options{}))};
}

// The signature is the contract: the function takes the data (as Rows, or as a MatrixView if it needs all of
// them in memory), its options and the context, and perhaps one argument more.
template <class Family, class Adapter, class Options, class Data>
Registered<Family> registered(typename Family::Result (*function)(const Data&, const Options&,
                                                                  const Context&)) {
    return make_entry<Family, Adapter, Options, Data, void>(function);
}
template <class Family, class Adapter, class Options, class Data, class Extra>
Registered<Family> registered(typename Family::Result (*function)(const Data&, const Extra&, const Options&,
                                                                  const Context&)) {
    return make_entry<Family, Adapter, Options, Data, Extra>(function);
}

}  // namespace tamis::detail
