#include "tamis/core/shards/deliveries.hpp"

#include <algorithm>
#include <numeric>

#include "tamis/core/error.hpp"
#include "tamis/core/rows/joined_rows.hpp"

namespace tamis::detail {

Deliveries::Deliveries(const Shards& shards, Wanted wanted)
    : shards_(shards), runs_(shards.runs()), parcels_(at(runs_.count())), wanted_(wanted) {
    if (wanted_ == Wanted::again) own_rows_.resize(at(runs_.count()));
}

OwnRows Deliveries::want(Index to, std::span<const Index> numbers) {
    OwnRows own{.run = to, .rows = {}, .order = {}};
    auto next = numbers.begin();
    for (const auto& [from, held] : runs_.all()) {
        const auto end = std::lower_bound(next, numbers.end(), held.number_end());
        if (next == end) continue;
        own.order.emplace_back(from, end - next);
        std::vector<std::vector<Index>>& parcels = parcels_[at(from)].rows;
        if (from != to && parcels.empty()) parcels.resize(at(runs()));
        std::vector<Index>& rows = from == to ? own.rows : parcels[at(to)];
        for (; next != end; ++next) rows.push_back(held.place_of(*next));
    }
    if (wanted_ == Wanted::again) own_rows_[at(to)] = to_bytes(own);
    return own;
}

namespace {

[[noreturn]] void damaged_delivery() { throw Error("rows from other shards are damaged"); }

// visit(run, first, count) for rows of one run after the other. Throws Error unless these are all the rows
// that each run has sent.
template <class Visit>
void in_order(const OwnRows& own, const std::vector<Index>& sent, Visit visit) {
    std::vector<Index> next(sent.size(), 0);
    for (const auto& [run, count] : own.order) {
        if (run < 0 || at(run) >= sent.size() || count < 1 || count > sent[at(run)] - next[at(run)])
            damaged_delivery();
        visit(run, next[at(run)], count);
        next[at(run)] += count;
    }
    if (next != sent) damaged_delivery();
}

Matrix delivered_sparse_rows(const Delivery& delivery, const OwnRows& own, const Rows& run) {
    std::vector<Matrix> parts(delivery.parcels.size());
    std::vector<Index> sent(parts.size(), 0);
    for (std::size_t from = 0; from < parts.size(); ++from) {
        const bool is_own = static_cast<Index>(from) == own.run;
        if (!is_own && delivery.parcels[from].empty()) continue;
        parts[from] = is_own ? run.gather(own.rows) : unpack_rows(delivery.parcels[from]);
        if (parts[from].cols() != run.cols() || !parts[from].is_sparse()) damaged_delivery();
        sent[from] = parts[from].rows();
    }
    Matrix all = copy_of_run(run, 0, 0);
    in_order(own, sent, [&](Index from, Index first, Index count) {
        Matrix& part = parts[at(from)];
        if (all.rows() == 0 && count == part.rows()) {
            all = std::move(part);
            return;
        }
        all.append_rows(RowBlock{0, part}.between(first, first + count).cells);
        if (first + count == sent[at(from)]) part = Matrix();
    });
    return all;
}

// There may be many, so each is copied only once.
Matrix delivered_dense_rows(const Delivery& delivery, const OwnRows& own, const Rows& run) {
    std::vector<DenseParcel> parcels(delivery.parcels.size());
    std::vector<Index> sent(parcels.size(), 0);
    for (std::size_t from = 0; from < parcels.size(); ++from) {
        if (delivery.parcels[from].empty() || static_cast<Index>(from) == own.run) continue;
        const std::optional<DenseParcel> packed = DenseParcel::of(delivery.parcels[from]);
        if (!packed || packed->cols() != run.cols()) damaged_delivery();
        sent[from] = packed->rows();
        parcels[from] = *packed;
    }
    sent[at(own.run)] = static_cast<Index>(own.rows.size());
    DenseMatrix all =
        DenseMatrix::uninitialized(std::accumulate(sent.begin(), sent.end(), Index{0}), run.cols());
    const std::optional<HeldRows> held = HeldRows::of(run);
    const Matrix read = held ? Matrix() : run.gather(own.rows);
    double* target = all.data();
    in_order(own, sent, [&](Index from, Index first, Index count) {
        if (from != own.run) parcels[at(from)].copy_to(target, first, count);
        for (Index i = first; from == own.run && i < first + count; ++i)
            std::copy_n(held ? held->dense(own.rows[at(i)]) : read.dense().row(i), run.cols(),
                        target + (i - first) * run.cols());
        target += count * run.cols();
    });
    return all;
}

// How many rows a run wanted.
Index count_of(const OwnRows& own) {
    Index all = 0;
    for (const auto& [from, count] : own.order) all += count;
    return all;
}

}  // namespace

DeliveredRows delivered_rows(const Delivery& delivery, const OwnRows& own, const Rows& run) {
    if (delivery.kept != nullptr && delivery.kept->rows && delivery.kept->wanted == own) {
        const MatrixView& cells = delivery.kept->rows->cells;
        if (cells.cols() != run.cols() || cells.is_sparse() != run.sparse() || cells.rows() != count_of(own))
            damaged_delivery();
        return *delivery.kept->rows;
    }
    if (own.run < 0 || own.run >= static_cast<Index>(delivery.parcels.size())) damaged_delivery();
    require_rows_of(run, own.rows);
    const auto held = std::make_shared<const Matrix>(run.sparse() ? delivered_sparse_rows(delivery, own, run)
                                                                  : delivered_dense_rows(delivery, own, run));
    const DeliveredRows rows{held, *held};
    if (delivery.kept != nullptr) *delivery.kept = {own, rows};
    return rows;
}

}  // namespace tamis::detail
