// What the MAT reader and writer share: handles that close themselves, and matio's messages, caught.
#pragma once

#include <memory>
#include <string>

// As matio.h declares them.
struct _mat_t;
struct matvar_t;

namespace tamis {

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

// Follows the chain of elements through a version 5 file, so that a file that is cut off is noticed before
// matio reads missing cells as zeros. Also detects version 7.3.
void require_whole_mat_file(const std::string& path);

}  // namespace tamis
