"""Selection of genes in AnnData objects."""
from __future__ import annotations

import numbers
import warnings

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone

from ._batches import Remarks, select_in_batches
from ._generated import SELECTORS
from ._stored import StoredMatrix
from ._warnings import TamisWarning

# Parameters of the classes that select_genes has in another form or not at all.
NOT_FOR_GENES = {"n_features_to_select", "include", "exclude", "graph_features", "explain",
                 "pvalues", "permutations", "stability", "stability_size", "bootstrap"}
# Methods that score every gene by itself: they read a file that is stored by genes strip by strip.
GENE_BY_GENE = ("variance", "fisher")
# A gene whose whole numbers have a larger mean than this holds counts, not marks like 0, 1, 2.
COUNT_MEAN = 3.0


def select_genes(adata, n_top=2000, method="laplacian", *, layer=None, label=None, batch_key=None, affinity=None,
                 subset=False, highly_variable=False, key_added="tamis", **options):
    """Select genes of an AnnData object, in place.

    Parameters
    ----------
    adata : AnnData
        Cells are rows, genes are columns. One opened with `backed="r"` is read block by block of cells by the methods
        that work in passes: "variance", "fisher", "trace-ratio" with criterion "fisher", "hsic" with a linear kernel,
        and with a graph given by `affinity` also "laplacian" and "spec" with a whole power. Every other method needs all
        of X in memory, which a warning tells; so do all but "variance" and "fisher" if X is stored by genes (CSC).
    n_top : int, float or 'all'
        How many genes, or which part of them.
    method : str
        A name of `tamis methods`, for example "laplacian", "variance", "fisher", "lapdofs".
    layer : str, optional
        Which layer to read instead of `adata.X`; sparse layers stay sparse.
    label : str, optional
        The column of `adata.obs` with the classes, for supervised methods.
    batch_key : str, optional
        The column of `adata.obs` with the batches. Genes are ranked within each batch among those that vary there; the
        median of a gene's ranks over the batches in which it varies decides, then the number of batches that have it
        among their best n, then its position.
    affinity : str or matrix, optional
        A graph of the cells instead of one built from the data: a key of `adata.obsp`, for example "connectivities",
        or a matrix.
    subset : bool
        Keep only the selected genes in `adata`.
    highly_variable : bool
        Write the selected genes to `adata.var["highly_variable"]` too, where other tools look for them.
    key_added : str
        What the names of the results start with.
    **options
        The method's own parameters and those of the graph, by the names of its class or of the command line:
        n_neighbors (or neighbors), metric, weights, bandwidth, symmetry, n_jobs, random_state, verbose, …

    Returns
    -------
    selector : the fitted estimator, or a BatchSelection
        `genes_` holds the names of the selected genes, best first. `adata.var` gets "tamis_selected" (bool),
        "tamis_score" (larger is better) and "tamis_rank" (1 is best), `adata.uns` gets "tamis" with the genes, the
        method and how it ended. With `batch_key`, `adata.var` gets "tamis_median_rank" and "tamis_n_batches" instead of
        the score.
    """
    if not (hasattr(adata, "var") and hasattr(adata, "obs") and hasattr(adata, "uns")):
        raise TypeError(f"select_genes takes an AnnData object, not {type(adata).__name__}")
    if subset and adata.isbacked:
        raise ValueError("subset=True changes adata, and a backed one cannot be changed: use adata.to_memory() first")
    selector = _configured(adata, method, affinity, options)
    matrix = _matrix(adata, layer)
    y = None if label is None else np.asarray(_entry(adata.obs, label, "adata.obs"))
    genes = np.asarray(adata.var_names, dtype=object)
    _remark_on_counts(matrix, genes, "adata.X" if layer is None else f"layer '{layer}'")
    in_passes = selector._configured().reads_in_passes(getattr(selector, "affinity", None) is not None)
    by_cells = in_passes and matrix.format != "csc"
    by_genes = method in GENE_BY_GENE and matrix.format == "csc"
    if matrix.backed and (batch_key is not None or not (by_cells or by_genes)):
        _remark_on_loading(matrix, method, batch_key, in_passes)
    if batch_key is not None:
        batches = _batches(adata, batch_key)
        where = f"adata.obs['{batch_key}']"
        selector = select_in_batches(selector, matrix, y, batches, _count(n_top, len(genes)), genes, where)
    else:
        selector.set_params(n_features_to_select=n_top)
        if matrix.backed and by_genes:
            _fit_in_strips(selector, matrix, y, n_top)
        elif matrix.backed and by_cells:
            selector.fit(matrix.row_blocks(), y)
        else:
            selector.fit(matrix.read(), y)
        selector.genes_ = genes[selector.indices_]
    _write(adata, selector, key_added, {"method": method, "layer": layer, "label": label, "batch_key": batch_key})
    if highly_variable:
        adata.var["highly_variable"] = selector.support_
    if subset:
        adata._inplace_subset_var(selector.support_)
    return selector


def _configured(adata, method, affinity, options):
    if method not in SELECTORS:
        raise ValueError(f"unknown method '{method}': known are {', '.join(SELECTORS)}")
    kind = SELECTORS[method]
    # The command line's names of the options, as parameters of the class.
    named = {option: parameter for parameter, option in {**kind._options, **kind._graph_options}.items()}
    parameters = {}
    for name, value in options.items():
        parameter = named.get(name, name)
        if parameter not in kind._defaults or parameter in NOT_FOR_GENES:
            known = ", ".join(sorted(set(kind._defaults) - {*NOT_FOR_GENES, "affinity"}))
            raise ValueError(f"{method} has no option '{name}': known are {known}")
        if parameter in parameters:
            raise ValueError(f"'{name}' is given twice: '{parameter}' stands for the same option")
        parameters[parameter] = value
    if affinity is not None:
        if "affinity" not in kind._defaults:
            raise ValueError(f"{method} uses no graph: leave affinity out")
        graph = _entry(adata.obsp, affinity, "adata.obsp") if isinstance(affinity, str) else affinity
        parameters["affinity"] = graph if sp.issparse(graph) else sp.csr_matrix(graph)
    return kind(**parameters)


def _matrix(adata, layer):
    x = adata.X if layer is None else _entry(adata.layers, layer, "adata.layers")
    if x is None:
        raise ValueError("adata.X is empty: name a layer with layer=")
    return StoredMatrix(x)


def _batches(adata, key):
    column = _entry(adata.obs, key, "adata.obs")
    missing = int(column.isna().sum())
    if missing:
        raise ValueError(f"adata.obs['{key}'] is missing for {missing} of {len(column)} cells: every cell needs a batch")
    return np.asarray(column.astype(str))


def _entry(table, key, where):
    if key not in table:
        raise ValueError(f"there is no '{key}' in {where}: it has {', '.join(map(str, table.keys())) or 'none'}")
    return table[key]


def _count(n_top, genes):
    """How many genes n_top stands for, as the library counts."""
    if n_top == "all":
        return genes
    if isinstance(n_top, numbers.Integral) and not isinstance(n_top, bool):
        if not 1 <= n_top <= genes:
            raise ValueError(f"n_top = {n_top} is not between 1 and the {genes} genes there are")
        return int(n_top)
    if isinstance(n_top, numbers.Real) and 0 < n_top <= 1:
        return max(1, int(np.floor(n_top * genes + 0.5)))
    raise ValueError(f"n_top takes an integer, a fraction or 'all', not {n_top!r}")


def _remark_on_counts(matrix, genes, where):
    """Large counts decide what is variable and near: users nearly always want them normalized."""
    some = matrix.sample()
    values = some.data if sp.issparse(some) else some
    if not values.size or np.any(values < 0) or np.any(values != np.round(values)):
        return
    means = np.asarray(some.mean(axis=0)).ravel()
    largest = int(np.argmax(means))
    if means[largest] > COUNT_MEAN:
        warnings.warn(f"{where} looks like raw counts (whole numbers, '{genes[largest]}' with a mean of "
                      f"{means[largest]:.4g}): the largest genes and cells decide; normalize first, for example with "
                      "scanpy's normalize_total and log1p", TamisWarning, stacklevel=3)


def _remark_on_loading(matrix, method, batch_key, in_passes):
    size = f"{matrix.shape[0]} cells x {matrix.shape[1]} genes, {matrix.nbytes / 1e6:.3g} MB"
    what = f"all of X ({size})" if batch_key is None else f"one batch at a time (all of X is {size})"
    advice = "; stored as CSR or dense it would be read in blocks" if in_passes and batch_key is None else ""
    warnings.warn(f"{method} needs whole cells: {what} is read into memory{advice}", TamisWarning, stacklevel=3)


def _fit_in_strips(selector, matrix, y, n_top):
    """Scores of single genes from one strip of them after the other; equal ones are ordered by position."""
    n = _count(n_top, matrix.shape[1])
    parts, remarks = [], Remarks()
    for strip in matrix.strips():
        part = clone(selector).set_params(n_features_to_select="all")
        with remarks.heard(strip):
            parts.append(part.fit(matrix.read(genes=strip), y))
    remarks.tell_common()
    scores = np.concatenate([part.scores_ for part in parts])
    chosen = np.argsort(-scores, kind="stable")[:n]
    total = float(np.sum(scores[chosen]))
    selector.n_features_in_ = matrix.shape[1]
    selector._take_over({
        "selected": chosen,
        "scores": scores,
        "raw_scores": np.concatenate([part.raw_scores_ for part in parts]),
        "raw_direction": parts[0].raw_direction_,
        "objective": {"name": parts[0].objective_name_, "value": total, "trace": np.array([total])},
        "certificate": None,
        "stop": "converged" if np.count_nonzero(scores > 0) >= n else "exhausted",
        "iterations": 1,
        "params": parts[0].params_,
        "seconds": {name: sum(part.seconds_[name] for part in parts) for name in parts[0].seconds_},
        "graph": None,
        "path": None,
        "run": None,
    })


def _write(adata, selector, key, about):
    adata.var[f"{key}_selected"] = selector.support_
    adata.var[f"{key}_rank"] = selector.ranking_
    if about["batch_key"] is not None:
        adata.var[f"{key}_median_rank"] = selector.median_ranks_
        adata.var[f"{key}_n_batches"] = selector.n_batches_
        ending = {"params": _known(next(iter(selector.selectors_.values())).params_) if selector.selectors_ else {}}
    else:
        if selector.scores_ is not None:
            adata.var[f"{key}_score"] = selector.scores_
        ending = {"params": _known(selector.params_), "objective": selector.objective_, "stop": selector.stop_,
                  "graph": selector.graph_ and _known(selector.graph_), "certificate": selector.certificate_}
    found = {"n_top": len(selector.indices_), "indices": selector.indices_, "genes": selector.genes_.astype(str)}
    adata.uns[key] = _known({**about, **found, **ending})


def _known(values):
    """Without None, which AnnData cannot write to a file."""
    return {name: value for name, value in values.items() if value is not None}
