"""American spelling in every text file: names, messages, comments, pages."""
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = ("build", "tests/golden", "data")  # golden files hold what others wrote; data are data
ENDINGS = ("cpp", "hpp", "h", "py", "pyi", "md", "def", "txt", "cmake", "in", "sh", "toml", "cff", "json", "ts", "css", "mjs", "")

# Stems of verbs that end in -ise in Britain, and other words.
VERBS = """binar categor discret emphas factor general initial maxim minim normal optim organ parallel penal quant random
recogn regular reorgan serial special standard summar symmetr util vector visual""".split()
WORDS = """analysed analysing artefact behaviour catalogue centre centred centring colour coloured favour favourable
favourite fibre grey honour judgement labelled labelling licence metre modelled modelling neighbour neighbourhood
neighbouring programme travelled travelling whilst""".split()
BRITISH = re.compile(rf"(?:{'|'.join(VERBS)})is(?:e|ed|er|es|ing|ation|ations)(?![a-z])"
                     rf"|(?<![a-z])(?:{'|'.join(WORDS)})s?(?![a-z])", re.IGNORECASE)
ALLOWED = {"Greys"}  # a color map of matplotlib


def british(text):
    """(line, word) of every British form; camel case and underscores separate words."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return [(spaced.count("\n", 0, match.start()) + 1, match[0]) for match in BRITISH.finditer(spaced)
            if match[0] not in ALLOWED]


def text_files(root):
    for folder, folders, names in os.walk(root):
        here = pathlib.Path(folder).relative_to(root)
        folders[:] = [name for name in folders if not name.startswith(".") and (here / name).as_posix() not in SKIPPED
                      and name != "__pycache__"]
        for name in names:
            path = pathlib.Path(folder, name)
            if path.suffix.removeprefix(".") in ENDINGS and not name.startswith(".") and path != pathlib.Path(__file__):
                yield path


class Spelling(unittest.TestCase):
    def test_british_forms_are_found(self):
        for word in ("normalise", "RegularisedFit", "centred_rows", "neighbourhood", "Neighbours", "labelled", "grey",
                     "optimisation", "artefacts", "behaviour"):
            self.assertEqual(len(british(f"a\n{word} b")), 1, word)
            self.assertEqual(british(f"a\n{word} b")[0][0], 2)

    def test_other_words_are_not(self):
        text = "normalize precise organism otherwise noise exercise center optimistic Greys programmed cancelled analyses"
        self.assertEqual(british(text), [])

    def test_every_text_file(self):
        found, files = [], 0
        for path in text_files(ROOT):
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:  # a program or a picture without an ending
                continue
            files += 1
            found += [f"{path.relative_to(ROOT)}:{line}: {word}" for line, word in british(text)]
        self.assertGreater(files, 300)
        self.assertEqual(found, [], "\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main()
