#include "trust_options.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <optional>

#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace {

constexpr const char* group = "How sure (p-values, stability)";

// What an option without a number stands for is `usual`.
std::optional<Index> number_of(const CLI::Option& option, const std::string& text, Index usual) {
    if (option.count() == 0) return std::nullopt;
    if (text.empty()) return usual;
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) {
        const bool optional = option.get_expected_min() == 0;
        throw UsageError(option.get_name() + " takes a whole number, not '" + text + "'",
                         optional ? "write " + option.get_name() + "=" + std::to_string(usual) +
                                        ", or put it behind the data file without a number"
                                  : "");
    }
    return number;
}

}  // namespace

void TrustOptions::add_to(CLI::App& command) {
    command.add_flag("--pvalues", pvalues_, "p-values and false discovery rates (q) of all features")
        ->group(group);
    permutations_.given = command
                              .add_option("--permutations", permutations_.text,
                                          "p-values by that many permutations instead of a closed form")
                              ->type_name("B")
                              ->group(group);
    const auto with_or_without = [&](const char* name, Number& number, const char* help, Index usual) {
        number.given = command.add_option(name, number.text, help)
                           ->type_name("[B]")
                           ->expected(0, 1)
                           ->default_str(std::to_string(usual))
                           ->group(group);
    };
    with_or_without("--stability", stability_,
                    "how often each feature is chosen on B pairs of half samples; write --stability=B",
                    TrustRequest::usual_pairs);
    stability_size_.given = command
                                .add_option("--stability-size", stability_size_.text,
                                            "features chosen on each half sample; default: as many as are "
                                            "selected; for -k stable:P half of "
                                            "the features, no more than 50")
                                ->type_name("K")
                                ->group(group);
    with_or_without("--bootstrap", bootstrap_,
                    "intervals of the ranks from B bootstrap samples, or B half samples (100) where a method "
                    "cannot be bootstrapped; write --bootstrap=B",
                    TrustRequest::usual_bootstrap);
}

TrustRequest TrustOptions::request() const {
    TrustRequest request{.pvalues = pvalues_};
    request.permutations = number_of(*permutations_.given, permutations_.text, 0);
    request.stability = number_of(*stability_.given, stability_.text, TrustRequest::usual_pairs);
    request.stability_size = number_of(*stability_size_.given, stability_size_.text, 0);
    request.bootstrap = number_of(*bootstrap_.given, bootstrap_.text, TrustRequest::usual_bootstrap);
    request.usual_halves = bootstrap_.text.empty();
    return request;
}

}  // namespace tamis::cli
