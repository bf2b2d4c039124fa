// The program as one of the ranks of a job: connects them at the start, and ends them together.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../session.hpp"
#include "ranks.hpp"

namespace tamis::cli {

class Job {
  public:
    // Nothing happens if the program was not started by mpirun or srun, nor for 'tamis partial', of which
    // each process makes a part of its own. Ranks other than 0 are silent from here on. Throws Error if the
    // ranks cannot be connected.
    Job(const std::vector<std::string>& arguments, Session& session);

    // Throws UsageError if several ranks would do the same work: only some commands are shared.
    void check_command(const std::string& name) const;

    // After the work, with its exit code: tells the other ranks to end, or waits for that and returns the
    // exit code of rank 0. A job that was interrupted or cannot be ended in order is aborted.
    int finish(int exit_code, bool interrupted);
    // Ends all ranks; this one has something to say that the others did not listen to.
    void abort_with_failure();

  private:
    Session* session_;
    std::unique_ptr<Transport> transport_;
    std::optional<Ranks> ranks_;
};

}  // namespace tamis::cli
