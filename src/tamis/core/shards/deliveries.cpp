#include "tamis/core/shards/deliveries.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"

namespace tamis::detail {

Deliveries::Deliveries(const Shards& shards, Wanted wanted)
    : shards_(shards), begins_(shards.run_rows()), wanted_(wanted) {
    parcels_.resize(at(runs()));
}

OwnRows Deliveries::want(Index to, std::span<const Index> numbers) {
    OwnRows own{.run = to, .rows = {}};
    auto next = numbers.begin();
    for (Index from = 0; from < runs(); ++from) {
        const auto end = std::lower_bound(next, numbers.end(), begins_[at(from) + 1]);
        std::vector<Index> rows;
        for (; next != end; ++next) rows.push_back(*next - begins_[at(from)]);
        if (rows.empty()) continue;
        if (from == to) {
            own.rows = std::move(rows);
            continue;
        }
        std::vector<std::vector<Index>>& parcels = parcels_[at(from)].rows;
        if (parcels.empty()) parcels.resize(at(runs()));
        parcels[at(to)] = std::move(rows);
    }
    return own;
}

namespace {

[[noreturn]] void damaged_delivery() { throw Error("rows from other shards are damaged"); }

Matrix delivered_sparse_rows(const Delivery& delivery, const OwnRows& own, const Rows& run) {
    std::optional<Matrix> all;
    for (Index from = 0; from < static_cast<Index>(delivery.parcels.size()); ++from) {
        const std::string_view parcel = delivery.parcels[at(from)];
        if (from != own.run && parcel.empty()) continue;
        Matrix rows = from == own.run ? run.gather(own.rows) : unpack_rows(parcel);
        if (rows.cols() != run.cols() || !rows.is_sparse()) damaged_delivery();
        if (all)
            all->append_rows(rows);
        else
            all = std::move(rows);
    }
    return std::move(*all);
}

void copy_own_rows(const OwnRows& own, const Rows& run, double* target) {
    if (const auto held = HeldRows::of(run)) {
        for (const Index row : own.rows) target = std::copy_n(held->dense(row), run.cols(), target);
        return;
    }
    const Matrix rows = run.gather(own.rows);
    std::copy_n(rows.dense().data(), rows.rows() * rows.cols(), target);
}

// There may be many, so each is copied only once.
Matrix delivered_dense_rows(const Delivery& delivery, const OwnRows& own, const Rows& run) {
    std::vector<DenseParcel> parcels(delivery.parcels.size());
    auto count = static_cast<Index>(own.rows.size());
    for (std::size_t from = 0; from < parcels.size(); ++from) {
        if (delivery.parcels[from].empty() || static_cast<Index>(from) == own.run) continue;
        const std::optional<DenseParcel> packed = DenseParcel::of(delivery.parcels[from]);
        if (!packed || packed->cols() != run.cols()) damaged_delivery();
        count += packed->rows();
        parcels[from] = *packed;
    }
    DenseMatrix all = DenseMatrix::uninitialized(count, run.cols());
    Index next = 0;
    for (std::size_t from = 0; from < parcels.size(); ++from) {
        const bool is_own = static_cast<Index>(from) == own.run;
        if (is_own)
            copy_own_rows(own, run, all.row(next));
        else
            parcels[from].copy_to(all.row(next));
        next += is_own ? static_cast<Index>(own.rows.size()) : parcels[from].rows();
    }
    return all;
}

}  // namespace

Matrix delivered_rows(const Delivery& delivery, const OwnRows& own, const Rows& run) {
    if (own.run < 0 || own.run >= static_cast<Index>(delivery.parcels.size())) damaged_delivery();
    require_rows_of(run, own.rows);
    return run.sparse() ? delivered_sparse_rows(delivery, own, run)
                        : delivered_dense_rows(delivery, own, run);
}

}  // namespace tamis::detail
