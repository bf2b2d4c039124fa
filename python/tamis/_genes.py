"""Selection of genes in AnnData objects."""
from __future__ import annotations

import numpy as np

from ._generated import SELECTORS


def select_genes(adata, n_top=2000, method="laplacian", *, layer=None, label=None, affinity=None, key_added="tamis",
                 **options):
    """Select genes of an AnnData object, in place.

    Parameters
    ----------
    adata : AnnData
        Cells are rows, genes are columns.
    n_top : int, float or 'all'
        How many genes, or which part of them.
    method : str
        A name of `tamis methods`, for example "laplacian", "variance", "fisher", "lapdofs".
    layer : str, optional
        Which layer to read instead of `adata.X`; sparse layers stay sparse.
    label : str, optional
        The column of `adata.obs` with the classes, for supervised methods.
    affinity : str or matrix, optional
        A graph of the cells instead of one built from the data: a key of `adata.obsp`, for example "connectivities",
        or a matrix.
    key_added : str
        What the names of the results start with.
    **options
        The method's own parameters, as those of its class.

    Returns
    -------
    selector : the fitted estimator
        `adata.var` gets "tamis_selected" (bool), "tamis_score" (larger is better) and "tamis_rank" (1 is best),
        `adata.uns` gets "tamis" with the method and how it ended.
    """
    if not (hasattr(adata, "var") and hasattr(adata, "obs") and hasattr(adata, "uns")):
        raise TypeError(f"select_genes takes an AnnData object, not {type(adata).__name__}")
    if method not in SELECTORS:
        raise ValueError(f"unknown method '{method}': known are {', '.join(SELECTORS)}")
    if affinity is not None:
        options["affinity"] = _entry(adata.obsp, affinity, "adata.obsp") if isinstance(affinity, str) else affinity
    selector = SELECTORS[method](n_features_to_select=n_top, **options)
    x = adata.X if layer is None else _entry(adata.layers, layer, "adata.layers")
    if x is None:
        raise ValueError("adata.X is empty: name a layer with layer=")
    y = None if label is None else np.asarray(_entry(adata.obs, label, "adata.obs"))
    selector.fit(x, y)
    adata.var[f"{key_added}_selected"] = selector.support_
    if selector.scores_ is not None:
        adata.var[f"{key_added}_score"] = selector.scores_
    adata.var[f"{key_added}_rank"] = selector.ranking_
    adata.uns[key_added] = _summary(selector, layer, label)
    return selector


def _entry(table, key, where):
    if key not in table:
        raise ValueError(f"there is no '{key}' in {where}: it has {', '.join(map(str, table.keys())) or 'none'}")
    return table[key]


def _summary(selector, layer, label):
    """Plain values only, which AnnData can write to a file."""
    known = {
        "method": selector._method,
        "params": {name: value for name, value in selector.params_.items() if value is not None},
        "n_top": len(selector.indices_),
        "indices": selector.indices_,
        "layer": layer,
        "label": label,
        "objective": selector.objective_,
        "stop": selector.stop_,
        "graph": selector.graph_ and {name: value for name, value in selector.graph_.items() if value is not None},
        "certificate": selector.certificate_,
    }
    return {name: value for name, value in known.items() if value is not None}
