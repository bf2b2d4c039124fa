"""The pages of the commands, written from what `tamis COMMAND --help` says."""
import re

from command_help import all_help
from reference_pages import table

HEAD = """\
# Commands

Written from what the program says of itself: `tamis --help`, `tamis COMMAND --help`. Options of the methods (`--set name=value`)
are on [a page of their own](../options.md), files that can be read on [another](../formats.md).

"""


def code(text):
    return f"`{text}`" if text else ""


def cell(text):
    """Plain text in a table of Markdown."""
    return re.sub(r"([*_<>])", r"\\\1", text)


def term(entry):
    """The option or argument without its default and without the word REQUIRED."""
    name, _, value = entry.term.removesuffix(" REQUIRED").partition(" ")
    shown = ", ".join(name.split(",")) if entry.flags else name
    given = value
    if value.startswith("["):
        given = value.partition("]")[0] + "]"
    elif not value.endswith(" ..."):
        given = value.partition("=")[0]
    return f"{shown} {given}".strip()


def default(entry):
    value = entry.term.removesuffix(" REQUIRED").partition(" ")[2]
    if entry.term.endswith(" REQUIRED"):
        return "required"
    return "" if value.endswith(" ...") else code(value.partition("=")[2])  # name=value ... is what it takes


def command_page(name, described):
    text = f"# tamis {name}\n\n{described.summary[0].upper()}{described.summary[1:]}.\n\n```text\n{described.usage}\n```\n"
    for title, entries in described.groups.items():
        rows = [(code(term(entry)), default(entry), cell(entry.text)) for entry in entries if entry.flags != ["-h", "--help"]]
        if rows:
            text += f"\n## {title}\n\n" + table(("option" if entries[0].flags else "argument", "default", "meaning"), rows)
    if described.footer:
        text += "\n## Notes\n\n```text\n" + "\n".join(described.footer) + "\n```\n"
    return text


def pages(program):
    """name -> text of the pages (Markdown), the first of them the list of the others."""
    described = all_help(program)
    top = described.pop("")
    rows = [(f"[`tamis {name}`]({name}.md)", cell(help_.summary)) for name, help_ in described.items()]
    index = HEAD + table(("command", "what it does"), rows)
    index += "\n```text\n" + "\n".join(top.footer) + "\n```\n\n```{toctree}\n:hidden:\n\n" + "\n".join(described) + "\n```\n"
    return {"index": index, **{name: command_page(name, help_) for name, help_ in described.items()}}
