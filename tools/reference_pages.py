"""Two pages of docs/ written from what the program says of its methods: the options and the papers."""
import collections

OPTIONS_HEAD = """\
# Options

Every option of every method, by name: one name has one meaning, whatever the method. Options of a method are given as
`--set name=value`, those of the graph as flags (`--neighbors 7`); in Python both are parameters of the class, a few of
them under the names that scikit-learn uses. The page of each method says what an option does there. Flags that belong to
a command rather than to a method (`--label`, `--scale`, `--threads`, …) are listed by `tamis COMMAND --help`.
This page is written by `tools/generate`.

"""

REFERENCES_HEAD = """\
# References

The papers that define the methods, by the keys that the sources and `tamis cite` use. `tamis methods NAME` says where a
method is defined and `tamis cite NAME` prints the papers as BibTeX. This page is written by `tools/generate`.

"""


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def text_of(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def allowed(option):
    if option["type"] == "boolean":
        return "`true`, `false`"
    if option.get("choices"):
        return ", ".join(f"`{choice}`" for choice in option["choices"])
    words = " ".join(word for word in (option["type"], option.get("range")) if word)
    return words + (f" or `{option['keyword']}`" if option.get("keyword") else "")


def meaning(option):
    """What the option is in every method; what follows the first semicolon of its help is particular to one."""
    return option["help"].split(";")[0]


def used_options(description):
    """name -> [(user, option with the user's default)], sorted by name; the user "graph" stands for every graph."""
    found = collections.defaultdict(list)
    for entry in [*description["methods"], *description["projectors"]]:
        for option in entry["options"]:
            found[option["name"]].append((entry["name"], option))
    for option in description["graph_options"]:
        found[option["name"]].append(("graph", option))
        for method in description["methods"]:
            own = (method.get("graph_defaults") or {}).get(option["name"], option["default"])
            if own != option["default"]:
                found[option["name"]].append((f"graph of {method['name']}", {**option, "default": own}))
    return dict(sorted(found.items()))


def by_value(uses, text):
    """"a" if all users agree, else "a (gfs), b (trln)"."""
    users = collections.defaultdict(list)
    for user, option in uses:
        if user not in users[text(option)]:
            users[text(option)].append(user)
    if len(users) == 1:
        return next(iter(users))
    return "; ".join(f"{value} ({', '.join(names)})" for value, names in users.items())


def options_page(description):
    rows = []
    for name, uses in used_options(description).items():
        users = list(dict.fromkeys(user for user, _ in uses if not user.startswith("graph of ")))
        rows.append((f"`{name}`", meaning(uses[0][1]), ", ".join("the graph" if user == "graph" else user for user in users),
                     by_value(uses, allowed), by_value(uses, lambda option: f"`{text_of(option['default'])}`")))
    return OPTIONS_HEAD + table(("option", "meaning", "in", "takes", "default"), rows)


def references_page(description):
    cited = collections.defaultdict(list)
    for entry in [*description["methods"], *description["projectors"]]:
        for key in entry["references"]:
            if entry["name"] not in cited[key]:
                cited[key].append(entry["name"])
    rows = [(paper["key"], paper["reference"], ", ".join(cited[paper["key"]])) for paper in description["papers"]]
    return REFERENCES_HEAD + table(("key", "reference", "methods"), rows)
