"""One name for one thing: what the options of all methods mean (docs/options.md).

The help of an option begins with its meaning, up to the first semicolon; what follows is particular to the method.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from reference_pages import meaning, used_options  # noqa: E402

# Symbols that a paper defines stay, though another method has another name for the same thing; no other method may
# use them.
PAPER_SYMBOLS = {"gamma": {"gfs"}, "lambda1": {"lapdofs", "lapaofs", "lapeofs", "lapgofs"},
                 "lambda2": {"lapdofs", "lapaofs", "lapeofs", "lapgofs"}, "alpha": {"trln", "atr"}, "beta": {"spec"}}


def clashes(description):
    """One line per name with two meanings, meaning with two names, or symbol in a foreign method."""
    found = []
    names = collections.defaultdict(set)
    for name, uses in used_options(description).items():
        meanings = {(meaning(option), option["type"], option.get("keyword", "")) for _, option in uses}
        if len(meanings) > 1:
            found.append(f"'{name}' has several meanings: {sorted(meanings)}")
        for user, option in uses:
            if name not in PAPER_SYMBOLS:
                names[meaning(option)].add(name)
            elif user not in PAPER_SYMBOLS[name]:
                found.append(f"'{name}' is a symbol of {sorted(PAPER_SYMBOLS[name])}, not of {user}")
    found += [f"'{text}' has several names: {sorted(group)}" for text, group in names.items() if len(group) > 1]
    return found


def described(*methods, graph=()):
    def entry(name, options):
        return {"name": name, "options": options, "graph_defaults": None}

    return {"methods": [entry(*method) for method in methods], "projectors": [], "graph_options": list(graph)}


def option(name, help_text, kind="real"):
    return {"name": name, "help": help_text, "type": kind, "default": 1}


class Vocabulary(unittest.TestCase):
    def test_details_may_differ(self):
        self.assertEqual(clashes(described(("a", [option("tolerance", "accuracy; of the gap")]),
                                           ("b", [option("tolerance", "accuracy; of the gradient")]))), [])

    def test_one_name_for_two_things(self):
        self.assertEqual(len(clashes(described(("a", [option("width", "of the kernel")]),
                                               ("b", [option("width", "of the picture")])))), 1)
        self.assertEqual(len(clashes(described(("a", [option("width", "of the kernel")]),
                                               ("b", [option("width", "of the kernel", "integer")])))), 1)
        self.assertEqual(len(clashes(described(("a", [option("search", "of a line")]),
                                               graph=[option("search", "of neighbors")]))), 1)

    def test_two_names_for_one_thing(self):
        self.assertEqual(len(clashes(described(("a", [option("tol", "accuracy; of the gap")]),
                                               ("b", [option("tolerance", "accuracy")])))), 1)

    def test_symbols_stay_with_their_papers(self):
        self.assertEqual(clashes(described(("gfs", [option("gamma", "ridge")]), ("a", [option("ridge", "ridge")]))), [])
        self.assertEqual(len(clashes(described(("a", [option("gamma", "ridge")])))), 1)

    def test_the_program(self):
        printed = subprocess.run([os.environ["TAMIS"], "methods", "--json"], stdout=subprocess.PIPE, check=True).stdout
        found = clashes(json.loads(printed))
        self.assertEqual(found, [], "\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main()
