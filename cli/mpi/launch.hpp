// Whether the program was started by mpirun or srun, and the way to the other ranks.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "transport.hpp"

namespace tamis::cli {

// As one of several processes of a job.
struct Launch {
    int rank = 0;
    int size = 1;
    std::string launcher;  // "mpirun" or "srun", for messages
};

// Read from the environment that launchers set; nothing if the program runs by itself, or if TAMIS_MPI=off
// says that it shall, whoever started it.
std::optional<Launch> find_launch();

// "with MPI (Open MPI v4.1.4)" or "without MPI".
std::string mpi_text();

// The transport of this rank. Throws Error if the module is missing, MPI does not start, or it knows of other
// ranks than the launcher: that of another MPI.
std::unique_ptr<Transport> start_mpi(const Launch& launch);

}  // namespace tamis::cli
