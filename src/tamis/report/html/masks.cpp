#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tamis/preprocess/cells.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/html/draw/heat.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

namespace {

constexpr double mask_side = 180.0;  // of the longer side of one mask

struct Shape {
    std::size_t height = 0, width = 0;
    bool by_rows = true;

    std::size_t pixel(std::size_t row, std::size_t column) const {
        return by_rows ? row * width + column : column * height + row;
    }
};

struct Mask {
    std::string title;
    std::function<int(std::size_t)> level;  // of a pixel
};

void draw(Section& section, const std::string& name, const Shape& shape, const std::vector<Mask>& masks,
          const std::vector<std::string>& styles, const std::string& caption) {
    const double cell =
        std::max(1.0, std::floor(mask_side / static_cast<double>(std::max(shape.height, shape.width))));
    const double width = cell * static_cast<double>(shape.width),
                 height = cell * static_cast<double>(shape.height);
    const std::size_t across = std::max<std::size_t>(1, std::min<std::size_t>(masks.size(), 4));
    const std::size_t down = (masks.size() + across - 1) / across;
    const double step_x = std::max(width, 120.0) + 16.0, step_y = height + 34.0;
    Svg svg(step_x * static_cast<double>(across), step_y * static_cast<double>(down), caption);
    for (std::size_t m = 0; m < masks.size(); ++m) {
        const std::size_t row = m / across, column = m % across;
        const double left = step_x * static_cast<double>(column), top = step_y * static_cast<double>(row);
        svg.text(left, top + 14.0, shortened(masks[m].title, 26), "label");
        svg.open(attribute("data-series", masks[m].title));
        const std::vector<std::string> paths =
            level_paths(shape.height, shape.width, left, top + 22.0, cell, styles.size(),
                        [&](std::size_t r, std::size_t c) { return masks[m].level(shape.pixel(r, c)); });
        for (std::size_t level = 0; level < paths.size(); ++level) svg.path(paths[level], styles[level]);
        svg.close();
    }
    section.figure(name, "", svg, html_text(caption));
}

void selection_mask(const Result& result, const Shape& shape, Section& section) {
    std::vector<int> level(at(result.features), 0);
    const std::size_t k = result.selected.size();
    std::size_t next = 0;
    std::vector<bool> chosen = result.chosen();
    if (!result.scores.empty())
        for (const Index j : result.by_score())
            if (!chosen[at(j)] && next < k && std::isfinite(result.scores[at(j)])) {
                level[at(j)] = 1;
                ++next;
            }
    for (const Index j : result.selected) level[at(j)] = 2;
    draw(section, "mask", shape, {{result.method, [&](std::size_t pixel) { return level[pixel]; }}},
         {"mask-off", "mask-next", "mask-on"},
         fmt::format("The {} chosen pixels (orange){} in the picture.", k,
                     next > 0 ? fmt::format(" and the next {} by score (blue)", next) : ""));
}

void shared_masks(const Node& masks, const Shape& shape, Section& section) {
    std::vector<Mask> all;
    for (const Node& node : masks.items()) {
        auto share = node["share"].numbers();
        if (share.size() != shape.height * shape.width)
            throw WrongEntry{"'masks' has not one share for each pixel"};
        std::string title = (node["data"] ? node["data"].text() + ", " : "") + node["method"].text() +
                            ", k = " + std::to_string(node["k"].index());
        if (node["clusters"]) title += ", " + class_count(at(node["clusters"].index()));
        all.push_back({std::move(title), [share = std::move(share)](std::size_t pixel) {
                           return share[pixel] > 0.0 ? std::max(1, heat_level(share[pixel]) - 5) : 0;
                       }});
    }
    if (all.empty()) return;
    draw(section, "masks", shape, all, {"mask-off", "heat-6", "heat-7", "heat-8", "heat-9", "heat-10"},
         "Pixels by the share of the splits in which a method chose them: the stronger the color, the more "
         "often.");
}

}  // namespace

Section masks_part(const Result& result) {
    Section section("masks", "Masks");
    const Node image = result.exhibits ? result.exhibits["image"] : Node();
    if (!image) return section;
    const Shape shape{at(std::max<Index>(0, image["height"].index())),
                      at(std::max<Index>(0, image["width"].index())), image["order"].text() != "columns"};
    constexpr std::size_t most_pixels = 4'000'000;
    if (shape.height == 0 || shape.width == 0 || shape.height > most_pixels / shape.width)
        throw WrongEntry{"'image' has no height and width that a picture can have"};
    if (result.kind == ResultKind::selection) {
        if (shape.height * shape.width != at(result.features)) {
            section.note(fmt::format("A picture of {} × {} pixels does not fit {} features.", shape.height,
                                     shape.width, result.features));
            return section;
        }
        selection_mask(result, shape, section);
    } else if (const Node masks = result.exhibits["masks"]) {
        shared_masks(masks, shape, section);
    }
    return section;
}

}  // namespace tamis::detail::html
