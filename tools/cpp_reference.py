"""The reference of the C++ and the C interface: Doxygen reads the public headers, Breathe shows what it found.

What counts as a function to describe: every function and constructor that a user may call. Copies, moves, destructors and defaults
that the compiler writes, and the namespace `detail`, are left out.
"""
import itertools
import pathlib
import re
import subprocess
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
TITLES = {"core": "Data and results", "eval": "Evaluation", "graph": "Graphs", "io": "Files", "methods": "Selectors",
          "passes": "Passes over the data", "pipeline": "Whole runs", "preprocess": "Cleaning and scaling",
          "saved": "Saved results", "subspace": "Projectors"}


def public_headers():
    """What cmake/tamis_public_headers.cmake lists, with those of the methods and projectors."""
    text = (ROOT / "cmake" / "tamis_public_headers.cmake").read_text(encoding="utf-8")
    listed = re.search(r"set\(tamis_public_headers\n(.*?)\)", text, re.DOTALL)[1].split()
    for folder, table in (("methods", "methods.def"), ("subspace", "projectors.def")):
        lines = (ROOT / "src" / "tamis" / folder / table).read_text(encoding="utf-8")
        listed += [f"tamis/{folder}/{name}.hpp" for name in re.findall(r"^TAMIS_\w+\((\w+)", lines, re.MULTILINE)]
    return [name for name in listed if name != "tamis/tamis.hpp"]  # which only includes the others


def group_of(header):
    """The group of Doxygen that holds what a header declares: "core_matrix" for …/src/tamis/core/matrix.hpp."""
    path = pathlib.PurePath(header)
    inside = path.parts[len(path.parts) - path.parts[::-1].index("tamis"):]
    return re.sub(r"\W", "_", "_".join(inside).removesuffix(".hpp"))


def run_doxygen(folder):
    """Writes FOLDER/xml; a warning of Doxygen is an error."""
    folder.mkdir(parents=True, exist_ok=True)
    headers = " ".join(f'"{ROOT / "src" / name}"' for name in public_headers())
    settings = f"""
PROJECT_NAME = tamis
INPUT = {headers}
INPUT_FILTER = "{ROOT / 'tools' / 'doxygen_filter'}"
FILTER_SOURCE_FILES = YES
STRIP_FROM_PATH = "{ROOT / 'src'}"
STRIP_FROM_INC_PATH = "{ROOT / 'src'}"
FULL_PATH_NAMES = YES
OUTPUT_DIRECTORY = "{folder}"
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
EXTRACT_PRIVATE = NO
HIDE_FRIEND_COMPOUNDS = YES
EXCLUDE_SYMBOLS = tamis::detail tamis::detail::*
JAVADOC_AUTOBRIEF = YES
MARKDOWN_SUPPORT = YES
MACRO_EXPANSION = YES
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
"""
    done = subprocess.run(["doxygen", "-"], input=settings, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode != 0 or done.stderr.strip():
        raise SystemExit(f"build_docs: Doxygen warns:\n{done.stderr}")


def text_of(element):
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def written_by_hand(member, owner):
    """Whether a function is one to describe."""
    arguments = text_of(member.find("argsstring"))
    name = member.findtext("name")
    copies = owner is not None and re.fullmatch(rf"\((const {owner} ?&|{owner} ?&&) ?\w*\)( ?noexcept)?", arguments)
    return not (arguments.endswith(("=default", "=delete")) or name.startswith("~") or
                (name in (owner, "operator=") and copies))


def functions(folder):
    """(qualified name with arguments, file, whether it is described) of every function, once."""
    found = {}
    for file in sorted((folder / "xml").glob("*.xml")):
        for compound in xml.parse(file).getroot().findall("compounddef"):
            if compound.get("prot", "public") != "public":
                continue
            owner = None
            if compound.get("kind") in ("class", "struct"):
                owner = compound.findtext("compoundname").split("::")[-1].split("<")[0].strip()
            for member in compound.iter("memberdef"):
                if member.get("kind") != "function" or member.get("prot") != "public" or not written_by_hand(member, owner):
                    continue
                place = member.find("location").get("file")
                described = any(text_of(member.find(part)) for part in ("briefdescription", "detaileddescription"))
                name = member.findtext("qualifiedname") or f"{compound.findtext('compoundname')}::{member.findtext('name')}"
                found[member.get("id")] = (name + text_of(member.find("argsstring")), place, described)
    return sorted(set(found.values()))


def head_comment(header):
    """What a header says of itself, as reStructuredText."""
    lines = []
    for line in (ROOT / "src" / header).read_text(encoding="utf-8").split("\n"):
        if not line.startswith(("//", "/*", " *")):
            break
        lines.append(line[2:].removeprefix(" ").removesuffix("*/").rstrip())
    runs = itertools.groupby(lines, key=lambda line: line.startswith("    ") if line else None)
    return "\n".join("::\n\n" + "\n".join(run) + "\n" if indented else escaped("\n".join(run)) + ("\n" if indented is False else "")
                     for indented, run in runs)


def escaped(text):
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [re.sub(r"([*|\\]|\w_(?!\w))", lambda found: found[0][:-1] + "\\" + found[0][-1], part) for part in parts[::2]]
    return "".join(parts)


def pages():
    """name -> text of the pages (reStructuredText), the first of them the list of the others."""
    groups = {}
    for header in public_headers():
        parts = header.split("/")
        groups.setdefault(parts[1] if len(parts) > 2 else "c", []).append(header)
    written = {}
    for group, headers in groups.items():
        title = TITLES.get(group, "The C interface")
        text = f"{title}\n{'=' * len(title)}\n\n"
        for header in sorted(headers):
            text += f"{header}\n{'-' * len(header)}\n\n{head_comment(header)}\n\n.. doxygengroup:: {group_of(header)}\n   :content-only:\n   :members:\n   :undoc-members:\n\n"
        written[group] = text
    order = sorted(written, key=lambda group: (group == "c", TITLES.get(group, "")))
    index = "C++ and C\n=========\n\n"
    index += ("``#include <tamis/tamis.hpp>`` has all of the C++ interface, ``<tamis/tamis.h>`` that for C. These pages are written from\n"
              "the comments of the headers that are installed.\n\n.. toctree::\n   :maxdepth: 2\n\n")
    index += "".join(f"   {group}\n" for group in order)
    return {"index": index, **written}
