"""The same numbers as the command line for the same options, for every method."""
import numpy as np
import pytest

from tamis._generated import PROJECTORS, SELECTORS

pytestmark = pytest.mark.filterwarnings("ignore::tamis.TamisWarning")

# Settings that every option of every choice goes through at least once, in addition to the defaults of all methods.
SETTINGS = {
    "laplacian": [{"n_neighbors": 3, "weights": "binary", "symmetry": "mutual"},
                  {"metric": "cosine", "weights": "cosine", "self_loops": True}, {"bandwidth": 120.5, "search": "approximate"}],
    "trace-ratio": [{"criterion": "laplacian", "n_neighbors": 4}, {"criterion": "semi", "label_weight": 3}, {"path": True}],
    "spec": [{"criterion": "phi1", "power": 2.0}, {"criterion": "phi3", "clusters": 4}, {"similarity": "class"},
             {"similarity": "diffusion", "beta": 0.2}, {"similarity": "relieff", "relief_neighbors": 3}],
    "relieff": [{"n_neighbors": 3, "diff": "squared", "priors": False}, {"samples": 50, "random_state": 7}],
    "hsic": [{"label_kernel": "integer"}, {"label_kernel": "balanced", "estimator": "unbiased"},
             {"kernel": "rbf", "drop_fraction": 0.5}],
    "gfs": [{"gamma": 10.0, "line_search": "bisect"}, {"gamma": "cv", "random_state": 3}],
    "lapdofs": [{"lambda1": 0.5, "lambda2": 2, "laplacian": "normalized"}, {"solver": "convex", "tol": 1e-6}],
    "lapaofs": [{"solver": "convex", "price": 0.5}],
    "trln": [{"alpha": 0.5, "dim": 3, "pca": 0.8}],
    "q-alpha": [{"clusters": 4, "center": True, "normalize": False}],
}
# Not options of the method but of the command.
FLAGS = {"random_state": "--seed"}


def option_text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def arguments_of(cls, parameters):
    arguments = []
    for name, value in parameters.items():
        if name in FLAGS:
            arguments += [FLAGS[name], value]
        elif name in cls._options:
            arguments += ["--set", f"{cls._options[name]}={option_text(value)}"]
        elif value is True:
            arguments.append("--" + cls._graph_options[name].replace("_", "-"))
        else:
            arguments += ["--" + cls._graph_options[name].replace("_", "-"), option_text(value)]
    return arguments


def numbers(values):
    return None if values is None else [value if np.isfinite(value) else None for value in values.tolist()]


CASES = [(name, setting) for name in SELECTORS for setting in [{}, *SETTINGS.get(name, [])]]


@pytest.mark.parametrize("name, parameters", CASES, ids=[f"{name}-{i}" for i, (name, _) in enumerate(CASES)])
def test_select(name, parameters, digits, command_line, tmp_path):
    x, y = digits.data[:500], digits.target[:500]
    table = np.column_stack([x, y])
    header = ",".join([*digits.feature_names, "class"])
    np.savetxt(tmp_path / "part.csv", table, delimiter=",", header=header, comments="", fmt="%d")
    cls = SELECTORS[name]
    printed = command_line("select", "part.csv", "--method", name, "-k", 7, *arguments_of(cls, parameters))
    selector = cls(n_features_to_select=7, **parameters).fit(x, y)
    assert selector.indices_.tolist() == printed["selected"]
    assert numbers(selector.scores_) == printed["scores"]
    assert numbers(selector.raw_scores_) == printed["raw_scores"]
    assert selector.objective_ == printed["objective"]["value"]
    assert selector.objective_trace_.tolist() == printed["objective"]["trace"]
    assert selector.stop_ == printed["stop"] and selector.n_iter_ == max(1, printed["iterations"])
    assert selector.params_ == printed["params"]
    assert selector.certificate_ == printed["certificate"]
    if printed["graph"] is not None:
        for key in ("hash", "edges", "components", "isolated"):
            assert selector.graph_[key] == printed["graph"][key]


PROJECTIONS = [(name, setting) for name in PROJECTORS for setting in ({}, {"n_components": 2}, {"pca": 0.9})
               if name != "pca" or "pca" not in setting]


@pytest.mark.parametrize("name, parameters", PROJECTIONS, ids=[f"{name}-{i}" for i, (name, _) in enumerate(PROJECTIONS)])
def test_project(name, parameters, digits, command_line, tmp_path):
    arguments = ["project", "digits", "--method", name]
    for parameter, flag in (("n_components", "--dim"), ("pca", "--pca")):
        if parameter in parameters:
            arguments += [flag, parameters[parameter]]
    printed = command_line(*arguments)
    projector = PROJECTORS[name](**parameters).fit(digits.data, digits.target)
    assert projector.n_components_ == printed["dim"]
    assert projector.objective_ == printed["objective"]["value"]
    assert projector.feature_weights_.tolist() == printed["feature_weights"]
    assert numbers(projector.eigenvalues_) == printed["eigenvalues"]
    assert projector.stop_ == printed["stop"] and projector.n_iter_ == printed["iterations"]
    command_line(*arguments, "-o", "out.csv", "--transformed")
    written = np.loadtxt(tmp_path / "out.csv", delimiter=",", skiprows=1)
    np.testing.assert_allclose(projector.transform(digits.data), written[:, : projector.n_components_], rtol=1e-12,
                               atol=1e-12)
