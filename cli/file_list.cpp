#include "file_list.hpp"

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Runs of digits compare as the numbers they are, so that part-2 comes before part-10; names that differ in
// leading zeros alone compare as texts.
bool natural_less(const std::string& left, const std::string& right) {
    std::size_t a = 0, b = 0;
    const auto number = [](const std::string& text, std::size_t& place) {
        while (place < text.size() && text[place] == '0') ++place;
        const std::size_t begin = place;
        while (place < text.size() && is_digit(text[place])) ++place;
        return std::string_view(text).substr(begin, place - begin);
    };
    while (a < left.size() && b < right.size()) {
        if (!is_digit(left[a]) || !is_digit(right[b])) {
            if (left[a] != right[b]) return left[a] < right[b];
            ++a, ++b;
            continue;
        }
        const std::string_view first = number(left, a), second = number(right, b);
        if (first.size() != second.size()) return first.size() < second.size();
        if (first != second) return first < second;
    }
    if (a < left.size() || b < right.size()) return b < right.size();
    return left < right;
}

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
        throw Error("cannot look for files that fit '" + pattern + "': a folder cannot be read",
                    "check its permissions");
    }
    ~Matches() { ::globfree(&found_); }
    Matches(const Matches&) = delete;
    Matches& operator=(const Matches&) = delete;

    std::vector<std::string> sorted() const {
        std::vector<std::string> names;
        if (outcome_ == 0) names.assign(found_.gl_pathv, found_.gl_pathv + found_.gl_pathc);
        std::sort(names.begin(), names.end(), natural_less);
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
        if (matches.empty())
            throw Error("no file fits '" + argument + "'", "check its folder and its spelling");
        files.insert(files.end(), matches.begin(), matches.end());
    }
    return files;
}

}  // namespace tamis::cli
