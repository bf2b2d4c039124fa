#include "ranks.hpp"

#include <sched.h>
#include <unistd.h>

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
// The rest of a large one. Each piece is short enough to be watched over: messages within a host move only as
// both sides look after them.
constexpr std::size_t piece_bytes = std::size_t{1} << 22;
static_assert(piece_bytes <= Transport::most_bytes);
constexpr std::chrono::microseconds first_patience(100), piece_patience(20'000);

void sleep_for(std::chrono::nanoseconds time) {
    const timespec pause{0, static_cast<long>(time.count())};
    ::nanosleep(&pause, nullptr);
}

}  // namespace

// What comes soon is seen at once. Whoever waits longer leaves its core to those that compute: the waiting
// loops of MPI itself would take all of it.
void Ranks::wait(std::chrono::microseconds eager) {
    constexpr auto longest = std::chrono::microseconds(200);
    const auto started = std::chrono::steady_clock::now();
    for (std::uint64_t turn = 0; !transport_->done(); ++turn) {
        if (cancelled()) throw Cancelled();
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

std::string Ranks::name() const {
    char host[256] = "";
    const std::string number = "rank " + std::to_string(rank());
    if (::gethostname(host, sizeof host - 1) != 0 || host[0] == '\0') return number;
    return number + " (" + host + ")";
}

void Ranks::send(int to, std::string_view message) {
    in_memory([&] { send_pieces(to, message); });
}

std::string Ranks::receive(int from) {
    return in_memory([&] { return receive_pieces(from); });
}

void Ranks::send_pieces(int to, std::string_view message) {
    const auto length = static_cast<std::uint64_t>(message.size());
    const std::size_t along = std::min(message.size(), first_bytes - length_bytes);
    outgoing_.resize(length_bytes + along);
    std::memcpy(outgoing_.data(), &length, length_bytes);
    std::memcpy(outgoing_.data() + length_bytes, message.data(), along);
    transport_->start_send(to, outgoing_.data(), outgoing_.size());
    wait(first_patience);
    for (std::size_t begin = along; begin < message.size(); begin += piece_bytes) {
        transport_->start_send(to, message.data() + begin, std::min(piece_bytes, message.size() - begin));
        wait(piece_patience);
    }
}

std::string Ranks::receive_pieces(int from) {
    incoming_.resize(first_bytes);
    transport_->start_receive(from, incoming_.data(), incoming_.size());
    wait(first_patience);
    const std::size_t got = transport_->received();
    std::uint64_t length = 0;
    if (got < length_bytes) throw Error("a message of rank " + std::to_string(from) + " is damaged");
    std::memcpy(&length, incoming_.data(), length_bytes);
    message_.assign(incoming_, length_bytes, got - length_bytes);
    std::size_t filled = message_.size();
    message_.resize(static_cast<std::size_t>(length));
    while (filled < message_.size()) {
        transport_->start_receive(from, message_.data() + filled,
                                  std::min(piece_bytes, message_.size() - filled));
        wait(piece_patience);
        filled += transport_->received();
    }
    return std::move(message_);
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
