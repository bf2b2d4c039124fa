// Zip archives: members stored or deflated, read whole; written stored.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tamis/io/atomic_file.hpp"

namespace tamis::detail {

struct ZipMember {
    std::string name;
    std::string content;
};

// Checksums are compared; errors name file and member.
std::vector<ZipMember> read_zip(const std::string& path);

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
