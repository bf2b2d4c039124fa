// Data that are already in memory. A view reads doubles by rows where they are; floats and data by columns
// are converted once.
#include <array>
#include <cstdio>
#include <tamis/tamis.hpp>
#include <vector>

int main() {
    // Six flowers, row by row: petal length, petal width, sepal width, and a column that never changes.
    const std::vector<double> cells = {1.4, 0.2, 3.5, 1.0,  //
                                       1.3, 0.2, 3.0, 1.0,  //
                                       1.5, 0.4, 3.4, 1.0,  //
                                       4.7, 1.4, 3.2, 1.0,  //
                                       4.5, 1.5, 3.2, 1.0,  //
                                       4.9, 1.5, 3.1, 1.0};
    const tamis::DenseView x(cells.data(), 6, 4);
    const std::array<int, 6> species = {0, 0, 0, 1, 1, 1};

    const tamis::Selection order = tamis::fisher(x, tamis::make_labels(species), {.k = 4});
    std::printf("columns, best first:");
    for (const tamis::Index column : order.selected) std::printf(" %lld", static_cast<long long>(column));
    std::printf("\n");

    // The same as floats, column after column, as Fortran, Matlab, R and Eigen store matrices.
    std::vector<float> by_columns;
    for (tamis::Index j = 0; j < 4; ++j)
        for (tamis::Index i = 0; i < 6; ++i) by_columns.push_back(static_cast<float>(x(i, j)));
    const tamis::MatrixView floats = tamis::MatrixView::of_columns(by_columns.data(), 6, 4);
    if (tamis::fisher(floats, tamis::make_labels(species), {.k = 4}).selected != order.selected) return 1;

    // A constant column carries no information: it always comes last.
    return order.selected.back() == 3 ? 0 : 1;
}
