// Steps that reading a data set into memory and reading it block by block have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tamis/io/load.hpp"

namespace tamis::detail {

// The last extension in small letters, and the one before it if the last is ".gz".
std::string extension_of(const std::string& path);
std::string without_gz(const std::string& extension);
bool is_one_of(const std::string& text, std::initializer_list<const char*> choices);
bool is_text_extension(const std::string& extension);
bool is_libsvm_extension(const std::string& extension);
bool is_hdf5_extension(const std::string& extension);

// Whether the file ends with the last column that is used, so that zeros are all that can follow: libsvm.
// Not if its lines become the columns, nor if columns are counted from the end, which is another one in every
// file.
bool has_open_width(const std::string& path, const LoadOptions& options);

// Throws Error if there is no such file, or it is a folder that holds no data, or it cannot be opened.
void require_file(const std::string& path);

// For the reader of a format, which looks for a label column: none if the labels are in a file of their own.
// Throws UsageError if they are given twice.
LoadOptions options_of_reader(const LoadOptions& options);

// Formats other than text: the features that `drop` and `only` leave; nothing if that is all of them. The
// columns of the file are the features and the label column.
std::optional<std::vector<Index>> chosen_features(const Dataset& data, const LoadOptions& options,
                                                  const std::string& file);

// Passes warnings on and keeps them, so that all that was said while data were read becomes their remarks.
class HeardRemarks {
  public:
    explicit HeardRemarks(const Context& caller);
    HeardRemarks(const HeardRemarks&) = delete;
    HeardRemarks& operator=(const HeardRemarks&) = delete;

    const Context& context() const { return context_; }
    // Adds those that `data` does not have yet.
    void add_to(Dataset& data) const;

  private:
    Context context_;
    std::vector<std::string> texts_;
};

// Name, labels in a file of their own, and whether the labels are measured.
void finish_loading(Dataset& data, const std::string& path, const LoadOptions& options,
                    const Context& context);

}  // namespace tamis::detail
