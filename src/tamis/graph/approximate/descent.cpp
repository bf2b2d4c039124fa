#include "tamis/graph/approximate/descent.hpp"

#include <algorithm>

#include "tamis/core/threads/parallel.hpp"
#include "tamis/graph/approximate/mixing.hpp"

namespace tamis::detail {

namespace {

constexpr Index most_compared = 16;    // new ones per sample and round, and as many old ones
constexpr Index parts = 16;            // of the samples, for work that belongs to the sample that is changed
constexpr Index chunk_samples = 2048;  // whose neighbors are compared by one thread
constexpr Index batch_chunks = 32;     // after which what they found is put into the lists

// Up to `most_compared` samples for every sample; of more than that the ones with the smallest random number
// stay.
class Chosen {
  public:
    explicit Chosen(Index samples) : of_(at(samples * most_compared)), count_(at(samples)) {}

    std::span<const Small> of(Index i) const {
        return {of_.data() + i * most_compared, at(Index{count_[at(i)]})};
    }
    bool holds(Index i, Small j) const {
        const std::span<const Small> all = of(i);
        return std::find(all.begin(), all.end(), j) != all.end();
    }

    void add(Index i, Small j, std::uint64_t seed) {
        if (holds(i, j)) return;
        Small* all = of_.data() + i * most_compared;
        std::uint8_t& count = count_[at(i)];
        if (count < most_compared) {
            all[count++] = j;
            return;
        }
        const auto number = [&](Small other) {
            return mixed(seed, (static_cast<std::uint64_t>(i) << 32U) + static_cast<std::uint64_t>(other));
        };
        Index last = 0;
        std::uint64_t largest = 0;
        for (Index p = 0; p < most_compared; ++p)
            if (const std::uint64_t drawn = number(all[p]); drawn >= largest) largest = drawn, last = p;
        if (number(j) < largest) all[last] = j;
    }

  private:
    std::vector<Small> of_;
    std::vector<std::uint8_t> count_;
};

struct Update {
    Small sample, neighbor;
    double distance;
};

class Round {
  public:
    Round(const Descent& descent, Index number, const Context& context)
        : d_(descent),
          samples_(descent.points.count()),
          part_size_((samples_ + parts - 1) / parts),
          fresh_(samples_),
          old_(samples_) {
        choose(mixed(context.seed, 0x726f756e64U + static_cast<std::uint64_t>(number)), context);
    }

    Index run(const Context& context, const std::function<void(double)>& advance) {
        Index changes = 0;
        const Index batch = batch_chunks * chunk_samples;
        for (Index begin = 0; begin < samples_; begin += batch) {
            const Index end = std::min(begin + batch, samples_);
            std::vector<std::vector<Update>> found(at(chunk_count(end - begin, chunk_samples) * parts));
            parallel_chunks(context, end - begin, chunk_samples, [&](const Chunk& chunk) {
                for (Index p = chunk.begin; p < chunk.end; ++p)
                    compare(d_.order[at(begin + p)], found.data() + chunk.number * parts);
            });
            changes += parallel_sum(context, parts, 1, Index{0}, [&](const Chunk& part) {
                Index changed = 0;
                for (auto f = at(part.number); f < found.size(); f += at(parts))
                    for (const Update& update : found[f])
                        changed += d_.lists.insert(list(update.sample, update.neighbor), update.neighbor,
                                                   update.distance);
                return changed;
            });
            advance(static_cast<double>(end) / static_cast<double>(samples_));
        }
        return changes;
    }

  private:
    Index list(Index i, Index j) const {
        return d_.group_of.empty() ? i : i * d_.groups + d_.group_of[at(j)];
    }

    template <class Visit>
    void for_each_entry(const Visit& visit) const {
        for (Index i = 0; i < samples_; ++i)
            for (Index l = i * d_.groups; l < (i + 1) * d_.groups; ++l)
                for (Index p = 0; p < d_.lists.count(l); ++p) visit(i, l, p, d_.lists.of(l)[at(p)]);
    }

    // Both ends of an entry are compared with what the other one knows. A part looks at all entries and takes
    // those that concern its samples.
    void choose(std::uint64_t seed, const Context& context) {
        parallel_chunks(context, samples_, part_size_, [&](const Chunk& part) {
            for_each_entry([&](Index i, Index l, Index p, Small j) {
                Chosen& chosen = d_.lists.fresh(l, p) ? fresh_ : old_;
                if (i >= part.begin && i < part.end) chosen.add(i, j, seed);
                if (j >= part.begin && j < part.end) chosen.add(j, static_cast<Small>(i), seed);
            });
        });
        parallel_chunks(context, samples_, part_size_, [&](const Chunk& part) {
            for (Index i = part.begin; i < part.end; ++i)
                for (Index l = i * d_.groups; l < (i + 1) * d_.groups; ++l)
                    for (Index p = 0; p < d_.lists.count(l); ++p)
                        if (d_.lists.fresh(l, p) && fresh_.holds(i, d_.lists.of(l)[at(p)]))
                            d_.lists.set_compared(l, p);
        });
    }

    void compare(Index i, std::vector<Update>* found) const {
        const std::span<const Small> fresh = fresh_.of(i), old = old_.of(i);
        for (std::size_t p = 0; p < fresh.size(); ++p) {
            for (std::size_t q = p + 1; q < fresh.size(); ++q) compare(fresh[p], fresh[q], found);
            for (const Small other : old)
                if (other != fresh[p]) compare(fresh[p], other, found);
        }
    }

    void compare(Small a, Small b, std::vector<Update>* found) const {
        const double limit_a = d_.lists.limit(list(a, b)), limit_b = d_.lists.limit(list(b, a));
        if (d_.quick != nullptr && !d_.quick->may_be_within(a, b, std::max(limit_a, limit_b))) return;
        const double distance = d_.points.distance(a, b);
        if (distance <= limit_a) found[a / part_size_].push_back({a, b, distance});
        if (distance <= limit_b) found[b / part_size_].push_back({b, a, distance});
    }

    const Descent& d_;
    Index samples_;
    Index part_size_;
    Chosen fresh_, old_;
};

}  // namespace

Index Descent::round(Index number, const Context& context, const std::function<void(double)>& advance) const {
    return Round(*this, number, context).run(context, advance);
}

}  // namespace tamis::detail
