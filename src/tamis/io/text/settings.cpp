#include "tamis/io/text/settings.hpp"

#include "tamis/core/error.hpp"
#include "tamis/io/text/cells.hpp"

namespace tamis::detail {

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& choices, const std::string& given) {
    throw UsageError("option '" + name + "' takes " + choices + ", not '" + given + "'", {.option = name});
}

std::optional<bool> header_setting(const std::string& text) {
    if (text == "auto") return std::nullopt;
    if (text != "yes" && text != "no") refuse("header", "one of auto, yes, no", text);
    return text == "yes";
}

std::optional<char> delimiter_setting(const std::string& text) {
    if (text == "auto") return std::nullopt;
    if (text == "tab" || text == "\\t") return '\t';
    if (text == "blank" || text == "space" || text == " ") return run_of_blanks;
    if (text == "comma") return ',';
    if (text == "semicolon") return ';';
    const bool usable = text.size() == 1 && text != "\"" && text != "\n" && text != "\r" && text != ".";
    if (!usable) refuse("sep", "one character, tab or blank", text);
    return text[0];
}

std::optional<char> decimal_setting(const std::string& text) {
    if (text == "auto") return std::nullopt;
    if (text == "comma" || text == ",") return ',';
    if (text == "point" || text == ".") return '.';
    refuse("decimal", "one of auto, '.', ','", text);
}

Encoding encoding_setting(const std::string& text) {
    if (text == "auto") return Encoding::automatic;
    if (text == "utf-8") return Encoding::utf8;
    if (text == "latin-1") return Encoding::latin1;
    refuse("encoding", "one of auto, utf-8, latin-1", text);
}

}  // namespace

TextSettings text_settings(const LoadOptions& options) {
    TextSettings settings;
    settings.header = header_setting(options.header);
    settings.delimiter = delimiter_setting(options.sep);
    settings.decimal = decimal_setting(options.decimal);
    settings.encoding = encoding_setting(options.encoding);
    settings.missing = MissingMarkers(options.na);
    if (settings.delimiter && settings.delimiter == settings.decimal)
        throw UsageError("cells and decimals cannot both be marked by '" + std::string(1, *settings.decimal) +
                         "'");
    return settings;
}

}  // namespace tamis::detail
