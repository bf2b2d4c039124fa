// NumPy's .npz: a zip archive with one .npy file per array.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Of the names of an archive's members.
inline constexpr std::string_view npy_ending = ".npy";

// One array of an archive. Numbers of any type are held as doubles, texts as they are.
struct NpzArray {
    std::string name;             // without ".npy"
    std::vector<Index> shape;     // empty for a single value
    std::vector<double> numbers;  // by rows, whatever the order in the file; empty for texts
    std::vector<std::string> texts;
    bool whole = false;  // written as int64

    Index cells() const;
};

// Writes arrays under a temporary name, then renames. Not compressed:
// numpy.load maps such files quickly, and random-looking digits do not compress.
void write_npz(const std::string& path, const std::vector<NpzArray>& arrays);

// Reads stored and deflated members of any numeric or text type; errors name file and member. The arrays that
// are not `wanted` are not unpacked.
using WantedArray = bool (*)(std::string_view name);
std::vector<NpzArray> read_npz(const std::string& path, WantedArray wanted = nullptr);

// What is said of arrays of objects.
inline constexpr const char* python_objects =
    "holds Python objects, which tamis does not read: save texts as array.astype(str), numbers as "
    "array.astype(float)";

// The array of that name; throws Error naming the file if there is none.
const NpzArray& find_array(const std::vector<NpzArray>& arrays, std::string_view name,
                           const std::string& path);

}  // namespace tamis::detail
