#include "report_output.hpp"

#include <filesystem>

#include "options.hpp"
#include "spelling.hpp"
#include "tamis/core/error.hpp"
#include "tamis/io/atomic_file.hpp"

namespace tamis::cli {

namespace fs = std::filesystem;

namespace {

// The data sets of images that ship with tamis.
constexpr const char* known_name = "digits";
constexpr ImageShape known_image{8, 8, PixelOrder::rows};

}  // namespace

void ReportOutput::add_to(CLI::App& command, const std::string& what) {
    command.add_option("--report", path_, "also make one HTML file that shows " + what)
        ->type_name("FILE.html")
        ->group("Output");
    command
        .add_option("--image", image_,
                    "the features are the pixels of an image of this size, one row after the other, or with "
                    ":columns one column after the other; the report draws masks")
        ->type_name("HxW[:rows|columns]")
        ->group("Output");
}

void ReportOutput::check(const std::vector<std::string>& other_files, bool document) const {
    image();
    if (!image_.empty() && !given() && !document)
        throw UsageError("--image says how a report draws the features: say where with --report FILE.html");
    if (!given()) return;
    const std::string extension = fs::path(path_).extension().string();
    if (extension != ".html" && extension != ".htm")
        throw UsageError("--report " + path_ + ": the page is an HTML file, as in --report " +
                         (path_ == "-" ? "report" : fs::path(path_).replace_extension().string()) + ".html");
    for (const std::string& other : other_files)
        if (are_same_file(other, path_))
            throw UsageError("--report " + path_ +
                             ": the command reads or writes this file for something else; give "
                             "the page another name");
    require_writable(path_);
}

std::optional<ImageShape> ReportOutput::image() const {
    if (image_.empty()) return std::nullopt;
    try {
        return ImageShape::parse(image_);
    } catch (const UsageError& error) {
        throw UsageError(std::string("--image: ") + error.what());
    }
}

std::optional<ImageShape> ReportOutput::image_of(const std::string& data, Index features) const {
    std::optional<ImageShape> found = image();
    if (found) {
        try {
            check_image(*found, features, data);
        } catch (const UsageError& error) {
            throw UsageError("--image " + image_ + ": " + error.what());
        }
    }
    const bool known = data == known_name && features == known_image.height * known_image.width;
    if (!found && given() && known) found = known_image;
    return found;
}

void ReportOutput::write(const std::vector<ReportDocument>& documents, Session& session) const {
    if (!given()) return;
    write_file(path_, report_page(documents, {.command = session.command, .spell = spelled}));
    session.console.note("saved " + path_);
}

}  // namespace tamis::cli
