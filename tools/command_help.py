"""What `tamis COMMAND --help` says, as data: the source of the manual pages and of the completions."""
import dataclasses
import re
import subprocess

COLUMN = 34  # where the explanations start (cli/main.cpp)


@dataclasses.dataclass
class Entry:
    term: str  # "-m,--method M", "DATA REQUIRED", "select"
    text: str

    @property
    def flags(self):
        return [flag for flag in self.term.split(" ")[0].split(",") if flag.startswith("-")]

    @property
    def value(self):
        """What the next word is, without its default: "auto|yes|no", "FILE"; "" for a switch and for --stability[=B]."""
        value = self.term.partition(" ")[2].removesuffix(" REQUIRED").partition("=")[0]
        return value if self.flags and not value.startswith("[") else ""

    @property
    def choices(self):
        """The words that the option takes, as far as they are words."""
        words = self.value.split("|")
        return [word for word in words if re.fullmatch(r"[a-z0-9][a-z0-9-]*", word)] if len(words) > 1 else []


@dataclasses.dataclass
class CommandHelp:
    summary: str
    usage: str
    groups: dict  # title -> entries
    footer: list  # lines

    def entries(self, title=None):
        return [entry for name, group in self.groups.items() for entry in group if title in (None, name)]


def parsed(text):
    summary, usage, *lines = text.rstrip("\n").split("\n")
    groups, group, footer = {}, None, []
    for line in lines:
        heading = re.fullmatch(r"(\S.*):", line)
        if footer or (heading and heading[1].startswith("Example")) or (line and line[0] != " " and not heading):
            footer.append(line)
        elif heading:
            group = groups.setdefault(heading[1], [])
        elif line.startswith(" " * COLUMN):
            group[-1].text = f"{group[-1].text} {line.strip()}".strip()
        elif line.strip():
            term, text = line[:COLUMN], line[COLUMN:]
            # A term that reaches the column is followed by its explanation on the next line.
            group.append(Entry(term.strip(), text.strip()) if term.endswith(" ") else Entry(line.strip(), ""))
    return CommandHelp(summary, usage.removeprefix("Usage: "), groups, footer)


def output_of(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def all_help(program):
    """command -> its help; "" is the program itself."""
    top = parsed(output_of(program, "--help"))
    commands = [entry.term for entry in top.entries("Subcommands")]
    return {"": top, **{name: parsed(output_of(program, name, "--help")) for name in commands}}
