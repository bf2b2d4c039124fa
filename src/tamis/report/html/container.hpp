// The numbers of a document for the scripts of the page.
#pragma once

#include <string>

#include "tamis/report/html/result.hpp"

namespace tamis::detail::html {

// Base64 of gzip of "TAMISCOL", version 1, a header in JSON and columns as little-endian arrays, each at a
// multiple of 8 bytes. The header says what the columns are.
std::string container(const Result& result);

// Up to this many features every number is exact. Beyond it the page would grow too large: scores are in
// single precision, other numbers have three digits, and what follows from the rest (margin, adjusted R², raw
// scores that are the scores up to their sign, p-values next to q-values) is left out. The document has them
// all.
constexpr Index most_exact_features = 20'000;

// As it is inside, not packed.
std::string container_bytes(const Result& result);

}  // namespace tamis::detail::html
