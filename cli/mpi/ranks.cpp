#include "ranks.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ctime>

#include "tamis/core/error.hpp"

namespace tamis::cli {

namespace {

// The first piece of a message: its whole length, then as much of it as goes along. Small ones are one piece.
constexpr std::size_t first_bytes = std::size_t{1} << 16;
constexpr std::size_t length_bytes = sizeof(std::uint64_t);

void sleep_for(std::chrono::nanoseconds time) {
    const timespec pause{0, static_cast<long>(time.count())};
    ::nanosleep(&pause, nullptr);
}

}  // namespace

// An answer that comes at once is seen at once. Whoever waits longer leaves its core to those that compute:
// the waiting loops of MPI itself would take all of it.
void Ranks::wait() {
    constexpr auto eager = std::chrono::microseconds(100);
    constexpr auto longest = std::chrono::microseconds(200);
    const auto started = std::chrono::steady_clock::now();
    for (std::uint64_t turn = 0; !transport_->done(); ++turn) {
        if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) throw Cancelled();
        const auto now = std::chrono::steady_clock::now();
        if (deadline_ && now > *deadline_) throw Late();
        if (now - started < eager)
            ::sched_yield();
        else
            sleep_for(std::min<std::chrono::nanoseconds>(longest, (now - started) / 8));
    }
}

void Ranks::fail(const std::string& message) {
    constexpr auto patience = std::chrono::milliseconds(2000), turn = std::chrono::milliseconds(100);
    constexpr int most_turns = 30;
    if (!failure_.empty()) return;
    failure_ = message;
    deadline_ = std::chrono::steady_clock::now() + patience + std::min(rank(), most_turns) * turn;
}

void Ranks::send_piece(int to, const char* data, std::size_t bytes) {
    transport_->start_send(to, data, bytes);
    wait();
}

std::size_t Ranks::receive_piece(int from, char* data, std::size_t most) {
    transport_->start_receive(from, data, most);
    wait();
    return transport_->received();
}

void Ranks::send(int to, std::string_view message) {
    const auto length = static_cast<std::uint64_t>(message.size());
    const std::size_t along = std::min(message.size(), first_bytes - length_bytes);
    std::string first(length_bytes + along, '\0');
    std::memcpy(first.data(), &length, length_bytes);
    std::memcpy(first.data() + length_bytes, message.data(), along);
    send_piece(to, first.data(), first.size());
    for (std::size_t begin = along; begin < message.size(); begin += Transport::most_bytes)
        send_piece(to, message.data() + begin, std::min(Transport::most_bytes, message.size() - begin));
}

std::string Ranks::receive(int from) {
    std::string first(first_bytes, '\0');
    const std::size_t got = receive_piece(from, first.data(), first.size());
    std::uint64_t length = 0;
    if (got < length_bytes) throw Error("a message of rank " + std::to_string(from) + " is damaged");
    std::memcpy(&length, first.data(), length_bytes);
    std::string message(first, length_bytes, got - length_bytes);
    std::size_t filled = message.size();
    message.resize(static_cast<std::size_t>(length));
    while (filled < message.size())
        filled += receive_piece(from, message.data() + filled,
                                std::min(Transport::most_bytes, message.size() - filled));
    return message;
}

void Ranks::broadcast(std::string& message) {
    int step = 1;
    for (; step < size(); step *= 2)
        if ((rank() & step) != 0) {
            message = receive(rank() - step);
            break;
        }
    for (step /= 2; step > 0; step /= 2)
        if (rank() + step < size()) send(rank() + step, message);
}

}  // namespace tamis::cli
