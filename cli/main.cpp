// tamis COMMAND [DATA] [options]
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "interrupt.hpp"
#include "mpi/job.hpp"
#include "mpi/launch.hpp"
#include "parse_trouble.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/core/version.hpp"

namespace tamis::cli {

namespace {

constexpr int succeeded = 0, work_failed = 1, wrong_usage = 2;

const char* const overview =
    R"(tamis: fast, exact, graph-spectral feature selection and discriminant subspaces

Try it on the handwritten digits that ship with it:

  tamis auto digits                                    method and number of features chosen, and what they are worth
  tamis demo                                           every method, with pictures
  tamis select digits --method laplacian -k 10         the 10 best pixels
  tamis select mydata.csv --label class --method fisher -k 0.1 -o best.json
  tamis project digits --method flda --dim 2           two directions that tell the digits apart

'tamis methods' lists the methods, 'tamis --help' all commands, 'tamis COMMAND --help' the options of one.
)";

void add_commands(CLI::App& app, Session& session) {
    app.set_version_flag("--version", std::string("tamis ") + version(),
                         "print the version, and whether MPI is in");
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    app.footer(
        "Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted (143 by SIGTERM, 129 by SIGHUP).\n"
        "Options of one command: tamis COMMAND --help");
    add_auto(app, session);
    add_select(app, session);
    add_partial(app, session);
    add_evaluate(app, session);
    add_project(app, session);
    add_reproduce(app, session);
    add_report(app, session);
    add_transform(app, session);
    add_verify(app, session);
    add_info(app, session);
    add_convert(app, session);
    add_graph(app, session);
    add_methods(app, session);
    add_cite(app, session);
    add_demo(app, session);
}

// The parser calls a mistyped command an argument too many; this says which one was probably meant.
void check_command_name(const CLI::App& app, const std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments.front().starts_with('-')) return;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
    require_known("command", arguments.front(), names);
}

std::string help_hint(const CLI::App& app) {
    const std::string command =
        app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ";
    return " (see 'tamis " + command + "--help')";
}

std::string version_text() { return std::string("tamis ") + version() + " " + mpi_text(); }

int run(const std::vector<std::string>& arguments, const Job& job, Session& session) {
    if (arguments.empty()) {
        session.console.result(overview);
        return succeeded;
    }
    CLI::App app{"Fast, exact, graph-spectral feature selection.", "tamis"};
    add_commands(app, session);
    check_command_name(app, arguments);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // in reverse order
    } catch (const CLI::CallForHelp&) {
        session.console.result(app.help());
        return succeeded;
    } catch (const CLI::CallForVersion&) {
        session.console.result(version_text() + "\n");
        return succeeded;
    } catch (const CLI::ParseError& error) {
        session.console.error(parse_trouble(app, error) + help_hint(app));
        return wrong_usage;
    }
    job.check_command(app.get_subcommands().front()->get_name());
    session.action();
    return session.exit_code;
}

// An argument that a shell would read differently is quoted.
std::string as_typed(const std::vector<std::string>& arguments) {
    const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    std::string text = "tamis";
    for (const std::string& argument : arguments) {
        text += ' ';
        if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) {
            text += argument;
            continue;
        }
        text += '\'';
        for (const char letter : argument)
            text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        text += '\'';
    }
    return text;
}

// Runs a command and tells what went wrong with it; an exit code.
int guarded(const std::function<int()>& work, Session& session) {
    try {
        return work();
    } catch (const Ranks::Late&) {
        throw;
    } catch (const Cancelled&) {
        // Ranks are also interrupted because one of them has failed, which is told already.
        session.console.be_silent(session.ranks != nullptr);
        session.console.error("interrupted" +
                              (session.when_interrupted.empty() ? "" : ": " + session.when_interrupted));
        return interrupted_exit_code();
    } catch (const UsageError& error) {
        session.console.error(error.message().text(spelled));
        return wrong_usage;
    } catch (const Error& error) {
        session.console.error(error.message().text(spelled));
    } catch (const std::bad_alloc&) {
        session.console.error("not enough memory: use fewer samples or features, or sparse data");
    } catch (const std::exception& error) {
        session.console.error(error.what());
    }
    // What was saved before something went wrong in the middle of the work.
    if (!session.when_interrupted.empty()) session.console.note(session.when_interrupted);
    return work_failed;
}

int run_as_rank(const std::vector<std::string>& arguments) {
    Session session;
    session.command = as_typed(arguments);
    session.interrupted = &watch_interrupts();
    std::optional<Job> job;
    const auto connect = [&] {
        job.emplace(arguments, session);
        return succeeded;
    };
    if (const int trouble = guarded(connect, session); trouble != succeeded) return trouble;
    try {
        const int code = guarded([&] { return run(arguments, *job, session); }, session);
        return job->finish(code, session.interrupted->load());
    } catch (const Ranks::Late&) {
        job->abort_with_failure();
    }
    return work_failed;
}

}  // namespace

}  // namespace tamis::cli

int main(int count, char** arguments) {
    return tamis::cli::run_as_rank(std::vector<std::string>(arguments + 1, arguments + count));
}
