// How ranks talk to each other. The one implementation is the module tamis_mpi (module/tamis_mpi.cpp), which
// is built where there is an MPI and loaded only if the program was started by mpirun or srun: the program
// itself is linked to no MPI.
#pragma once

#include <cstddef>

namespace tamis::cli {

// One message is on its way at a time: started, then asked about until it is done. Messages between two ranks
// arrive in the order in which they were sent.
class Transport {
  public:
    static constexpr int version = 1;  // of this class: program and module must agree
    static constexpr std::size_t most_bytes = std::size_t{1} << 30;  // of one message; MPI counts in ints

    virtual ~Transport() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;
    // The ranks of this host.
    virtual int host_ranks() const = 0;
    // Those of them that may run on the same cores as this one, itself included.
    virtual int sharing_cores() const = 0;

    virtual void start_send(int to, const char* data, std::size_t bytes) = 0;
    virtual void start_receive(int from, char* data, std::size_t most) = 0;
    // Whether the message that was started is done. Throws std::runtime_error if it failed.
    virtual bool done() = 0;
    // How long the message was that has been received.
    virtual std::size_t received() const = 0;

    // The end of a job that went as it should; all ranks call it.
    virtual void finish() = 0;
    // Ends all ranks at once, with this exit code.
    [[noreturn]] virtual void abort(int code) = 0;
};

// What the module exports under these names. `start_transport` returns null and writes why if MPI cannot be
// started.
inline constexpr const char* transport_symbol = "tamis_mpi_start";
inline constexpr const char* library_symbol = "tamis_mpi_library";
using StartTransport = Transport* (*)(int version, char* trouble, std::size_t most);
using LibraryName = void (*)(char* name, std::size_t most);  // "Open MPI v4.1.4"; starts nothing

}  // namespace tamis::cli
