// What people's own files look like: sample names, odd cells, headers of numbers, decimal commas, lists of
// columns, class rows.
#include <gmock/gmock.h>

#include "tamis/core/error.hpp"
#include "tests/io/file_test.hpp"

namespace tamis {

using namespace detail;

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace tamis::testing;

class Reading : public CsvTest {};

TEST_F(Reading, DistinctTextsNameTheSamples) {
    const Dataset data = read("patient,age,bmi\nP7,30,21\nP2,41,25\nP9,28,22\n");
    EXPECT_THAT(data.feature_names, ElementsAre("age", "bmi"));
    EXPECT_THAT(data.sample_names, ElementsAre("P7", "P2", "P9"));
    EXPECT_EQ(data.sample_column, "patient");
    ASSERT_EQ(data.remarks.size(), 1U);
    EXPECT_THAT(data.remarks[0],
                HasSubstr("the samples are named by column 'patient', which is not a feature"));
    // Elsewhere only under a usual name.
    EXPECT_THAT(read("age,Barcode\n30,x1\n41,x2\n").sample_names, ElementsAre("x1", "x2"));
    EXPECT_THAT(read("age,comment\n30,x1\n41,x2\n").sample_names, IsEmpty());
    // A text that comes twice is no name, however late.
    std::string late = "who,v\n";
    for (int i = 0; i < 500; ++i)
        late += "w" + std::to_string(i == 499 ? 3 : i) + "," + std::to_string(i * i) + "\n";
    EXPECT_EQ(read(late).categories.size(), 1U);
}

TEST_F(Reading, CountersNameTheSamples) {
    const Dataset pandas = read(",a,b\n0,5,6\n1,7,9\n2,8,8\n");
    EXPECT_THAT(pandas.feature_names, ElementsAre("a", "b"));
    EXPECT_THAT(pandas.sample_names, ElementsAre("0", "1", "2"));
    EXPECT_THAT(read("nr,a\n1,5\n2,7\n3,8\n4,8\n5,2\n").sample_names, ElementsAre("1", "2", "3", "4", "5"));
    EXPECT_THAT(read("a,index\n9,1\n5,2\n").sample_names, ElementsAre("1", "2"));
    // Four rows count by chance.
    EXPECT_THAT(read("a,b\n1,5\n2,7\n3,8\n4,9\n").sample_names, IsEmpty());
    // Measurements are never taken, nor the only feature.
    EXPECT_THAT(read("a,b\n3,5\n4,7\n5,8\n6,1\n7,2\n").sample_names, IsEmpty());
    EXPECT_THAT(read("a\n1\n2\n3\n4\n5\n").sample_names, IsEmpty());
    // A counter in another place stays a feature, which is said.
    const Dataset other = read("a,plate\n9,1\n5,2\n7,3\n1,4\n1,5\n");
    EXPECT_EQ(other.features(), 2);
    EXPECT_THAT(other.remarks[0],
                HasSubstr("column 'plate' counts the samples and is kept as a feature: drop=plate"));
    const Dataset shuffled = read(",a\n7,9\n3,5\n1,7\n12,1\n2,4\n");
    EXPECT_EQ(shuffled.features(), 2);
    EXPECT_THAT(shuffled.remarks[0],
                HasSubstr("column '' holds whole numbers that all differ and is kept as a "
                          "feature: id=0 takes it for the names of the samples"));
    // One that breaks off behind the first records is a feature.
    std::string late = "nr,v\n";
    for (int i = 0; i < 500; ++i)
        late += std::to_string(i < 400 ? i : 2 * i) + "," + std::to_string(i * i) + "\n";
    EXPECT_EQ(read(late).features(), 2);
}

TEST_F(Reading, IdByRequest) {
    EXPECT_THAT(read("a,who\n1,x\n2,x\n4,y\n", {.id = "who"}).sample_names, ElementsAre("x", "x", "y"));
    EXPECT_EQ(read("id,a\n1,5\n2,7\n3,8\n", {.id = "none"}).features(), 2);
    EXPECT_EQ(error("a,class\n1,2\n3,4\n", {.id = "class"}),
              "data.csv: column 'class' is to hold the labels and the names of the samples: decide on one");
}

TEST_F(Reading, OddCellsInAColumnOfNumbers) {
    for (const std::string cell : {"n.d.", "<0.05", "12%", "-", "1.2.3"})
        EXPECT_EQ(error("a,b\n1,5\n2," + cell + "\n4,7\n"),
                  "data.csv: line 3, column 'b': '" + cell +
                      "' is not a number, and 2 of the 3 cells of this column are: use na=" + cell +
                      " if it stands for a missing value, or drop=b to leave the column out");
    EXPECT_EQ(error("5,1\n7,x\n6,3\n9,2\n", {.label = "none"}),
              "data.csv: line 2, column 1 (counted from 0): 'x' is not a number, and 3 of the 4 cells of "
              "this column "
              "are: use na=x if it stands for a missing value, or drop=1 to leave the column out");
    // Most of the first records are texts, most of the file are numbers.
    std::string late = "a,b\n";
    for (int i = 0; i < 1000; ++i) late += std::to_string(i * i) + (i < 300 ? ",n.d.\n" : ",5\n");
    EXPECT_THAT(error(late),
                HasSubstr("line 2, column 'b': 'n.d.' is not a number, and 700 of the 1000 cells"));
    // Half of the cells suffice.
    EXPECT_THAT(error("a,b\n1,5\n2,x\n4,y\n7,8\n"), HasSubstr("'x' is not a number, and 2 of the 4 cells"));
    EXPECT_EQ(read("a,b\n1,5\n2,x\n4,y\n7,z\n").categories.size(), 1U);
}

TEST_F(Reading, MissingMarkers) {
    for (const std::string cell :
         {"N/A", "null", "NULL", "None", "n/a", "#N/A", "<NA>", "#NA", "1.#QNAN", "?"})
        EXPECT_TRUE(std::isnan(read("a,b\n1,5\n2," + cell + "\n4,7\n").x.dense()(1, 1))) << cell;
    expect_matrix(read("a,b\n5,n.d.\n-999,2\n-999.0,3\n", {.na = "n.d., -999"}).x,
                  {{5, NAN}, {NAN, 2}, {NAN, 3}});
    EXPECT_EQ(read("#N/A,2\n3,4\n").samples(), 2);
}

TEST_F(Reading, HeadersOfNumbers) {
    const std::string waves = "400,402,404,406,408,410,412,414\n";
    const std::string spectra = "1,5,2,8,3,1,1,0\n2,4,1,9,2,1,0,1\n";
    const Dataset data = read(waves + spectra);
    EXPECT_EQ(data.samples(), 2);
    EXPECT_EQ(data.feature_names[1], "402");
    EXPECT_EQ(read(waves + spectra, {.header = "no"}).samples(), 3);
    EXPECT_EQ(read("1,2\n3,5\n4,4\n", {.header = "yes"}).feature_names[1], "2");
    EXPECT_EQ(
        error(waves + "1,2,3,4,5,6,7,8\n" + spectra),
        "data.csv: the first row (400, 402, 404, …) may hold names or numbers: say which with header=yes or "
        "header=no");
    EXPECT_THAT(error("n.d.,5,7\n1,2,3\n4,5,7\n"), HasSubstr("(n.d., 5, 7) may hold names or numbers"));
    EXPECT_THAT(read(",0,1,2\n0,5,6,7\n1,8,8,9\n").feature_names, ElementsAre("0", "1", "2"));
}

TEST_F(Reading, ShortHeaderOfR) {
    const Dataset data = read("\"a\" \"b\"\n\"r1\" 1 2\n\"r2\" 3 5\n");
    EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
    EXPECT_THAT(data.sample_names, ElementsAre("r1", "r2"));
}

TEST_F(Reading, TrailingDelimiters) {
    for (const char* text : {"a,b,\n1,2,\n3,5,\n", "a,b\n1,2,\n3,5,\n", "a,b,\n1,2\n3,5\n"}) {
        const Dataset data = read(text);
        expect_matrix(data.x, {{1, 2}, {3, 5}});
        EXPECT_THAT(data.feature_names, ElementsAre("a", "b"));
    }
    std::string late = "a,b,\n";
    for (int i = 0; i < 500; ++i) late += "1,2,\n";
    EXPECT_EQ(
        error(late + "1,2,3\n"),
        "data.csv: line 502 has a cell behind the last delimiter, where the lines before it have nothing");
}

TEST_F(Reading, DelimitersOfTheirOwn) {
    EXPECT_THAT(read("a|b\n1|2\n3|5\n").feature_names, ElementsAre("a", "b"));
    expect_matrix(read("sep=;\na;b\n1;2\n3;5\n").x, {{1, 2}, {3, 5}});
    EXPECT_EQ(error("sep=;\r\na;b\r\n1;2\r\n3\r\n"),
              "data.csv: line 4 has 1 field, the lines before it have 2");
    expect_matrix(read("a:b\n1:2\n3:5\n", {.sep = ":"}).x, {{1, 2}, {3, 5}});
    EXPECT_EQ(read("a,b c\n1,2\n3,5\n", {.sep = "comma"}).feature_names[1], "b c");
    EXPECT_EQ(error("1,2\n", {.sep = "ab"}), "option 'sep' takes one character, tab or blank, not 'ab'");
    EXPECT_EQ(error("1,2\n", {.header = "maybe"}), "option 'header' takes one of auto, yes, no, not 'maybe'");
}

TEST_F(Reading, DecimalCommas) {
    const Dataset data = read("a;b\n1,5;2\n3,25;-4,125\n7;1e3\n");
    expect_matrix(data.x, {{1.5, 2}, {3.25, -4.125}, {7, 1000}});
    EXPECT_THAT(data.remarks[0], HasSubstr("numbers are read with a decimal comma"));
    EXPECT_THAT(
        error("a;b\n1,5;2.5\n3,5;4.5\n"),
        HasSubstr(
            "has numbers with a comma ('1,5') and with a point ('2.5'): say which it is with decimal=,"));
    EXPECT_THAT(error("a;b\n1,500;2\n3,250;4\n"),
                HasSubstr("the comma of '1,500' may mark decimals or part thousands"));
    expect_matrix(read("a;b\n1,500;2\n3,250;4\n", {.decimal = ","}).x, {{1.5, 2}, {3.25, 4}});
    EXPECT_THAT(error("a;b\n1,5;2.5\n3,5;4,5\n", {.decimal = ","}),
                HasSubstr("line 2, column 'b': '2.5' is not a number"));
}

TEST_F(Reading, Comments) {
    const Dataset data = read("# made by \"hand\na,b\n1,2\n# in between\n3,5\n");
    expect_matrix(data.x, {{1, 2}, {3, 5}});
    EXPECT_THAT(data.lines, ElementsAre(3, 5));
    EXPECT_THAT(read("# weight height\n1.5 2\n3 5\n").feature_names, ElementsAre("weight", "height"));
    EXPECT_EQ(read("#1,5\n#2,7\n#3,8\n").sample_names[0], "#1");
    EXPECT_EQ(error("# nothing\n"), "data.csv: holds no data, only comments");
}

TEST_F(Reading, Encodings) {
    const Dataset data = read(
        "gr\xF6\xDF"
        "e,class\n1,M\xFCller\n2,M\xFCller\n4,x\x80\n");
    EXPECT_EQ(data.feature_names[0], "größe");
    EXPECT_THAT(data.labels.names, ElementsAre("Müller", "x€"));
    EXPECT_THAT(data.remarks[0], HasSubstr("read as Latin-1"));
    EXPECT_EQ(read("größe,b\n1,2\n3,5\n").feature_names[0], "größe");
    EXPECT_EQ(error("gr\xF6\xDF"
                    "e,b\n1,2\n3,5\n",
                    {.encoding = "utf-8"}),
              "data.csv: the name of a column is not valid UTF-8: read the file with encoding=latin-1");
}

TEST_F(Reading, ListsOfColumns) {
    const std::string text = "p1,p2,p3,q_id,class\n1,2,4,9,x\n5,6,8,9,y\n";
    EXPECT_THAT(read(text, {.drop = "p1..p2"}).feature_names, ElementsAre("p3", "q_id"));
    EXPECT_THAT(read(text, {.drop = "*_id,0"}).feature_names, ElementsAre("p2", "p3"));
    const Dataset only = read(text, {.only = "p?,#3"});
    EXPECT_THAT(only.feature_names, ElementsAre("p1", "p2", "p3", "q_id"));
    EXPECT_THAT(only.labels.names, ElementsAre("x", "y"));
    EXPECT_THAT(read(text, {.drop = "class"}).labels.of, IsEmpty());
    EXPECT_EQ(error(text, {.drop = "p9"}),
              "data.csv: has no column 'p9': did you mean 'p1'? Columns: p1, p2, p3, q_id, class");
    EXPECT_EQ(error(text, {.drop = "r*"}), "data.csv: no column is called like 'r*'");
    EXPECT_EQ(
        error(text, {.drop = "p3..p1"}),
        "data.csv: the range 'p3..p1' ends before it starts: column 2 comes after column 0 (counted from 0)");
    EXPECT_EQ(error(text, {.label = "class", .drop = "class"}),
              "data.csv: column 'class' is to be the label and to be dropped: decide on one");
    EXPECT_EQ(error(text, {.drop = "*"}), "data.csv: has no column that is left as a feature");
    const std::string numbered = "\"1\",\"0\",\"7\"\n3,4,5\n6,7,9\n";
    EXPECT_EQ(
        error(numbered, {.drop = "0"}),
        "data.csv: '0' is the name of column 1 and the position of another: write '#0' for the position "
        "(counted from 0) or '=0' for the name");
    EXPECT_THAT(read(numbered, {.drop = "#0"}).feature_names, ElementsAre("0", "7"));
    EXPECT_THAT(read(numbered, {.drop = "=0,7"}).feature_names, ElementsAre("1"));
}

TEST_F(Reading, GenesBySamples) {
    const std::string text =
        "gene,info,s1,s2,s3\ntype,,tumor,normal,tumor\nTP53,a "
        "kinase,1,2,3\nMYC,unknown,4,5,6\nEGFR,old,7,8,8\n";
    const LoadOptions options{.label = "type", .transpose = true, .drop = "info"};
    const Dataset data = read(text, options);
    expect_matrix(data.x, {{1, 4, 7}, {2, 5, 8}, {3, 6, 8}});
    EXPECT_THAT(data.feature_names, ElementsAre("TP53", "MYC", "EGFR"));
    EXPECT_THAT(data.sample_names, ElementsAre("s1", "s2", "s3"));
    EXPECT_THAT(data.labels.names, ElementsAre("normal", "tumor"));
    EXPECT_EQ(data.label_name, "type");
    EXPECT_THAT(
        error(text, {.label = "type", .transpose = true}),
        HasSubstr("there is text in column 'info' ('a kinase'), where transpose expects a sample: leave "
                  "descriptions out with drop=info"));
    EXPECT_THAT(
        error(text, {.transpose = true, .drop = "info"}),
        HasSubstr("line 2: the row 'type' holds text ('tumor', …), where transpose expects the numbers of a "
                  "feature: use label=type if these are the classes, or leave the row out of the file"));
    std::string odd = text;
    odd.replace(odd.find("4,5"), 1, "x");
    EXPECT_THAT(error(odd, options), HasSubstr("line 4, column 's1': 'x' is not a number"));
}

TEST_F(Reading, LabelsByName) {
    const std::string text = "id,a\ns1,1\ns2,3\ns3,5\n";
    const auto labels = [&](const std::string& lines) {
        return LoadOptions{.label_file = folder_.write("labels.csv", lines)};
    };
    EXPECT_THAT(read(text, labels("sample,kind\ns3,x\ns1,y\ns2,x\n")).labels.of, ElementsAre(1, 0, 0));
    EXPECT_THAT(read(text, labels("s3\tx\ns1\tNA\ns2\tx\n")).labels.of, ElementsAre(-1, 0, 0));
    EXPECT_EQ(error(text, labels("s3,x\ns1,y\n")),
              "labels.csv: has no label for 1 of the 3 samples of data.csv, first 's2': write NA for a "
              "sample without "
              "a label");
    EXPECT_EQ(error(text, labels("s3,x\ns1,y\ns2,x\ns4,x\ns5,x\n")),
              "labels.csv: 2 of 5 names are no samples of data.csv, first 's4' in line 4");
    EXPECT_EQ(error(text, labels("s3,x\ns1,y\ns3,x\n")),
              "labels.csv: line 3 names the sample 's3' a second time");
    EXPECT_THAT(error("a,b\n3,4\n5,6\n", labels("s3,x\ns1,y\n")),
                HasSubstr("the samples of data.csv have no names"));
    const Dataset genes = load(folder_.write("genes.csv", "g,s1,s2\nA,1,2\nB,3,4\n"),
                               {.label_file = folder_.write("l.csv", "s2,x\ns1,y\n"), .transpose = true});
    EXPECT_THAT(genes.labels.of, ElementsAre(1, 0));
}

TEST_F(Reading, MeasuredLabels) {
    std::string text = "a,class\n", whole = text, few = text;
    for (int i = 0; i < 40; ++i) {
        text += std::to_string(i * 3) + "," + std::to_string(i) + ".5\n";
        whole += std::to_string(i * 3) + "," + std::to_string(i % 25) + "\n";
        few += std::to_string(i * 3) + "," + std::to_string(i % 4) + ".5\n";
    }
    EXPECT_TRUE(read(text).labels.measured);
    EXPECT_TRUE(read(whole).labels.measured);  // 25 values of 40 samples
    EXPECT_FALSE(read(few).labels.measured);
    EXPECT_FALSE(read(text, {.label_kind = "classes"}).labels.measured);
    EXPECT_FALSE(read("a,class\n5,0.5\n6,1.5\n").labels.measured);
    EXPECT_EQ(error(text, {.label_kind = "numbers"}), "label_kind takes one of auto, classes, not 'numbers'");
}

TEST_F(Reading, ANameSurvivesBeingWritten) {
    const Dataset data = read("id,a|b,#c\nx;1,1,2\n#2,3,5\n");
    const std::string path = folder_.path("again.csv");
    save(path, data);
    expect_same(data, load(path));
    EXPECT_EQ(bytes_of(path).substr(0, 3), "id,");
}

}  // namespace
}  // namespace tamis
