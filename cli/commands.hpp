// Every command adds itself to the parser; one file each.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>

#include "session.hpp"

namespace tamis::cli {

// Makes run(*options, session) what the program does if this command is asked for; it runs after all
// arguments are parsed.
template <class Options, class Run>
void when_asked(CLI::App& command, Session& session, std::shared_ptr<Options> options, Run run) {
    command.callback(
        [options, &session, run] { session.action = [options, &session, run] { run(*options, session); }; });
}

void add_auto(CLI::App& app, Session& session);
void add_select(CLI::App& app, Session& session);
void add_evaluate(CLI::App& app, Session& session);
void add_project(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_reproduce(CLI::App& app, Session& session);
void add_transform(CLI::App& app, Session& session);
void add_partial(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_graph(CLI::App& app, Session& session);
void add_methods(CLI::App& app, Session& session);
void add_cite(CLI::App& app, Session& session);
void add_demo(CLI::App& app, Session& session);

}  // namespace tamis::cli
