"""The pages of the Python reference, one per class and function of the package; autodoc writes the rest from the docstrings."""
import inspect

HEAD = """\
Python
======

``import tamis``. Selectors and projectors are scikit-learn estimators: they also have ``get_params``, ``set_params`` and
``set_output`` and go into pipelines and searches. The :doc:`tutorial <../../docs/python>` shows them at work. ``tamis.dask`` has the
same classes for :doc:`data on a cluster <../../docs/dask>`.

"""


def title(text):
    return f"{text}\n{'=' * len(text)}\n\n"


def groups(package):
    """title -> names of what the package offers."""
    generated = package._generated.__all__
    selectors = [name for name in generated if hasattr(getattr(package, name), "get_support")]
    return {
        "Selectors": [*selectors, "AutoSelector"],
        "Projectors": [name for name in generated if name not in selectors],
        "Comparing": ["compare", "Comparison"],
        "Genes, graphs, images": ["select_genes", "neighbor_graph", "pixel_mask"],
        "Parts of the data": ["partial"],
        "Data": ["load", "datasets.load_digits", "datasets.load_ionosphere", "datasets.load_sonar"],
        "Warnings": ["TamisWarning"],
    }


def resolved(package, name):
    for part in name.split("."):
        package = getattr(package, part)
    return package


def page(package, name):
    if inspect.isclass(resolved(package, name)):
        return title(name) + f".. autoclass:: tamis.{name}\n   :members:\n   :inherited-members:\n"
    return title(name) + f".. autofunction:: tamis.{name}\n"


def first_line(item):
    return inspect.getdoc(item).split("\n", maxsplit=1)[0]


def pages(package):
    """name -> text of the pages (reStructuredText), the first of them the list of the others."""
    index, written = HEAD, {}
    for heading, names in groups(package).items():
        index += f"{heading}\n{'-' * len(heading)}\n\n.. list-table::\n   :widths: 30 70\n\n"
        for name in names:
            written[name] = page(package, name)
            index += f"   * - :doc:`{name} <{name}>`\n     - {first_line(resolved(package, name))}\n"
        index += "\n"
    listed = {name.split(".")[0] for name in written}
    missing = set(package.__all__) - listed - {"datasets"}
    if missing:
        raise SystemExit(f"build_docs: the Python reference has no place for {', '.join(sorted(missing))}")
    index += ".. toctree::\n   :hidden:\n\n" + "".join(f"   {name}\n" for name in written)
    return {"index": index, **written}
