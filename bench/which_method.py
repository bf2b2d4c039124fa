#!/usr/bin/env python3
"""The tables of docs/which-method.md: 1NN accuracy of the selectors on data sets of the papers, ten random halves each.

usage: which_method.py TAMIS DATA_FOLDER WORK_FOLDER

Runs `tamis evaluate` on every set that is found and keeps the results in WORK_FOLDER, where the next run finds them. A number is bold
if it is the best of the selectors, or if the mean difference to the best over the repeats is smaller than its standard error.
"""
import json
import pathlib
import re
import subprocess
import sys

PROTOCOL = "holdout:0.5x10"
# file, options of reading, what to call it
SETS = [("sonar.data", [], "sonar"), ("ionosphere.data", [], "ionosphere"), ("vehicle.dat", [], "vehicle"), ("digits", [], "digits"),
        ("usps2007.txt.gz", ["--label", "first"], "usps2007"), ("mnist2000.mat", [], "mnist2000"), ("coil20.mat", [], "coil20"),
        ("orl.mat", [], "orl"), ("yale.mat", [], "yale"), ("warppie10p.mat", [], "warppie10p"), ("glioma.mat", [], "glioma"),
        ("tox_171.mat", [], "tox_171"), ("relathe.mat", [], "relathe")]
IMAGES = {"digits", "usps2007", "mnist2000", "coil20", "orl", "yale", "warppie10p"}
SMALL = {"ionosphere", "vehicle"}  # fewer than 50 features: half as many and fewer are chosen
SUPERVISED = ["fisher", "hsic", "relieff", "trln", "gfs"]
UNSUPERVISED = ["variance", "laplacian", "spec:criterion=phi3", "lapdofs", "lapaofs", "q-alpha"]


def evaluated(tamis, data, work, entry, methods, scale):
    """The document of one comparison, run unless it is there."""
    file, reading, name = entry
    path = data / file if (data / file).exists() else file
    if str(path) == file and file != "digits":
        return None
    saved = work / f"{name}-{scale}.json"
    if not saved.exists():
        count = "5,10" if name in SMALL else "10,50"
        subprocess.run([tamis, "evaluate", path, *reading, "--methods", ",".join(methods), "-k", count, "--protocol", PROTOCOL,
                        "--scale", scale, "--quiet", "-o", saved], check=True, stdout=subprocess.DEVNULL)
    return json.loads(saved.read_text(encoding="utf-8"))


def by_repeat(document, few):
    """label -> accuracies by repeat, with the smaller or the larger number of features."""
    rows = [row for row in document["rows"] if row["metric"] == "accuracy"]
    count = sorted({row["k"] for row in rows if row["label"] == "random"})[0 if few else -1]
    found = {}
    for row in rows:
        if row["k"] == count or row["label"] == "all":
            found.setdefault(row["label"], {})[row["repeat"]] = 100 * row["value"]
    return count, {label: [values[repeat] for repeat in sorted(values)] for label, values in found.items()}


def mean(values):
    return sum(values) / len(values)


def standard_error(values):
    center = mean(values)
    return (sum((value - center) ** 2 for value in values) / (len(values) - 1) / len(values)) ** 0.5


def as_good(values, best):
    differences = [ours - theirs for ours, theirs in zip(values, best)]
    return abs(mean(differences)) <= standard_error(differences)


def table(documents, methods, few):
    names = [f"`{method}`" if ":" not in method else re.sub(r"(\w+):criterion=(\w+)", r"`\1` (\2)", method) for method in methods]
    lines = ["| data | features | " + " | ".join(names) + " | random | all |",
             "| --- | ---: |" + " ---: |" * (len(methods) + 2)]
    sums = {method: [] for method in [*methods, "random", "all"]}
    for name, document in documents.items():
        count, accuracy = by_repeat(document, few)
        best = max((accuracy[method] for method in methods), key=mean)
        cells = []
        for method in sums:
            sums[method].append(mean(accuracy[method]))
            text = f"{mean(accuracy[method]):.1f}"
            cells.append(f"**{text}**" if method in methods and as_good(accuracy[method], best) else text)
        shape = document["data"]
        lines.append(f"| {name} | {count} of {shape['features']:,} | " + " | ".join(cells) + " |")
    lines.append("| mean | | " + " | ".join(f"{mean(values):.1f}" for values in sums.values()) + " |")
    return "\n".join(lines)


def main(tamis, data, work):
    work.mkdir(parents=True, exist_ok=True)
    for scale, methods, kept in (("standard", SUPERVISED, None), ("none", UNSUPERVISED, IMAGES)):
        documents = {entry[2]: evaluated(tamis, data, work, entry, methods, scale) for entry in SETS if kept is None or entry[2] in kept}
        documents = {name: document for name, document in documents.items() if document is not None}
        for few in (True, False):
            print(table(documents, methods, few), end="\n\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve())
