// What travels between driver and shards: written, read, and refused if it is damaged.
#include "tamis/core/shards/bytes.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/shards/shards.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

struct Everything {
    bool yes = false;
    Index number = 0;
    double real = 0.0;
    std::string text;
    std::vector<int> labels;
    std::vector<Index> rows;
    std::vector<double> values;
    std::vector<char> marks;
    std::vector<std::uint64_t> hashes;
    std::vector<std::string> names;
    std::vector<std::pair<Index, double>> cells;
    std::optional<double> maybe, nothing;
    DenseMatrix dense;
    Matrix sparse;

    template <class Archive>
    void fields(Archive& archive) {
        archive(yes, number, real, text, labels, rows, values, marks, hashes, names, cells, maybe, nothing,
                dense, sparse);
    }
};

Everything something() {
    Everything all;
    all.yes = true;
    all.number = -7;
    all.real = -0.0;
    all.text = std::string("a\0b", 3);
    all.labels = {-1, 3, 300, -70000};
    all.rows = {0, std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min()};
    all.values = {1.5, std::numeric_limits<double>::infinity(), 5e-324};
    all.marks = {0, 1, 0};
    all.hashes = {0, ~std::uint64_t{0}};
    all.names = {"", "x"};
    all.cells = {{4, 0.25}, {5, -1.0}};
    all.maybe = 2.0;
    all.dense = testing::random_matrix(3, 4, 1);
    all.sparse = to_sparse(testing::random_counts(5, 6, 0.4, 2));
    return all;
}

TEST(Bytes, KeepEveryKindOfField) {
    const Everything wanted = something();
    const Everything found = from_bytes<Everything>(to_bytes(wanted));
    EXPECT_EQ(found.yes, wanted.yes);
    EXPECT_EQ(found.number, wanted.number);
    EXPECT_TRUE(std::signbit(found.real));
    EXPECT_EQ(found.text, wanted.text);
    EXPECT_EQ(found.labels, wanted.labels);
    EXPECT_EQ(found.rows, wanted.rows);
    EXPECT_EQ(found.values, wanted.values);
    EXPECT_EQ(found.marks, wanted.marks);
    EXPECT_EQ(found.hashes, wanted.hashes);
    EXPECT_EQ(found.names, wanted.names);
    EXPECT_EQ(found.cells, wanted.cells);
    EXPECT_EQ(found.maybe, wanted.maybe);
    EXPECT_EQ(found.nothing, wanted.nothing);
    EXPECT_EQ(testing::cells(found.dense), testing::cells(wanted.dense));
    EXPECT_TRUE(found.sparse.is_sparse());
    EXPECT_EQ(testing::cells(found.sparse), testing::cells(wanted.sparse));
    EXPECT_EQ(to_bytes(found), to_bytes(wanted));
}

// 64 numbers of one bit are a word of 8 bytes, and so are 21 of three bits.
TEST(Bytes, NumbersTakeAsFewBitsAsTheyNeed) {
    const auto size_of = [](int low, int high) {
        std::vector<int> numbers(1000, low);
        numbers.back() = high;
        EXPECT_EQ(from_bytes<std::vector<int>>(to_bytes(numbers)), numbers);
        return to_bytes(numbers).size() - to_bytes(std::vector<int>()).size();
    };
    EXPECT_EQ(size_of(0, 1), 128u);
    EXPECT_EQ(size_of(7, 7), 128u);
    EXPECT_EQ(size_of(-1, 4), 8u * 48u);
    EXPECT_EQ(size_of(-100, 27), 8u * 112u);
    EXPECT_EQ(size_of(-100, 28) + 1, 1000u);  // no lowest number
    EXPECT_EQ(size_of(0, 200) + 1, 2000u);
    EXPECT_EQ(size_of(0, 40000) + 1, 4000u);
}

TEST(Bytes, KeepNumbersOfAnyRange) {
    constexpr Index largest = std::numeric_limits<Index>::max(), lowest = std::numeric_limits<Index>::min();
    for (Index range = 1; range < 300; ++range) {
        std::vector<Index> numbers;
        for (Index i = 0; i < 70; ++i) numbers.push_back(i * 37 % range - 20);
        EXPECT_EQ(from_bytes<std::vector<Index>>(to_bytes(numbers)), numbers) << range;
    }
    for (const auto& numbers : {std::vector<Index>{-128, largest}, std::vector<Index>{lowest, largest},
                                std::vector<Index>{127, 254}, std::vector<Index>{128}, std::vector<Index>{}})
        EXPECT_EQ(from_bytes<std::vector<Index>>(to_bytes(numbers)), numbers);
}

TEST(Bytes, EveryCutIsRefused) {
    const Bytes whole = to_bytes(something());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_THROW(from_bytes<Everything>(std::string_view(whole).substr(0, size)), Error) << size;
    EXPECT_THROW(from_bytes<Everything>(whole + "x"), Error);
}

// Any byte may be wrong: the result is an Error or other values, never a crash or much memory.
TEST(Bytes, ChangedBytesDoNoHarm) {
    const Bytes whole = to_bytes(something());
    Index refused = 0;
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (const char value : {'\0', '\x7f', '\xff'}) {
            Bytes changed = whole;
            if (changed[place] == value) continue;
            changed[place] = value;
            try {
                from_bytes<Everything>(changed);
            } catch (const Error&) {
                ++refused;
            }
        }
    EXPECT_GT(refused, 100);
}

TEST(Bytes, AnotherVersionIsNamed) {
    Bytes bytes = to_bytes(std::vector<double>{1.0});
    bytes[4] = 9;
    try {
        from_bytes<std::vector<double>>(bytes);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("version 9"), std::string::npos) << error.what();
    }
}

TEST(FoldPairs, IsAFixedTree) {
    const auto join = [](std::string_view a, std::string_view b) {
        return "(" + std::string(a) + std::string(b) + ")";
    };
    EXPECT_EQ(fold_pairs<Bytes>({"0"}, join), "0");
    EXPECT_EQ(fold_pairs<Bytes>({"0", "1", "2"}, join), "((01)2)");
    EXPECT_EQ(fold_pairs<Bytes>({"0", "1", "2", "3", "4", "5", "6"}, join), "(((01)(23))((45)6))");
    EXPECT_THROW(fold_pairs<Bytes>({}, join), Error);
}

TEST(Shards, MustGoTogether) {
    const std::vector<ShardShape> good = {{3, 2, false}, {0, 2, false}, {4, 2, false}};
    const ShardsShape shape = check_shape(good);
    EXPECT_EQ(shape.offsets, (std::vector<Index>{0, 3, 3, 7}));
    EXPECT_THROW(check_shape({}), Error);
    const std::vector<ShardShape> columns = {{3, 2, false}, {3, 4, false}},
                                  kinds = {{3, 2, false}, {3, 2, true}};
    for (const auto* bad : {&columns, &kinds}) {
        try {
            check_shape(*bad);
            FAIL();
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("shard 1"), std::string::npos) << error.what();
        }
    }
}

// Widths are changed a thousand numbers at a time.
TEST(Bytes, LongListsOfWholeNumbers) {
    for (const std::size_t size : {1023U, 1024U, 1025U, 3000U})
        for (const Index largest : {Index{1}, Index{100}, Index{200}, Index{40000}, Index{1} << 40U}) {
            std::vector<Index> numbers(size);
            for (std::size_t p = 0; p < size; ++p) numbers[p] = static_cast<Index>(p) * 7919 % (largest + 1);
            numbers.back() = largest;
            const Bytes bytes = to_bytes(numbers);
            EXPECT_EQ(from_bytes<std::vector<Index>>(bytes), numbers);
            if (largest > std::numeric_limits<Small>::max()) {
                EXPECT_THROW(from_bytes<std::vector<Small>>(bytes), Error);
            }
            ByteWriter counter(ByteWriter::Mode::count);
            write_head(counter);
            counter(numbers);
            EXPECT_EQ(counter.counted(), bytes.size());
        }
}

TEST(Bytes, AreCountedBeforeTheyAreWritten) {
    ByteWriter counter(ByteWriter::Mode::count);
    write_head(counter);
    counter(something());
    EXPECT_EQ(counter.counted(), to_bytes(something()).size());
    EXPECT_TRUE(counter.take().empty());
}

}  // namespace

}  // namespace tamis
