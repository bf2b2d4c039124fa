// What the MAT reader and writer share: handles that close themselves, and matio's messages, caught.
#pragma once

#include <memory>
#include <string>
#include <vector>

// As matio.h declares them.
struct _mat_t;  // NOLINT(bugprone-reserved-identifier)
struct matvar_t;

namespace tamis::detail {

struct MatClose {
    void operator()(_mat_t* file) const;
};
struct MatFree {
    void operator()(matvar_t* variable) const;
};
using MatFile = std::unique_ptr<_mat_t, MatClose>;
using MatVariable = std::unique_ptr<matvar_t, MatFree>;

// matio writes to stderr unless it is given a function to call. What it has to say on this thread is kept
// here from construction on.
class MatLog {
  public:
    MatLog();
    const std::string& text() const;  // the first message, or ""
};

// Version 7.3 is an HDF5 file.
bool is_mat73(const std::string& path);

// The rows of a char matrix without the blanks at their ends, and the texts of a cell array, read already.
// `described` and `path` are for messages.
std::vector<std::string> mat_char_rows(const matvar_t& variable, const std::string& described,
                                       const std::string& path);
std::vector<std::string> mat_cell_texts(const matvar_t& variable, const std::string& described,
                                        const std::string& path);

}  // namespace tamis::detail
