"""The pages that tools/build_docs writes from the program and from the headers."""
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import command_help  # noqa: E402
import command_pages  # noqa: E402
import cpp_reference  # noqa: E402
import site_theme  # noqa: E402

loader = importlib.machinery.SourceFileLoader("doxygen_filter", str(ROOT / "tools" / "doxygen_filter"))
doxygen_filter = importlib.util.module_from_spec(importlib.util.spec_from_loader("doxygen_filter", loader))
loader.exec_module(doxygen_filter)


def filtered(text):
    return doxygen_filter.marked(text, "g").split("\n")


class Filter(unittest.TestCase):
    def test_blocks_and_trailing_comments(self):
        lines = filtered("// A file.\n#pragma once\n\n// One.\nint f(int x);\nint g;  // two\n")
        self.assertEqual(lines, [r"/// \defgroup g g", "/// A file.", "#pragma once", "", "/// One.", "int f(int x);", "int g;  ///< two", ""])

    def test_overloads_share_a_description(self):
        lines = filtered("// Top.\n\n// Of both.\nint f(int x);\nint f(long x);\nint other();\n\nint f(short x);\n")
        self.assertEqual(lines.count("/// Of both."), 2)

    def test_comments_within_bodies_stay(self):
        lines = filtered("\n// Does it.\nint f() {\n    // because\n    return 1;\n}\n")
        self.assertIn("    // because", lines)
        self.assertIn("/// Does it.", lines)

    def test_a_comment_behind_an_open_brace_goes_above(self):
        lines = filtered("\nint f() {  // one\n    return 1;\n}\n")
        self.assertLess(lines.index("/// one"), lines.index("int f() {"))

    def test_members_of_the_namespace_are_in_the_group(self):
        text = "\n".join(filtered("// A.\nnamespace tamis {\n\nint f();\n\n}  // namespace tamis\n"))
        self.assertIn("namespace tamis {\n/// \\addtogroup g\n/// @{\n", text)
        self.assertIn("/// @}\n}  // namespace tamis", text)

    def test_definitions_outside_of_a_template_are_left_out(self):
        text = "\n".join(filtered("\ntemplate <class T>\nint A<T>::f() {\n    return 1;\n}\n\n// G.\nint g();\n"))
        self.assertNotIn("A<T>", text)
        self.assertIn("/// G.\nint g();", text)

    def test_c(self):
        text = doxygen_filter.marked('/* A. */\n#ifdef __cplusplus\nextern "C" {\n#endif\n/* B. */\nint f(void);\nint g(void); /* C. */\n'
                                     "#ifdef __cplusplus\n}\n#endif\n", "g")
        self.assertIn("/** B. */\nint f(void);\nint g(void); /**< C. */", text)
        self.assertIn("/// @{", text)


class Headers(unittest.TestCase):
    def test_all_public_headers_are_there(self):
        headers = cpp_reference.public_headers()
        self.assertIn("tamis/methods/fisher.hpp", headers)
        self.assertIn("tamis/tamis.h", headers)
        self.assertEqual([name for name in headers if not (ROOT / "src" / name).exists()], [])
        self.assertEqual(len({cpp_reference.group_of(name) for name in headers}), len(headers))

    def test_pages_name_every_header_once(self):
        text = "\n".join(cpp_reference.pages().values())
        for header in cpp_reference.public_headers():
            self.assertEqual(text.count(f"doxygengroup:: {cpp_reference.group_of(header)}\n"), 1, header)


class Commands(unittest.TestCase):
    def test_every_option_of_every_command(self):
        pages = command_pages.pages(os.environ["TAMIS"])
        described = command_help.all_help(os.environ["TAMIS"])
        self.assertEqual(set(pages), {name or "index" for name in described})
        for name, help_ in described.items():
            for entry in help_.entries() if name else []:
                for flag in set(entry.flags) - {"-h", "--help"}:
                    self.assertIn(flag, pages[name], name)

    def test_defaults(self):
        self.assertEqual(command_pages.default(command_help.Entry("-k K=10", "")), "`10`")
        self.assertEqual(command_pages.term(command_help.Entry("-k K=10", "")), "-k K")
        self.assertEqual(command_pages.default(command_help.Entry("DATA REQUIRED", "")), "required")
        self.assertEqual(command_pages.default(command_help.Entry("--set name=value ...", "")), "")
        self.assertEqual(command_pages.term(command_help.Entry("--set name=value ...", "")), "--set name=value ...")
        self.assertEqual(command_pages.term(command_help.Entry("--stability [B]=50", "")), "--stability [B]")


class Theme(unittest.TestCase):
    def test_dark_follows_the_system(self):
        text = site_theme.mended_style('body[data-theme="dark"] {\n  --a: 1; }')
        self.assertIn('@media (prefers-color-scheme: dark) { body:not([data-theme="light"]) {\n  --a: 1; } }', text)
        self.assertEqual(site_theme.mended_style(text), text)


if __name__ == "__main__":
    unittest.main()
