// Sentences and tables in the order they are read, written as plain text, Markdown or LaTeX.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tamis/report/table.hpp"

namespace tamis::detail {

class Page {
  public:
    void title(std::string text) { blocks_.emplace_back(Title{std::move(text)}); }
    // Flowing text: where its lines break has no meaning.
    void paragraph(std::string text) { blocks_.emplace_back(Paragraph{std::move(text)}); }
    // One sentence per line.
    void lines(std::vector<std::string> texts) { blocks_.emplace_back(Lines{std::move(texts)}); }
    void table(Table table) { blocks_.emplace_back(std::move(table)); }
    void append(Page more);

    std::string text() const;
    std::string markdown() const;
    // For \input: tables with the rules of the package booktabs.
    std::string latex() const;

  private:
    struct Title {
        std::string text;
    };
    struct Paragraph {
        std::string text;
    };
    struct Lines {
        std::vector<std::string> texts;
    };
    using Block = std::variant<Title, Paragraph, Lines, Table>;

    // Blocks with a blank line between them.
    template <class Write>
    std::string joined_blocks(Write write) const;

    std::vector<Block> blocks_;
};

}  // namespace tamis::detail
