#include "tamis/graph/approximate/lists.hpp"

#include <algorithm>
#include <limits>

namespace tamis::detail {

bool KnownNeighbors::is_sound(Index samples) const {
    const auto in = [](Small number, Index end) { return number >= 0 && number < end; };
    const auto entries = static_cast<Index>(index_.size());
    if (places_ < 1 || lists() != samples || fresh_.size() != index_.size() || entries % places_ != 0 ||
        entries / places_ != samples)
        return false;
    return std::ranges::all_of(count_, [&](Small count) { return in(count, places_ + 1); }) &&
           std::ranges::all_of(index_, [&](Small sample) { return in(sample, samples); });
}

double NearestLists::limit(Index list) const {
    return count(list) < places_ ? std::numeric_limits<double>::infinity()
                                 : distances_[at((list + 1) * places_ - 1)];
}

bool NearestLists::insert(Index list, Small sample, double distance) {
    Small* index = index_.data() + list * places_;
    double* distances = distances_.data() + list * places_;
    std::uint8_t* fresh = fresh_.data() + list * places_;
    Small& count = count_[at(list)];
    Index place = count;
    while (place > 0 && (distance < distances[place - 1] ||
                         (distance == distances[place - 1] && sample < index[place - 1])))
        --place;
    if (place == places_) return false;
    if (place > 0 && index[place - 1] == sample) return false;  // the same pair always has the same distance
    const Index last = std::min<Index>(count, places_ - 1);
    std::copy_backward(index + place, index + last, index + last + 1);
    std::copy_backward(distances + place, distances + last, distances + last + 1);
    std::copy_backward(fresh + place, fresh + last, fresh + last + 1);
    index[place] = sample;
    distances[place] = distance;
    fresh[place] = of_this_round;
    count = static_cast<Small>(last + 1);
    return true;
}

void NearestLists::begin_round() {
    for (std::uint8_t& fresh : fresh_) fresh = std::min<std::uint8_t>(fresh, of_earlier_round);
}

Index NearestLists::came_in() const {
    return static_cast<Index>(std::count(fresh_.begin(), fresh_.end(), of_this_round));
}

std::vector<double> limits_of(const NearestLists& lists) {
    std::vector<double> limits(at(lists.lists()));
    for (Index list = 0; list < lists.lists(); ++list) limits[at(list)] = lists.limit(list);
    return limits;
}

}  // namespace tamis::detail
