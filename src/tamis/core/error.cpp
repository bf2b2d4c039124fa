#include "tamis/core/error.hpp"

namespace tamis {

using namespace detail;

namespace {

Message sentence(const Message& happened, const Message& remedy) {
    return remedy.empty() ? happened : happened + ": " + remedy;
}

}  // namespace

Error::Error(Message happened, Message remedy, Place place)
    : std::runtime_error(sentence(happened, remedy).text()),
      happened_(std::move(happened)),
      remedy_(std::move(remedy)),
      place_(std::move(place)) {}

Message Error::message() const { return sentence(happened_, remedy_); }

}  // namespace tamis
