"""The scikit-learn classes of the Python package, written from what the program says of its methods."""
import re
import textwrap

HEADER = '''"""The estimators, one class per method. Written by tools/generate from the program's own description; do not edit."""
from __future__ import annotations

from ._projector import Projector
from ._selector import Selector
'''

# Where the class is not simply the method's name in capitals.
CLASS_NAMES = {
    "variance": "VarianceScore",
    "fisher": "FisherScore",
    "laplacian": "LaplacianScore",
    "trace-ratio": "TraceRatio",
    "spec": "SPEC",
    "relieff": "ReliefF",
    "hsic": "HSIC",
    "gfs": "GeneralizedFisherScore",
    "lapdofs": "LapDOFS",
    "lapaofs": "LapAOFS",
    "lapeofs": "LapEOFS",
    "lapgofs": "LapGOFS",
    "q-alpha": "QAlpha",
    "trln": "TRLNSelector",
}
PROJECTOR_NAMES = {
    "pca": "PCA",
    "flda": "FLDA",
    "tr-lda": "TraceRatioLDA",
    "apac": "APAC",
    "hmss": "HMSS",
    "gmss": "GMSS",
    "mmda": "MMDA",
    "atr": "ATR",
    "whtr": "WHTR",
    "trln": "TRLN",
}
# scikit-learn's word for an option of ours.
PARAMETER_NAMES = {"neighbors": "n_neighbors", "tolerance": "tol", "max_iterations": "max_iter"}
# Methods that look for neighbors without a graph.
WITH_NEIGHBORS = {"relieff"}
# Methods that take a pair of graphs.
WITH_PAIR = {"trace-ratio"}

SHARED_ATTRIBUTES = """\
objective_, objective_name_, objective_trace_ : float, str, array
    The number that the method optimizes, and its course.
certificate_ : dict or None
    The method's proof of what it claims.
stop_ : str
    How it ended: converged, iteration_limit or exhausted.
n_iter_ : int
    Iterations.
params_ : dict
    Every option of the method, resolved.
seconds_ : dict
    How long the stages took inside the library.
n_features_in_, feature_names_in_ : int, array of str
    What `fit` saw.
"""

SELECTOR_ATTRIBUTES = """\
indices_ : array of shape (n_selected,)
    The selected columns in order of selection, best first.
support_ : array of bool, shape (n_features,)
    True for the selected columns.
scores_, raw_scores_ : array of shape (n_features,) or None
    Larger is better; as the paper defines them (`raw_direction_` says which end is better).
ranking_ : array of int, shape (n_features,)
    1 for the best feature.
graph_ : dict or None
    The graph that was used: edges, components, isolated samples and more.
pvalues_, qvalues_, pvalues_familywise_, log10_p_ : array of shape (n_features,) or None
    With `pvalues` or `permutations`: how often chance does as well; the false discovery rate at which the feature is
    still chosen; p against the best of all features; the logarithm of p where p underflows.
p_method_, p_flags_ : array of shape (n_features,) or None
    How each p was found (f, pearson3, normal, permutation) and what is to be known about it.
test_score_, z_, skew_ : array of shape (n_features,) or None
    Of tests on graphs: the score on the graph of the test, standardized, and the skewness of its law.
selection_probability_, stability_ : array of shape (n_features,), dict, or None
    With `stability`: the share of the half samples on which the feature was chosen, and what follows from all of them.
rank_interval_, bootstrap_ : array of shape (n_features, 2), dict, or None
    With `bootstrap`: the ranks between which 90 % of the replicates put the feature, and more about them.
k_rule_, k_reason_ : str or None
    The rule that found how many features, and why that many.
explanations_ : list of dict or None
    With explain=True, for every feature: rank, margin, r2, r2_adjusted, nearest, r and the reason in words.
class_profiles_ : list of dict or None
    With explain=True, for every selected feature the classes in which it is highest and lowest.
"""


PROJECTOR_ATTRIBUTES = """\
components_ : array of shape (n_components, n_features)
    The directions; `transform` gives (X - mean_) @ components_.T.
mean_ : array of shape (n_features,)
    The mean of the training data.
n_components_ : int
    How many directions there are.
eigenvalues_ : array of shape (n_components,) or None
    One per direction, where the method has them.
feature_weights_ : array of shape (n_features,)
    How much each feature takes part: the lengths of the columns of `components_`.
pca_ : dict or None
    The PCA that was put in front: components, eigenvalues, share of the scatter kept, weights behind it.
"""


def class_name(method, names=CLASS_NAMES):
    return names.get(method) or "".join(part.capitalize() for part in re.split(r"\W+", method))


def parameter_name(option):
    return PARAMETER_NAMES.get(option, option)


def wrapped(text, indent):
    return textwrap.fill(text, 110, initial_indent=indent, subsequent_indent=indent)


def type_text(option):
    if option["type"] == "boolean":
        return "bool"
    if option.get("choices"):
        return "{" + ", ".join(f"'{choice}'" for choice in option["choices"]) + "}"
    text = {"integer": "int", "real": "float"}[option["type"]]
    if option.get("range"):
        text += " " + option["range"]
    return text + (f" or '{option['keyword']}'" if option.get("keyword") else "")


def described(name, kind, default, help_text):
    first = f"{name} : {kind}, default={default!r}"
    sentence = help_text[0].upper() + help_text[1:] + "."
    return first + "\n" + wrapped(sentence, "    ") + "\n"


def graph_parameters(method, graph_options):
    if not method["graph_defaults"]:
        return []
    return [{**option, "default": method["graph_defaults"][option["name"]]} for option in graph_options]


def parameters_of(method, graph_options):
    """(name, default, documentation) of every parameter, in order."""
    found = [("n_features_to_select", None,
              described("n_features_to_select", "int, float, 'all' or a rule", None,
                        "how many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: "
                        "'cv', 'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer"))]
    found += fixed_parameters()
    graph = graph_parameters(method, graph_options)
    for option in [*method["options"], *graph]:
        name = parameter_name(option["name"])
        found.append((name, option["default"], described(name, type_text(option), option["default"], option["help"])))
    if graph or method["name"] in WITH_NEIGHBORS:
        found.append(("graph_features", "candidates",
                      described("graph_features", "{'candidates', 'all'}", "candidates",
                                "what nearness of samples is measured with; candidates leaves out the excluded features")))
    if graph:
        found.append(("affinity", None,
                      described("affinity", "sparse matrix or array of shape (n_samples, n_samples)", None,
                                "a symmetric graph of your own, with weights >= 0, instead of one built from X")))
    if method["name"] in WITH_PAIR:
        found.append(("affinity_between", None,
                      described("affinity_between", "sparse matrix or array of shape (n_samples, n_samples)", None,
                                "the second graph of a pair, with criterion='graph'")))
    found += trust_parameters()
    found += common_parameters()
    names = [name for name, _, _ in found]
    repeated = {name for name in names if names.count(name) > 1}
    if repeated:
        raise SystemExit(f"{method['name']}: two parameters of the Python class are called {', '.join(sorted(repeated))}")
    return found


def trust_parameters():
    return [
        ("pvalues", False, described("pvalues", "bool", False, "p-values and false discovery rates, by the test that "
                                                               "fits the method")),
        ("permutations", None, described("permutations", "int", None, "p-values by that many permutations instead of a "
                                                                      "closed form; None draws them only where there is none")),
        ("stability", None, described("stability", "int or True", None, "pairs of half samples on which the selection is "
                                                                        "repeated; True is 50")),
        ("stability_size", None, described("stability_size", "int", None, "how many features are selected on a half sample; "
                                                                          "None is as many as are selected, and for 'stable:0.75' half of the features, no more than 50")),
        ("bootstrap", None, described("bootstrap", "int or True", None, "bootstrap samples for intervals of the ranks; True "
                                                                        "is 200")),
    ]


def fixed_parameters():
    kind = "str, int or list of them"
    return [
        ("include", None, described("include", kind, None,
                                    "features to choose in any case, first and in this order; they count toward the number. "
                                    "Names, positions, ranges like 'p1..p9', patterns like 'age_*'")),
        ("exclude", None, described("exclude", kind, None, "features never to choose; they keep their score")),
        ("explain", False, described("explain", "bool", False, "whether to say why every feature was chosen or not")),
    ]


def common_parameters():
    return [
        ("n_jobs", None, described("n_jobs", "int", None, "threads; None and -1 are all cores. The result is the same for "
                                                          "any number")),
        ("random_state", None, described("random_state", "int, RandomState or Generator", None,
                                         "seed for all random choices; None is 0")),
        ("verbose", False, described("verbose", "bool or callable", False,
                                     "show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1")),
    ]


def needs_sentence(method):
    if method["needs"]["labels"]:
        always = "can_use" not in method or not method["options"]  # projectors have no way around it
        return "Supervised: `fit` needs y" + ("." if always else ", unless the parameters say otherwise.")
    sometimes = method.get("can_use", {}).get("labels", False)
    return "Unsupervised" + ("; with some parameters `fit` needs y." if sometimes else ".")


def signature(parameters):
    lines = ["    def __init__(", "        self,"]
    for position, (name, default, _) in enumerate(parameters):
        lines.append(f"        {name}={default!r},")
        if position == 0:
            lines.append("        *,")
    return lines + ["    ):"] + [f"        self.{name} = {name}" for name, _, _ in parameters]


def mapping(options):
    pairs = ", ".join(f'"{parameter_name(option["name"])}": "{option["name"]}"' for option in options)
    return "{" + pairs + "}"


def docstring(method, command, parameters, attributes):
    body = f"{method['title']}.\n\n{needs_sentence(method)} Command line: `tamis {command} --method {method['name']}`.\n\n"
    body += "Parameters\n----------\n" + "".join(text for _, _, text in parameters)
    body += "\nAttributes\n----------\n" + attributes + SHARED_ATTRIBUTES
    body += "\nReferences\n----------\n" + wrapped(method["citation"], "") + "\n"
    lines = textwrap.indent(f'"""{body}"""', "    ").splitlines()
    return [line.rstrip() for line in lines]


def selector_class(method, graph_options):
    parameters = parameters_of(method, graph_options)
    lines = [f"class {class_name(method['name'])}(Selector):",
             *docstring(method, "select", parameters, SELECTOR_ATTRIBUTES), "",
             f'    _method = "{method["name"]}"', f"    _options = {mapping(method['options'])}",
             f"    _graph_options = {mapping(graph_parameters(method, graph_options))}",
             f"    _uses_labels = {method['can_use']['labels']}", ""]
    return "\n".join(lines + signature(parameters)) + "\n"


def projector_parameters(method):
    share = "" if method["needs"]["labels"] else "; a fraction is that share of the variance"
    usual = "the number of classes minus 1" if method["needs"]["labels"] else "all that have any variance"
    found = [("n_components", None,
              described("n_components", "int" if method["needs"]["labels"] else "int or float", None,
                        f"how many directions{share}; None is {usual}"))]
    if method["needs"]["labels"]:
        found.append(("pca", None, described("pca", "int or float", None,
                                             "run a PCA first: a number of components or a share of the variance")))
    for option in method["options"]:
        name = parameter_name(option["name"])
        found.append((name, option["default"], described(name, type_text(option), option["default"], option["help"])))
    return found + common_parameters()


def projector_class(method):
    parameters = projector_parameters(method)
    lines = [f"class {class_name(method['name'], PROJECTOR_NAMES)}(Projector):",
             *docstring(method, "project", parameters, PROJECTOR_ATTRIBUTES), "",
             f'    _method = "{method["name"]}"', f"    _options = {mapping(method['options'])}",
             f"    _needs_labels = {method['needs']['labels']}", ""]
    return "\n".join(lines + signature(parameters)) + "\n"


def table(name, methods, names):
    rows = "".join(f'    "{method["name"]}": {class_name(method["name"], names)},\n' for method in methods)
    return f"{name} = {{\n{rows}}}\n"


def with_class_table(page, description):
    """The page with its table of classes, which stands between `<!-- classes -->` and the next `<!-- end -->`."""
    lines = ["| class | command line | what |", "| --- | --- | --- |"]
    for command, methods, names in (("select", description["methods"], CLASS_NAMES),
                                    ("project", description["projectors"], PROJECTOR_NAMES)):
        lines += [f"| `tamis.{class_name(method['name'], names)}` | `{command} --method {method['name']}` | {method['title']} |"
                  for method in methods]
    text = "\n".join(lines) + "\n"
    return re.sub(r"(<!-- classes -->\n).*?(<!-- end -->)", lambda match: match[1] + text + match[2], page, flags=re.DOTALL)


def python_module(description):
    """The text of _generated.py."""
    selectors, projectors = description["methods"], description["projectors"]
    classes = [selector_class(method, description["graph_options"]) for method in selectors]
    classes += [projector_class(method) for method in projectors]
    tables = table("SELECTORS", selectors, CLASS_NAMES) + table("PROJECTORS", projectors, PROJECTOR_NAMES)
    names = [class_name(method["name"]) for method in selectors]
    names += [class_name(method["name"], PROJECTOR_NAMES) for method in projectors]
    exported = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"
    return "\n\n".join([HEADER + "\n" + exported, *classes, tables])
