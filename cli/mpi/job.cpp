#include "job.hpp"

#include "../shards/team.hpp"
#include "kept_memory.hpp"
#include "launch.hpp"
#include "tamis/core/error.hpp"

namespace tamis::cli {

Job::Job(const std::vector<std::string>& arguments, Session& session) : session_(&session) {
    const std::optional<Launch> launch = find_launch();
    if (!launch || (!arguments.empty() && arguments.front() == "partial")) return;
    session.launched = true;
    if (launch->size == 1) return;
    keep_freed_memory();
    session.console.be_silent(launch->rank != 0);
    transport_ = start_mpi(*launch);
    ranks_.emplace(*transport_, session.interrupted);
    session.ranks = &*ranks_;
    session.console.be_silent(session.serves());
}

void Job::check_command(const std::string& name) const {
    if (!ranks_ || name == "select" || name == "project") return;
    throw UsageError(
        "tamis " + name + " runs in one process, and this is a job of " + std::to_string(ranks_->size()) +
            " ranks",
        "start it without mpirun; with TAMIS_MPI=off in the environment each process works by itself");
}

int Job::finish(int exit_code, bool interrupted) {
    if (!ranks_) return exit_code;
    if (interrupted) transport_->abort(exit_code);
    try {
        if (ranks_->is_driver())
            stop_serving(*ranks_, exit_code);
        else if (!session_->served)
            exit_code = serve(*ranks_, nullptr, session_->console.last_error(), {});
    } catch (const Ranks::Late&) {
        abort_with_failure();
    } catch (const std::exception&) {  // interrupted, or the others cannot be reached: there is nothing to
                                       // wait for
        transport_->abort(exit_code == 0 ? 1 : exit_code);
    }
    transport_->finish();
    return exit_code;
}

void Job::abort_with_failure() {
    session_->console.be_silent(false);
    session_->console.error(ranks_->failure());
    transport_->abort(1);
}

}  // namespace tamis::cli
