"""Settings of the documentation site; tools/build_docs runs Sphinx with them."""
import os
import re
import sys

from pygments.lexers.special import TextLexer
from sphinx_gallery.sorting import FileNameSortKey

root = os.environ["TAMIS_ROOT"]
sys.path.insert(0, os.environ["TAMIS_PACKAGE"])
with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
    release = re.search(r"project\(tamis VERSION ([\d.]+)", file.read())[1]
project = "tamis"
author = "tamis contributors"
copyright = "2026, tamis contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax", "breathe", "sphinx_gallery.gen_gallery"]
root_doc = "index"
html_theme = "furo"
html_title = f"tamis {release}"
html_static_path = [os.path.join(root, "docs", "site", "static")]
html_css_files = ["katex/katex.min.css", "site.css"]
html_js_files = ["katex/katex.min.js"]  # tools/site_theme.py puts it there
mathjax_path = "math.js"  # which hands the formulas to KaTeX: no page asks for anything from elsewhere
mathjax_options = {}
html_copy_source = False
html_show_sphinx = False
default_role = "code"
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "dollarmath"]
add_module_names = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
breathe_projects = {"tamis": os.environ["TAMIS_DOXYGEN"]}
breathe_default_project = "tamis"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_default_members = ("members", "undoc-members")
sphinx_gallery_conf = {
    "examples_dirs": os.path.join(root, "docs", "gallery"),
    "gallery_dirs": "gallery",
    "within_subsection_order": FileNameSortKey,
    "download_all_examples": False,
    "show_memory": False,
    "min_reported_time": 1e9,
    "remove_config_comments": True,
    "abort_on_example_error": True,
    "thumbnail_size": (320, 200),
}


def skip_foreign(app, what, name, item, skip, options):
    """Members that a class has from scikit-learn are described there."""
    function = getattr(item, "fget", item)
    module = getattr(function, "__module__", None) or ""
    return skip or not module.startswith("tamis")


def escape_names(app, what, name, item, options, lines):
    """Docstrings are plain text: `mean_` is a name there and no link, |a - b| an absolute value and no substitution."""
    for number, line in enumerate(lines):
        head = re.match(r"\s*(:\w+( [^:]*)?:|\.\. .*)?", line)[0]
        parts = re.split(r"(`+[^`]*`+)", line[len(head):])
        parts[::2] = [re.sub(r"(\w_(?!\w)|\|)", lambda found: found[1][:-1] + "\\" + found[1][-1], part) for part in parts[::2]]
        lines[number] = head + "".join(parts)


def setup(app):
    app.add_lexer("csv", TextLexer)
    app.connect("autodoc-skip-member", skip_foreign)
    app.connect("autodoc-process-docstring", escape_names, priority=900)  # after napoleon
