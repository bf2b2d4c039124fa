#include "file_list.hpp"

#include <glob.h>

#include <algorithm>
#include <filesystem>

#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace {

bool is_pattern(const std::string& argument) {
    std::error_code ignored;
    return argument.find_first_of("*?[") != std::string::npos && !std::filesystem::exists(argument, ignored);
}

class Matches {
  public:
    explicit Matches(const std::string& pattern)
        : outcome_(::glob(pattern.c_str(), GLOB_ERR | GLOB_NOSORT, nullptr, &found_)) {
        if (outcome_ == 0 || outcome_ == GLOB_NOMATCH) return;
        ::globfree(&found_);
        throw Error("cannot look for files that fit '" + pattern + "': a folder cannot be read");
    }
    ~Matches() { ::globfree(&found_); }
    Matches(const Matches&) = delete;
    Matches& operator=(const Matches&) = delete;

    std::vector<std::string> sorted() const {
        std::vector<std::string> names;
        if (outcome_ == 0) names.assign(found_.gl_pathv, found_.gl_pathv + found_.gl_pathc);
        std::sort(names.begin(), names.end());
        return names;
    }

  private:
    ::glob_t found_{};
    int outcome_;
};

}  // namespace

std::vector<std::string> file_list(const std::vector<std::string>& arguments) {
    std::vector<std::string> files;
    for (const std::string& argument : arguments) {
        if (!is_pattern(argument)) {
            files.push_back(argument);
            continue;
        }
        const std::vector<std::string> matches = Matches(argument).sorted();
        if (matches.empty()) throw Error("no file fits '" + argument + "'");
        files.insert(files.end(), matches.begin(), matches.end());
    }
    return files;
}

}  // namespace tamis::cli
