#include "fold.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <new>

#include "../spelling.hpp"
#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace {

constexpr int failed_exit_code = 1;

class Fold {
  public:
    Fold(const Deal& deal, Ranks* ranks, const FoldWork& work)
        : deal_(deal), ranks_(ranks), rank_(ranks == nullptr ? 0 : ranks->rank()), work_(work) {}

    Folded run() {
        // First all work of this rank, then the messages: nobody waits for a rank that has not begun.
        compute(0, deal_.shards);
        return combine(0, deal_.shards);
    }

  private:
    // Neighbors are merged in pairs, then pairs of those, an odd one out moving up as it is: the left side of
    // a node is the largest power of two that leaves something to the right.
    static Index middle(Index begin, Index end) {
        return begin + static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(end - begin - 1)));
    }
    bool is_of_one_rank(Index begin, Index end) const { return deal_.owner(begin) == deal_.owner(end - 1); }
    bool concerns_me(Index begin, Index end) const {
        return begin < deal_.begin(rank_ + 1) && end > deal_.begin(rank_);
    }

    // The largest nodes whose shards are all of this rank.
    void compute(Index begin, Index end) {
        if (!concerns_me(begin, end)) return;
        if (is_of_one_rank(begin, end)) {
            own_[begin] = guarded([&] { return computed(begin, end); });
            return;
        }
        compute(begin, middle(begin, end));
        compute(middle(begin, end), end);
    }
    Folded computed(Index begin, Index end) {
        if (failed_) return *failed_;
        if (end - begin == 1) {
            Folded one;
            one.results.push_back(work_.partial(begin));
            one.bytes = static_cast<Index>(one.results.front().size());
            if (work_.sent != nullptr) one.bytes += *work_.sent;
            return one;
        }
        const Index split = middle(begin, end);
        Folded left = computed(begin, split);
        return merged(std::move(left), computed(split, end));
    }

    Folded combine(Index begin, Index end) {
        if (!concerns_me(begin, end)) return {};
        if (is_of_one_rank(begin, end)) return std::move(own_.at(begin));
        const Index split = middle(begin, end);
        Folded left = combine(begin, split), right = combine(split, end);
        const int receiver = deal_.owner(begin), sender = deal_.owner(split);
        if (sender != receiver) {
            if (rank_ == sender) send(receiver, right);
            if (rank_ == receiver) right = receive(sender);
        }
        if (rank_ != receiver) return {};
        return guarded([&] { return merged(std::move(left), std::move(right)); });
    }

    // Results are messages of their own: they may be large, and are not copied.
    struct Head {
        Index bytes = 0;
        int exit_code = 0;
        Index results = 0;

        template <class Archive>
        void fields(Archive& archive) {
            archive(bytes, exit_code, results);
        }
    };
    void send(int to, const Folded& part) {
        ranks_->send(to, to_bytes(Head{part.bytes, part.exit_code, static_cast<Index>(part.results.size())}));
        for (const Bytes& result : part.results) ranks_->send(to, result);
    }
    Folded receive(int from) {
        const auto head = from_bytes<Head>(ranks_->receive(from));
        Folded part{.bytes = head.bytes, .exit_code = head.exit_code, .results = {}};
        for (Index r = 0; r < head.results; ++r) part.results.push_back(ranks_->receive(from));
        return part;
    }

    Folded merged(Folded left, Folded right) {
        if (left.failed()) return left;
        if (right.failed()) return right;
        left.bytes += right.bytes;
        if (work_.keep)
            std::move(right.results.begin(), right.results.end(), std::back_inserter(left.results));
        else
            left.results = {work_.merge(left.results.at(0), right.results.at(0))};
        return left;
    }

    // With several ranks a failure travels as a part. Its rank also keeps it, to tell it alone if the others
    // are too busy to listen.
    template <class Work>
    Folded guarded(Work work) {
        if (ranks_ == nullptr) return work();
        try {
            return work();
        } catch (const Cancelled&) {
            throw;
        } catch (const Ranks::Late&) {
            throw;
        } catch (const UsageError& error) {
            return failure(usage_exit_code, error.message().text(spelled));
        } catch (const Error& error) {
            return failure(failed_exit_code, error.message().text(spelled));
        } catch (const std::bad_alloc&) {
            return failure(failed_exit_code, Ranks::no_memory);
        } catch (const std::exception& error) {
            return failure(failed_exit_code, error.what());
        }
    }
    Folded failure(int code, const std::string& text) {
        if (ranks_->cancelled()) throw Cancelled();  // what was being read was interrupted, too
        const std::string told = ranks_->name() + ": " + text;
        ranks_->fail(told);
        failed_ = Folded{.bytes = 0, .exit_code = code, .results = {told}};
        return *failed_;
    }

    Deal deal_;
    Ranks* ranks_;
    int rank_;
    FoldWork work_;
    std::map<Index, Folded> own_;  // by their first shard
    std::optional<Folded> failed_;
};

}  // namespace

Folded fold_shards(const Deal& deal, Ranks* ranks, const FoldWork& work) {
    return Fold(deal, ranks, work).run();
}

}  // namespace tamis::cli
