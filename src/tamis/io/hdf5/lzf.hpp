// The lzf filter of h5py, which AnnData offers as well: the HDF5 library itself does not have it.
#pragma once

#include <cstddef>

namespace tamis::detail::hdf5 {

// Unpacks `size` bytes; returns how many it made, or 0 if they are damaged or do not fit into `room`.
std::size_t unpack_lzf(const unsigned char* packed, std::size_t size, unsigned char* target,
                       std::size_t room);

// Known to the library as long as this lives, unless somebody else has told it already.
class LzfFilter {
  public:
    LzfFilter();
    ~LzfFilter();
    LzfFilter(const LzfFilter&) = delete;
    LzfFilter& operator=(const LzfFilter&) = delete;

  private:
    bool ours_ = false;
};

}  // namespace tamis::detail::hdf5
