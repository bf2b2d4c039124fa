// What the library throws. Every message names the file, row, column or option and says what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace tamis {

// The work could not be done: bad data, an unreadable file, labels missing.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The request itself is wrong, whatever the data: an unknown name, a value out of range.
class UsageError : public Error {
  public:
    using Error::Error;
};

// The caller asked to stop through Context::cancel.
class Cancelled : public Error {
  public:
    Cancelled() : Error("cancelled") {}
};

}  // namespace tamis
