#include "tamis/io/limits.hpp"

#include "tamis/core/error.hpp"
#include "tamis/core/memory_budget.hpp"

namespace tamis::detail {

std::uint64_t most_unpacked(const LoadOptions& options) {
    return options.max_unpacked == "auto" ? default_memory_budget()
                                          : parse_bytes(options.max_unpacked, "max_unpacked");
}

void require_few_features(Index features, const std::string& path, const LoadOptions& options) {
    require_few_features(features, options.max_features, path);
}

void require_few_features(Index features, Index most, const std::string& where) {
    if (features > most)
        throw Error(where + ": has " + std::to_string(features) + " features, more than the limit of " +
                        std::to_string(most),
                    "if that is right, allow it with " + option("max_features", std::to_string(features)));
}

void require_unpackable(std::uint64_t bytes, std::uint64_t most, const std::string& what) {
    if (bytes > most) fail_as_too_large(most, what);
}

void fail_as_too_large(std::uint64_t most, const std::string& what) {
    throw Error(what + ": takes more than " + bytes_text(most) + " when it is unpacked",
                "if that is right, allow it with " + option("max_unpacked", "SIZE"));
}

}  // namespace tamis::detail
