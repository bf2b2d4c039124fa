#include "tamis/report/table.hpp"

#include <gtest/gtest.h>

#include "tamis/report/data_text.hpp"
#include "tamis/report/escape.hpp"
#include "tamis/report/page.hpp"
#include "tamis/report/picture.hpp"

namespace tamis {

using namespace detail;

namespace {

TEST(Table, WidthsAreThoseOfTheTerminal) {
    EXPECT_EQ(display_width("abc"), 3u);
    EXPECT_EQ(display_width("é█·"), 3u);
    EXPECT_EQ(display_width("e\u0301"), 1u);  // combining accent
    EXPECT_EQ(display_width("日本"), 4u);
    EXPECT_EQ(display_width("\xff\xfe"), 2u);  // not UTF-8: one column a byte
}

TEST(Table, AlignsAndTrims) {
    Table table({{"größe", Align::left}, {"n", Align::right}, {"x", Align::left}});
    table.add({"a", "1", ""});
    table.add({"日本語", "100", "y"});
    EXPECT_EQ(table.text(),
              "größe     n  x\n"
              "------  ---  -\n"
              "a         1\n"
              "日本語  100  y\n");
    EXPECT_THROW(table.add({"too few"}), std::logic_error);
}

Table small_table() {
    Table table({{"method", Align::left}, {"k = 5  ", Align::right}});
    table.add({"a_b|c", "81.2 ± 3.4 *"});
    table.add({"x,\"y\"", ""});
    return table;
}

TEST(Table, Markdown) {
    EXPECT_EQ(small_table().markdown(),
              "| method | k = 5 |\n"
              "| --- | ---: |\n"
              "| a\\_b\\|c | 81.2 ± 3.4 \\* |\n"
              "| x,\"y\" |  |\n");
}

TEST(Table, Latex) {
    EXPECT_EQ(small_table().latex(),
              "\\begin{tabular}{lr}\n\\toprule\n"
              "method & k = 5 \\\\\n\\midrule\n"
              "a\\_b$|$c & 81.2 $\\pm$ 3.4 * \\\\\n"
              "x,\"y\" &  \\\\\n"
              "\\bottomrule\n\\end{tabular}\n");
    EXPECT_EQ(latex_text("50 % of {x} & ~$#^\\"),
              "50 \\% of \\{x\\} \\& \\textasciitilde{}\\$\\#\\textasciicircum{}\\textbackslash{}");
}

TEST(Table, DelimitedCellsAreQuotedWhereTheyMust) {
    EXPECT_EQ(small_table().delimited(','),
              "method,\"k = 5  \"\n"
              "a_b|c,81.2 ± 3.4 *\n"
              "\"x,\"\"y\"\"\",\n");
    EXPECT_EQ(delimited_text("a,b", '\t'), "a,b");
    EXPECT_EQ(delimited_text("a\tb", '\t'), "\"a\tb\"");
    EXPECT_EQ(delimited_text("two\nlines", ','), "\"two\nlines\"");
}

TEST(Table, ExactNumbersReadAsTheSameDouble) {
    for (const double number : {0.1, 1.0 / 3.0, 1e-300, 12345678901234567.0})
        EXPECT_EQ(std::stod(exact_number(number)), number);
}

TEST(Page, BlocksAreTheSameInEveryForm) {
    Page page;
    page.title("Accuracy in %");
    Page more;
    more.lines({"one", "two"});
    more.paragraph("p >= 0.05");
    page.append(std::move(more));
    EXPECT_EQ(page.text(), "Accuracy in %\n\none\ntwo\n\np >= 0.05\n");
    EXPECT_EQ(page.markdown(), "## Accuracy in %\n\none  \ntwo\n\np >= 0.05\n");
    EXPECT_EQ(
        page.latex(),
        "% needs \\usepackage{booktabs}\n\n\\paragraph{Accuracy in \\%}\n\none\\\\\ntwo\n\np $>$= 0.05\n");
}

TEST(HeadLine, NamesTheLabel) {
    EXPECT_EQ(label_text(2, "species"), "2 classes, label species");
    EXPECT_EQ(label_text(1, ""), "1 class");
    EXPECT_EQ(label_text(std::nullopt, ""), "no labels");
}

TEST(Table, NumbersAndDurations) {
    EXPECT_EQ(short_number(0.123456789), "0.123457");
    EXPECT_EQ(short_number(1.0 / 0.0), "inf");
    EXPECT_EQ(duration_text(0.0), "0 ms");
    EXPECT_EQ(duration_text(3.15e-7), "< 1 µs");
    EXPECT_EQ(duration_text(4.2e-4), "420 µs");
    EXPECT_EQ(duration_text(9.999e-4), "1 ms");
    EXPECT_EQ(duration_text(0.00123), "1.23 ms");
    EXPECT_EQ(duration_text(0.9999), "1 s");
    EXPECT_EQ(duration_text(2.5), "2.5 s");
    EXPECT_EQ(duration_text(125.0), "2 min 5 s");
}

TEST(Picture, DrawsRanksAndPutsPicturesSideBySide) {
    const std::vector<Index> first = {0, 3}, second = {1};
    const std::vector<Picture> pictures = {draw_pixels("a", first, 2, 2), draw_pixels("b", second, 2, 2)};
    EXPECT_EQ(side_by_side(pictures, 80),
              "a      b\n"
              "██·    · ██\n"
              "· ▒▒   · ·\n");
    EXPECT_EQ(side_by_side(pictures, 5), "a\n██·\n· ▒▒\n\nb\n· ██\n· ·\n");
}

}  // namespace
}  // namespace tamis
