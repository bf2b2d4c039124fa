// Files that are as they should be, but for their rows, of which there are none. Such a file alone is an
// error; one of several shards may be like that.
#pragma once

#include <string>
#include <vector>

#include "tamis/core/error.hpp"
#include "tamis/io/load.hpp"

namespace tamis::detail {

// Thrown by the readers of text, libsvm and .npy.
class NoRows : public Error {
  public:
    explicit NoRows(Message happened, Index columns = 0) : Error(std::move(happened)), columns_(columns) {}

    Index columns() const { return columns_; }  // without names; 0 if they are not known

  private:
    Index columns_;
};

// The columns of a file, whatever becomes of them.
struct FileColumns {
    Index count = 0;  // 0: the format does not tell, or the file holds nothing at all
    std::vector<std::string> names;

    template <class Archive>
    void fields(Archive& archive) {
        archive(count, names);
    }
};

// Of text and .npy files, with rows or without; other formats have none here.
FileColumns file_columns(const std::string& path, const LoadOptions& options);

}  // namespace tamis::detail
