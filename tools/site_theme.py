"""What Debian's furo lacks in a site that is opened from files: it was made for a server that shares its own folders.

Its style sheet asks for /javascript/normalize.css, its script is a module that imports another, which browsers refuse from files, and
the rule that follows the system's dark mode was lost when the style sheet was compiled.
"""
import pathlib
import re
import shutil
import subprocess

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


def mend(site):
    style = site / "_static" / "styles" / "furo.css"
    text = style.read_text(encoding="utf-8")
    if IMPORT in text:
        shutil.copy(NORMALIZE, style.parent / "normalize.css")
    style.write_text(mended_style(text), encoding="utf-8")
    script = site / "_static" / "scripts" / "furo.js"
    if script.read_text(encoding="utf-8").startswith("import "):
        bundled = subprocess.run(["esbuild", script, "--bundle", "--format=iife", "--log-level=warning"], check=True,
                                 capture_output=True, text=True).stdout
        script.write_text(bundled, encoding="utf-8")
