// Files that are read block by block give the same numbers as `load`.
#include "tamis/io/stream/streamed_data.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>

#include "tamis/core/error.hpp"
#include "tests/io/temporary_folder.hpp"

namespace tamis {

using namespace detail;

namespace {

using testing::TemporaryFolder;

// What a first look sees, put together. Sparse rows become wider as they are read.
struct Look {
    Matrix dense;
    CsrArrays sparse;
    Index rows = 0, width = 0;
    int starts = 0;

    FirstLook look() { return {start, add}; }
    Matrix seen() const { return width > 0 ? Matrix(SparseMatrix(rows, width, sparse)) : dense; }

    std::function<void()> start = [this] { dense = Matrix(), sparse = {}, rows = width = 0, ++starts; };
    std::function<void(const RowBlock&)> add = [this](const RowBlock& block) {
        EXPECT_EQ(block.first, rows);
        rows += block.cells.rows();
        if (!block.cells.is_sparse()) return dense.append_rows(block.cells);
        width = block.cells.cols();
        for (Index i = 0; i < block.cells.rows(); ++i) {
            const SparseRow row = block.cells.sparse().row(i);
            for (std::size_t p = 0; p < row.columns.size(); ++p) sparse.add(row.columns[p], row.values[p]);
            sparse.end_row();
        }
    };
};

void expect_counts(const std::vector<std::vector<Index>>& counts, const Dataset& data) {
    ASSERT_EQ(counts.size(), data.categories.size());
    for (std::size_t c = 0; c < counts.size(); ++c) {
        std::vector<Index> wanted(data.categories[c].values.size());
        for (Index i = 0; i < data.samples(); ++i) {
            const double code = data.x.dense()(i, data.categories[c].column);
            if (!std::isnan(code)) ++wanted[static_cast<std::size_t>(code)];
        }
        EXPECT_EQ(counts[c], wanted);
    }
}

void expect_same_as_loaded(const std::string& path, const LoadOptions& options = {}) {
    SCOPED_TRACE(path);
    const Dataset wanted = load(path, options);
    ASSERT_TRUE(held_size(path, options));
    Look look;
    StreamedData streamed = open_rows(path, options, look.look());
    EXPECT_EQ(streamed.rows->sparse(), wanted.x.is_sparse());
    ASSERT_EQ(streamed.about.samples(), wanted.samples());
    ASSERT_EQ(streamed.about.features(), wanted.features());
    EXPECT_EQ(streamed.about.name, wanted.name);
    EXPECT_EQ(streamed.about.label_name, wanted.label_name);
    EXPECT_EQ(streamed.about.label_column, wanted.label_column);
    EXPECT_EQ(streamed.about.sample_column, wanted.sample_column);
    EXPECT_EQ(streamed.about.lines, wanted.lines);
    EXPECT_EQ(streamed.about.remarks, wanted.remarks);
    EXPECT_EQ(streamed.about.labels.measured, wanted.labels.measured);
    expect_counts(streamed.category_counts, wanted);
    // Texts are numbered as they appear until all are known.
    if (look.starts > 0 && wanted.categories.empty())
        testing::expect_same({.x = look.seen()}, {.x = wanted.x});
    std::vector<Index> some;
    for (Index i = 0; i < wanted.samples(); ++i) some.push_back((i * 7 + 3) % wanted.samples());
    testing::expect_same({.x = Rows(*streamed.rows).gather(some)}, {.x = take_rows(wanted.x, some)});
    for (int pass = 0; pass < 2; ++pass) {
        streamed.about.x = to_matrix(*streamed.rows);
        testing::expect_same(streamed.about, wanted);
    }
}

std::string table(Index rows, bool header) {
    std::string text = header ? "id,a,b,class,c\n" : "";
    for (Index i = 0; i < rows; ++i)
        text += "s" + std::to_string(i) + "," + std::to_string(i % 17) + ".25," +
                (i % 11 == 5 ? "NA" : std::to_string(i * i)) + "," + (i % 3 == 0 ? "x" : "y") + ",-1e-" +
                std::to_string(i % 9) + "\n";
    return text;
}

std::string npy(const std::string& type, Index rows, Index cols, const std::string& cells) {
    std::string head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) +
                       ", " + std::to_string(cols) + "), }";
    head.resize(118, ' ');
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + head + cells;
}

template <class Number>
std::string cells_of(Index count) {
    std::string bytes;
    for (Index i = 0; i < count; ++i) {
        const auto number =
            static_cast<Number>(static_cast<double>(i * 37 % 101) + static_cast<double>(i % 4) / 4.0);
        char raw[sizeof number];
        std::memcpy(raw, &number, sizeof number);
        bytes.append(raw, sizeof raw);
    }
    return bytes;
}

TEST(Stream, TextIsReadAsLoadReadsIt) {
    const TemporaryFolder folder;
    expect_same_as_loaded(folder.write("small.csv", table(40, true)));
    expect_same_as_loaded(folder.write("many.csv", table(40000, true)));  // several blocks
    expect_same_as_loaded(folder.write("bare.csv", table(50, false)), {.label = "3"});
    expect_same_as_loaded(folder.write("some.csv", table(40, true)), {.drop = "a"});
    expect_same_as_loaded(folder.write("comma.csv", "a;b;y\n1,5;2;k\n2,5;3;m\n3,5;-1,25;k\n4;0,5;m\n"));
}

TEST(Stream, TextWhoseFirstRecordsDeceiveIsReadAnew) {
    const TemporaryFolder folder;
    // A first column that seems to name the samples, until a name comes twice.
    std::string text = "name,a,y\n";
    for (Index i = 0; i < 3000; ++i)
        text += std::to_string(i) + "," + std::to_string(i % 7) + "," + (i % 2 == 0 ? "p" : "q") + "\n";
    text += "0,1,p\n";
    expect_same_as_loaded(folder.write("counter.csv", text));
}

TEST(Stream, ColumnsOfTextAreRanked) {
    const TemporaryFolder folder;
    std::string text = "a,color,b,class,note\n";
    for (Index i = 0; i < 9000; ++i)
        text += std::to_string(i % 11) + "," +
                (i % 7 == 0   ? ""
                 : i % 3 == 0 ? "red"
                              : "Blue") +
                "," + std::to_string(i * i % 13) + "," + (i % 2 == 0 ? "p" : "q") + ",n" +
                std::to_string((i * 7919) % 5000) + "\n";
    expect_same_as_loaded(folder.write("texts.csv", text));
    expect_same_as_loaded(folder.path("texts.csv"), {.label = "color"});
}

TEST(Stream, AFileThatChangesIsRefused) {
    const TemporaryFolder folder;
    std::string text = "a,color,b\n";
    for (Index i = 0; i < 40; ++i) text += std::to_string(i * i) + (i % 2 == 0 ? ",red,1\n" : ",blue,2\n");
    const std::string path = folder.write("texts.csv", text);
    Look look;
    const StreamedData data = open_rows(path, {}, look.look());
    folder.write("texts.csv", text.replace(text.rfind("blue"), 4, "pink"));
    try {
        to_matrix(*data.rows);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), path + ": was changed while it was read: 'pink' is new");
    }
}

// Of the same size, so that nothing else tells.
TEST(Stream, AFileThatOthersWriteToIsRefused) {
    const TemporaryFolder folder;
    const auto expect_changed = [](const std::string& path, const std::function<void()>& read) {
        try {
            read();
            FAIL();
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()),
                      path + ": was changed while it was read: run again when nothing writes to it");
        }
    };
    const std::string text = "a,b\n1,2\n3,4\n", cells = npy("<f8", 2, 3, cells_of<double>(6));
    for (const auto& [name, content] : {std::pair{"texts.csv", text}, {"cells.npy", cells}}) {
        const std::string path = folder.write(name, content);
        Look look;
        const StreamedData data = open_rows(path, {.label = "none"}, look.look());
        EXPECT_NO_THROW(to_matrix(*data.rows));
        EXPECT_NO_THROW((void)data.rows->gather(std::vector<Index>{1}));
        std::string other = content;
        other[other.size() - 2] ^= 1;
        folder.write(name, other);
        const auto written = std::filesystem::last_write_time(path);
        std::filesystem::last_write_time(path, written + std::chrono::seconds(1));  // clocks may be slow
        expect_changed(path, [&] { to_matrix(*data.rows); });
        expect_changed(path, [&] { (void)data.rows->gather(std::vector<Index>{1}); });
        if (data.rows->ranged())
            expect_changed(path, [&] { data.rows->for_each_block_between(0, 1, [](const RowBlock&) {}); });
        EXPECT_NO_THROW(to_matrix(*open_rows(path, {.label = "none"}, look.look()).rows));
    }
    // One that is gone is still open.
    const std::string path = folder.write("gone.npy", cells);
    Look look;
    const StreamedData data = open_rows(path, {.label = "none"}, look.look());
    std::filesystem::remove(path);
    EXPECT_EQ(to_matrix(*data.rows).rows(), 2);
}

TEST(Stream, LibsvmIsReadAsLoadReadsIt) {
    const TemporaryFolder folder;
    std::string text;
    for (Index i = 0; i < 9000; ++i)
        text += std::to_string(i % 3) + " 2:" + std::to_string(i % 5) + ".5 " + std::to_string(40 + i % 300) +
                ":-1e3 # note\n";
    expect_same_as_loaded(folder.write("cells.libsvm", text));
    expect_same_as_loaded(folder.write("cells2.svm", text), {.label = "none", .drop = "1"});
    expect_same_as_loaded(folder.write("wider.svm", text + "1 900:2\n"));
}

TEST(Stream, NumpyIsReadAsLoadReadsIt) {
    const TemporaryFolder folder;
    expect_same_as_loaded(folder.write("f8.npy", npy("<f8", 300, 7, cells_of<double>(2100))));
    expect_same_as_loaded(folder.write("f4.npy", npy("<f4", 30000, 7, cells_of<float>(210000))));
    expect_same_as_loaded(folder.write("i2.npy", npy("<i2", 30, 7, cells_of<std::int16_t>(210))));
    expect_same_as_loaded(folder.write("u1.npy", npy("|u1", 30, 7, cells_of<std::uint8_t>(210))));
    expect_same_as_loaded(folder.path("f8.npy"), {.label = "last"});
    expect_same_as_loaded(folder.path("f4.npy"), {.label = "2", .drop = "0,5"});
    std::string labels;
    for (Index i = 0; i < 300; ++i) labels += i % 2 == 0 ? "a\n" : "b\n";
    expect_same_as_loaded(folder.path("f8.npy"), {.label_file = folder.write("labels.txt", labels)});
}

TEST(Stream, SizesAreKnownBeforeReading) {
    const TemporaryFolder folder;
    const auto doubles = held_size(folder.write("f8.npy", npy("<f8", 300, 7, cells_of<double>(2100))), {});
    EXPECT_EQ(doubles->bytes, 2100U * 8U);
    EXPECT_FALSE(doubles->single_precision);
    const auto floats = held_size(folder.write("f4.npy", npy("<f4", 300, 7, cells_of<float>(2100))), {});
    EXPECT_EQ(floats->bytes, 2100U * 8U);
    EXPECT_TRUE(floats->single_precision);
    const auto text = held_size(folder.write("t.csv", table(40000, true)), {});
    EXPECT_NEAR(static_cast<double>(text->bytes), 40000.0 * 5 * 8, 40000.0);
    EXPECT_FALSE(held_size("digits", {}));
    EXPECT_FALSE(held_size(folder.path("t.csv"), {.transpose = true}));
}

TEST(Stream, AFileThatWasCutMeanwhileIsNamed) {
    const TemporaryFolder folder;
    Look look;
    const std::string path = folder.write("f4.npy", npy("<f4", 3000, 70, cells_of<float>(210000)));
    const StreamedData npy_data = open_rows(path, {}, look.look());
    std::filesystem::resize_file(path, 5000);
    EXPECT_EQ(testing::error_of([&] { to_matrix(*npy_data.rows); }, path),
              "f4.npy: is cut off: the file ends too early; copy it again");
    const std::string text = folder.write("t.csv", table(4000, true));
    const StreamedData text_data = open_rows(text, {}, look.look());
    folder.write("t.csv", table(3000, true));
    EXPECT_EQ(testing::error_of([&] { to_matrix(*text_data.rows); }, text),
              "t.csv: was changed while it was read: run again when nothing writes to it");
}

TEST(Stream, BadFilesAreRefusedAsLoadRefusesThem) {
    const TemporaryFolder folder;
    Look look;
    for (const auto& [name, content] : std::vector<std::pair<std::string, std::string>>{
             {"odd.csv", "a,b\n1,2\n3,n.d.\n5,6\n7,8\n"},
             {"ragged.csv", "a,b\n1,2\n3\n"},
             {"index.libsvm", "1 3:1 2:5\n"},
             {"cut.npy", npy("<f8", 300, 7, "").substr(0, 40)},
             {"deep.npy", npy("<c8", 3, 7, cells_of<double>(21))}}) {
        SCOPED_TRACE(name);
        const std::string path = folder.write(name, content);
        const std::string wanted = testing::load_error(path);
        EXPECT_NE(wanted, "");
        const auto open = [&] {
            if (!held_size(path, {})) load(path);
            to_matrix(*open_rows(path, {}, look.look()).rows);
        };
        EXPECT_EQ(testing::error_of(open, path), wanted);
    }
}

}  // namespace
}  // namespace tamis
