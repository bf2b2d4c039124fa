#include "tamis/core/citations/citations.hpp"

#include <utility>

namespace tamis {

namespace {

// The names behind the abbreviations, for bibliographies.
std::string_view full_venue(std::string_view venue) {
    constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"AAAI", "Proceedings of the AAAI Conference on Artificial Intelligence"},
        {"UAI", "Proceedings of the Conference on Uncertainty in Artificial Intelligence"},
        {"ICML", "Proceedings of the International Conference on Machine Learning"},
        {"ICPR", "Proceedings of the International Conference on Pattern Recognition"},
        {"CVPR", "Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition"},
        {"NIPS", "Advances in Neural Information Processing Systems"},
        {"IEEE TPAMI", "IEEE Transactions on Pattern Analysis and Machine Intelligence"},
        {"IEEE TKDE", "IEEE Transactions on Knowledge and Data Engineering"},
        {"JMLR", "Journal of Machine Learning Research"},
    };
    for (const auto& [name, full] : names)
        if (venue == name) return full;
    return venue;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// Plain ASCII, which every BibTeX reads.
std::string latex(std::string text) {
    return replaced(replaced(std::move(text), "Š", "{\\v{S}}"), "–", "--");
}

}  // namespace

std::string reference(const CitedPaper& paper) {
    std::string text;
    const auto add = [&](std::string_view before, std::string_view value, std::string_view after = "") {
        if (!value.empty()) text.append(before).append(value).append(after);
    };
    add("", paper.authors, ": ");
    add("", paper.title, ". ");
    add("", paper.venue, " ");
    add("", paper.volume);
    add("(", paper.number, ")");
    add(paper.volume.empty() ? "" : ", ", paper.year);
    add(", ", paper.pages);
    add(", doi ", paper.doi);
    add("; ", paper.note);
    return text;
}

std::string bibtex(const CitedPaper& paper) {
    const bool journal = !paper.volume.empty();
    std::string text = journal ? "@article{" : "@inproceedings{";
    text.append(paper.key).append(",\n");
    const auto add = [&](std::string_view name, std::string value) {
        if (!value.empty())
            text.append("  ").append(name).append(" = {").append(latex(std::move(value))).append("},\n");
    };
    add("author", replaced(std::string(paper.authors), ", ", " and "));
    add("title", "{" + std::string(paper.title) + "}");  // a second pair of braces keeps the capitals
    add(journal ? "journal" : "booktitle", std::string(full_venue(paper.venue)));
    for (const auto& [name, value] : {std::pair{"volume", paper.volume},
                                      {"number", paper.number},
                                      {"year", paper.year},
                                      {"pages", paper.pages},
                                      {"doi", paper.doi},
                                      {"note", paper.note}})
        add(name, std::string(value));
    return text + "}\n";
}

std::string citation_text(const std::vector<Citation>& citations) {
    std::string text;
    for (const Citation& citation : citations) {
        if (!text.empty()) text += "; ";
        if (!citation.role.empty()) text += citation.role + " ";
        text += reference(find_cited_paper(citation.key));
        if (!citation.place.empty()) text += ", " + citation.place;
    }
    return text;
}

}  // namespace tamis
