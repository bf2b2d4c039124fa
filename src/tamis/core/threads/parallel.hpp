// The only place where threads are made.
//
// Work is cut into chunks whose borders depend on the amount of work alone, never on the number of threads,
// so a result that is written per chunk and combined in chunk order has the same bits on 1, 2 or 7 threads.
#pragma once

#include <vector>

#include "tamis/core/context.hpp"
#include "tamis/core/threads/function_ref.hpp"

namespace tamis::detail {

struct Chunk {
    Index number;  // 0, 1, 2, … in order of `begin`
    Index begin;
    Index end;
};

// How many chunks `parallel_chunks` makes of `count` items.
Index chunk_count(Index count, Index chunk_size);

// The number of threads that `context` stands for on this machine.
int thread_count(const Context& context);

// Calls work(chunk) for every chunk of 0 … count, in any order, on up to thread_count(context) threads.
// The first exception (in chunk order) is rethrown here; a cancelled context stops between chunks and
// throws Cancelled. Called from inside another parallel region it runs on the calling thread.
void parallel_chunks(const Context& context, Index count, Index chunk_size,
                     FunctionRef<void(const Chunk&)> work);

// Sums one `Partial` per chunk in chunk order: partial(chunk) -> Partial, then total += partial.
template <class Partial, class Work>
Partial parallel_sum(const Context& context, Index count, Index chunk_size, Partial total, Work&& work) {
    std::vector<Partial> partials(at(chunk_count(count, chunk_size)));
    parallel_chunks(context, count, chunk_size,
                    [&](const Chunk& chunk) { partials[at(chunk.number)] = work(chunk); });
    for (Partial& partial : partials) total += partial;
    return total;
}

}  // namespace tamis::detail
