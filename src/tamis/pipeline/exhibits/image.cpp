#include <charconv>

#include "tamis/core/error.hpp"
#include "tamis/pipeline/exhibits/exhibits.hpp"

namespace tamis {

namespace {

constexpr Index largest_side = 1'000'000;  // so that a product of two sides cannot overflow

// A whole number that is all of the text; nothing if it is none.
std::optional<Index> side_of(const std::string& text) {
    Index side = 0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), side);
    if (trouble != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (side < 1 || side > largest_side) return std::nullopt;
    return side;
}

}  // namespace

std::string to_text(PixelOrder order) { return order == PixelOrder::rows ? "rows" : "columns"; }

ImageShape ImageShape::parse(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string size = text.substr(0, colon);
    const std::string order = colon == std::string::npos ? "rows" : text.substr(colon + 1);
    const std::size_t times = size.find('x');
    if (times != std::string::npos && (order == "rows" || order == "columns")) {
        const std::optional<Index> height = side_of(size.substr(0, times)),
                                   width = side_of(size.substr(times + 1));
        if (height && width)
            return {*height, *width, order == "rows" ? PixelOrder::rows : PixelOrder::columns};
    }
    throw UsageError(
        "'" + text +
        "' is no size of an image: it is HEIGHTxWIDTH, as in 8x8, or with the order "
        "of the pixels, as in 32x32:columns (one column of the image after the other; rows is the default)");
}

void check_image(const ImageShape& image, Index features, const std::string& data) {
    const Index pixels = image.height * image.width;
    if (pixels != features)
        throw UsageError("an image of " + std::to_string(image.height) + " x " + std::to_string(image.width) +
                         " has " + std::to_string(pixels) + " pixels, and " + data + " has " +
                         std::to_string(features) + " features");
}

}  // namespace tamis
