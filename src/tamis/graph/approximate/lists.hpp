// The nearest samples known so far, for every sample and group.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tamis/core/index.hpp"

namespace tamis::detail {

// Whether a list may have so many places: what has traveled may be damaged.
inline bool may_have_places(Index places) {
    return places > 0 && places <= std::numeric_limits<Small>::max();
}

// The samples without their distances. List sample · groups + group holds up to `places` samples of the group
// by (distance, index).
class KnownNeighbors {
  public:
    KnownNeighbors() = default;
    KnownNeighbors(Index lists, Index places)
        : places_(places), index_(at(lists * places)), fresh_(at(lists * places)), count_(at(lists)) {}

    Index lists() const { return static_cast<Index>(count_.size()); }
    Index places() const { return places_; }
    Index count(Index list) const { return count_[at(list)]; }
    std::span<const Small> of(Index list) const {
        return {index_.data() + list * places_, at(count_[at(list)])};
    }
    bool holds(Index list, Small sample) const {
        const std::span<const Small> all = of(list);
        return std::find(all.begin(), all.end(), sample) != all.end();
    }
    // Whether the sample at a place came in since it was last compared with the others.
    bool fresh(Index list, Index place) const { return fresh_[at(list * places_ + place)] != 0; }
    void set_compared(Index list, Index place) { fresh_[at(list * places_ + place)] = 0; }

    // Whether it is one list per sample, of samples that there are: what has traveled may be damaged.
    bool is_sound(Index samples) const;

    template <class Archive>
    void fields(Archive& archive) {
        archive(places_, index_, fresh_, count_);
    }

  protected:
    Index places_ = 0;
    std::vector<Small> index_;
    std::vector<std::uint8_t> fresh_;
    std::vector<Small> count_;
};

// The same with their distances. Different lists may be changed from different threads at the same time.
class NearestLists : public KnownNeighbors {
  public:
    NearestLists(Index lists, Index places) : KnownNeighbors(lists, places), distances_(at(lists * places)) {}

    const KnownNeighbors& known() const { return *this; }
    template <class Archive>
    void fields(Archive& archive) = delete;  // those of KnownNeighbors would leave out the distances

    std::span<const double> distances_of(Index list) const {
        return {distances_.data() + list * places_, at(count_[at(list)])};
    }
    // No sample at this distance or beyond can come in: infinite while there are free places.
    double limit(Index list) const;
    // Takes a sample in unless it is there already or too far away; says whether it did. What is in a list in
    // the end does not depend on the order of what is offered.
    bool insert(Index list, Small sample, double distance);

    // What comes in from now on is counted.
    void begin_round();
    // How many samples have come in since then and are still there.
    Index came_in() const;

  private:
    // Of KnownNeighbors::fresh_.
    enum Freshness : std::uint8_t { compared = 0, of_earlier_round = 1, of_this_round = 2 };

    std::vector<double> distances_;
};

// Of all lists, at this time. A round of descent looks for what is within the limits of its beginning: what
// estimates of distances rule out may depend on the limit, and must not depend on where the work is cut.
std::vector<double> limits_of(const NearestLists& lists);

}  // namespace tamis::detail
