"""The library does not know how its caller names options: its texts mention them as data (core/message.hpp)."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
FLAG = re.compile(r"(?<![\w-])(--[a-z][a-z-]*|-[ko] )")


def flags_in(path, literal=LITERAL):
    """'file:line: text' of every string literal that names a flag of the command line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.split("//", 1)[0] if path.suffix != ".py" else line
        found += [f"{path.relative_to(ROOT)}:{number}: {text}" for text in literal.findall(code) if FLAG.search(text)]
    return found


class NeutralMessages(unittest.TestCase):
    def test_a_flag_is_seen(self):
        self.assertTrue(FLAG.search("use --scale standard"))
        self.assertTrue(FLAG.search("as in -k 10"))
        self.assertFalse(FLAG.search("a - b -- c"))

    def test_no_library_source_names_a_flag(self):
        sources = sorted((ROOT / "src" / "tamis").glob("**/*.[ch]pp"))
        self.assertGreater(len(sources), 100)
        self.assertEqual([hit for source in sources for hit in flags_in(source)], [])

    def test_no_source_of_the_python_module_names_a_flag(self):
        sources = sorted((ROOT / "python" / "src").glob("*.[ch]pp"))
        self.assertEqual([hit for source in sources for hit in flags_in(source) if "methods --json" not in hit], [])

    def test_no_message_in_python_names_a_flag(self):
        raised = re.compile(r"(?:raise|warn)\b[^\n]*?\(\s*f?\"((?:[^\"\\\n]|\\.)*)\"")
        sources = sorted((ROOT / "python" / "tamis").glob("*.py"))
        self.assertEqual([hit for source in sources for hit in flags_in(source, raised)], [])


if __name__ == "__main__":
    unittest.main()
