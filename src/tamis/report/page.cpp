#include "tamis/report/page.hpp"

#include <iterator>

#include "tamis/report/escape.hpp"

namespace tamis::detail {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

// Every line escaped, with `line_break` between two.
template <class Escape>
std::string broken_lines(const std::vector<std::string>& texts, const char* line_break, Escape escape) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : line_break) + escape(text);
    return all + "\n";
}

}  // namespace

void Page::append(Page more) {
    std::move(more.blocks_.begin(), more.blocks_.end(), std::back_inserter(blocks_));
}

template <class Write>
std::string Page::joined_blocks(Write write) const {
    std::string all;
    for (const Block& block : blocks_) all += (all.empty() ? "" : "\n") + std::visit(write, block);
    return all;
}

std::string Page::text() const {
    return joined_blocks(Overloaded{
        [](const Title& title) { return visible_lines(title.text) + "\n"; },
        [](const Paragraph& paragraph) { return visible_lines(paragraph.text) + "\n"; },
        [](const Lines& lines) { return broken_lines(lines.texts, "\n", visible); },
        [](const Table& table) { return table.text(); },
    });
}

std::string Page::markdown() const {
    return joined_blocks(Overloaded{
        [](const Title& title) { return "## " + markdown_text(title.text) + "\n"; },
        [](const Paragraph& paragraph) { return markdown_text(paragraph.text) + "\n"; },
        [](const Lines& lines) { return broken_lines(lines.texts, "  \n", markdown_text); },
        [](const Table& table) { return table.markdown(); },
    });
}

std::string Page::latex() const {
    return "% needs \\usepackage{booktabs}\n\n" +
           joined_blocks(Overloaded{
               [](const Title& title) { return "\\paragraph{" + latex_text(title.text) + "}\n"; },
               [](const Paragraph& paragraph) { return latex_text(paragraph.text) + "\n"; },
               [](const Lines& lines) { return broken_lines(lines.texts, "\\\\\n", latex_text); },
               [](const Table& table) { return table.latex(); },
           });
}

}  // namespace tamis::detail
