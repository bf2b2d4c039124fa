// An HDF5 file, its groups and attributes.
//
// The library is not thread-safe as Debian builds it, so one file is open at a time, whoever asks: the others
// wait. What the library would print about errors is kept back meanwhile.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tamis/core/index.hpp"
#include "tamis/core/memory_budget.hpp"
#include "tamis/io/hdf5/array.hpp"
#include "tamis/io/hdf5/handles.hpp"
#include "tamis/io/hdf5/lzf.hpp"

namespace tamis::detail::hdf5 {

class File {
  public:
    // Throws Error that names the file if it cannot be opened, is no HDF5 file, is cut off or damaged.
    // Arrays that are read whole may unpack to `most_unpacked` bytes.
    explicit File(const std::string& path, std::uint64_t most_unpacked = default_memory_budget());
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    const std::string& path() const { return path_; }
    bool has(const std::string& name) const;
    bool is_group(const std::string& name) const;
    bool is_array(const std::string& name) const;
    std::vector<std::string> members(const std::string& group) const;  // sorted; none where there is no group

    // Throws Error if there is none of that name.
    Array array(const std::string& name) const;
    // What a reference of the file points to.
    Array referenced(const Array& holder, const void* reference, const std::string& name) const;

    // Of a group or array; none where the object or the attribute is not there or of another kind.
    std::optional<std::string> text_attribute(const std::string& object, const char* attribute) const;
    std::vector<Index> number_attribute(const std::string& object, const char* attribute) const;

    [[noreturn]] void fail(const std::string& what) const;

  private:
    Handle open(const std::string& name) const;
    Handle open_attribute(const std::string& object, const char* attribute) const;

    std::unique_lock<std::mutex> alone_;
    std::string path_;
    std::uint64_t bytes_ = 0, most_unpacked_;
    void* print_data_ = nullptr;  // how errors were told before, to be set again
    int (*print_)(Id, void*) = nullptr;
    std::optional<LzfFilter> lzf_;
    Handle file_;
};

}  // namespace tamis::detail::hdf5
