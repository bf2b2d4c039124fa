#include "parse_trouble.hpp"

#include <vector>

#include "tamis/core/options/names.hpp"

namespace tamis::cli {

using namespace detail;

namespace {

std::string unexpected_argument(const CLI::App& command, const std::string& given) {
    const std::string argument = given.substr(0, given.find('='));
    if (!argument.starts_with('-'))
        return "'" + argument + "' is one argument too many for " + command.get_name();
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
        for (const std::string& name : option->get_snames()) known.push_back("-" + name);
    }
    return "unknown option '" + argument + "'" + suggestion(argument, known);
}

// The option whose name the parser's message holds, the longest such name; null if there is none.
const CLI::Option* option_of(const CLI::App& command, const std::string& message) {
    const CLI::Option* found = nullptr;
    for (const CLI::Option* option : command.get_options())
        if (message.find(option->get_name()) != std::string::npos &&
            (found == nullptr || option->get_name().size() > found->get_name().size()))
            found = option;
    return found;
}

std::string wrong_number_of_values(const CLI::Option& option) {
    const std::string name = option.get_name();
    if (option.count() > 1)
        return name + " is given " + std::to_string(option.count()) + " times: give it once";
    return name + " needs a value: " + name + " " + option.get_type_name();
}

std::string wrong_value(const CLI::Option& option) {
    const std::string name = option.get_name();
    if (option.get_expected_max() == 0 || option.get_type_size_max() == 0)
        return name + " takes no value: leave out '=" + joined(option.results(), " ") + "'";
    const std::string wanted = option.get_type_name() == "N" ? "a whole number >= 0" : "a number";
    return name + " takes " + wanted + ", not '" + joined(option.results(), " ") + "'";
}

}  // namespace

std::string parse_trouble(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = app.get_subcommands().empty() ? app : *app.get_subcommands().front();
    // What was not understood comes first: "--methd is unknown" helps more than "--method is required".
    if (const std::vector<std::string> extras = app.remaining(true); !extras.empty())
        return unexpected_argument(command, extras.front());
    const CLI::Option* option = option_of(command, error.what());
    if (option == nullptr) return error.what();
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return wrong_number_of_values(*option);
    if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return wrong_value(*option);
    return error.what();
}

}  // namespace tamis::cli
