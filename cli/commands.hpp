// Every command adds itself to the parser; one file each.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "session.hpp"

namespace tamis::cli {

void add_select(CLI::App& app, Session& session);
void add_evaluate(CLI::App& app, Session& session);
void add_project(CLI::App& app, Session& session);
void add_reproduce(CLI::App& app, Session& session);
void add_transform(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_graph(CLI::App& app, Session& session);
void add_methods(CLI::App& app, Session& session);
void add_demo(CLI::App& app, Session& session);

}  // namespace tamis::cli
