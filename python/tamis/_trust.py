"""How sure a selection is: what a selector asks the library for, and the attributes that it gets back."""
from __future__ import annotations

import numbers

import numpy as np

# attribute -> entry of the result
ATTRIBUTES = {
    "pvalues_": "pvalues",
    "qvalues_": "qvalues",
    "pvalues_familywise_": "pvalues_familywise",
    "log10_p_": "log10_p",
    "p_method_": "p_method",
    "p_flags_": "p_flags",
    "test_score_": "test_score",
    "z_": "z",
    "skew_": "skew",
    "selection_probability_": "selection_probability",
    "rank_interval_": "rank_interval",
    "stability_": "stability",
    "bootstrap_": "bootstrap",
}
# What `True` stands for.
USUAL = {"stability": 50, "bootstrap": 200}


def asked_trust(selector):
    """{option: number} of what the parameters ask for."""
    asked = {}
    if not isinstance(selector.pvalues, (bool, np.bool_)):
        raise TypeError(f"pvalues takes True or False, not {selector.pvalues!r}")
    if selector.pvalues:
        asked["pvalues"] = 1
    for name in ("permutations", "stability", "stability_size", "bootstrap"):
        value = getattr(selector, name)
        if value is None or (name in USUAL and isinstance(value, (bool, np.bool_)) and not value):
            continue
        if name in USUAL and isinstance(value, (bool, np.bool_)):
            asked[name] = USUAL[name]
            if name == "bootstrap":
                asked["usual_halves"] = 1
        elif isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_)):
            asked[name] = int(value)
        else:
            kinds = "an integer, True or None" if name in USUAL else "an integer or None"
            raise TypeError(f"{name} takes {kinds}, not {value!r}")
    return asked


def take_over_trust(selector, result):
    for attribute, entry in ATTRIBUTES.items():
        value = result.get(entry)
        if entry in ("p_method", "p_flags") and value is not None:
            value = np.array(value, dtype=object)
        elif entry == "rank_interval" and value is not None:
            value = np.array(value, dtype=np.int64)
        setattr(selector, attribute, value)
