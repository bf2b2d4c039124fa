#include "output.hpp"

#include <algorithm>
#include <filesystem>

#include "options.hpp"
#include "tamis/core/error.hpp"
#include "tamis/core/options/names.hpp"
#include "tamis/io/atomic_file.hpp"
#include "tamis/io/formats.hpp"
#include "tamis/preprocess/cells.hpp"
#include "tamis/saved/selection_json.hpp"

namespace tamis::cli {

namespace fs = std::filesystem;

namespace {

void print_data(const Dataset& data, Console& console) {
    constexpr std::size_t at_once = 1 << 16;
    std::string text;
    write_text(data, ',', [&](std::string_view line) {
        text += line;
        if (text.size() < at_once) return;
        console.result(text);
        text.clear();
    });
    console.result(text);
}

std::string lower_extension(const std::string& path) {
    std::string extension = fs::path(path).extension().string();
    for (char& letter : extension)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return extension;
}

// A device or a pipe, which needs no extension.
bool is_special(const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored) &&
           !fs::is_directory(path, ignored);
}

}  // namespace

void Output::add_to(CLI::App& command, const std::string& what, std::vector<std::string> extensions) {
    extensions_ = std::move(extensions);
    command
        .add_option("-o,--output", path_,
                    "save " + what + " as " + joined(extensions_, " ") +
                        " (by the name); - is standard output, " + extensions_.front())
        ->type_name("FILE")
        ->group("Output");
}

std::string Output::extension() const {
    if (!given()) return "";
    const std::string named = lower_extension(path_);
    return standard() || (named.empty() && is_special(path_)) ? extensions_.front() : named;
}

void Output::check() const {
    if (!given() || standard()) return;
    const std::string named = extension();
    if (std::find(extensions_.begin(), extensions_.end(), named) == extensions_.end())
        throw UsageError(
            "-o " + path_ + ": " +
            (named.empty() ? "the name has no extension" : "'" + named + "' is not written here") +
            "; the ones that go are " + joined(extensions_, " "));
    require_writable(path_);
}

void Output::write(Console& console, const Forms& forms, const std::function<std::string()>& shown) const {
    if (!given()) return console.result(shown());
    const std::string wanted = extension();
    const auto form =
        std::find_if(forms.begin(), forms.end(), [&](const auto& one) { return one.first == wanted; });
    if (standard()) return console.result(form->second());
    write_file(path_, form->second());
    console.result(shown());
    console.note("saved " + path_);
}

void SavedData::check() const {
    if (path != "-") return require_writable(path);
    if (json)
        throw UsageError("the data and the document of --json both go to standard output: leave out one");
}

void SavedData::write(const Dataset& data, const std::string& schema, const std::string& what,
                      Console& console, Remarks& heard) const {
    if (path == "-") return print_data(data, console);
    save(path, data, heard.context());
    if (json) console.result(written_json(schema, path, data, heard.take()));
    console.note("wrote " + path + ": " + counted(data.samples(), "sample") + ", " + what);
}

}  // namespace tamis::cli
