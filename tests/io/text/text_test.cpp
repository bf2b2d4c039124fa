// Delimited text: what is detected, how cells are read, which column is the label.
#include <gmock/gmock.h>
#include <zlib.h>

#include <limits>
#include <random>

#include "tamis/core/error.hpp"
#include "tamis/io/text/load_text.hpp"
#include "tamis/io/text/number.hpp"
#include "tests/io/file_test.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using namespace tamis::testing;
constexpr double infinity = std::numeric_limits<double>::infinity();

class Text : public CsvTest {};

TEST_F(Text, NumbersWithAHeader) {
    const Dataset data = read("a,b,c\n1,2.5,-3\n4e2,+5,.25\n");
    expect_matrix(data.x, {{1, 2.5, -3}, {400, 5, 0.25}});
    EXPECT_THAT(data.feature_names, ElementsAre("a", "b", "c"));
    EXPECT_EQ(data.name, "data.csv");
    EXPECT_TRUE(data.labels.empty());
    EXPECT_THAT(data.categories, IsEmpty());
}

TEST_F(Text, NumbersWithoutAHeader) {
    const Dataset data = read("1,2\n3,4");  // no newline at the end
    expect_matrix(data.x, {{1, 2}, {3, 4}});
    EXPECT_THAT(data.feature_names, IsEmpty());
}

TEST_F(Text, EveryDelimiter) {
    for (const char* text : {"a,b\n1,2\n3,4\n", "a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4\n", "a b\n1 2\n3 4\n",
                             "  a   b \n 1 \t 2\n3  4  \n", "a, b\n1, 2\n3 ,4\n"}) {
        const Dataset data = read(text);
        expect_matrix(data.x, {{1, 2}, {3, 4}});
        EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
    }
}

TEST_F(Text, SemicolonsWithinCommaCells) {
    const Dataset data = read("1,2,a;b\n3,4,c;d\n", {.label = "none"});
    EXPECT_EQ(data.features(), 3);
    EXPECT_THAT(data.categories[0].values, ElementsAre("a;b", "c;d"));
}

TEST_F(Text, OneColumn) { expect_matrix(read("x\n1\n2\n").x, {{1}, {2}}); }

TEST_F(Text, WindowsLinesMarkAndBlankLines) {
    const Dataset data = read("\xEF\xBB\xBF\r\na,b\r\n1,2\r\n\r\n3,\r\n  \r\n\r\n");
    expect_matrix(data.x, {{1, 2}, {3, nan}});
    EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
}

TEST_F(Text, MissingAndInfinite) {
    const Dataset data = read(
        "a,b,c,d,e,f,g\n?,NA,NaN,,nan,\"\",-nan\n1,2,3,4,5,6,7\ninf,-inf,Inf,1e999,-1e999,1e-999,-"
        "INFINITY\n");
    expect_matrix(data.x, {{nan, nan, nan, nan, nan, nan, nan},
                           {1, 2, 3, 4, 5, 6, 7},
                           {infinity, -infinity, infinity, infinity, -infinity, 0, -infinity}});
}

TEST_F(Text, Quotes) {
    const Dataset data =
        read("\"first, name\",\"say \"\"b\"\"\",t\n\"1.5\",2,\"x\ny\"\n3,\"4\", \"p,q\" \n5,6,it\"s\n");
    expect_matrix(data.x, {{1.5, 2, 2}, {3, 4, 1}, {5, 6, 0}});
    EXPECT_THAT(data.feature_names, ElementsAre("first, name", "say \"b\"", "t"));
    EXPECT_THAT(data.categories[0].values, ElementsAre("it\"s", "p,q", "x\ny"));
}

TEST_F(Text, QuotedNumbersInTheFirstRowAreNames) {
    const Dataset data = read("\"1\",\"2\"\n3,4\n5,6\n");
    EXPECT_THAT(data.feature_names, ElementsAre("1", "2"));
    EXPECT_EQ(data.samples(), 2);
}

TEST_F(Text, CategoriesAreRanksOfSortedTexts) {
    const Dataset data = read("x,color\n7,red\n2,blue\n3,?\n4,red\n5,10\n6,9\n");
    expect_matrix(data.x, {{7, 3}, {2, 2}, {3, nan}, {4, 3}, {5, 0}, {6, 1}});
    ASSERT_EQ(data.categories.size(), 1U);
    EXPECT_EQ(data.categories[0].column, 1);
    EXPECT_THAT(data.categories[0].values, ElementsAre("10", "9", "blue", "red"));
}

TEST_F(Text, TextThatTurnsUpLateKeepsTheEarlierCellsAsTexts) {
    std::string text = "x,code\n";
    for (int i = 0; i < 1000; ++i)
        text +=
            std::to_string(i * i) + (i < 300 ? ",0" + std::to_string(i % 3) : std::string(",late")) + "\n";
    const Dataset data = read(text);
    EXPECT_THAT(data.categories[0].values, ElementsAre("00", "01", "02", "late"));
    EXPECT_EQ(data.x.dense()(4, 1), 1.0);
    EXPECT_EQ(data.x.dense()(999, 1), 3.0);
}

TEST_F(Text, LateTextInTheLastColumnMakesItTheLabel) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += std::to_string(i * i) + (i < 300 ? ",7\n" : ",b\n");
    const Dataset data = read(text);
    EXPECT_EQ(data.features(), 1);
    EXPECT_THAT(data.labels.names, ElementsAre("7", "b"));
    EXPECT_THAT(data.labels.counts, ElementsAre(300, 700));
}

TEST_F(Text, HeaderOfAllTextFiles) {
    EXPECT_THAT(read("p,q\na,b\na,c\n").feature_names, ElementsAre("p", "q"));
    EXPECT_THAT(read("a,b\na,c\nc,b\n", {.label = "none"}).feature_names, IsEmpty());
    EXPECT_THAT(read("0,1,class\n1,2,g\n3,4,b\n").feature_names, ElementsAre("0", "1"));
}

TEST_F(Text, LabelByName) {
    for (const char* name : {"Y", "y", "gnd", "label", "Class", "TARGET"}) {
        const Dataset data = read("a," + std::string(name) + ",b\n1,10,2\n3,9,4\n5,,6\n7,10.0,8\n");
        expect_matrix(data.x, {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
        EXPECT_EQ(data.label_name, name);
        EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
        EXPECT_THAT(data.labels.of, ElementsAre(1, 0, Labels::unlabeled, 1));
        EXPECT_THAT(data.labels.names, ElementsAre("9", "10"));
        EXPECT_THAT(data.labels.counts, ElementsAre(1, 2));
    }
    EXPECT_TRUE(read("a,species\n1,x\n2,y\n").labels.empty());
    EXPECT_TRUE(read("a,GND\n1,1\n2,2\n").labels.empty());
}

TEST_F(Text, LabelByRequest) {
    const std::string text = "a,b,c\n1,2,3\n4,5,6\n";
    EXPECT_THAT(read(text, {.label = "b"}).labels.names, ElementsAre("2", "5"));
    EXPECT_THAT(read(text, {.label = "first"}).labels.names, ElementsAre("1", "4"));
    EXPECT_THAT(read(text, {.label = "last"}).labels.names, ElementsAre("3", "6"));
    EXPECT_THAT(read(text, {.label = "1"}).labels.names, ElementsAre("2", "5"));
    EXPECT_THAT(read(text, {.label = "-1"}).labels.names, ElementsAre("3", "6"));
    const Dataset none = read("a,class\n1,2\n3,4\n", {.label = "none"});
    EXPECT_TRUE(none.labels.empty());
    EXPECT_EQ(none.features(), 2);
}

TEST_F(Text, LabelWithoutNames) {
    EXPECT_THAT(read("1,2,g\n3,4,b\n").labels.names, ElementsAre("b", "g"));
    EXPECT_THAT(read("g,1,2\nb,3,4\ng,5,7\n").labels.names, ElementsAre("b", "g"));
    EXPECT_TRUE(read("g,1,u,1\nb,2,v,2\ng,2,v,1\n").labels.empty());  // two text columns, the last is numbers
    EXPECT_TRUE(read("1,2\n3,4\n").labels.empty());
}

TEST_F(Text, WrongLabelRequests) {
    EXPECT_EQ(error("alpha,beta\n1,2\n", {.label = "betta"}),
              "data.csv: has no column 'betta': did you mean 'beta'? Columns: alpha, beta");
    EXPECT_EQ(error("1,2\n3,4\n", {.label = "beta"}),
              "data.csv: has no column names, so there is no column 'beta': give its position, 0 to 1");
    EXPECT_EQ(error("1,2\n3,4\n", {.label = "2"}), "data.csv: there is no column 2: the columns are 0 to 1");
    EXPECT_EQ(error("1,2\n3,4\n", {.label = "-3"}),
              "data.csv: there is no column -3: the columns are 0 to 1");
    EXPECT_EQ(error("class\n2\n3\n"), "data.csv: has no feature besides the label column");
}

TEST_F(Text, LabelFile) {
    const std::string text = "a,b\n1,2\n3,4\n5,6\n";
    const auto labels = [&](const std::string& lines) {
        return LoadOptions{.label_file = folder_.write("labels.txt", lines)};
    };
    EXPECT_THAT(read(text, labels("dog\ncat\ndog\n")).labels.of, ElementsAre(1, 0, 1));
    EXPECT_THAT(read(text, labels("10\r\nNA\r\n9\r\n\r\n")).labels.of, ElementsAre(1, -1, 0));
    const Dataset titled = read(text, labels("label\n2\n1\n2"));
    EXPECT_THAT(titled.labels.of, ElementsAre(1, 0, 1));
    EXPECT_THAT(titled.labels.names, ElementsAre("1", "2"));
    EXPECT_EQ(error(text, labels("1\n2\n")), "labels.txt: has 2 labels for the 3 samples of data.csv");
    EXPECT_EQ(
        error(text, labels("1\n2,3\n4\n")),
        "labels.txt: line 2 has 2 fields: a label file has one label per line, or a sample's name and its "
        "label");
    EXPECT_EQ(error(text, labels("1\n\n3\n")),
              "labels.txt: line 2 is empty: write NA for a sample without a label");
    EXPECT_EQ(error(text, {.label_file = folder_.path("none.txt")}), "none.txt: there is no such file");
    EXPECT_THROW(read(text, {.label = "a", .label_file = folder_.path("labels.txt")}), UsageError);
}

TEST_F(Text, ALabelColumnBesideALabelFileIsWarnedOf) {
    const Dataset data = read("a,class\n1,2\n3,4\n", {.label_file = folder_.write("labels.txt", "x\ny\n")});
    EXPECT_EQ(data.features(), 2);
    EXPECT_THAT(warnings_,
                ElementsAre("data.csv: the labels come from the label file, and column 'class' is read "
                            "as a feature"));
}

TEST_F(Text, Transposed) {
    const Dataset data = read("gene,s1,s2,s3\nTP53,1,2,3\nBRCA1,4,5,6\nclass,0,1,0\n", {.transpose = true});
    expect_matrix(data.x, {{1, 4}, {2, 5}, {3, 6}});
    EXPECT_THAT(data.feature_names, ElementsAre("TP53", "BRCA1"));
    EXPECT_THAT(data.labels.of, ElementsAre(0, 1, 0));
    expect_matrix(read("1,2,3\n4,5,6\n", {.transpose = true}).x, {{1, 4}, {2, 5}, {3, 6}});
    EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2", "s3"));
    EXPECT_EQ(
        error("1,a\n2,b\n", {.transpose = true}),
        "data.csv: beside the first column there is text in column 1 ('a') (counted from 0), where transpose "
        "expects a sample: leave descriptions out with drop=1");
}

TEST_F(Text, RaggedRowsNameTheLine) {
    EXPECT_EQ(error("a,b\n1,2\n\n3,4\n5\n6,7\n"), "data.csv: line 5 has 1 field, the lines before it have 2");
    EXPECT_EQ(error("1,2\n3,4,5,6\n"), "data.csv: line 2 has 4 fields, the lines before it have 2");
    EXPECT_EQ(error("a,\"x\ny\"\n1,\"u\nv\"\n2,w,3\n"),
              "data.csv: line 5 has 3 fields, the lines before it have 2");
    EXPECT_EQ(error("1 2\n3 4\n5 6 7\n"), "data.csv: line 3 has 3 fields, the lines before it have 2");
}

TEST_F(Text, FilesWithoutData) {
    EXPECT_EQ(error(""), "data.csv: is empty");
    EXPECT_EQ(error("\n \n"), "data.csv: is empty");
    EXPECT_EQ(error("a,b,c\n"), "data.csv: has a header and no data below it");
    EXPECT_EQ(error("a,b\n1,\"2\n3,4\n"), "data.csv: a quote opened in the record of line 2 is never closed");
    EXPECT_EQ(error("a,b\n5,6\n1,2,3\n1,\"2\n3,4\n"),
              "data.csv: line 3 has 3 fields, the lines before it have 2");
    EXPECT_EQ(error("\"a,b\n"), "data.csv: a quote opened in its first record is never closed");
    EXPECT_EQ(error("\xFF\xFE"
                    "a"),
              "data.csv: is UTF-16 text: save it as UTF-8");
    EXPECT_EQ(error(std::string("1,2\0,3\n", 7)),
              "data.csv: is not a text file (it has zero bytes): give it the extension of its format");
}

// Values, categories, labels and quoted line ends, so that every kind of cell meets a block's border.
std::string mixed_table(int rows) {
    std::mt19937 random(7);
    std::string text = "x,\"quoted\nname\",t,class,z\n";
    for (int i = 0; i < rows; ++i) {
        text += std::to_string(static_cast<int>(random() % 2000) - 1000) + "." +
                std::to_string(random() % 100000);
        text += i % 7 == 0 ? ",?" : ",1.2345678901234567e-3";
        text += i % 5 == 0 ? ",\"a,\"\"b\"\"\r\nc" + std::to_string(random() % 50) + "\""
                           : ",plain" + std::to_string(random() % 20);
        text += i % 11 == 0 ? "," : ",k" + std::to_string(random() % 4);
        text += "," + std::to_string(random()) + "\n";
        if (i % 13 == 0) text += "\n";
    }
    return text;
}

TEST_F(Text, SameBitsForAnyThreadsAndBlocks) {
    const std::string text = mixed_table(500);
    const auto read_with = [&](int threads, std::size_t block_bytes) {
        Context context;
        context.threads = threads;
        return load_text(*open_memory(text), "table", {}, context, block_bytes);
    };
    const Dataset whole = read_with(1, text_block_bytes);
    EXPECT_EQ(whole.samples(), 500);
    EXPECT_EQ(whole.features(), 4);
    EXPECT_EQ(whole.labels.classes(), 4);
    EXPECT_THAT(whole.feature_names, ElementsAre("x", "quoted\nname", "t", "z"));
    for (const int threads : {1, 2, 7})
        for (const std::size_t block_bytes : {1U, 17U, 64U, 333U, 4096U})
            expect_same(whole, read_with(threads, block_bytes));
}

TEST_F(Text, ErrorsDoNotDependOnThreadsOrBlocks) {
    const std::string good = mixed_table(300);
    const auto lines = std::count(good.begin(), good.end(), '\n');
    for (const int threads : {1, 2, 7})
        for (const std::size_t block_bytes : {5U, 100U, 1U << 18U}) {
            Context context;
            context.threads = threads;
            try {
                load_text(*open_memory(good + "1,2\n1,2,3\n"), "table", {}, context, block_bytes);
                FAIL();
            } catch (const Error& error) {
                EXPECT_EQ(error.what(), "table: line " + std::to_string(lines + 1) +
                                            " has 2 fields, the lines before it have 5");
            }
        }
}

TEST_F(Text, Cancelled) {
    const std::atomic<bool> stop{true};
    Context context;
    context.cancel = &stop;
    EXPECT_THROW(load(folder_.write("data.csv", "1,2\n3,4\n"), {}, context), Cancelled);
}

TEST_F(Text, Gzip) {
    const std::string text = mixed_table(2000), path = folder_.path("data.csv.gz");
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    expect_same(load(path), load(folder_.write("data.csv", text)));

    const std::string packed = bytes_of(path);
    EXPECT_EQ(load_error(folder_.write("cut.csv.gz", packed.substr(0, packed.size() / 2))),
              "cut.csv.gz: is cut off: the compressed data end too early; copy the file again");
    EXPECT_EQ(load_error(folder_.write("plain.csv.gz", text)),
              "plain.csv.gz: is not in gzip format: take '.gz' off its name or compress it");
    std::string damaged = packed;
    for (std::size_t i = damaged.size() / 2; i < damaged.size() / 2 + 40; ++i) damaged[i] = '\xFF';
    EXPECT_THAT(load_error(folder_.write("bad.csv.gz", damaged)),
                ::testing::StartsWith("bad.csv.gz: is damaged ("));
}

TEST(TextNumbers, ShortNumbersAreExactlyRounded) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200000; ++i) {
        std::string text = random() % 2 == 0 ? "-" : "";
        const auto whole = random() % 8, decimals = random() % 14;
        for (std::uint64_t d = 0; d < whole; ++d) text += static_cast<char>('0' + random() % 10);
        text += '.';
        for (std::uint64_t d = 0; d < decimals; ++d) text += static_cast<char>('0' + random() % 10);
        if (whole + decimals == 0) text += '0';
        double number = 0.0;
        const char* end = parse_short_number(text.c_str(), number);
        if (end == nullptr) continue;
        ASSERT_EQ(*end, '\0') << text;
        ASSERT_EQ(number, std::strtod(text.c_str(), nullptr)) << text;
        ASSERT_EQ(std::signbit(number), text[0] == '-');
    }
}

TEST(TextNumbers, FewDigitsAreReadUpToTheFirstOtherByte) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 200000; ++i) {
        const auto count = random() % 9;
        std::string text;
        for (std::uint64_t d = 0; d < count; ++d) text += static_cast<char>('0' + random() % 10);
        while (text.size() < 8 || (text.size() == count && count < 8)) {
            const char other = static_cast<char>(random());
            if (text.size() > count || other < '0' || other > '9') text += other;
        }
        double number = -1.0;
        const char* end = parse_few_digits(text.c_str(), number);
        if (count == 0 || count == 8) {
            ASSERT_EQ(end, nullptr) << text;
            continue;
        }
        ASSERT_EQ(end, text.c_str() + count) << text;
        ASSERT_EQ(number, std::stod(text.substr(0, count))) << text;
    }
}

TEST(TextNumbers, ThingsThatAreNoNumbers) {
    double number = 0.0;
    for (const char* text :
         {"", "+", "-", ".", "e5", "1e", "1x", "0x10", "1 2", "nan", "+-1", "--1", "1,5", "in"})
        EXPECT_FALSE(parse_number(text, number)) << text;
    for (const char* text : {"1.", ".5", "+.5e+3", "-0", "1E-5", "Infinity"})
        EXPECT_TRUE(parse_number(text, number)) << text;
}

}  // namespace
}  // namespace tamis
