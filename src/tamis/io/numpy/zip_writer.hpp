// Zip archives, written: members stored as they are.
#pragma once

#include <cstdint>
#include <string>

#include "tamis/io/atomic_file.hpp"

namespace tamis::detail {

class ZipWriter {
  public:
    explicit ZipWriter(const std::string& path);
    void add(const std::string& name, const std::string& content);
    void commit();  // the file appears now

  private:
    void write(const std::string& bytes);

    AtomicFile file_;
    std::string directory_;
    std::uint64_t position_ = 0, count_ = 0;
};

}  // namespace tamis::detail
