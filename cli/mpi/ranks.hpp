// Messages between ranks: of any length, one after the other, and never waiting without looking whether to
// stop.
#pragma once

#include <atomic>
#include <chrono>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "transport.hpp"

namespace tamis::cli {

class Ranks {
  public:
    // Thrown by a message that did not go through before the deadline.
    struct Late : std::runtime_error {
        Late() : std::runtime_error("another rank does not answer") {}
    };

    // `cancel` set to true ends all waiting with Cancelled; it may be null.
    Ranks(Transport& transport, const std::atomic<bool>* cancel) : transport_(&transport), cancel_(cancel) {}

    int rank() const { return transport_->rank(); }
    int size() const { return transport_->size(); }
    bool is_driver() const { return rank() == 0; }
    bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }
    Transport& transport() const { return *transport_; }

    void send(int to, std::string_view message);
    std::string receive(int from);
    // From rank 0 to all: `message` is what it says there, and what was received elsewhere. In a tree of
    // log2(size) steps.
    void broadcast(std::string& message);

    // The number of this rank and its host, for messages.
    std::string name() const;
    static constexpr const char* no_memory = "not enough memory: use more hosts, or fewer ranks on each";
    // Work that belongs to a message. Without memory for it the others wait for something that never comes:
    // throws Late, so that the job ends with a message.
    template <class Work>
    auto in_memory(Work work) {
        try {
            return work();
        } catch (const std::bad_alloc&) {
            fail(name() + ": " + no_memory);
            throw Late();
        }
    }

    // This rank has failed, and says so in its next message. If the others are not there to listen within
    // seconds, waiting ends with Late, and this rank tells the failure itself and ends the job. The first one
    // to do so ends the others, so they take their time in turn.
    void fail(const std::string& message);
    void failure_was_told() { deadline_.reset(); }
    const std::string& failure() const { return failure_; }

  private:
    void wait(std::chrono::microseconds eager);
    void send_pieces(int to, std::string_view message);
    std::string receive_pieces(int from);

    Transport* transport_;
    const std::atomic<bool>* cancel_;
    // What is on its way is not on the stack: MPI may still use it when waiting has ended with an exception.
    std::string outgoing_, incoming_, message_;
    std::string failure_;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
};

}  // namespace tamis::cli
