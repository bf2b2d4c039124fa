"""Genes that are good in every batch: ranks within the batches, combined by their median."""
from __future__ import annotations

import re
import warnings

import numpy as np
from sklearn.base import clone

from ._stored import varying
from ._warnings import TamisWarning


class BatchSelection:
    """Genes selected over several batches; what `select_genes` returns with `batch_key`.

    Attributes
    ----------
    genes_ : array of str
        The selected genes, best first.
    indices_ : array of int
        Their positions, best first.
    support_ : array of bool, one per gene
        True for the selected genes.
    ranking_ : array of int, one per gene
        1 for the best: by median rank, then by n_batches_, then by position.
    median_ranks_ : array, one per gene
        Median of the ranks in the batches in which the gene varies; NaN where it varies in none.
    n_batches_ : array of int, one per gene
        In how many batches it is among the best n.
    selectors_ : dict
        {batch: estimator fitted on its varying genes}.
    """

    def __init__(self, ranks, n, genes, selectors):
        some = ~np.isnan(ranks).all(axis=0)
        self.median_ranks_ = np.full(ranks.shape[1], np.nan)
        self.median_ranks_[some] = np.nanmedian(ranks[:, some], axis=0)
        self.n_batches_ = (ranks <= n).sum(axis=0)
        order = np.lexsort((-self.n_batches_, np.where(some, self.median_ranks_, np.inf)))  # stable: by position
        self.ranking_ = np.empty(len(order), dtype=np.int64)
        self.ranking_[order] = np.arange(1, len(order) + 1)
        self.indices_ = order[:n]
        self.support_ = self.ranking_ <= n
        self.genes_ = genes[self.indices_]
        self.selectors_ = selectors
        if some.sum() < n:
            warnings.warn(f"only {some.sum()} genes vary within a batch, fewer than the {n} to be selected",
                          TamisWarning, stacklevel=3)

    def get_support(self, indices=False):
        """As the selectors of scikit-learn: a mask, or the positions in ascending order."""
        return np.flatnonzero(self.support_) if indices else self.support_


def select_in_batches(selector, matrix, y, batches, n, genes, where):
    """Fits the selector on every batch; `batches` holds the batch of each cell, `where` says where they are from."""
    names, codes = np.unique(batches, return_inverse=True)
    ranks = np.full((len(names), matrix.shape[1]), np.nan)
    fitted, remarks = {}, Remarks()
    for number, name in enumerate(names):
        cells = np.flatnonzero(codes == number)
        if len(cells) < 2:
            raise ValueError(f"batch '{name}' of {where} has 1 cell: at least 2 are needed to rank its genes")
        x = matrix.read(cells)
        there = varying(x)
        if not there.any():
            continue
        part = clone(selector).set_params(n_features_to_select=min(n, int(there.sum())))
        if getattr(selector, "affinity", None) is not None:
            part.set_params(affinity=selector.affinity.tocsr()[cells][:, cells])
        try:
            with remarks.heard(name):
                part.fit(x[:, np.flatnonzero(there)], None if y is None else y[cells])
        except ValueError as error:
            raise ValueError(f"batch '{name}' of {where}: {error}") from None
        ranks[number, there] = part.ranking_
        fitted[name] = part
    remarks.tell("batch", "batches")
    return BatchSelection(ranks, n, genes, fitted)


class Remarks:
    """The remarks of several fits, each kind told once."""

    def __init__(self):
        self.texts = {}  # text without its numbers: {part: text}
        self.parts = 0

    def heard(self, part):
        return _Listening(self, part)

    def tell(self, one, many):
        """All of them, with the number of parts they were made on."""
        for texts in self.texts.values():
            first = next(iter(texts.values()))
            count = f"in {len(texts)} {one if len(texts) == 1 else many}"
            other = ", with other numbers" if len(set(texts.values())) > 1 else ""
            warnings.warn(f"{first} ({count}{other})", TamisWarning, stacklevel=4)

    def tell_common(self):
        """Those that were made on every part in the same words: they are not of the part."""
        for texts in self.texts.values():
            if len(texts) == self.parts and len(set(texts.values())) == 1:
                warnings.warn(next(iter(texts.values())), TamisWarning, stacklevel=4)


class _Listening:
    def __init__(self, remarks, part):
        self.remarks, self.part = remarks, part
        self.catcher = warnings.catch_warnings(record=True)

    def __enter__(self):
        self.caught = self.catcher.__enter__()
        warnings.simplefilter("always", TamisWarning)

    def __exit__(self, *error):
        self.catcher.__exit__(*error)
        self.remarks.parts += 1
        for warning in self.caught:
            if issubclass(warning.category, TamisWarning):
                text = str(warning.message)
                self.remarks.texts.setdefault(re.sub(r"\d", "", text), {})[self.part] = text
            else:
                warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
