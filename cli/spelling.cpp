#include "spelling.hpp"

#include <algorithm>

namespace tamis::cli {

namespace {

// As one word for a shell. What a cell of the user's file holds is always quoted, to be told from the text.
std::string shell_word(const OptionMention& option) {
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:/=%@…";
    if (option.name != "na" && option.value.find_first_not_of(plain) == std::string::npos)
        return option.value;
    std::string word = "'";
    for (const char c : option.value) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

}  // namespace

std::string spelled(const OptionMention& option) {
    if (option.owner == OptionMention::Owner::method)
        return "--set " + option.name + "=" + (option.value.empty() ? "…" : option.value);
    std::string flag = option.name == "k" ? "-k" : "--" + option.name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    return option.value.empty() ? flag : flag + " " + shell_word(option);
}

}  // namespace tamis::cli
