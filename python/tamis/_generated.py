"""The estimators, one class per method. Written by tools/generate from the program's own description; do not edit."""
from __future__ import annotations

from ._projector import Projector
from ._selector import Selector

__all__ = [
    "VarianceScore",
    "FisherScore",
    "LaplacianScore",
    "TraceRatio",
    "SPEC",
    "ReliefF",
    "HSIC",
    "GeneralizedFisherScore",
    "LapDOFS",
    "LapAOFS",
    "LapEOFS",
    "LapGOFS",
    "QAlpha",
    "TRLNSelector",
    "PCA",
    "FLDA",
    "TraceRatioLDA",
    "APAC",
    "HMSS",
    "GMSS",
    "MMDA",
    "ATR",
    "WHTR",
    "TRLN",
]


class VarianceScore(Selector):
    """Variance.

    Unsupervised. Command line: `tamis select --method variance`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    baseline in Xiaofei He, Ming Ji, Chiyuan Zhang, Hujun Bao: A Variance Minimization Criterion to Feature
    Selection Using Laplacian Regularization. IEEE TPAMI 33(10), 2011, doi 10.1109/TPAMI.2011.44
    """

    _method = "variance"
    _options = {}
    _graph_options = {}
    _uses_labels = False

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class FisherScore(Selector):
    """Fisher score.

    Supervised: `fit` needs y. Command line: `tamis select --method fisher`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Feiping Nie, Shiming Xiang, Yangqing Jia, Changshui Zhang, Shuicheng Yan: Trace Ratio Criterion for Feature
    Selection. AAAI 2008, eq. 10 and 11
    """

    _method = "fisher"
    _options = {}
    _graph_options = {}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class LaplacianScore(Selector):
    """Laplacian score.

    Unsupervised. Command line: `tamis select --method laplacian`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    n_neighbors : int >= 1, default=5
        Nearest neighbors per sample; larger values connect and smooth more.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        Distance between two samples; cosine compares directions only.
    weights : {'heat', 'binary', 'cosine'}, default='heat'
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float >= 0 or 'auto', default='auto'
        T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger makes the weights
        more alike, 0 makes them all 1.
    symmetry : {'union', 'mutual'}, default='union'
        An edge if either sample lists the other, or only if both do.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    same_class : float > 0, default=1.0
        Factor for the weights of edges within a class; any value but 1 makes the graph use the labels.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    affinity : sparse matrix or array of shape (n_samples, n_samples), default=None
        A symmetric graph of your own, with weights >= 0, instead of one built from X.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Xiaofei He, Deng Cai, Partha Niyogi: Laplacian Score for Feature Selection. NIPS 2005; Feiping Nie, Shiming
    Xiang, Yangqing Jia, Changshui Zhang, Shuicheng Yan: Trace Ratio Criterion for Feature Selection. AAAI 2008,
    eq. 12 and 13
    """

    _method = "laplacian"
    _options = {}
    _graph_options = {"n_neighbors": "neighbors", "metric": "metric", "weights": "weights", "self_loops": "self_loops", "bandwidth": "bandwidth", "symmetry": "symmetry", "search": "search", "recall": "recall", "same_class": "same_class"}
    _uses_labels = False

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        n_neighbors=5,
        metric='euclidean',
        weights='heat',
        self_loops=False,
        bandwidth='auto',
        symmetry='union',
        search='auto',
        recall=0.95,
        same_class=1.0,
        graph_features='candidates',
        affinity=None,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.self_loops = self_loops
        self.bandwidth = bandwidth
        self.symmetry = symmetry
        self.search = search
        self.recall = recall
        self.same_class = same_class
        self.graph_features = graph_features
        self.affinity = affinity
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class TraceRatio(Selector):
    """Trace ratio, globally optimal subset.

    Supervised: `fit` needs y, unless the parameters say otherwise. Command line: `tamis select --method trace-ratio`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    criterion : {'fisher', 'laplacian', 'graph', 'semi'}, default='fisher'
        What is optimized; the pair of graphs is made of classes, neighbors, your own graphs, or classes and
        neighbors for data with some labels.
    label_weight : float > 0, default=100.0
        Weight of labeled pairs of one class; criterion semi: larger trusts the labels more.
    path : bool, default=False
        Also find the optimum for every smaller number of features.
    n_neighbors : int >= 1, default=5
        Nearest neighbors per sample; larger values connect and smooth more.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        Distance between two samples; cosine compares directions only.
    weights : {'heat', 'binary', 'cosine'}, default='heat'
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float >= 0 or 'auto', default='auto'
        T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger makes the weights
        more alike, 0 makes them all 1.
    symmetry : {'union', 'mutual'}, default='union'
        An edge if either sample lists the other, or only if both do.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    same_class : float > 0, default=1.0
        Factor for the weights of edges within a class; any value but 1 makes the graph use the labels.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    affinity : sparse matrix or array of shape (n_samples, n_samples), default=None
        A symmetric graph of your own, with weights >= 0, instead of one built from X.
    affinity_between : sparse matrix or array of shape (n_samples, n_samples), default=None
        The second graph of a pair, with criterion='graph'.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Feiping Nie, Shiming Xiang, Yangqing Jia, Changshui Zhang, Shuicheng Yan: Trace Ratio Criterion for Feature
    Selection. AAAI 2008
    """

    _method = "trace-ratio"
    _options = {"criterion": "criterion", "label_weight": "label_weight", "path": "path"}
    _graph_options = {"n_neighbors": "neighbors", "metric": "metric", "weights": "weights", "self_loops": "self_loops", "bandwidth": "bandwidth", "symmetry": "symmetry", "search": "search", "recall": "recall", "same_class": "same_class"}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        criterion='fisher',
        label_weight=100.0,
        path=False,
        n_neighbors=5,
        metric='euclidean',
        weights='heat',
        self_loops=False,
        bandwidth='auto',
        symmetry='union',
        search='auto',
        recall=0.95,
        same_class=1.0,
        graph_features='candidates',
        affinity=None,
        affinity_between=None,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.criterion = criterion
        self.label_weight = label_weight
        self.path = path
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.self_loops = self_loops
        self.bandwidth = bandwidth
        self.symmetry = symmetry
        self.search = search
        self.recall = recall
        self.same_class = same_class
        self.graph_features = graph_features
        self.affinity = affinity
        self.affinity_between = affinity_between
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class SPEC(Selector):
    """SPEC, spectral feature selection.

    Unsupervised; with some parameters `fit` needs y. Command line: `tamis select --method spec`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    criterion : {'phi2', 'phi1', 'phi3'}, default='phi2'
        What is optimized; smoothness without the mean, with the mean, or the share of the slowest eigenvectors.
    spectral_function : {'power', 'exp', 'walk', 'cosine', 'saturate', 'rational'}, default='power'
        What an eigenvalue r of the graph counts; r^power, exp(t r) - 1, (a - r)^-steps - a^-steps, 1/cos(pi r/2a)
        - 1, 1 - exp(-t r), or r/(r + c).
    power : float above 0 to 100, default=1.0
        Exponent of the eigenvalues; larger punishes fast variation more.
    t : float > 0, default=2.0
        Rate of the exponential; exp: larger punishes fast variation more, saturate: larger tells less of it
        apart.
    a : float > 2, default=2.5
        Where the function has its pole; walk and cosine: nearer to 2 punishes the fastest variation more.
    steps : int >= 1, default=2
        Steps of the random walk; spectral_function walk: more punish fast variation more.
    c : float > 0, default=0.5
        Eigenvalue that counts half; spectral_function rational: smaller tells less of the fast variation apart.
    similarity : {'knn', 'rbf', 'diffusion', 'class', 'relieff', 'graph'}, default='knn'
        Which graph of the samples; neighbors, all pairs, a diffusion kernel on the neighbors, equal classes, hits
        and misses, or your own graph.
    rbf_bandwidth : float > 0 or 'auto', default='auto'
        T of the weights exp(-d^2/T); similarity rbf: larger makes all samples more alike, auto is what rbf_scale
        says.
    rbf_scale : {'mean', 'median', 'cai'}, default='mean'
        What rbf_bandwidth auto is; mean or median of d^2 over all pairs, or twice the square of the mean
        distance.
    beta : float > 0 or 'auto', default='auto'
        Time of the diffusion; similarity diffusion: larger spreads farther, auto is 1 / mean degree.
    diffusion_weights : {'binary', 'graph'}, default='binary'
        Weight of an edge for the diffusion; similarity diffusion: 1, or its weight in the graph.
    clusters : int >= 2 or 'auto', default='auto'
        Number of clusters; auto is the number of classes; criterion phi3 only.
    relief_neighbors : int >= 1, default=10
        Hits, and misses per class, of each sample; similarity relieff: more smooth more.
    relief_features : {'raw', 'unit'}, default='raw'
        Scale of the features for distances; similarity relieff: as they are, or each divided by its length.
    n_neighbors : int >= 1, default=5
        Nearest neighbors per sample; larger values connect and smooth more.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        Distance between two samples; cosine compares directions only.
    weights : {'heat', 'binary', 'cosine'}, default='heat'
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float >= 0 or 'auto', default='auto'
        T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger makes the weights
        more alike, 0 makes them all 1.
    symmetry : {'union', 'mutual'}, default='union'
        An edge if either sample lists the other, or only if both do.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    same_class : float > 0, default=1.0
        Factor for the weights of edges within a class; any value but 1 makes the graph use the labels.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    affinity : sparse matrix or array of shape (n_samples, n_samples), default=None
        A symmetric graph of your own, with weights >= 0, instead of one built from X.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Zheng Zhao, Huan Liu: Spectral Feature Selection for Supervised and Unsupervised Learning. ICML 2007,
    1151–1157
    """

    _method = "spec"
    _options = {"criterion": "criterion", "spectral_function": "spectral_function", "power": "power", "t": "t", "a": "a", "steps": "steps", "c": "c", "similarity": "similarity", "rbf_bandwidth": "rbf_bandwidth", "rbf_scale": "rbf_scale", "beta": "beta", "diffusion_weights": "diffusion_weights", "clusters": "clusters", "relief_neighbors": "relief_neighbors", "relief_features": "relief_features"}
    _graph_options = {"n_neighbors": "neighbors", "metric": "metric", "weights": "weights", "self_loops": "self_loops", "bandwidth": "bandwidth", "symmetry": "symmetry", "search": "search", "recall": "recall", "same_class": "same_class"}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        criterion='phi2',
        spectral_function='power',
        power=1.0,
        t=2.0,
        a=2.5,
        steps=2,
        c=0.5,
        similarity='knn',
        rbf_bandwidth='auto',
        rbf_scale='mean',
        beta='auto',
        diffusion_weights='binary',
        clusters='auto',
        relief_neighbors=10,
        relief_features='raw',
        n_neighbors=5,
        metric='euclidean',
        weights='heat',
        self_loops=False,
        bandwidth='auto',
        symmetry='union',
        search='auto',
        recall=0.95,
        same_class=1.0,
        graph_features='candidates',
        affinity=None,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.criterion = criterion
        self.spectral_function = spectral_function
        self.power = power
        self.t = t
        self.a = a
        self.steps = steps
        self.c = c
        self.similarity = similarity
        self.rbf_bandwidth = rbf_bandwidth
        self.rbf_scale = rbf_scale
        self.beta = beta
        self.diffusion_weights = diffusion_weights
        self.clusters = clusters
        self.relief_neighbors = relief_neighbors
        self.relief_features = relief_features
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.self_loops = self_loops
        self.bandwidth = bandwidth
        self.symmetry = symmetry
        self.search = search
        self.recall = recall
        self.same_class = same_class
        self.graph_features = graph_features
        self.affinity = affinity
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class ReliefF(Selector):
    """ReliefF.

    Supervised: `fit` needs y, unless the parameters say otherwise. Command line: `tamis select --method relieff`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    n_neighbors : int >= 1, default=10
        Nearest neighbors per sample; hits, and misses of each other class: more smooth out noise.
    diff : {'l1', 'squared'}, default='l1'
        Difference between two values; l1: |a-b|/range and Manhattan neighbors, squared: its square and Euclidean
        neighbors.
    samples : int >= 1 or 'all', default='all'
        Number of samples, drawn at random, whose neighbors are used; fewer are faster and noisier.
    priors : bool, default=True
        Weigh the misses of a class by its share of the samples of other classes.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Marko Robnik-Šikonja, Igor Kononenko: Theoretical and Empirical Analysis of ReliefF and RReliefF. Machine
    Learning 53, 2003, 23–69; squared form: Zheng Zhao, Huan Liu: Spectral Feature Selection for Supervised and
    Unsupervised Learning. ICML 2007, 1151–1157, Theorem 5
    """

    _method = "relieff"
    _options = {"n_neighbors": "neighbors", "diff": "diff", "samples": "samples", "priors": "priors", "search": "search", "recall": "recall"}
    _graph_options = {}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        n_neighbors=10,
        diff='l1',
        samples='all',
        priors=True,
        search='auto',
        recall=0.95,
        graph_features='candidates',
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.n_neighbors = n_neighbors
        self.diff = diff
        self.samples = samples
        self.priors = priors
        self.search = search
        self.recall = recall
        self.graph_features = graph_features
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class HSIC(Selector):
    """Hilbert-Schmidt independence criterion.

    Supervised: `fit` needs y, unless the parameters say otherwise. Command line: `tamis select --method hsic`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    kernel : {'linear', 'rbf'}, default='linear'
        Kernel on the features; linear: one by one, in one pass, rbf: together, by backward elimination.
    label_kernel : {'onehot', 'balanced', 'integer'}, default='onehot'
        Kernel on the labels; same class or not, the same over the class size, or the product of the label values.
    estimator : {'biased', 'unbiased'}, default='biased'
        Estimator of the dependence; for the scores (linear) or the reported objective (rbf, whose elimination is
        always unbiased).
    drop_fraction : float 0 to 1, default=0.1
        Fraction of the features dropped per round; rbf only: at least one feature, larger is faster and coarser.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Le Song, Alex J. Smola, Arthur Gretton, Karsten M. Borgwardt, Justin Bedo: Supervised Feature Selection via
    Dependence Estimation. ICML 2007, 823–830; Le Song, Alex Smola, Arthur Gretton, Justin Bedo, Karsten
    Borgwardt: Feature Selection via Dependence Maximization. JMLR 13, 2012
    """

    _method = "hsic"
    _options = {"kernel": "kernel", "label_kernel": "label_kernel", "estimator": "estimator", "drop_fraction": "drop_fraction"}
    _graph_options = {}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        kernel='linear',
        label_kernel='onehot',
        estimator='biased',
        drop_fraction=0.1,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.kernel = kernel
        self.label_kernel = label_kernel
        self.estimator = estimator
        self.drop_fraction = drop_fraction
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class GeneralizedFisherScore(Selector):
    """Generalized Fisher score.

    Supervised: `fit` needs y, unless the parameters say otherwise. Command line: `tamis select --method gfs`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    gamma : float > 0 or 'cv', default=100.0
        Ridge; compare it with the number of samples of standardized data, smaller avoids redundant features more,
        'cv' chooses by 5-fold cross-validation of 1NN.
    max_planes : int >= 1, default=100
        Maximum number of cutting planes; more come closer to the optimum of the relaxation.
    tol : float > 0, default=0.0001
        Relative accuracy at which to stop; measured by the gap between the bounds.
    line_search : {'linear', 'bisect'}, default='linear'
        How to find the smallest m whose planes hold k features; bisect is faster for many features.
    refine : {'none', 'exchange'}, default='none'
        How the set is improved afterward; exchange swaps single features while the joint criterion grows.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Quanquan Gu, Zhenhui Li, Jiawei Han: Generalized Fisher Score for Feature Selection. UAI 2011
    """

    _method = "gfs"
    _options = {"gamma": "gamma", "max_planes": "max_planes", "tol": "tolerance", "line_search": "line_search", "refine": "refine"}
    _graph_options = {}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        gamma=100.0,
        max_planes=100,
        tol=0.0001,
        line_search='linear',
        refine='none',
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.gamma = gamma
        self.max_planes = max_planes
        self.tol = tol
        self.line_search = line_search
        self.refine = refine
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class LapDOFS(Selector):
    """D-optimal design with a Laplacian prior.

    Unsupervised. Command line: `tamis select --method lapdofs`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    lambda1 : float >= 0, default=0.01
        Weight of the graph; larger prefers features that differ between neighbors, 0 uses no graph.
    lambda2 : float > 0, default=0.01
        Ridge; in squared units of the data, larger lets features repeat each other more.
    laplacian : {'plain', 'normalized'}, default='plain'
        Which graph Laplacian; D - W, or the same with samples divided by the root of their degree.
    solver : {'greedy', 'exchange', 'exact', 'convex'}, default='greedy'
        How the design is found; one feature after the other, then with exchanges of single features, then with a
        proof that no set is better, or the convex relaxation rounded to its largest weights.
    price : float > 0 or 'auto', default='auto'
        Cost of a unit of weight; convex only: larger gives fewer features, auto looks for k of them.
    tol : float > 0, default=1e-08
        Relative accuracy at which to stop; convex only: measured by the duality gap.
    max_nodes : int >= 1, default=1000000
        Nodes of the search tree after which to stop; exact only.
    time_limit : float > 0 or 'off', default='off'
        Seconds after which to stop; exact only: the result then depends on the machine.
    n_neighbors : int >= 1, default=4
        Nearest neighbors per sample; larger values connect and smooth more.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        Distance between two samples; cosine compares directions only.
    weights : {'heat', 'binary', 'cosine'}, default='binary'
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float >= 0 or 'auto', default='auto'
        T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger makes the weights
        more alike, 0 makes them all 1.
    symmetry : {'union', 'mutual'}, default='union'
        An edge if either sample lists the other, or only if both do.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    same_class : float > 0, default=1.0
        Factor for the weights of edges within a class; any value but 1 makes the graph use the labels.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    affinity : sparse matrix or array of shape (n_samples, n_samples), default=None
        A symmetric graph of your own, with weights >= 0, instead of one built from X.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Xiaofei He, Ming Ji, Chiyuan Zhang, Hujun Bao: A Variance Minimization Criterion to Feature Selection Using
    Laplacian Regularization. IEEE TPAMI 33(10), 2011, doi 10.1109/TPAMI.2011.44, eq. 13, 29, 30
    """

    _method = "lapdofs"
    _options = {"lambda1": "lambda1", "lambda2": "lambda2", "laplacian": "laplacian", "solver": "solver", "price": "price", "tol": "tolerance", "max_nodes": "max_nodes", "time_limit": "time_limit"}
    _graph_options = {"n_neighbors": "neighbors", "metric": "metric", "weights": "weights", "self_loops": "self_loops", "bandwidth": "bandwidth", "symmetry": "symmetry", "search": "search", "recall": "recall", "same_class": "same_class"}
    _uses_labels = False

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        lambda1=0.01,
        lambda2=0.01,
        laplacian='plain',
        solver='greedy',
        price='auto',
        tol=1e-08,
        max_nodes=1000000,
        time_limit='off',
        n_neighbors=4,
        metric='euclidean',
        weights='binary',
        self_loops=False,
        bandwidth='auto',
        symmetry='union',
        search='auto',
        recall=0.95,
        same_class=1.0,
        graph_features='candidates',
        affinity=None,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.lambda1 = lambda1
        self.lambda2 = lambda2
        self.laplacian = laplacian
        self.solver = solver
        self.price = price
        self.tol = tol
        self.max_nodes = max_nodes
        self.time_limit = time_limit
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.self_loops = self_loops
        self.bandwidth = bandwidth
        self.symmetry = symmetry
        self.search = search
        self.recall = recall
        self.same_class = same_class
        self.graph_features = graph_features
        self.affinity = affinity
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class LapAOFS(Selector):
    """A-optimal design with a Laplacian prior.

    Unsupervised. Command line: `tamis select --method lapaofs`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    lambda1 : float >= 0, default=0.01
        Weight of the graph; larger prefers features that differ between neighbors, 0 uses no graph.
    lambda2 : float > 0, default=0.01
        Ridge; in squared units of the data, larger lets features repeat each other more.
    laplacian : {'plain', 'normalized'}, default='plain'
        Which graph Laplacian; D - W, or the same with samples divided by the root of their degree.
    solver : {'greedy', 'exchange', 'convex'}, default='greedy'
        How the design is found; one feature after the other, then with exchanges of single features, or the
        convex relaxation rounded to its largest weights.
    price : float > 0 or 'auto', default='auto'
        Cost of a unit of weight; convex only: larger gives fewer features, auto looks for k of them.
    tol : float > 0, default=1e-08
        Relative accuracy at which to stop; convex only: measured by the duality gap.
    n_neighbors : int >= 1, default=4
        Nearest neighbors per sample; larger values connect and smooth more.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        Distance between two samples; cosine compares directions only.
    weights : {'heat', 'binary', 'cosine'}, default='binary'
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float >= 0 or 'auto', default='auto'
        T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger makes the weights
        more alike, 0 makes them all 1.
    symmetry : {'union', 'mutual'}, default='union'
        An edge if either sample lists the other, or only if both do.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    same_class : float > 0, default=1.0
        Factor for the weights of edges within a class; any value but 1 makes the graph use the labels.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    affinity : sparse matrix or array of shape (n_samples, n_samples), default=None
        A symmetric graph of your own, with weights >= 0, instead of one built from X.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Xiaofei He, Ming Ji, Chiyuan Zhang, Hujun Bao: A Variance Minimization Criterion to Feature Selection Using
    Laplacian Regularization. IEEE TPAMI 33(10), 2011, doi 10.1109/TPAMI.2011.44, eq. 12, 20, 21
    """

    _method = "lapaofs"
    _options = {"lambda1": "lambda1", "lambda2": "lambda2", "laplacian": "laplacian", "solver": "solver", "price": "price", "tol": "tolerance"}
    _graph_options = {"n_neighbors": "neighbors", "metric": "metric", "weights": "weights", "self_loops": "self_loops", "bandwidth": "bandwidth", "symmetry": "symmetry", "search": "search", "recall": "recall", "same_class": "same_class"}
    _uses_labels = False

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        lambda1=0.01,
        lambda2=0.01,
        laplacian='plain',
        solver='greedy',
        price='auto',
        tol=1e-08,
        n_neighbors=4,
        metric='euclidean',
        weights='binary',
        self_loops=False,
        bandwidth='auto',
        symmetry='union',
        search='auto',
        recall=0.95,
        same_class=1.0,
        graph_features='candidates',
        affinity=None,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.lambda1 = lambda1
        self.lambda2 = lambda2
        self.laplacian = laplacian
        self.solver = solver
        self.price = price
        self.tol = tol
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.self_loops = self_loops
        self.bandwidth = bandwidth
        self.symmetry = symmetry
        self.search = search
        self.recall = recall
        self.same_class = same_class
        self.graph_features = graph_features
        self.affinity = affinity
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class LapEOFS(Selector):
    """E-optimal design with a Laplacian prior.

    Unsupervised. Command line: `tamis select --method lapeofs`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    lambda1 : float >= 0, default=0.01
        Weight of the graph; larger prefers features that differ between neighbors, 0 uses no graph.
    lambda2 : float > 0, default=0.01
        Ridge; in squared units of the data, larger lets features repeat each other more.
    laplacian : {'plain', 'normalized'}, default='plain'
        Which graph Laplacian; D - W, or the same with samples divided by the root of their degree.
    n_neighbors : int >= 1, default=4
        Nearest neighbors per sample; larger values connect and smooth more.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        Distance between two samples; cosine compares directions only.
    weights : {'heat', 'binary', 'cosine'}, default='binary'
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float >= 0 or 'auto', default='auto'
        T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger makes the weights
        more alike, 0 makes them all 1.
    symmetry : {'union', 'mutual'}, default='union'
        An edge if either sample lists the other, or only if both do.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    same_class : float > 0, default=1.0
        Factor for the weights of edges within a class; any value but 1 makes the graph use the labels.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    affinity : sparse matrix or array of shape (n_samples, n_samples), default=None
        A symmetric graph of your own, with weights >= 0, instead of one built from X.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    after Xiaofei He, Ming Ji, Chiyuan Zhang, Hujun Bao: A Variance Minimization Criterion to Feature Selection
    Using Laplacian Regularization. IEEE TPAMI 33(10), 2011, doi 10.1109/TPAMI.2011.44, outlook
    """

    _method = "lapeofs"
    _options = {"lambda1": "lambda1", "lambda2": "lambda2", "laplacian": "laplacian"}
    _graph_options = {"n_neighbors": "neighbors", "metric": "metric", "weights": "weights", "self_loops": "self_loops", "bandwidth": "bandwidth", "symmetry": "symmetry", "search": "search", "recall": "recall", "same_class": "same_class"}
    _uses_labels = False

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        lambda1=0.01,
        lambda2=0.01,
        laplacian='plain',
        n_neighbors=4,
        metric='euclidean',
        weights='binary',
        self_loops=False,
        bandwidth='auto',
        symmetry='union',
        search='auto',
        recall=0.95,
        same_class=1.0,
        graph_features='candidates',
        affinity=None,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.lambda1 = lambda1
        self.lambda2 = lambda2
        self.laplacian = laplacian
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.self_loops = self_loops
        self.bandwidth = bandwidth
        self.symmetry = symmetry
        self.search = search
        self.recall = recall
        self.same_class = same_class
        self.graph_features = graph_features
        self.affinity = affinity
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class LapGOFS(Selector):
    """G-optimal design of the remaining variance, with a Laplacian prior.

    Unsupervised. Command line: `tamis select --method lapgofs`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    lambda1 : float >= 0, default=0.01
        Weight of the graph; larger prefers features that differ between neighbors, 0 uses no graph.
    lambda2 : float > 0, default=0.01
        Ridge; in squared units of the data, larger lets features repeat each other more.
    laplacian : {'plain', 'normalized'}, default='plain'
        Which graph Laplacian; D - W, or the same with samples divided by the root of their degree.
    target : {'remaining', 'explained'}, default='remaining'
        Which variance is kept small at the worst sample; remaining: what the features do not explain, explained:
        what they do, which is G-optimality taken literally and prefers features that add nothing.
    n_neighbors : int >= 1, default=4
        Nearest neighbors per sample; larger values connect and smooth more.
    metric : {'euclidean', 'cosine'}, default='euclidean'
        Distance between two samples; cosine compares directions only.
    weights : {'heat', 'binary', 'cosine'}, default='binary'
        Weight of an edge: exp(-d^2/T), 1, or the cosine of the two rows.
    self_loops : bool, default=False
        Join every sample to itself with weight 1.
    bandwidth : float >= 0 or 'auto', default='auto'
        T of the heat weights; auto is the mean squared distance over all neighbor pairs; larger makes the weights
        more alike, 0 makes them all 1.
    symmetry : {'union', 'mutual'}, default='union'
        An edge if either sample lists the other, or only if both do.
    search : {'auto', 'exact', 'approximate'}, default='auto'
        How neighbors are found; auto is exact up to 5e12 products (samples^2 x features), approximate beyond.
    recall : float above 0 to 1, default=0.95
        Share of the neighbors that an approximate search must find; 1 makes every search exact.
    same_class : float > 0, default=1.0
        Factor for the weights of edges within a class; any value but 1 makes the graph use the labels.
    graph_features : {'candidates', 'all'}, default='candidates'
        What nearness of samples is measured with; candidates leaves out the excluded features.
    affinity : sparse matrix or array of shape (n_samples, n_samples), default=None
        A symmetric graph of your own, with weights >= 0, instead of one built from X.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    after Xiaofei He, Ming Ji, Chiyuan Zhang, Hujun Bao: A Variance Minimization Criterion to Feature Selection
    Using Laplacian Regularization. IEEE TPAMI 33(10), 2011, doi 10.1109/TPAMI.2011.44, outlook
    """

    _method = "lapgofs"
    _options = {"lambda1": "lambda1", "lambda2": "lambda2", "laplacian": "laplacian", "target": "target"}
    _graph_options = {"n_neighbors": "neighbors", "metric": "metric", "weights": "weights", "self_loops": "self_loops", "bandwidth": "bandwidth", "symmetry": "symmetry", "search": "search", "recall": "recall", "same_class": "same_class"}
    _uses_labels = False

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        lambda1=0.01,
        lambda2=0.01,
        laplacian='plain',
        target='remaining',
        n_neighbors=4,
        metric='euclidean',
        weights='binary',
        self_loops=False,
        bandwidth='auto',
        symmetry='union',
        search='auto',
        recall=0.95,
        same_class=1.0,
        graph_features='candidates',
        affinity=None,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.lambda1 = lambda1
        self.lambda2 = lambda2
        self.laplacian = laplacian
        self.target = target
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.weights = weights
        self.self_loops = self_loops
        self.bandwidth = bandwidth
        self.symmetry = symmetry
        self.search = search
        self.recall = recall
        self.same_class = same_class
        self.graph_features = graph_features
        self.affinity = affinity
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class QAlpha(Selector):
    """Q-alpha, feature weights that make clusters stand out.

    Supervised: `fit` needs y, unless the parameters say otherwise. Command line: `tamis select --method q-alpha`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    clusters : int >= 1 or 'auto', default='auto'
        Number of clusters; auto is the number of classes.
    normalize : bool, default=True
        Scale features to unit length; otherwise features in large units win.
    center : bool, default=False
        Subtract the mean of every feature first.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Lior Wolf, Amnon Shashua: Feature Selection for Unsupervised and Supervised Inference: The Emergence of
    Sparsity in a Weight-Based Approach. JMLR 6, 2005
    """

    _method = "q-alpha"
    _options = {"clusters": "clusters", "normalize": "normalize", "center": "center"}
    _graph_options = {}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        clusters='auto',
        normalize=True,
        center=False,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.clusters = clusters
        self.normalize = normalize
        self.center = center
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class TRLNSelector(Selector):
    """Trace ratio of all pairs of classes with l2,1 norm.

    Supervised: `fit` needs y, unless the parameters say otherwise. Command line: `tamis select --method trln`.

    Parameters
    ----------
    n_features_to_select : int, float, 'all' or a rule, default=None
        How many features: a number, a fraction like 0.1, all of them, or a rule that finds how many: 'cv',
        'cv:best', 'fdr:0.05', 'stable:0.75', 'gain:0.8'; None is 10, or all if there are fewer.
    include : str, int or list of them, default=None
        Features to choose in any case, first and in this order; they count toward the number. Names, positions,
        ranges like 'p1..p9', patterns like 'age_*'.
    exclude : str, int or list of them, default=None
        Features never to choose; they keep their score.
    explain : bool, default=False
        Whether to say why every feature was chosen or not.
    alpha : float >= 0, default=1.0
        Weight of the l2,1 norm of the projection; larger empties more of its rows.
    dim : int >= 1 or 'auto', default='auto'
        Dimensions of the projection; auto is the number of classes minus 1.
    pca : float 0 to 1, default=0.95
        Share of the variance kept by a PCA that runs first; 0 works on the features directly.
    tol : float > 0, default=1e-05
        Relative accuracy at which to stop; measured by the residual of the optimality conditions.
    max_iter : int >= 1, default=300
        Maximum number of iterations; one eigenproblem each.
    pvalues : bool, default=False
        P-values and false discovery rates, by the test that fits the method.
    permutations : int, default=None
        P-values by that many permutations instead of a closed form; None draws them only where there is none.
    stability : int or True, default=None
        Pairs of half samples on which the selection is repeated; True is 50.
    stability_size : int, default=None
        How many features are selected on a half sample; None is as many as are selected, and for 'stable:0.75'
        half of the features, no more than 50.
    bootstrap : int or True, default=None
        Bootstrap samples for intervals of the ranks; True is 200.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Forough Rezaei Boroujeni, Sen Wang, Zhihui Li, Nicholas West, Bela Stantic, Lina Yao, Guodong Long: Trace
    Ratio Optimization with Feature Correlation Mining for Multiclass Discriminant Analysis. AAAI 2018
    """

    _method = "trln"
    _options = {"alpha": "alpha", "dim": "dim", "pca": "pca", "tol": "tolerance", "max_iter": "max_iterations"}
    _graph_options = {}
    _uses_labels = True

    def __init__(
        self,
        n_features_to_select=None,
        *,
        include=None,
        exclude=None,
        explain=False,
        alpha=1.0,
        dim='auto',
        pca=0.95,
        tol=1e-05,
        max_iter=300,
        pvalues=False,
        permutations=None,
        stability=None,
        stability_size=None,
        bootstrap=None,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_features_to_select = n_features_to_select
        self.include = include
        self.exclude = exclude
        self.explain = explain
        self.alpha = alpha
        self.dim = dim
        self.pca = pca
        self.tol = tol
        self.max_iter = max_iter
        self.pvalues = pvalues
        self.permutations = permutations
        self.stability = stability
        self.stability_size = stability_size
        self.bootstrap = bootstrap
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class PCA(Projector):
    """Principal component analysis.

    Unsupervised. Command line: `tamis project --method pca`.

    Parameters
    ----------
    n_components : int or float, default=None
        How many directions; a fraction is that share of the variance; None is all that have any variance.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Karl Pearson: On Lines and Planes of Closest Fit to Systems of Points in Space. Philosophical Magazine 2(11),
    1901, 559–572
    """

    _method = "pca"
    _options = {}
    _needs_labels = False

    def __init__(
        self,
        n_components=None,
        *,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class FLDA(Projector):
    """Fisher's linear discriminant analysis.

    Supervised: `fit` needs y. Command line: `tamis project --method flda`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    regularization : float >= 0, default=1e-05
        Ridge; added to the diagonal of the within-class scatter, larger trusts its small eigenvalues less.
    basis : {'unit', 'orth', 'sw'}, default='unit'
        Basis of the learned span; columns of length 1, orthonormal columns, or unit within-class scatter.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Ronald A. Fisher: The Use of Multiple Measurements in Taxonomic Problems. Annals of Eugenics 7, 1936, 179–188;
    for several classes C. R. Rao 1948
    """

    _method = "flda"
    _options = {"regularization": "regularization", "basis": "basis"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        regularization=1e-05,
        basis='unit',
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.regularization = regularization
        self.basis = basis
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class TraceRatioLDA(Projector):
    """Trace ratio discriminant analysis.

    Supervised: `fit` needs y. Command line: `tamis project --method tr-lda`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    regularization : float >= 0, default=0.0
        Ridge; added to the diagonal of the within-class scatter, larger trusts its small eigenvalues less.
    tol : float > 0, default=1e-13
        Relative accuracy at which to stop; measured by the change of the ratio.
    max_iter : int >= 1, default=100
        Maximum number of iterations; one eigenproblem each.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Huan Wang, Shuicheng Yan, Dong Xu, Xiaoou Tang, Thomas Huang: Trace Ratio vs. Ratio Trace for Dimensionality
    Reduction. CVPR 2007
    """

    _method = "tr-lda"
    _options = {"regularization": "regularization", "tol": "tolerance", "max_iter": "max_iterations"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        regularization=0.0,
        tol=1e-13,
        max_iter=100,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.regularization = regularization
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class APAC(Projector):
    """Approximate pairwise accuracy criterion.

    Supervised: `fit` needs y. Command line: `tamis project --method apac`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    regularization : float >= 0, default=1e-05
        Ridge; added to the diagonal of the within-class scatter, larger trusts its small eigenvalues less.
    basis : {'unit', 'orth', 'sw'}, default='unit'
        Basis of the learned span; columns of length 1, orthonormal columns, or unit within-class scatter.
    within : {'covariance', 'scatter'}, default='covariance'
        Within-class matrix that measures the distance between two classes; the covariance, or the scatter as
        printed in eq. 8 of boroujeni2018.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Marco Loog, Robert P. W. Duin, Reinhold Haeb-Umbach: Multiclass Linear Dimension Reduction by Weighted
    Pairwise Fisher Criteria. IEEE TPAMI 23(7), 2001, 762–766
    """

    _method = "apac"
    _options = {"regularization": "regularization", "basis": "basis", "within": "within"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        regularization=1e-05,
        basis='unit',
        within='covariance',
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.regularization = regularization
        self.basis = basis
        self.within = within
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class HMSS(Projector):
    """Harmonic mean for subspace selection.

    Supervised: `fit` needs y. Command line: `tamis project --method hmss`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    regularization : float >= 0, default=1e-05
        Ridge; added to the diagonal of the within-class scatter, larger trusts its small eigenvalues less.
    basis : {'unit', 'orth', 'sw'}, default='orth'
        Basis of the learned span; columns of length 1, orthonormal columns, or unit within-class scatter.
    tol : float > 0, default=1e-09
        Relative accuracy at which to stop; measured by the gradient, relative to the value.
    max_iter : int >= 1, default=1000
        Maximum number of iterations; for each of the two starts.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Wei Bian, Dacheng Tao: Harmonic Mean for Subspace Selection. ICPR 2008, 1–4
    """

    _method = "hmss"
    _options = {"regularization": "regularization", "basis": "basis", "tol": "tolerance", "max_iter": "max_iterations"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        regularization=1e-05,
        basis='orth',
        tol=1e-09,
        max_iter=1000,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.regularization = regularization
        self.basis = basis
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class GMSS(Projector):
    """Geometric mean for subspace selection.

    Supervised: `fit` needs y. Command line: `tamis project --method gmss`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    regularization : float >= 0, default=1e-05
        Ridge; added to the diagonal of the within-class scatter, larger trusts its small eigenvalues less.
    basis : {'unit', 'orth', 'sw'}, default='orth'
        Basis of the learned span; columns of length 1, orthonormal columns, or unit within-class scatter.
    tol : float > 0, default=1e-09
        Relative accuracy at which to stop; measured by the gradient, relative to the value.
    max_iter : int >= 1, default=1000
        Maximum number of iterations; for each of the two starts.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Dacheng Tao, Xuelong Li, Xindong Wu, Stephen J. Maybank: Geometric Mean for Subspace Selection. IEEE TPAMI
    31(2), 2009, 260–274
    """

    _method = "gmss"
    _options = {"regularization": "regularization", "basis": "basis", "tol": "tolerance", "max_iter": "max_iterations"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        regularization=1e-05,
        basis='orth',
        tol=1e-09,
        max_iter=1000,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.regularization = regularization
        self.basis = basis
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MMDA(Projector):
    """Max-min distance analysis.

    Supervised: `fit` needs y. Command line: `tamis project --method mmda`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    regularization : float >= 0, default=1e-05
        Ridge; added to the diagonal of the within-class scatter, larger trusts its small eigenvalues less.
    basis : {'unit', 'orth', 'sw'}, default='orth'
        Basis of the learned span; columns of length 1, orthonormal columns, or unit within-class scatter.
    tol : float > 0, default=1e-06
        Relative accuracy at which to stop; measured by the gradient, relative to the value.
    max_iter : int >= 1, default=1000
        Maximum number of iterations; for each stage of each of the three starts.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Wei Bian, Dacheng Tao: Max-Min Distance Analysis by Using Sequential SDP Relaxation for Dimension Reduction.
    IEEE TPAMI 33(5), 2011, 1037–1050
    """

    _method = "mmda"
    _options = {"regularization": "regularization", "basis": "basis", "tol": "tolerance", "max_iter": "max_iterations"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        regularization=1e-05,
        basis='orth',
        tol=1e-06,
        max_iter=1000,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.regularization = regularization
        self.basis = basis
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class ATR(Projector):
    """Arithmetic sum of the trace ratios of all pairs of classes.

    Supervised: `fit` needs y. Command line: `tamis project --method atr`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    alpha : float >= 0, default=0.0
        Weight of the l2,1 norm of the projection; larger empties more of its rows.
    tol : float > 0, default=1e-05
        Relative accuracy at which to stop; measured by the residual of the optimality conditions.
    max_iter : int >= 1, default=300
        Maximum number of iterations; one eigenproblem each.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Forough Rezaei Boroujeni, Sen Wang, Zhihui Li, Nicholas West, Bela Stantic, Lina Yao, Guodong Long: Trace
    Ratio Optimization with Feature Correlation Mining for Multiclass Discriminant Analysis. AAAI 2018, eq. 16, 17
    """

    _method = "atr"
    _options = {"alpha": "alpha", "tol": "tolerance", "max_iter": "max_iterations"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        alpha=0.0,
        tol=1e-05,
        max_iter=300,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.alpha = alpha
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class WHTR(Projector):
    """Weighted harmonic mean of the trace ratios of all pairs of classes.

    Supervised: `fit` needs y. Command line: `tamis project --method whtr`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    mode : {'safe', 'plain'}, default='safe'
        How steps are taken; safe: the criterion never rises, plain: Algorithm 1 as printed, which need not
        converge.
    stop : {'kkt', 'paper'}, default='kkt'
        When to stop; kkt: the optimality conditions hold to the tolerance, paper: a change below 0.05 or 30
        iterations.
    tol : float > 0, default=1e-05
        Relative accuracy at which to stop; measured by the residual of the optimality conditions.
    max_iter : int >= 1, default=300
        Maximum number of iterations; with stop=kkt, one eigenproblem each.
    start : {'trace-ratio', 'random'}, default='trace-ratio'
        The first starting point; the trace ratio solution, or any projection as in Algorithm 1.
    starts : int >= 1, default=1
        Number of starting points; the best result counts, and all but the first are random.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Zhihui Li, Feiping Nie, Xiaojun Chang, Yi Yang: Beyond Trace Ratio: Weighted Harmonic Mean of Trace Ratios for
    Multiclass Discriminant Analysis. IEEE TKDE 29(10), 2017, 2100–2110
    """

    _method = "whtr"
    _options = {"mode": "mode", "stop": "stop", "tol": "tolerance", "max_iter": "max_iterations", "start": "start", "starts": "starts"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        mode='safe',
        stop='kkt',
        tol=1e-05,
        max_iter=300,
        start='trace-ratio',
        starts=1,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.mode = mode
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter
        self.start = start
        self.starts = starts
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class TRLN(Projector):
    """Trace ratio of all pairs of classes with l2,1 norm.

    Supervised: `fit` needs y. Command line: `tamis project --method trln`.

    Parameters
    ----------
    n_components : int, default=None
        How many directions; None is the number of classes minus 1.
    pca : int or float, default=None
        Run a PCA first: a number of components or a share of the variance.
    alpha : float >= 0, default=1.0
        Weight of the l2,1 norm of the projection; larger empties more of its rows.
    mode : {'safe', 'plain'}, default='safe'
        How steps are taken; safe: the criterion never rises, plain: Algorithm 1 as printed, which need not
        converge.
    stop : {'kkt', 'paper'}, default='kkt'
        When to stop; kkt: the optimality conditions hold to the tolerance, paper: a change below 0.05 or 30
        iterations.
    tol : float > 0, default=1e-05
        Relative accuracy at which to stop; measured by the residual of the optimality conditions.
    max_iter : int >= 1, default=300
        Maximum number of iterations; with stop=kkt, one eigenproblem each.
    start : {'trace-ratio', 'random'}, default='trace-ratio'
        The first starting point; the trace ratio solution, or any projection as in Algorithm 1.
    starts : int >= 1, default=1
        Number of starting points; the best result counts, and all but the first are random.
    n_jobs : int, default=None
        Threads; None and -1 are all cores. The result is the same for any number.
    random_state : int, RandomState or Generator, default=None
        Seed for all random choices; None is 0.
    verbose : bool or callable, default=False
        Show a progress bar, or call verbose(stage, done) repeatedly, done from 0 to 1.

    Attributes
    ----------
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

    References
    ----------
    Forough Rezaei Boroujeni, Sen Wang, Zhihui Li, Nicholas West, Bela Stantic, Lina Yao, Guodong Long: Trace
    Ratio Optimization with Feature Correlation Mining for Multiclass Discriminant Analysis. AAAI 2018
    """

    _method = "trln"
    _options = {"alpha": "alpha", "mode": "mode", "stop": "stop", "tol": "tolerance", "max_iter": "max_iterations", "start": "start", "starts": "starts"}
    _needs_labels = True

    def __init__(
        self,
        n_components=None,
        *,
        pca=None,
        alpha=1.0,
        mode='safe',
        stop='kkt',
        tol=1e-05,
        max_iter=300,
        start='trace-ratio',
        starts=1,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.pca = pca
        self.alpha = alpha
        self.mode = mode
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter
        self.start = start
        self.starts = starts
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


SELECTORS = {
    "variance": VarianceScore,
    "fisher": FisherScore,
    "laplacian": LaplacianScore,
    "trace-ratio": TraceRatio,
    "spec": SPEC,
    "relieff": ReliefF,
    "hsic": HSIC,
    "gfs": GeneralizedFisherScore,
    "lapdofs": LapDOFS,
    "lapaofs": LapAOFS,
    "lapeofs": LapEOFS,
    "lapgofs": LapGOFS,
    "q-alpha": QAlpha,
    "trln": TRLNSelector,
}
PROJECTORS = {
    "pca": PCA,
    "flda": FLDA,
    "tr-lda": TraceRatioLDA,
    "apac": APAC,
    "hmss": HMSS,
    "gmss": GMSS,
    "mmda": MMDA,
    "atr": ATR,
    "whtr": WHTR,
    "trln": TRLN,
}
