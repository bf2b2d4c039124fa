// A block of sparse samples turned into columns, so that an entry of another sample meets only the samples
// that have an entry in the same column.
#pragma once

#include "tamis/core/matrix.hpp"
#include "tamis/graph/tiles.hpp"

namespace tamis {

// Afterwards column c holds the values workspace.left[q] of the samples begin + workspace.samples[q] for
// workspace.columns[c] <= q < workspace.columns[c + 1].
void turn_into_columns(const SparseView& x, Index begin, Index end, TileSource::Workspace& workspace);

}  // namespace tamis
