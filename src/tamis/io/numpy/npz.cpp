#include "tamis/io/numpy/npz.hpp"

#include "tamis/core/error.hpp"
#include "tamis/io/numpy/npy_array.hpp"
#include "tamis/io/numpy/zip_reader.hpp"
#include "tamis/io/numpy/zip_writer.hpp"

namespace tamis::detail {

void write_npz(const std::string& path, const std::vector<NpzArray>& arrays) {
    ZipWriter archive(path);
    for (const NpzArray& array : arrays) archive.add(array.name + std::string(npy_ending), npy_bytes(array));
    archive.commit();
}

std::vector<NpzArray> read_npz(const std::string& path, WantedArray wanted) {
    const std::unique_ptr<ByteSource> source = open_file(path);
    ZipReader archive(*source, path, default_memory_budget());
    std::vector<NpzArray> arrays;
    for (std::size_t m = 0; m < archive.names().size(); ++m) {
        if (!archive.names()[m].ends_with(npy_ending)) continue;
        const std::string name = archive.names()[m].substr(0, archive.names()[m].size() - npy_ending.size());
        if (wanted != nullptr && !wanted(name)) continue;
        arrays.push_back(read_member(archive, m, path + ": " + archive.names()[m]));
        arrays.back().name = name;
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
