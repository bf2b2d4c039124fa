"""Data files: through the module, or through the program for the formats that the module of a wheel leaves out."""
from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import tempfile
import warnings

from . import _core, _program
from ._warnings import TamisWarning

LEFT_OUT = frozenset(_core.formats_left_out())


def read(path, reading, cleaning):
    """What `_core.load` returns."""
    if pathlib.Path(path).suffix.lower() in LEFT_OUT and os.path.isfile(path):
        return read_through_program(path, reading, cleaning)
    return _core.load(path, reading=reading, cleaning=cleaning)


def read_through_program(path, reading, cleaning):
    """`tamis convert` reads and cleans the file and writes an .npz, which holds all that was read."""
    with tempfile.TemporaryDirectory(prefix="tamis-") as folder:
        copy = os.path.join(folder, "data.npz")
        command = [_program.path(), "convert", path, copy, "--json", *_flags({**reading, **cleaning})]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        if done.returncode != 0:
            raise ValueError(_in_python(done.stderr.strip().removeprefix("tamis: error: ")))
        usual = {**reading, "label": "auto", "label_file": "", "id": "auto", "drop": "", "only": "", "transpose": False,
                 "data_var": "", "label_var": "", "layer": ""}
        result = _core.load(copy, reading=usual, cleaning={"missing": "error", "categories": "error"})
    result["name"] = pathlib.Path(path).name
    result["remarks"] = [_in_python(remark) for remark in json.loads(done.stdout)["remarks"]]
    for remark in result["remarks"]:
        warnings.warn(remark, TamisWarning, stacklevel=4)  # the line that calls tamis.load
    return result


def _flags(options):
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is True:
            yield flag
        elif value not in (False, ""):
            yield f"{flag}={value}"


def _in_python(message):
    """Options as parameters: --data-var NAME is data_var."""
    return re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda found: found[1].replace("-", "_"), message)
