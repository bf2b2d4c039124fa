#include "tamis/io/numpy/npz.hpp"

#include "tamis/core/error.hpp"
#include "tamis/io/numpy/npy_array.hpp"
#include "tamis/io/numpy/zip_archive.hpp"

namespace tamis::detail {

namespace {

constexpr std::string_view ending = ".npy";

}  // namespace

void write_npz(const std::string& path, const std::vector<NpzArray>& arrays) {
    ZipWriter archive(path);
    for (const NpzArray& array : arrays) archive.add(array.name + std::string(ending), npy_bytes(array));
    archive.commit();
}

std::vector<NpzArray> read_npz(const std::string& path) {
    std::vector<NpzArray> arrays;
    for (const ZipMember& member : read_zip(path)) {
        if (!member.name.ends_with(ending)) continue;
        arrays.push_back(parse_npy(member.content, path + ": " + member.name));
        arrays.back().name = member.name.substr(0, member.name.size() - ending.size());
    }
    if (arrays.empty()) throw Error(path + ": holds no arrays");
    return arrays;
}

const NpzArray& find_array(const std::vector<NpzArray>& arrays, std::string_view name,
                           const std::string& path) {
    for (const NpzArray& array : arrays)
        if (array.name == name) return array;
    throw Error(path + ": holds no array '" + std::string(name) + "'");
}

Index NpzArray::cells() const {
    Index count = 1;
    for (const Index side : shape) count *= side;
    return count;
}

}  // namespace tamis::detail
