#include "tamis/io/hdf5/file.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <type_traits>

#include "tamis/core/error.hpp"
#include "tamis/io/byte_source.hpp"

namespace tamis::detail::hdf5 {

static_assert(std::is_same_v<Id, hid_t> && std::is_same_v<int, herr_t>);

namespace {

std::mutex& library() {
    static std::mutex one;
    return one;
}

// The signature stands at the start, or after a block of 512, 1024, … bytes that is the user's (MAT files).
void require_signature(const std::string& path) {
    constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
    constexpr std::size_t looked_at = 4096 + signature.size();
    std::string start(looked_at, '\0');
    start.resize(open_file(path)->read(start.data(), start.size()));
    if (start.empty()) throw Error(path + ": is empty");
    for (std::size_t place = 0; place + signature.size() <= start.size();
         place = place == 0 ? 512 : 2 * place)
        if (start.compare(place, signature.size(), signature) == 0) return;
    throw Error(path + ": is not an HDF5 file: its first bytes are wrong");
}

herr_t look_for_lock(unsigned, const H5E_error2_t* error, void* found) {
    if (error->desc != nullptr && std::strstr(error->desc, "lock file") != nullptr)
        *static_cast<bool*>(found) = true;
    return 0;
}

bool is_locked() {
    bool found = false;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look_for_lock, &found);
    return found;
}

herr_t keep_name(hid_t, const char* name, const H5L_info_t*, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

}  // namespace

File::File(const std::string& path, std::uint64_t most_unpacked)
    : alone_(library()), path_(path), most_unpacked_(most_unpacked) {
    require_signature(path);
    bytes_ = std::filesystem::file_size(path);
    H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    lzf_.emplace();
    file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (file_) return;
    const bool locked = is_locked();
    H5Eset_auto2(H5E_DEFAULT, print_, print_data_);
    if (locked) fail("is open for writing in another program: close it there first");
    fail("is cut off or damaged: copy it again");
}

File::~File() {
    file_ = Handle();
    lzf_.reset();
    H5Eset_auto2(H5E_DEFAULT, print_, print_data_);
}

void File::fail(const std::string& what) const { throw Error(path_ + ": " + what); }

bool File::has(const std::string& name) const {
    // Every group on the way must be there: the library takes an absent one for an error.
    for (std::size_t slash = name.find('/', 1); slash != std::string::npos; slash = name.find('/', slash + 1))
        if (H5Lexists(file_.get(), name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    return name == "/" || H5Lexists(file_.get(), name.c_str(), H5P_DEFAULT) > 0;
}

Handle File::open(const std::string& name) const {
    if (!has(name)) return {};
    return {H5Oopen(file_.get(), name.c_str(), H5P_DEFAULT), H5Oclose};
}

bool File::is_group(const std::string& name) const {
    const Handle object = open(name);
    return object && H5Iget_type(object.get()) == H5I_GROUP;
}

bool File::is_array(const std::string& name) const {
    const Handle object = open(name);
    return object && H5Iget_type(object.get()) == H5I_DATASET;
}

std::vector<std::string> File::members(const std::string& group) const {
    std::vector<std::string> names;
    const Handle object = open(group);
    if (object && H5Iget_type(object.get()) == H5I_GROUP)
        H5Literate(object.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, keep_name, &names);
    return names;
}

Array File::array(const std::string& name) const {
    Handle object = open(name);
    if (!object) fail("has no " + name + ", or it is damaged");
    if (H5Iget_type(object.get()) != H5I_DATASET) fail(name + " is not an array");
    return {std::move(object), path_ + ": " + name, {bytes_, most_unpacked_}};
}

Array File::referenced(const Array& holder, const void* reference, const std::string& name) const {
    Handle object(H5Rdereference2(holder.id(), H5P_DEFAULT, H5R_OBJECT, reference), H5Oclose);
    if (!object || H5Iget_type(object.get()) != H5I_DATASET) fail(name + " is damaged: it points nowhere");
    return {std::move(object), path_ + ": " + name, {bytes_, most_unpacked_}};
}

Handle File::open_attribute(const std::string& object, const char* attribute) const {
    const Handle owner = open(object);
    if (!owner || H5Aexists(owner.get(), attribute) <= 0) return {};
    return {H5Aopen(owner.get(), attribute, H5P_DEFAULT), H5Aclose};
}

std::optional<std::string> File::text_attribute(const std::string& object, const char* attribute) const {
    const Handle open_one = open_attribute(object, attribute);
    if (!open_one) return std::nullopt;
    const Handle type(H5Aget_type(open_one.get()), H5Tclose), space(H5Aget_space(open_one.get()), H5Sclose);
    if (!type || H5Tget_class(type.get()) != H5T_STRING || H5Sget_simple_extent_npoints(space.get()) != 1)
        return std::nullopt;
    if (H5Tis_variable_str(type.get()) > 0) {
        char* text = nullptr;
        if (H5Aread(open_one.get(), type.get(), static_cast<void*>(&text)) < 0 || text == nullptr)
            return std::nullopt;
        std::string copy(text);
        H5free_memory(text);
        return copy;
    }
    if (H5Tget_size(type.get()) > bytes_) return std::nullopt;
    std::string text(H5Tget_size(type.get()), '\0');
    if (H5Aread(open_one.get(), type.get(), text.data()) < 0) return std::nullopt;
    return text.substr(0, text.find('\0'));
}

std::vector<Index> File::number_attribute(const std::string& object, const char* attribute) const {
    const Handle open_one = open_attribute(object, attribute);
    if (!open_one) return {};
    const Handle type(H5Aget_type(open_one.get()), H5Tclose), space(H5Aget_space(open_one.get()), H5Sclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    constexpr hssize_t most = 32;  // shapes, not data
    if (!type || H5Tget_class(type.get()) != H5T_INTEGER || count < 1 || count > most) return {};
    std::vector<Index> numbers(at(count));
    if (H5Aread(open_one.get(), H5T_NATIVE_INT64, numbers.data()) < 0) return {};
    return numbers;
}

}  // namespace tamis::detail::hdf5
