// Threads that wait for the next region instead of being made for it: on small data a region is shorter than
// the start of a thread.
#pragma once

#include "tamis/core/threads/parallel.hpp"

namespace tamis::detail {

// Calls `work` on the calling thread and on up to `helpers` more, and returns when all that have begun are
// done. Returns how many helpers there were: fewer if the system gives no more threads. A helper that has not
// begun by then is called off. `work` must not throw. Any thread may call this at any time: while the waiting
// threads serve one caller, another gets threads of its own.
Index run_with_helpers(Index helpers, FunctionRef<void()> work);

}  // namespace tamis::detail
