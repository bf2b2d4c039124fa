"""Leak-free comparisons of selectors, made by the library."""
from __future__ import annotations

import difflib
import json
import numbers
import os

from . import _core
from ._data import as_labels, as_matrix
from ._generated import LaplacianScore
from ._report import image_text
from ._run import changed_options, option_value, progress, seed_of, thread_number
from ._selector import Selector

TABLES = ("summary", "rows", "tests", "ranks", "stability")


def compare(X, y=None, methods=("fisher", "laplacian"), k=(10, 20, 50), protocol="holdout:0.5x10", *, evaluators=None,
            scale=None, svm_c=None, baselines=True, n_jobs=None, random_state=None, verbose=False, **graph_options):
    """Compare selectors on the same splits: everything is learned from training samples alone.

    Parameters
    ----------
    X : array, pandas frame or scipy sparse matrix of shape (n_samples, n_features)
        NaN is filled with the mean of the training part.
    y : array of shape (n_samples,)
        Classes.
    methods : list of str or selectors
        Names of the command line, with options as in "lapdofs:lambda1=0.1:neighbors=7", or selectors of this package,
        whose n_features_to_select does not count.
    k : int, float, 'all', a rule, or a list of them
        Numbers of features, or rules that find them in the training part: "cv", "cv:best", "fdr:0.05",
        "stable:0.75", "gain:0.8". Under
        nested:OUTERxINNER the numbers are those to choose from.
    protocol : str
        holdout:FRACTIONxREPEATS, random:FRACTIONxREPEATS (not stratified), per-class:COUNTxREPEATS, cv:FOLDSxREPEATS,
        nested:OUTERxINNER (number of features and method chosen in inner folds), loo or cluster:K1,K2,…xREPEATS.
    evaluators : str or list of str, optional
        "1nn", "svm", "kmeans"; by default kmeans with cluster, else 1nn.
    scale : {"none", "standard", "minmax", "unit"}, optional
        Learned on the training part; by default standard for dense data and none for sparse.
    svm_c : float, optional
        C of the SVM; by default chosen on the training part.
    baselines : bool
        Whether `all` features and `random` ones take part.
    n_jobs, random_state, verbose
        As those of the selectors.
    **graph_options
        For every method with a graph: n_neighbors, metric, weights, self_loops, bandwidth, symmetry, search, same_class.

    Returns
    -------
    comparison : Comparison
    """
    matrix = as_matrix(X, "compare")
    if y is None:
        raise ValueError("compare needs the class of every sample: give them as y")
    labels = as_labels(y, matrix.shape[0], "compare")
    methods = [methods] if isinstance(methods, (str, Selector)) else list(methods)
    counts = [k] if isinstance(k, (str, numbers.Real)) else list(k)
    evaluators = [] if evaluators is None else [evaluators] if isinstance(evaluators, str) else list(evaluators)
    _check_texts(protocol, evaluators, scale)
    _check_svm_c(svm_c)
    with progress(verbose, "compare") as callback:
        text = _core.evaluate(
            matrix,
            labels,
            feature_names=[str(name) for name in X.columns] if hasattr(X, "columns") else [],
            methods=[_compared(method) for method in methods],
            k=[_count(count) for count in counts],
            protocol=protocol,
            evaluators=evaluators,
            scale=scale,
            graph_options={_graph_option(name): option_value(name, value) for name, value in graph_options.items()},
            svm_c=svm_c,
            baselines=bool(baselines),
            threads=thread_number(n_jobs),
            seed=seed_of(random_state),
            progress=callback,
        )
    return Comparison(json.loads(text))


def _check_texts(protocol, evaluators, scale):
    if not isinstance(protocol, str):
        raise TypeError(f"protocol takes a text, as in protocol='cv:5x5', not {protocol!r}")
    for evaluator in evaluators:
        if not isinstance(evaluator, str):
            raise TypeError(f"""evaluators takes texts, as in evaluators=["1nn", "svm"], not {evaluator!r}""")
    if scale is not None and not isinstance(scale, str):
        raise TypeError(f"scale takes a text, as in scale='standard', or None, not {scale!r}")


def _check_svm_c(svm_c):
    if svm_c is None:
        return
    if not isinstance(svm_c, numbers.Real) or not svm_c > 0:
        raise ValueError(f"svm_c takes a number above 0, or None to choose it on the training part, not {svm_c!r}")


def _count(count):
    """One number of features as the library takes it."""
    if isinstance(count, str) and "," in count:
        raise ValueError(f"several numbers of features are a list, as in k=[10, 20], not '{count}'")
    return option_value("k", count)


def _graph_option(name):
    """The library's name of a graph option."""
    options = LaplacianScore._graph_options
    if name in options:
        return options[name]
    near = difflib.get_close_matches(name, options, n=1)
    meant = f"did you mean '{near[0]}'? " if near else ""
    raise ValueError(f"compare has no parameter '{name}': {meant}For graphs it has {', '.join(options)}")


def _compared(method):
    """A text as the command line takes it, or a selector as its configured method and its own graph options."""
    if isinstance(method, str):
        if "," in method:
            raise ValueError(f"""several methods are a list, as in methods=["fisher", "laplacian"], not '{method}'""")
        return method
    if not isinstance(method, Selector):
        raise TypeError(f"methods are names or selectors of this package, not {type(method).__name__}")
    if getattr(method, "affinity", None) is not None:
        raise ValueError(f"{type(method).__name__}: a graph of your own does not follow the splits; leave affinity out")
    return method._configured(), changed_options(method, method._graph_options)


class Comparison:
    """The results of `compare`: what `tamis evaluate --json` prints.

    Attributes
    ----------
    document : dict
        The whole "tamis.results/1" document: rows, summary, tests and more.
    """

    def __init__(self, document):
        self.document = document

    def to_frame(self, table="summary"):
        """One of the tables as a pandas DataFrame.

        Parameters
        ----------
        table : {"summary", "rows", "tests", "ranks", "stability"}
            "summary": mean and std over the repeats; "rows": one line per repeat; "tests": p values of all pairs of
            methods (Wilcoxon, also corrected by Holm); "ranks": mean rank of each method; "stability": of the selections.
        """
        import pandas as pd

        if table not in TABLES:
            raise ValueError(f"there is no table '{table}': the tables are {', '.join(TABLES)}")
        return pd.DataFrame(self.document[table])

    def plot(self, metric=None, evaluator=None, ax=None):
        """Curves over the number of features, with one standard deviation; `all` is a dashed line.

        Parameters
        ----------
        metric, evaluator : str, optional
            Which numbers; by default the first of the comparison.
        ax : matplotlib axes, optional

        Returns
        -------
        ax : matplotlib axes
        """
        import matplotlib.pyplot as plt

        summary = self.document["summary"]
        evaluator = evaluator or summary[0]["evaluator"]
        metric = metric or next((row["metric"] for row in summary if row["evaluator"] == evaluator), None)
        rows = [row for row in summary if (row["evaluator"], row["metric"]) == (evaluator, metric)]
        if not rows:
            known = sorted({f"{row['evaluator']}/{row['metric']}" for row in summary})
            raise ValueError(f"there is no {evaluator}/{metric} in this comparison: it has {', '.join(known)}")
        if ax is None:
            _, ax = plt.subplots()
        for (label, clusters), curve in _curves(rows).items():
            k, mean, std = zip(*curve)
            name = label if not clusters else f"{label}, {clusters} clusters"
            if label == "all":
                ax.axhline(mean[0], linestyle="--", color="gray", label=name)
            else:
                line = ax.errorbar(k, mean, yerr=std, marker="o", capsize=3, label=name)
                line.lines[0].set_linestyle(":" if label == "random" else "-")
        ax.set(xlabel="features", ylabel=f"{metric} ({evaluator})", title=f"{self.document['protocol']}")
        shown = sorted({row["k"] for row in rows if row["label"] != "all"})
        if 0 < len(shown) <= 12:
            ax.set_xticks(shown)
        ax.legend()
        return ax

    def to_json(self, path=None):
        """The document as text; with a path, written there for `tamis evaluate --resume`."""
        text = json.dumps(self.document, indent=1)
        if path is not None:
            with open(os.fspath(path), "w", encoding="utf-8") as file:
                file.write(text + "\n")
        return text

    def to_html(self, path, image=None):
        """Write the comparison as one HTML file that needs nothing else: curves, ranks, tables.

        Parameters
        ----------
        path : str or path
            The file; it appears complete or not at all.
        image : (height, width) or str, optional
            The features are the pixels of an image, as for the `report` of a selector: the page shows how often each
            method chose each pixel.

        Returns
        -------
        path : str
        """
        document, size = json.dumps(self.document), image_text(image)
        if size is not None:
            document = _core.shown_comparison(document, image=size, features=self.document["data"]["features"])
        place = os.fspath(path)
        _core.write_report(os.fsdecode(place) if isinstance(place, bytes) else place, "the comparison", document)
        return place

    def _repr_html_(self):
        return _core.report_head("the comparison", json.dumps(self.document))

    def __repr__(self):
        labels = list(dict.fromkeys(row["label"] for row in self.document["summary"]))
        return f"<Comparison of {', '.join(labels)}: {self.document['protocol']}>"


def _curves(rows):
    """{(label, clusters): [(k, mean, std), …]} in order of k."""
    curves = {}
    for row in rows:
        curve = curves.setdefault((row["label"], row.get("clusters", 0)), [])
        curve.append((row["k"], row["mean"], row["std"]))
    return {key: sorted(curve) for key, curve in curves.items()}
