"""tools/check_layers must catch what it is there for."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_layers"


def violations(files):
    """Output and exit code of the tool on a tree of {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            target = pathlib.Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        done = subprocess.run([sys.executable, TOOL, folder], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


class CheckLayers(unittest.TestCase):
    def rejected(self, path, include, reason):
        code, output = violations({path: f"#pragma once\n#include {include}\n"})
        self.assertEqual(code, 1, output)
        self.assertIn(f"{path}:2", output)
        self.assertIn(reason, output)

    def test_downward_and_sideways_includes_pass(self):
        code, output = violations({
            "src/tamis/core/a.hpp": '#include <vector>\n#include "tamis/core/b.hpp"\n',
            "src/tamis/methods/m.cpp": '#include "tamis/graph/graph.hpp"\n#include "tamis/algebra/blas.hpp"\n',
            "src/tamis/tamis.hpp": '#include "tamis/io/load.hpp"\n',
            "cli/main.cpp": '#include <CLI/CLI.hpp>\n#include "tamis/io/load.hpp"\n',
            "python/src/a.hpp": "#include <pybind11/pybind11.h>\n",
            "python/src/a.cpp": '#include "a.hpp"\n#include "tamis/pipeline/select.hpp"\n',
        })
        self.assertEqual(code, 0, output)

    def test_upward_includes(self):
        self.rejected("src/tamis/core/a.hpp", '"tamis/graph/graph.hpp"', "'core' may not include 'graph'")
        self.rejected("src/tamis/methods/a.cpp", '"tamis/pipeline/select.hpp"', "may not include 'pipeline'")
        self.rejected("src/tamis/graph/a.cpp", '"tamis/methods/method.hpp"', "may not include 'methods'")

    def test_io_is_for_the_command_line_only(self):
        self.rejected("src/tamis/pipeline/a.cpp", '"tamis/io/load.hpp"', "may not include 'io'")

    def test_methods_and_preprocess_do_not_know_each_other(self):
        self.rejected("src/tamis/methods/a.cpp", '"tamis/preprocess/scale.hpp"', "may not include 'preprocess'")

    def test_third_party_headers_have_owners(self):
        self.rejected("src/tamis/methods/a.cpp", "<Spectra/SymEigsSolver.h>", "may only be included by")
        self.rejected("src/tamis/io/a.hpp", "<zlib.h>", "may only be included by")
        self.rejected("src/tamis/graph/a.cpp", "<thread>", "core/threads/parallel.cpp")
        self.rejected("src/tamis/graph/a.cpp", "<boost/any.hpp>", "has no owner")

    def test_python_is_the_outermost_module(self):
        self.rejected("src/tamis/methods/a.cpp", "<pybind11/pybind11.h>", "may only be included by")
        self.rejected("python/src/a.cpp", "<CLI/CLI.hpp>", "may only be included by")
        self.rejected("python/src/a.cpp", "<thread>", "may only be included by")

    def test_modules_are_known(self):
        code, output = violations({"src/tamis/attic/a.cpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("no module 'attic'", output)


# What defines a C symbol of the module io, and the name of it.
DEFINITIONS = [
    ("src/tamis/io/data.S", '#include "embed.h"\n    EMBED(digits, "digits.csv")\n', "tamis_digits_begin"),
    ("src/tamis/io/plain.S", "    .globl raw_bytes\nraw_bytes:\n    .byte 0\n", "raw_bytes"),
    ("src/tamis/io/old.c", "int unpack(const char* bytes) {\n    return bytes[0];\n}\n", "unpack"),
    ("src/tamis/io/new.cpp", 'extern "C" {\nint unpack(int n) { return n; }\n}\n', "unpack"),
    ("src/tamis/io/new.cpp", 'extern "C" int unpack(int n) { return n; }\n', "unpack"),
]


class ReachingInByExternC(unittest.TestCase):
    def test_a_symbol_of_another_module(self):
        for path, text, symbol in DEFINITIONS:
            declarations = {
                "papers/a.cpp": f'extern "C" int {symbol}(int);\n',
                "cli/a.cpp": f'extern "C" {{\nextern const char {symbol}[];\n}}\n',
                "src/tamis/graph/a.cpp": f'extern "C" const char {symbol};\n',
                "src/tamis/algebra/a.cpp": f'extern "C" {{ void {symbol}(); }}\n',
            }
            code, output = violations({path: text, **declarations})
            self.assertEqual(code, 1, path)
            for user in declarations:
                self.assertRegex(output, rf"{user}:[12]: declares {symbol} in extern .C.: it belongs to 'io'")

    def test_every_name_of_a_declaration_counts(self):
        code, output = violations({
            "src/tamis/io/data.S": '    EMBED(digits, "digits.csv")\n',
            "papers/a.cpp": 'extern "C" {\nextern const char tamis_digits_begin[], tamis_digits_end[];\n}\n',
        })
        self.assertEqual(code, 1)
        self.assertIn("declares tamis_digits_begin", output)
        self.assertIn("declares tamis_digits_end", output)

    def test_a_symbol_of_the_same_module(self):
        for path, text, symbol in DEFINITIONS:
            code, output = violations({path: text, "src/tamis/io/user.cpp": f'extern "C" const char {symbol}[];\n'})
            self.assertEqual(code, 0, output)

    def test_symbols_of_other_libraries_are_for_algebra(self):
        lapack = '// extern "C" in a comment\nextern "C" {\nvoid dpotrf_(const char* part, const int* n);\n}\n'
        self.assertEqual(violations({"src/tamis/algebra/a.cpp": lapack})[0], 0)
        code, output = violations({"src/tamis/methods/a.cpp": lapack})
        self.assertEqual(code, 1)
        self.assertIn("src/tamis/methods/a.cpp:3: declares dpotrf_", output)
        self.assertIn("only algebra may declare symbols of other libraries", output)


class CrowdedFolders(unittest.TestCase):
    def test_forty_files_are_the_most(self):
        files = {f"src/tamis/core/f{i}.cpp": "" for i in range(40)}
        self.assertEqual(violations(files)[0], 0)
        self.assertEqual(violations({**files, "src/tamis/core/random/g.cpp": ""})[0], 0)
        code, output = violations({**files, "src/tamis/core/one.md": ""})
        self.assertEqual(code, 1)
        self.assertIn("src/tamis/core: holds 41 files, more than 40", output)


class TypesOfOneName(unittest.TestCase):
    def test_one_name_for_two_types(self):
        for one, other in (("struct Rows {\n};", "class Rows final : public Base {\n};"),
                           ("template <class T>\nstruct Rows {\n};", "struct Rows\n    : public Base {\n};"),
                           ("enum Rows { one };", "enum class Rows : char { two };"),
                           ("struct alignas(64) Rows {};", "class [[nodiscard]] Rows {};")):
            code, output = violations({
                "src/tamis/core/a.hpp": f"namespace tamis::detail {{\n\n{one}\n\n}}  // namespace tamis::detail\n",
                "cli/b.cpp": f"namespace tamis {{\nnamespace detail {{\n{other}\n}}  // namespace detail\n}}  // namespace tamis\n",
            })
            self.assertEqual(code, 1)
            self.assertRegex(output, r"cli/b.cpp:3: defines tamis::detail::Rows, and so does src/tamis/core/a.hpp:[34]")

    def test_after_a_namespace_of_one_line(self):
        header = "namespace tamis {\n\nnamespace detail {\nclass Shards;\n}\n\nstruct __attribute__((packed)) Rows {\n};\n\n}  // namespace tamis\n"
        code, output = violations({"src/tamis/core/a.hpp": header,
                                   "src/tamis/core/b.hpp": "namespace tamis {\nclass Rows {};\n}  // namespace tamis\n"})
        self.assertEqual(code, 1)
        self.assertIn("defines tamis::Rows, and so does", output)

    def test_names_that_may_be_the_same(self):
        code, output = violations({
            "src/tamis/core/a.hpp": "namespace tamis {\nstruct Rows {\n    struct Place {\n    };\n};\n}  // namespace tamis\n",
            "src/tamis/core/b.hpp": "namespace tamis {\nstruct Rows;\nstruct Rows::Place;\nclass Place {};\n}  // namespace tamis\n",
            "src/tamis/core/c.cpp": "namespace tamis {\nnamespace {\nstruct Rows {};\n}  // namespace\n}  // namespace tamis\n",
            "src/tamis/core/e.hpp": "namespace tamis::detail {\nclass Rows;\n}\n\nnamespace tamis {\nenum class Kind { one };\n}  // namespace tamis\n",
            "src/tamis/core/f.hpp": "namespace tamis::detail {\nstruct Kind {};\n}  // namespace tamis::detail\n",
            "cli/d.hpp": "namespace tamis::cli {\nstruct Rows {};\n}  // namespace tamis::cli\n",
        })
        self.assertEqual(code, 0, output)


if __name__ == "__main__":
    unittest.main()
