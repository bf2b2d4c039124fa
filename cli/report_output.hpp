// --report FILE.html and --image HxW: the page of a result, made by the command that has the data at hand.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "session.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"
#include "tamis/report/html/report.hpp"

namespace tamis::cli {

class ReportOutput {
  public:
    // Both options; `what` is on the page: "the selection".
    void add_to(CLI::App& command, const std::string& what);

    bool given() const { return !path_.empty(); }
    const std::string& path() const { return path_; }
    // For a command that makes a page without being asked to.
    void set_path(std::string path) { path_ = std::move(path); }

    // Before any work: throws UsageError if the page would take the place of another file that the command
    // reads or writes, if its name is not one of a page, or if an image is given for nothing; Error if it
    // cannot be written. `document`: a JSON document is written, which keeps the image as well.
    void check(const std::vector<std::string>& other_files, bool document) const;

    // The image of the data at `data`, which has so many features: the given one, or that of data that are
    // known to be images. Throws UsageError if the numbers do not agree.
    std::optional<ImageShape> image_of(const std::string& data, Index features) const;

    // The given one, whatever the data are.
    std::optional<ImageShape> image() const;

    // Writes the page, if one is wanted, and says so.
    void write(const std::vector<detail::ReportDocument>& documents, Session& session) const;

  private:
    std::string path_, image_;
};

}  // namespace tamis::cli
