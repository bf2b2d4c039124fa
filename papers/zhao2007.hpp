// What the tables and the figures of zhao2007 share.
#pragma once

namespace tamis::papers {

// The graph of its methods, as part of their names.
inline constexpr const char* ten_neighbors = ":neighbors=10";

}  // namespace tamis::papers
