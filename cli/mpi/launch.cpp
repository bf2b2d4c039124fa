#include "launch.hpp"

#include <dlfcn.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace fs = std::filesystem;

namespace {

std::optional<int> number_in(const char* variable) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) return std::nullopt;
    int number = 0;
    const std::string_view digits(text);
    const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (trouble != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

// Next to the program as it was built, and as it is installed: bin/tamis and lib/…/tamis/tamis_mpi.so.
fs::path module_path() {
    std::error_code trouble;
    const fs::path program = fs::read_symlink("/proc/self/exe", trouble);
    return program.parent_path() / TAMIS_MPI_MODULE;
}

class Module {
  public:
    // Its symbols are seen by all: an MPI loads parts of its own that look for them.
    explicit Module(const fs::path& path) : handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) {}

    bool loaded() const { return handle_ != nullptr; }
    template <class Function>
    Function symbol(const char* name) const {
        return reinterpret_cast<Function>(::dlsym(handle_, name));
    }

  private:
    void* handle_;  // never closed: an MPI does not like to be unloaded
};

const char* const without_mpi =
    "this tamis was built without MPI, and each of the processes would do all of the work";

Module load_module() {
    std::error_code ignored;
    const fs::path path = module_path();
    if (!fs::exists(path, ignored))
        throw Error(without_mpi,
                    "start it without mpirun, or build it where an MPI is installed (-DTAMIS_MPI=ON)");
    const Module module(path);
    if (!module.loaded())
        throw Error("cannot load " + path.string() + ": " + std::string(::dlerror()),
                    "install the MPI that tamis was built with, or start it without mpirun");
    return module;
}

}  // namespace

std::optional<Launch> find_launch() {
    const char* const wanted = std::getenv("TAMIS_MPI");
    if (wanted != nullptr && std::string_view(wanted) == "off") return std::nullopt;
    struct Variables {
        const char *rank, *size, *launcher;
    };
    // Open MPI's mpirun; MPICH, Intel MPI and srun --mpi=pmi2; MVAPICH2.
    constexpr Variables all[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "mpirun"},
                                 {"PMI_RANK", "PMI_SIZE", "mpirun"},
                                 {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "mpirun"}};
    for (const Variables& variables : all) {
        const auto rank = number_in(variables.rank), size = number_in(variables.size);
        if (rank && size && *size >= 1) return Launch{*rank, *size, variables.launcher};
    }
    // srun --mpi=pmix. A batch script has SLURM's variables as well, but is no step with tasks of MPI.
    if (std::getenv("PMIX_RANK") != nullptr) {
        const auto rank = number_in("SLURM_PROCID"), size = number_in("SLURM_STEP_NUM_TASKS");
        if (rank && size && *size >= 1) return Launch{*rank, *size, "srun"};
    }
    return std::nullopt;
}

std::string mpi_text() {
    std::error_code ignored;
    if (!fs::exists(module_path(), ignored)) return "without MPI";
    const Module module(module_path());
    const auto name = module.loaded() ? module.symbol<LibraryName>(library_symbol) : nullptr;
    if (name == nullptr) return "with MPI, which cannot be loaded here";
    char text[256] = "";
    name(text, sizeof text);
    return "with MPI (" + std::string(text) + ")";
}

std::unique_ptr<Transport> start_mpi(const Launch& launch) {
    const Module module = load_module();
    const auto start = module.symbol<StartTransport>(transport_symbol);
    char trouble[1024] = "";
    std::unique_ptr<Transport> transport(
        start == nullptr ? nullptr : start(Transport::version, trouble, sizeof trouble));
    if (transport == nullptr)
        throw Error("MPI does not start: " + std::string(trouble),
                    "install tamis again, or start it without " + launch.launcher);
    if (transport->size() != launch.size)
        throw Error(launch.launcher + " started " + std::to_string(launch.size) + " processes, and " +
                        mpi_text().substr(9) + " knows of " + std::to_string(transport->size()),
                    "start it with the " + launch.launcher + " of the MPI that tamis was built with");
    return transport;
}

}  // namespace tamis::cli
