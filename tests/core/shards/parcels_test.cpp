// Rows on their way between runs of shards.
#include "tamis/core/shards/deliveries.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"
#include "tests/support/random_data.hpp"

namespace tamis {

using namespace detail;

namespace {

void expect_same_bits(const Matrix& x) {
    const Matrix back = unpack_rows(pack_rows(x));
    ASSERT_EQ(back.rows(), x.rows());
    ASSERT_EQ(back.cols(), x.cols());
    ASSERT_EQ(back.is_sparse(), x.is_sparse());
    if (x.is_sparse()) {
        EXPECT_EQ(back.sparse().values(), x.sparse().values());
        EXPECT_EQ(back.sparse().columns(), x.sparse().columns());
        return;
    }
    for (Index i = 0; i < x.rows(); ++i)
        for (Index j = 0; j < x.cols(); ++j)
            EXPECT_EQ(std::bit_cast<std::uint64_t>(back.dense()(i, j)),
                      std::bit_cast<std::uint64_t>(x.dense()(i, j)));
}

TEST(PackedRows, KeepTheirBits) {
    DenseMatrix special(2, 3);
    special(0, 0) = -0.0;
    special(0, 1) = std::numeric_limits<double>::quiet_NaN();
    special(0, 2) = std::numeric_limits<double>::infinity();
    special(1, 0) = 1e300;  // far beyond single precision
    special(1, 1) = std::numeric_limits<double>::denorm_min();
    expect_same_bits(special);
    special(1, 0) = special(1, 1) = 0.5;
    expect_same_bits(special);
    for (const Matrix& x :
         std::vector<Matrix>{testing::random_matrix(7, 3, 1), testing::random_counts(7, 3, 0.5, 1),
                             to_sparse(testing::random_counts(7, 3, 0.5, 1)), DenseMatrix(0, 4),
                             DenseMatrix(4, 0), SparseMatrix(0, 4, {})})
        expect_same_bits(x);
}

// Doubles are read where they lie if they begin at a multiple of their size; all else is copied.
TEST(PackedRows, AreReadInPlaceWhereDoublesCanBe) {
    const Matrix x = testing::random_matrix(5, 3, 1);
    const Bytes packed = pack_rows(x);
    Bytes last = packed;
    std::vector<double> room(packed.size() / sizeof(double) + 2);
    for (std::size_t moved = 0; moved < sizeof(double); ++moved) {
        char* const place = reinterpret_cast<char*>(room.data()) + moved;
        std::memcpy(place, packed.data(), packed.size());
        const std::string_view bytes(place, packed.size());
        const SentRows sent(bytes);
        const DenseView& rows = sent.view().dense();
        ASSERT_EQ(rows.rows, 5);
        ASSERT_EQ(rows.cols, 3);
        for (Index i = 0; i < 5; ++i)
            for (Index j = 0; j < 3; ++j) EXPECT_EQ(rows(i, j), x.dense()(i, j)) << moved;
        const auto* first = reinterpret_cast<const char*>(rows.data);
        EXPECT_EQ(first >= place && first < place + packed.size(), moved == 0) << moved;
    }
    // What has been moved can be moved again, also after it has traveled on.
    for (const std::size_t moved : {3, 3, 7, 0, 1}) {
        std::span<char> bytes(reinterpret_cast<char*>(room.data()) + moved, packed.size());
        std::memcpy(bytes.data(), last.data(), last.size());
        for (int again = 0; again < 2; ++again) {
            align_cells(bytes);
            const auto sent = DenseParcel::of(std::string_view(bytes.data(), bytes.size()));
            ASSERT_TRUE(sent && sent->in_place()) << moved;
            for (Index i = 0; i < 5; ++i)
                for (Index j = 0; j < 3; ++j) EXPECT_EQ((*sent->in_place())(i, j), x.dense()(i, j)) << moved;
        }
        last.assign(bytes.data(), bytes.size());
        EXPECT_EQ(pack_rows(unpack_rows(last)), packed);
    }
    for (const Matrix& other : {Matrix(testing::random_counts(5, 4, 0.5, 1)),
                                Matrix(to_sparse(testing::random_counts(5, 4, 0.5, 1)))}) {
        Bytes bytes = pack_rows(other);
        const Bytes before = bytes;
        align_cells(bytes);
        EXPECT_EQ(bytes, before);
        const SentRows sent(std::string_view{bytes});
        EXPECT_EQ(pack_rows(take_rows(sent.view(), std::vector<Index>{0, 1, 2, 3, 4})), bytes);
    }
}

TEST(PackedRows, TakeHalfTheBytesWhereNothingIsLost) {
    const std::size_t cells = 100 * 40;
    EXPECT_LT(pack_rows(testing::random_counts(100, 40, 0.5, 1)).size(), cells * 4 + 100);
    EXPECT_GT(pack_rows(testing::random_matrix(100, 40, 1)).size(), cells * 8);
}

TEST(PackedRows, RefuseWhatIsDamaged) {
    for (const Matrix& x :
         {Matrix(testing::random_counts(5, 4, 0.5, 1)), Matrix(testing::random_matrix(5, 4, 1)),
          Matrix(to_sparse(testing::random_counts(5, 4, 0.5, 1)))}) {
        const Bytes good = pack_rows(x);
        for (std::size_t length = 0; length < good.size(); ++length) {
            EXPECT_THROW(unpack_rows(std::string_view(good).substr(0, length)), Error) << length;
            Bytes cut = good.substr(0, length);
            if (x.is_sparse()) continue;
            EXPECT_THROW(align_cells(cut), Error) << length;
        }
        EXPECT_THROW(unpack_rows(good + Bytes(8, '\0')), Error);
    }
}

// The head, what kind they are, then the numbers of rows and columns.
TEST(PackedRows, RefuseSizesThatTheCellsDoNotHave) {
    const Bytes good = pack_rows(testing::random_matrix(6, 4, 1));
    const std::size_t rows = 4 + 4 + 1 + 1, cols = rows + 8;
    const auto with = [&](std::size_t place, Index number) {
        Bytes changed = good;
        std::memcpy(changed.data() + place, &number, sizeof number);
        return changed;
    };
    ASSERT_NO_THROW(unpack_rows(with(rows, 6)));
    for (const Index number :
         {Index{-6}, Index{5}, Index{7}, Index{1} << 62, std::numeric_limits<Index>::max()}) {
        EXPECT_THROW(unpack_rows(with(rows, number)), Error) << number;
        EXPECT_THROW(unpack_rows(with(cols, number)), Error) << number;
    }
    EXPECT_THROW(unpack_rows(with(cols, 0)), Error);
}

TEST(Parcels, HoldTheRowsThatWereAskedFor) {
    const Matrix a = testing::random_matrix(4, 3, 1), none = DenseMatrix(0, 3),
                 b = testing::random_matrix(5, 3, 2);
    const JoinedRows run({Rows(a), Rows(none), Rows(b)});
    EXPECT_EQ(run.rows(), 9);
    const ParcelsRound::Partial found = ParcelsRound::partial({}, {{{2, 3, 4}, {}, {8}}}, run, {});
    ASSERT_EQ(found.parcels.size(), 3u);
    const Matrix first = unpack_rows(found.parcels[0]), last = unpack_rows(found.parcels[2]);
    ASSERT_EQ(first.rows(), 3);
    EXPECT_TRUE(found.parcels[1].empty());
    for (Index j = 0; j < 3; ++j) {
        EXPECT_EQ(first.dense()(1, j), a.dense()(3, j));
        EXPECT_EQ(first.dense()(2, j), b.dense()(0, j));
        EXPECT_EQ(last.dense()(0, j), b.dense()(4, j));
    }
    for (const Index row : {-1, 9}) EXPECT_THROW(ParcelsRound::partial({}, {{{row}}}, run, {}), Error);
    EXPECT_THROW(JoinedRows({}), Error);
    const Matrix wide = DenseMatrix(2, 4);
    EXPECT_THROW(JoinedRows({Rows(a), Rows(wide)}), Error);
}

// Rows of this run and of two others, by ascending numbers: a run need not have neighboring rows.
TEST(Parcels, JoinTheRowsOfTheRun) {
    const DenseMatrix dense = testing::random_matrix(6, 2, 3);
    for (const Matrix& x : {Matrix(dense), Matrix(to_sparse(dense))}) {
        const Bytes first = pack_rows(take_rows(x, std::vector<Index>{0, 4})),
                    last = pack_rows(take_rows(x, std::vector<Index>{5}));
        Delivery delivery{{}, {first, {}, {}, last}};
        const OwnRows own{.run = 1, .rows = {1, 3}, .order = {{0, 1}, {1, 2}, {0, 1}, {3, 1}}};
        const Matrix wanted = take_rows(x, std::vector<Index>{0, 1, 3, 4, 5});
        EXPECT_EQ(pack_rows(*delivered_rows(delivery, own, x).held), pack_rows(wanted));
        // Not as a matrix in memory.
        const RunOfRows run(x, 0, 6);
        EXPECT_EQ(pack_rows(*delivered_rows(delivery, own, run).held), pack_rows(wanted));
        // Once, and then again for whoever wants the same.
        KeptDelivery kept;
        delivery.kept = &kept;
        const DeliveredRows rows = delivered_rows(delivery, own, x);
        EXPECT_EQ(delivered_rows({{}, {}, &kept}, own, x).held, rows.held);
        EXPECT_THROW(delivered_rows({{}, {}, &kept}, {.run = 1, .rows = {2, 3}, .order = own.order}, x),
                     Error);
        EXPECT_EQ(delivered_rows(delivery, {.run = 1, .rows = {2, 3}, .order = own.order}, x).cells.rows(),
                  5);
        EXPECT_NE(delivered_rows(delivery, own, x).held, rows.held);
        delivery.kept = &kept;
        kept = {own, DeliveredRows{nullptr, x}};  // not those that were wanted
        EXPECT_THROW(delivered_rows(delivery, own, x), Error);
        delivery.kept = nullptr;
        EXPECT_THROW(delivered_rows(delivery, {.run = 4, .rows = {}, .order = own.order}, x), Error);
        EXPECT_THROW(delivered_rows(delivery, {.run = 1, .rows = {1, 6}, .order = own.order}, x), Error);
        using Order = std::vector<std::pair<Index, Index>>;
        for (const Order& order : {Order{{0, 1}, {1, 2}, {3, 1}}, Order{{0, 1}, {1, 2}, {0, 2}, {3, 1}},
                                   Order{{0, 3}, {1, 2}, {0, -1}, {3, 1}}, Order{{0, 2}, {1, 2}, {4, 1}},
                                   Order{{0, 2}, {1, 2}, {-1, 1}}, Order{{2, 0}, {0, 2}, {1, 2}, {3, 1}}})
            EXPECT_THROW(delivered_rows(delivery, {.run = 1, .rows = own.rows, .order = order}, x), Error);
        const DenseMatrix narrow = testing::random_matrix(2, 3, 1);
        const Bytes wide = pack_rows(x.is_sparse() ? Matrix(to_sparse(narrow)) : Matrix(narrow)),
                    other_kind = pack_rows(x.is_sparse() ? Matrix(DenseMatrix(2, 2))
                                                         : Matrix(to_sparse(DenseMatrix(2, 2))));
        for (const Bytes& damaged : {other_kind, wide}) {
            delivery.parcels[0] = damaged;
            EXPECT_THROW(delivered_rows(delivery, own, x), Error);
        }
    }
}

}  // namespace

}  // namespace tamis
