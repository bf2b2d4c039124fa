// Sparse data stay sparse: word counts of four short texts, three non-zero cells per row.
#include <array>
#include <cstdio>
#include <tamis/tamis.hpp>

int main() {
    const tamis::SparseMatrix words(4, 6,
                                    {.row_start = {0, 3, 6, 9, 12},
                                     .columns = {0, 1, 5, 0, 1, 2, 2, 3, 4, 3, 4, 5},
                                     .values = {4, 1, 1, 5, 2, 1, 1, 3, 1, 4, 1, 1}});
    const std::array<int, 4> topic = {0, 0, 1, 1};

    const tamis::Selection sparse = tamis::fisher(words, tamis::make_labels(topic), {.k = 3});
    const tamis::Selection dense = tamis::fisher(tamis::to_dense(words), tamis::make_labels(topic), {.k = 3});
    std::printf("words that tell the topics apart:");
    for (const tamis::Index word : sparse.selected) std::printf(" %lld", static_cast<long long>(word));
    std::printf("\n");
    return sparse.selected == dense.selected ? 0 : 1;
}
