// Handles of the HDF5 library that close themselves. The library's own header stays in the .cpp files.
#pragma once

#include <cstdint>
#include <utility>

namespace tamis::detail::hdf5 {

using Id = std::int64_t;  // hid_t

class Handle {
  public:
    using Close = int (*)(Id);

    Handle() = default;
    Handle(Id id, Close close) : id_(id), close_(close) {}
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    explicit operator bool() const { return id_ >= 0; }
    Id get() const { return id_; }

  private:
    Id id_ = -1;
    Close close_ = nullptr;
};

}  // namespace tamis::detail::hdf5
