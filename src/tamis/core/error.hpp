// What the library throws. An error says as data what happened, where, and what to do about it; what() is all
// of it as one sentence. Counting: positions count from 0 everywhere but in `Place::line`, which counts the
// lines of a text file from 1, as editors do.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "tamis/core/index.hpp"
#include "tamis/core/message.hpp"

namespace tamis {

// Where an error happened, as far as it is known.
struct Place {
    std::string file = {};           // as the caller named it
    std::optional<Index> line = {};  // of a text file, from 1
    std::optional<Index> row = {};   // of the data, from 0
    std::string column = {};         // its name, or its position where it has none
    std::string option = {};         // the option that is wrong
};

// The work could not be done: bad data, an unreadable file, labels missing.
class Error : public std::runtime_error {
  public:
    // what() is "HAPPENED", or "HAPPENED: REMEDY".
    Error(Message happened, Place place = {}) : Error(std::move(happened), Message(), std::move(place)) {}
    Error(Message happened, Message remedy, Place place = {});

    const Message& happened() const { return happened_; }  // what went wrong
    const Message& remedy() const { return remedy_; }      // what to do about it; may be empty
    const Place& place() const { return place_; }          // where
    // The whole sentence, for callers that spell the options in their own way.
    Message message() const;

  private:
    Message happened_, remedy_;
    Place place_;
};

// The request itself is wrong, whatever the data: an unknown name, a value out of range.
class UsageError : public Error {
  public:
    using Error::Error;
};

// The caller asked to stop through Context::cancel.
class Cancelled : public Error {
  public:
    Cancelled() : Error("cancelled") {}  // there is nothing more to say
};

}  // namespace tamis
