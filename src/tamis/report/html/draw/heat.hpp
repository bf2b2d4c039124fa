// Pictures of cells in rows and columns.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tamis/report/html/draw/svg.hpp"

namespace tamis::detail::html {

// The cells that have one level, all in one path: `level(row, column)` gives it, negative for none. Neighbors
// in a row are joined. `left`, `top` and `cell` have at most one decimal. One path per level 0 … levels − 1.
std::vector<std::string> level_paths(std::size_t rows, std::size_t columns, double left, double top,
                                     double cell, std::size_t levels,
                                     const std::function<int(std::size_t, std::size_t)>& level);

// −1 … 1 as 0 … 10, the levels of the classes heat-0 … heat-10; −1 if it is not a number.
int heat_level(double value);

// An order of things that are alike, given as a square matrix of likeness: average linkage, and each time two
// groups are joined the ends that are more alike meet. The same for equal input.
std::vector<std::size_t> order_by_likeness(const std::vector<std::vector<double>>& likeness);

}  // namespace tamis::detail::html
