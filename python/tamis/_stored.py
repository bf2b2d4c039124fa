"""Matrices of AnnData objects, in memory or in a file (backed mode), read by cells and by strips of genes."""
from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from . import _core
from ._data import as_matrix

# What is read from a file at a time, about.
BLOCK_BYTES = 1 << 28
VALUE_BYTES, ENTRY_BYTES = 8, 16  # of a dense value, of a sparse one with its place, as the library reads them


class StoredMatrix:
    """Cells x genes. A matrix in memory is used as it is; one in a file is read in blocks and never changed."""

    def __init__(self, x):
        self.x = x
        self.shape = tuple(x.shape)
        self.backed = not (isinstance(x, np.ndarray) or sp.issparse(x))
        # "csr", "csc" or, where it is dense, None; older versions of anndata call it format_str.
        self.format = getattr(x, "format_str", getattr(x, "format", None))

    @property
    def nbytes(self):
        """As read into memory."""
        if self.format is None:
            return self.shape[0] * self.shape[1] * VALUE_BYTES
        entries = self.x.group["data"].shape[0] if self.backed else self.x.nnz
        return entries * ENTRY_BYTES

    def strips(self):
        """[(first, end), …] of genes that are about one block each."""
        genes = self.shape[1]
        step = max(1, int(genes // max(1.0, self.nbytes / BLOCK_BYTES)))
        return [(first, min(first + step, genes)) for first in range(0, genes, step)]

    def read(self, cells=None, genes=None):
        """All cells or those given (positions, ascending), all genes or those of a strip (first, end)."""
        first, end = genes or (0, self.shape[1])
        if not self.backed:
            part = self.x if genes is None else self.x[:, first:end]
            return part if cells is None else part[cells]
        if self.format == "csc":  # stored by genes
            return self._joined((self._chosen(self.x[:, a:b], cells) for a, b in self._blocks(first, end, 1)), sp.hstack)
        blocks = []
        for a, b in self._blocks(0, self.shape[0], 0):
            if cells is None:
                blocks.append(self._strip(a, b, first, end))
                continue
            inside = cells[(cells >= a) & (cells < b)] - a
            if inside.size:
                blocks.append(self._chosen(self._strip(a, b, first, end), inside))
        return self._joined(blocks, sp.vstack)

    def _strip(self, a, b, first, end):
        if self.format is None:
            return self.x[a:b, first:end]
        return self.x[a:b][:, first:end]  # whole rows are what a CSR in a file gives at a stretch

    @staticmethod
    def _chosen(block, cells):
        return block if cells is None else block[cells]

    def _joined(self, blocks, stack):
        if self.format is None:
            return np.concatenate(list(blocks), axis=0)
        return stack(list(blocks), format="csr")

    def _blocks(self, first, end, axis):
        per_line = max(1.0, self.nbytes / max(1, self.shape[axis]))
        step = max(1, int(BLOCK_BYTES // per_line))
        return [(a, min(a + step, end)) for a in range(first, end, step)]

    def row_blocks(self):
        """All cells, to be read block by block."""
        ends = [end for _, end in self._blocks(0, self.shape[0], 0)]
        return _core.RowBlocks(ends, self.shape[1], sparse=self.format is not None,
                               read=lambda a, b: as_matrix(self.x[a:b], "X"), take=self._take)

    def _take(self, cells):
        """Neighboring ones are read at a stretch."""
        cells = np.asarray(cells)
        runs = np.split(cells, np.flatnonzero(np.diff(cells) != 1) + 1)
        parts = [self.x[run[0]:run[-1] + 1] for run in runs]
        return as_matrix(self._joined(parts, sp.vstack), "X")

    def sample(self, most=1000):
        """Some cells, evenly spaced."""
        step = -(-self.shape[0] // most)
        return self.read(np.arange(0, self.shape[0], step))


def varying(x):
    """Which columns hold more than one value."""
    if sp.issparse(x):
        x = x.tocsc()
        return np.asarray((x.max(axis=0) != x.min(axis=0)).todense()).ravel()
    return (x != x[:1]).any(axis=0)
