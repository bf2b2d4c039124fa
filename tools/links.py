"""Links that lead nowhere: relative ones of Markdown pages and of a built site, with their anchors. tools/check_links runs it."""
import html.parser
import pathlib
import re
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"!?\[(?:[^\]\[\n]|\[[^\]\n]*\]|\n(?!\n))*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
OUTSIDE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)")


def slug(heading):
    """The anchor that GitHub and MyST make of a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def markdown_anchors(text):
    counts, anchors = {}, set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        name = slug(heading)
        number = counts[name] = counts.get(name, -1) + 1
        anchors.add(name if number == 0 else f"{name}-{number}")
    return anchors


def markdown_links(text):
    return LINK.findall(CODE.sub("", FENCE.sub("", text)))


def of_markdown(pages, root=ROOT):
    """(dead links, addresses outside) of Markdown files."""
    dead, outside = [], set()
    for page in pages:
        for link in markdown_links(page.read_text(encoding="utf-8")):
            if OUTSIDE.match(link):
                outside.add(link)
                continue
            path, _, anchor = link.partition("#")
            file = (page.parent / urllib.parse.unquote(path)).resolve() if path else page
            where = page.relative_to(root)
            if not file.exists():
                dead.append(f"{where}: {link}: there is no such file")
            elif anchor and file.suffix == ".md" and anchor not in markdown_anchors(file.read_text(encoding="utf-8")):
                dead.append(f"{where}: {link}: there is no such heading")
    return dead, outside


class Collector(html.parser.HTMLParser):
    """The links and anchors of a page."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.anchors.update(value for value in (values.get("id"), values.get("name") if tag == "a" else None) if value)
        self.links += [values[key] for key in ("href", "src") if values.get(key)]


def collected(file, known):
    if file not in known:
        known[file] = Collector()
        known[file].feed(file.read_text(encoding="utf-8"))
    return known[file]


def of_site(site):
    """(dead links, addresses outside) of the HTML files below a folder."""
    dead, outside, known = [], set(), {}
    for page in sorted(site.rglob("*.html")):
        for link in collected(page, known).links:
            if OUTSIDE.match(link):
                outside.add(link)
                continue
            path, _, anchor = link.partition("#")
            path = urllib.parse.unquote(path.partition("?")[0])
            file = (page.parent / path).resolve() if path else page
            where = page.relative_to(site)
            if not file.exists() or file.is_dir():
                dead.append(f"{where}: {link}: there is no such file")
            elif anchor and file.suffix == ".html" and urllib.parse.unquote(anchor) not in collected(file, known).anchors:
                dead.append(f"{where}: {link}: there is no such anchor")
    return dead, {link for link in outside if not link.startswith("data:")}


def repository_pages():
    """Markdown files that are no output of a build; docs/site belongs to the built site, which is checked by itself."""
    return [page for page in sorted(ROOT.rglob("*.md"))
            if not set(page.relative_to(ROOT).parts[:-1]) & {"build", "node_modules", "site", ".git"}
            and not page.relative_to(ROOT).parts[0].startswith("build-")]
