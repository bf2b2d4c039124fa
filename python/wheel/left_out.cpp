// The module of a wheel reads no HDF5 and no MATLAB files: their libraries bring along curl, kerberos and
// ldap, and linked statically they fit into a program only. It is linked from the library without those
// readers, and these functions stand in for them. The package reads such files through the program that is in
// the wheel, which has them all (python/tamis/_files.py).
#include "bindings.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/io/hdf5/h5ad.hpp"
#include "tamis/io/stream/formats.hpp"

namespace tamis {

namespace {

[[noreturn]] void refuse(const std::string& path) {
    throw Error(path + ": this module was built without HDF5 and MATLAB files",
                "read the file with tamis.load, which asks the program of the package");
}

}  // namespace

namespace detail {

Dataset load_mat(const std::string& path, const LoadOptions&, const Context&) { refuse(path); }
Dataset load_h5(const std::string& path, const LoadOptions&, const Context&) { refuse(path); }
Dataset load_h5ad(const std::string& path, const LoadOptions&, const Context&) { refuse(path); }
void save_mat(const std::string& path, const Dataset&, const Context&) { refuse(path); }
StreamedData open_hdf5(const std::string& path, const LoadOptions&, const Context&) { refuse(path); }
std::optional<HeldSize> held_hdf5(const std::string& path, const LoadOptions&) { refuse(path); }
SparseMatrix load_obsp(const std::string& path, const std::string&) { refuse(path); }

}  // namespace detail

namespace python {

std::vector<std::string> formats_left_out() { return {".mat", ".h5", ".hdf5", ".h5ad"}; }

}  // namespace python

}  // namespace tamis
