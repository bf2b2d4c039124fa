#include "spelling.hpp"

#include <algorithm>

namespace tamis::cli {

std::string spelled(const OptionMention& option) {
    if (option.owner == OptionMention::Owner::method)
        return "--set " + option.name + "=" + (option.value.empty() ? "…" : option.value);
    std::string flag = option.name == "k" ? "-k" : "--" + option.name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    return option.value.empty() ? flag : flag + " " + option.value;
}

}  // namespace tamis::cli
