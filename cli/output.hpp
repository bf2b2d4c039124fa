// -o FILE: the extension says in which form, "-" is standard output.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "console.hpp"
#include "tamis/core/dataset.hpp"
#include "tamis/pipeline/remarks.hpp"

namespace tamis::cli {

// The forms that a result can be written in: the extension with its dot, and how to make the text.
using Forms = std::vector<std::pair<std::string, std::function<std::string()>>>;

class Output {
  public:
    // -o of `command`; `what` says what is saved and `extensions` how, the first one on standard output.
    void add_to(CLI::App& command, const std::string& what, std::vector<std::string> extensions);

    // Before any work: throws UsageError for an extension that does not go and Error where the file cannot be
    // written.
    void check() const;
    // What is written if -o is not given.
    void set_default(const std::string& path) {
        if (path_.empty()) path_ = path;
    }
    bool given() const { return !path_.empty(); }
    const std::string& path() const { return path_; }
    bool standard() const { return path_ == "-"; }
    // The extension that is asked for; "" where nothing is.
    std::string extension() const;

    // Writes the form that is asked for. On standard output the table (`shown`) gives way to it.
    void write(Console& console, const Forms& forms, const std::function<std::string()>& shown) const;

  private:
    std::string path_;
    std::vector<std::string> extensions_;
};

// A data set in the format of the extension, or as .csv on standard output if `path` is "-". The note about
// it ends in `what`: "3 features". With `json` a document that describes it, with
// the remarks that were heard, goes to standard output.
struct SavedData {
    std::string path;
    bool json = false;

    // Before any work: throws UsageError or Error if it cannot be written there.
    void check() const;
    void write(const Dataset& data, const std::string& schema, const std::string& what, Console& console,
               Remarks& heard) const;
};

}  // namespace tamis::cli
