// How a text is to be read, as far as the user says so: the texts of LoadOptions as types.
#pragma once

#include <optional>
#include <string>

#include "tamis/io/load.hpp"
#include "tamis/io/text/encoding.hpp"
#include "tamis/io/text/number.hpp"

namespace tamis::detail {

struct TextSettings {
    std::optional<bool> header;     // nothing: to be found out
    std::optional<char> delimiter;  // as TextFormat::delimiter
    std::optional<char> decimal;
    Encoding encoding = Encoding::automatic;
    MissingMarkers missing;
};

// Throws UsageError on a value that an option does not take.
TextSettings text_settings(const LoadOptions& options);

}  // namespace tamis::detail
