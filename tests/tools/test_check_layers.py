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
            "src/tamis/methods/m.cpp": '#include "tamis/graph/graph.hpp"\n#include "tamis/numeric/top.hpp"\n',
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
        self.rejected("src/tamis/graph/a.cpp", "<thread>", "core/parallel.cpp")
        self.rejected("src/tamis/graph/a.cpp", "<boost/any.hpp>", "has no owner")

    def test_python_is_the_outermost_room(self):
        self.rejected("src/tamis/methods/a.cpp", "<pybind11/pybind11.h>", "may only be included by")
        self.rejected("python/src/a.cpp", "<CLI/CLI.hpp>", "may only be included by")
        self.rejected("python/src/a.cpp", "<thread>", "may only be included by")

    def test_rooms_are_known(self):
        code, output = violations({"src/tamis/attic/a.cpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("no room 'attic'", output)


if __name__ == "__main__":
    unittest.main()
