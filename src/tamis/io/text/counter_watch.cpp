#include "tamis/io/text/counter_watch.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tamis::detail {

void CounterWatch::add(const double* cells, Index rows, Index features) {
    if (rows_ == 0 && rows > 0)
        for (Index j = 0; j < features; ++j)
            if (cells[j] == 0.0 || cells[j] == 1.0) counting_.push_back({j, cells[j]});
    for (Index i = 0; i < rows && !counting_.empty(); ++i)
        std::erase_if(counting_, [&](const Counter& counter) {
            return cells[i * features + counter.feature] != counter.start + static_cast<double>(rows_ + i);
        });
    for (auto watched = distinct_.begin(); watched != distinct_.end();) {
        bool distinct = true;
        for (Index i = 0; i < rows && distinct; ++i) {
            const double value = cells[i * features + watched->first];
            distinct = value == std::floor(value) && watched->second.insert(value).second;
        }
        watched = distinct ? std::next(watched) : distinct_.erase(watched);
    }
    rows_ += rows;
}

bool CounterWatch::counts_up(Index feature) const {
    return std::any_of(counting_.begin(), counting_.end(),
                       [&](const Counter& counter) { return counter.feature == feature; });
}

}  // namespace tamis::detail
