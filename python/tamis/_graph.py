"""The neighbor graph by itself, for other libraries."""
from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from . import _core
from ._data import as_labels, as_matrix
from ._run import option_value, progress, seed_of, thread_number


def neighbor_graph(X, n_neighbors=5, *, metric="euclidean", weights="heat", self_loops=False, bandwidth=None,
                   symmetry="union", search="auto", recall=0.95, y=None, same_class=1.0, n_jobs=None, random_state=None,
                   verbose=False, return_info=False):
    """The symmetric graph of the nearest neighbors, as the selectors build it.

    Parameters
    ----------
    X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features)
        Read in place where it is a C-ordered array or a CSR matrix of float64.
    n_neighbors : int, default=5
        Nearest neighbors per sample; capped at n_samples - 1.
    metric : {"euclidean", "cosine"}, default="euclidean"
        Distance between two samples; cosine compares directions only.
    weights : {"heat", "binary", "cosine"}, default="heat"
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float, optional
        T of the heat weights; by default the mean squared distance over all neighbor pairs.
    symmetry : {"union", "mutual"}, default="union"
        An edge if either sample lists the other, or only if both do.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float in (0, 1], default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    y : array of shape (n_samples,), optional
        Classes; used only if same_class is not 1.
    same_class : float, default=1.0
        Factor for the weights of edges within a class.
    n_jobs : int, optional
        Threads; None and -1 for all cores. Results have the same bits for any number.
    random_state : int, numpy generator or None
        Seed of an approximate search.
    verbose : bool or callable, default=False
        A progress bar, or what is called with (stage, done).
    return_info : bool, default=False
        Return (graph, info) with the dictionary that selectors keep as graph_: edges, components, bandwidth, the search,
        its measured recall and recall_interval.

    Returns
    -------
    graph : scipy.sparse.csr_matrix of shape (n_samples, n_samples)
        The weights. It can be given to selectors (affinity=graph) and kept with a data set in AnnData:
        adata.obsp["connectivities"] = tamis.neighbor_graph(adata.X).
    """
    matrix = as_matrix(X, "neighbor_graph")
    samples = matrix.shape[0]
    named = {"neighbors": n_neighbors, "metric": metric, "weights": weights, "self_loops": self_loops,
             "bandwidth": bandwidth, "symmetry": symmetry, "search": search, "recall": recall, "same_class": same_class}
    options = {name: option_value(name, value) for name, value in named.items() if value is not None}
    for name in ("recall", "same_class", "bandwidth"):
        if isinstance(options.get(name), int) and not isinstance(options[name], bool):
            options[name] = float(options[name])
    labels = as_labels(y, samples, "neighbor_graph") if y is not None and same_class != 1 else None
    with progress(verbose, "neighbor_graph") as callback:
        indptr, indices, data, info = _core.neighbor_graph(
            matrix, labels, options=options, threads=thread_number(n_jobs), seed=seed_of(random_state), progress=callback
        )
    if indptr[-1] <= np.iinfo(np.int32).max:  # as scipy makes them: other libraries expect both of one type
        indptr = indptr.astype(np.int32)
    graph = sp.csr_matrix((data, indices, indptr), shape=(samples, samples))
    return (graph, info) if return_info else graph
