"""Settings of the documentation site; tools/build_docs runs Sphinx with them."""
import os
import re

from pygments.lexers.special import TextLexer

root = os.environ["TAMIS_ROOT"]
with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
    release = re.search(r"project\(tamis VERSION ([\d.]+)", file.read())[1]
project = "tamis"
author = "tamis contributors"
copyright = "2026, tamis contributors"
extensions = ["myst_parser"]
root_doc = "index"
html_theme = "furo"
html_title = f"tamis {release}"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 4


def setup(app):
    app.add_lexer("csv", TextLexer)
