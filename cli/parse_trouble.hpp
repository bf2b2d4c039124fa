// What is wrong with a command line, in plain words.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace tamis::cli {

// The sentence for an error that app.parse() threw. It names the option that it is about.
std::string parse_trouble(const CLI::App& app, const CLI::ParseError& error);

}  // namespace tamis::cli
