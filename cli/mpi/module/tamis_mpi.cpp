// The module that the program loads under mpirun: Transport over MPI, and nothing else.
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "../transport.hpp"

namespace {

constexpr int message_tag = 21;

std::string trouble_text(int outcome) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(outcome, text, &length);
    return {text, static_cast<std::size_t>(length)};
}

void require(int outcome, const char* what) {
    if (outcome != MPI_SUCCESS) throw std::runtime_error(std::string(what) + ": " + trouble_text(outcome));
}

struct Host {
    int ranks = 1;
    int sharing_cores = 1;
};

// Launchers bind ranks to cores or leave all of them to every rank; those with the same cores share them.
Host look_at_host() {
    MPI_Comm comm = MPI_COMM_NULL;
    require(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm),
            "cannot find the ranks of this host");
    Host host;
    MPI_Comm_size(comm, &host.ranks);
    cpu_set_t own;
    CPU_ZERO(&own);
    ::sched_getaffinity(0, sizeof own, &own);
    std::vector<cpu_set_t> all(static_cast<std::size_t>(host.ranks));
    const int bytes = static_cast<int>(sizeof own);
    require(MPI_Allgather(&own, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm),
            "cannot learn which cores the ranks have");
    MPI_Comm_free(&comm);
    host.sharing_cores = static_cast<int>(
        std::count_if(all.begin(), all.end(), [&](const cpu_set_t& set) { return CPU_EQUAL(&set, &own); }));
    return host;
}

class MpiTransport final : public tamis::cli::Transport {
  public:
    MpiTransport() {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        host_ = look_at_host();
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    int host_ranks() const override { return host_.ranks; }
    int sharing_cores() const override { return host_.sharing_cores; }

    void start_send(int to, const char* data, std::size_t bytes) override {
        require(
            MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, message_tag, MPI_COMM_WORLD, &request_),
            "cannot send to another rank");
    }
    void start_receive(int from, char* data, std::size_t most) override {
        require(
            MPI_Irecv(data, static_cast<int>(most), MPI_BYTE, from, message_tag, MPI_COMM_WORLD, &request_),
            "cannot receive from another rank");
    }
    bool done() override {
        int flag = 0;
        MPI_Status status;
        require(MPI_Test(&request_, &flag, &status), "the connection to another rank is lost");
        if (flag == 0) return false;
        int count = 0;
        if (MPI_Get_count(&status, MPI_BYTE, &count) != MPI_SUCCESS || count < 0) count = 0;
        received_ = static_cast<std::size_t>(count);
        return true;
    }
    std::size_t received() const override { return received_; }

    void finish() override { MPI_Finalize(); }
    [[noreturn]] void abort(int code) override {
        MPI_Abort(MPI_COMM_WORLD, code);
        std::_Exit(code);
    }

  private:
    int rank_ = 0, size_ = 1;
    Host host_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    std::size_t received_ = 0;
};

void write(const std::string& text, char* target, std::size_t most) {
    std::snprintf(target, most, "%s", text.c_str());
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void tamis_mpi_library(char* name, std::size_t most) {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string whole(text, static_cast<std::size_t>(length));
    write(whole.substr(0, whole.find_first_of(",\n")), name, most);
}

__attribute__((visibility("default"))) tamis::cli::Transport* tamis_mpi_start(int version, char* trouble,
                                                                              std::size_t most) {
    if (version != tamis::cli::Transport::version) {
        write("the module belongs to another version of tamis", trouble, most);
        return nullptr;
    }
    int provided = 0;
    // Messages are sent by one thread at a time.
    if (const int outcome = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
        outcome != MPI_SUCCESS) {
        write(trouble_text(outcome), trouble, most);
        return nullptr;
    }
    try {
        return new MpiTransport();
    } catch (const std::exception& error) {
        write(error.what(), trouble, most);
        return nullptr;
    }
}

}  // extern "C"
