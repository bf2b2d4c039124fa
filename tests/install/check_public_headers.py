"""The installed headers are the public ones, and each can be used by itself.

  * what is installed is exactly what tamis.hpp reaches and tamis.h, and exactly what the list names;
  * every header includes only the standard library and other installed headers;
  * every header compiles alone, with warnings as errors;
  * the other headers of the sources declare everything in tamis::detail, and what the library exports in
    namespace tamis itself is named by a public header;
  * no public header has a using directive, so that users see tamis::detail under that name only.

usage: check_public_headers.py INCLUDE_FOLDER COMPILER LIST SOURCES LIBRARY
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wno-missing-field-initializers", "-Werror"]

C_HEADER = "tamis/tamis.h"  # for C
USING_DIRECTIVE = re.compile(r"^[ \t]*using[ \t]+namespace\b.*", re.MULTILINE)
EXPORTED = re.compile(r"^[0-9a-f]* *[TBDRVW] (?:[\w ]+ for )?tamis::(\w+)", re.MULTILINE)


def included_by(text):
    return [target for _, target in INCLUDE.findall(text)]


def reached_from(first, texts):
    """The headers that `first` includes, directly or not, itself among them."""
    reached, waiting = set(), [first]
    while waiting:
        header = waiting.pop()
        if header in reached or header not in texts:
            continue
        reached.add(header)
        waiting += [target for target in included_by(texts[header]) if target.startswith("tamis/")]
    return reached


def problems_of_includes(header, text, texts):
    for target in included_by(text):
        if target.startswith("tamis/") and target not in texts:
            yield f"{header} includes {target}, which is not public"
        elif not target.startswith("tamis/") and not re.fullmatch(r"[a-z_0-9]+\.h" if header == C_HEADER else r"[a-z_0-9]+", target):
            yield f"{header} includes <{target}>, which is not of the standard library"


def problems_of_namespaces(sources, listed):
    """Private headers that declare something outside tamis::detail."""
    private = [path for path in sorted(sources.glob("tamis/**/*.hpp")) if path.relative_to(sources).as_posix() not in listed]
    if not private:
        yield f"no private headers below {sources}"
    for path in private:
        outer = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("namespace ")]
        if not outer or not all(re.match(r"namespace tamis::detail\b", line) for line in outer):
            yield f"{path.relative_to(sources)} is not public: put all of it into namespace tamis::detail"


def problems_of_exports(library, texts):
    """Names that the library defines in namespace tamis and no public header mentions."""
    symbols = subprocess.run(["nm", "--demangle", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    exported = set(EXPORTED.findall(symbols)) - {"detail"}
    if not exported:
        yield f"{library} exports nothing in namespace tamis"
    public = {word for text in texts.values() for word in re.findall(r"\w+", text)}
    for name in sorted(exported - public):
        yield f"tamis::{name} is in the library but in no public header: put it into namespace tamis::detail"


def compile_alone(header, folder, compiler):
    command = [compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, f"-I{folder}", "-include", header, "-x", "c++", os.devnull]
    result = subprocess.run(command, capture_output=True, text=True)
    return f"{header} does not compile alone:\n{result.stderr}" if result.returncode else None


def main():
    folder, compiler, list_file = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    sources, library = pathlib.Path(sys.argv[4]), sys.argv[5]
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.glob("tamis/**/*")
             if path.is_file()}
    listed = set(list_file.read_text(encoding="utf-8").split())
    reached = reached_from("tamis/tamis.hpp", texts) | reached_from(C_HEADER, texts)
    problems = [f"{header} is installed but not in the list" for header in sorted(set(texts) - listed)]
    problems += [f"{header} is in the list but not installed" for header in sorted(listed - set(texts))]
    problems += [f"{header} is public but neither tamis.hpp nor tamis.h reaches it" for header in sorted(set(texts) - reached)]
    for header, text in sorted(texts.items()):
        problems += problems_of_includes(header, text, texts)
        problems += [f"{header}: {directive.strip()}: users would see it too" for directive in USING_DIRECTIVE.findall(text)]
    problems += problems_of_namespaces(sources, listed)
    problems += problems_of_exports(library, texts)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        alone = pool.map(lambda header: compile_alone(header, folder, compiler), sorted(texts))
        problems += [problem for problem in alone if problem]
    print("\n".join(problems) or f"{len(texts)} public headers")
    return 1 if problems or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
