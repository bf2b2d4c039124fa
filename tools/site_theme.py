"""What Debian's furo lacks in a site that is opened from files: it was made for a server that shares its own folders.

Its style sheet asks for /javascript/normalize.css, its script is a module that imports another, which browsers refuse from files, and
the rule that follows the system's dark mode was lost when the style sheet was compiled. The script stumbles over pages without
headings, and Sphinx's search asks for the pages that it has found to show some lines of them, which is refused for files.
"""
import pathlib
import re
import shutil
import subprocess

KATEX = pathlib.Path("/usr/share/javascript/katex")
NORMALIZE = pathlib.Path("/usr/share/javascript/normalize.css/normalize.css")
IMPORT = "@import url(/javascript/normalize.css/normalize.css);"
DARK = re.compile(r'body\[data-theme="dark"\] \{(.*?)\}', re.DOTALL)


def mended_style(text):
    """The style sheet with normalize.css beside it, and dark where the system is dark."""
    text = text.replace(IMPORT, '@import url("normalize.css");')
    dark = DARK.search(text)
    if "prefers-color-scheme" in text or dark is None:
        return text
    rule = f'body:not([data-theme="light"]) {{{dark[1]}}}'
    return text + f"\n@media not print {{ @media (prefers-color-scheme: dark) {{ {rule} }} }}\n"


def add_katex(site):
    """The script that draws formulas, with its fonts in the one format that every browser of today reads."""
    folder = site / "_static" / "katex"
    (folder / "fonts").mkdir(parents=True, exist_ok=True)
    for file in [KATEX / "katex.min.js", KATEX / "katex.min.css", *(KATEX / "fonts").glob("*.woff2")]:
        shutil.copy(file, folder / file.relative_to(KATEX))


def mend(site):
    add_katex(site)
    style = site / "_static" / "styles" / "furo.css"
    text = style.read_text(encoding="utf-8")
    if IMPORT in text:
        shutil.copy(NORMALIZE, style.parent / "normalize.css")
    style.write_text(mended_style(text), encoding="utf-8")
    script = site / "_static" / "scripts" / "furo.js"
    if script.read_text(encoding="utf-8").startswith("import "):
        bundled = subprocess.run(["esbuild", script, "--bundle", "--format=iife", "--log-level=warning"], check=True,
                                 capture_output=True, text=True).stdout
        script.write_text(bundled.replace("if (useLastItem(last,", "if (last && useLastItem(last,"), encoding="utf-8")
    search = site / "_static" / "searchtools.js"
    text = search.read_text(encoding="utf-8")
    search.write_text(text.replace("else if (showSearchSummary)", 'else if (showSearchSummary && location.protocol !== "file:")'),
                      encoding="utf-8")
