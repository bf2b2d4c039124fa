// Parts that scripts fill: what they need is in the data of the page.
#include "tamis/report/escape.hpp"
#include "tamis/report/html/container.hpp"
#include "tamis/report/html/parts.hpp"

namespace tamis::detail::html {

Section feature_part(const Result& result) {
    Section section("feature", "Any feature, kept or left out");
    if (result.kind != ResultKind::selection || result.features == 0) return section;
    section.html(
        "<div class=\"feature-search\"><p class=\"needs-script\">With scripts allowed, any feature can be "
        "looked up "
        "here: its score and rank, why it was chosen or left out, and how its values are distributed. "
        "Everything else "
        "on this page works without.</p></div>\n");
    if (result.features > most_exact_features)
        section.note(
            "With so many features, numbers are rounded here to three digits to keep the page small; the "
            "document has them all.");
    if (!result.root["explanations"])
        section.paragraph_html("Why features were left out is not in this result; " +
                                   result.option_html("explain") + " or " + result.option_html("report") +
                                   " adds it.",
                               "note");
    if (!result.exhibits || !result.exhibits["histograms"])
        section.paragraph_html(
            "Distributions are not in this result; " + result.option_html("report") + " adds them.", "note");
    return section;
}

Section map_part(const Result& result) {
    Section section("map", "Map of the samples");
    if (result.kind != ResultKind::selection && result.kind != ResultKind::projection) return section;
    const Node map = result.exhibits ? result.exhibits["map"] : Node();
    if (!map) {
        section.paragraph_html("The positions of the samples are not in this result; " +
                                   result.option_html("report") + " adds them.",
                               "note");
        return section;
    }
    section.html(
        "<figure class=\"plot\" data-plot=\"map\"><p class=\"needs-script\">With scripts allowed, the "
        "samples are drawn "
        "here.</p><figcaption>" +
        html_text(result.kind == ResultKind::projection
                      ? "The samples along the first directions of the projection."
                      : "The samples in the plane in which the chosen features vary most (PCA), or in which "
                        "the classes "
                        "lie farthest apart (FLDA).") +
        "</figcaption></figure>\n");
    if (const std::string said = map["note"].text(); !said.empty()) section.note(said);
    return section;
}

}  // namespace tamis::detail::html
