#include "tamis/core/shards/deliveries.hpp"

#include <algorithm>

#include "tamis/core/error.hpp"

namespace tamis::detail {

Deliveries::Deliveries(const Shards& shards) : shards_(shards), begins_(shards.run_rows()) {
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

Matrix delivered_rows(const Delivery& delivery, const OwnRows& own, const Rows& run) {
    const auto parcels = static_cast<Index>(delivery.parcels.size());
    if (own.run < 0 || own.run >= parcels) throw Error("rows from other shards are damaged");
    require_rows_of(run, own.rows);
    std::optional<Matrix> all;
    for (Index from = 0; from < parcels; ++from) {
        const Bytes& parcel = delivery.parcels[at(from)];
        if (from != own.run && parcel.empty()) continue;
        Matrix rows = from == own.run ? run.gather(own.rows) : unpack_rows(parcel);
        if (rows.cols() != run.cols() || rows.is_sparse() != run.sparse())
            throw Error("rows from other shards are damaged");
        if (all)
            all->append_rows(rows);
        else
            all = std::move(rows);
    }
    return std::move(*all);
}

}  // namespace tamis::detail
