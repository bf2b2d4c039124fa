"""Puts the shared libraries that a package needs into its folder `libs`, under names of their own, and makes the module
and the program find them there (Linux; needs patchelf).

The names carry a part of the hash of the file: a process may have loaded another library of the same name, such as the
OpenBLAS of NumPy, and the loader would take that one.
"""
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

# What every Linux system with a C++ run-time has.
SYSTEM = re.compile(r"(linux-vdso|ld-linux[-\w]*|libc|libm|libpthread|libdl|librt|libgcc_s|libstdc\+\+|libz)\.so\.\d+")
# OpenBLAS has all of BLAS and LAPACK; libraries that ask for one of these get it.
IN_OPENBLAS = {"libblas.so.3", "liblapack.so.3"}
OPENBLAS = "libopenblas.so.0"
# Linked from archives into the program; their licenses go along, too.
STATIC_PACKAGES = ("libhdf5-dev", "libmatio-dev", "libaec-dev")


def run(*command):
    try:
        return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        sys.exit(f"a wheel needs {command[0]} to be built; install it (Debian: apt-get install {command[0]})")
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(map(str, command))} failed: {error.stderr}")


def needed_libraries(binary):
    """name -> file of all shared libraries that a binary loads, without those of the system."""
    found = {}
    for line in run("ldd", binary).splitlines():
        name, arrow, place = line.strip().partition(" => ")
        if not arrow or SYSTEM.fullmatch(name):
            continue
        if place.startswith("not found"):
            sys.exit(f"{binary} needs {name}, which is not installed")
        found[name] = pathlib.Path(place.rsplit(" (", 1)[0]).resolve()
    return found


def own_name(name, file):
    stem, dot, version = name.partition(".so")
    return f"{stem}-tamis-{hashlib.sha256(file.read_bytes()).hexdigest()[:8]}{dot}{version}"


def point_to(binary, names, rpath):
    # One change per call: patchelf 0.14 mixes up the entries of several.
    run("patchelf", "--force-rpath", "--set-rpath", rpath, binary)
    for name in run("patchelf", "--print-needed", binary).split():
        if name in names:
            run("patchelf", "--replace-needed", name, names[name], binary)
    missing = set(names) & set(run("patchelf", "--print-needed", binary).split())
    if missing or run("patchelf", "--print-rpath", binary).strip() != rpath:
        sys.exit(f"patchelf has not changed {binary} as asked: it still needs {sorted(missing)}")


def debian_license(package):
    text = pathlib.Path("/usr/share/doc") / package / "copyright"
    return f"==== {package}\n\n{text.read_text(encoding='utf-8')}\n" if text.exists() else ""


def package_of(file):
    if not shutil.which("dpkg-query"):
        return None
    for path in (file, pathlib.Path(str(file).removeprefix("/usr"))):  # /lib and /usr/lib are one folder
        done = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    return None


def bundle(package, binaries):
    """`binaries` are files below the folder `package`."""
    libs = package / "libs"
    shutil.rmtree(libs, ignore_errors=True)
    libs.mkdir()
    found = {}
    for binary in binaries:
        found.update(needed_libraries(binary))
    if OPENBLAS in found:
        found = {name: file for name, file in found.items() if name not in IN_OPENBLAS}
    names = {name: own_name(name, file) for name, file in found.items()}
    if OPENBLAS in names:
        names.update(dict.fromkeys(IN_OPENBLAS, names[OPENBLAS]))
    for name, file in found.items():
        copy = libs / names[name]
        shutil.copyfile(file, copy)
        copy.chmod(0o755)
        run("patchelf", "--set-soname", names[name], copy)
        point_to(copy, names, "$ORIGIN")
    for binary in binaries:
        up = "../" * (len(binary.relative_to(package).parts) - 1)
        point_to(binary, names, f"$ORIGIN/{up}libs")
    packages = {package_of(file) for file in found.values()} - {None}
    licenses = "".join(debian_license(name) for name in sorted(packages | set(STATIC_PACKAGES)))
    (libs / "LICENSES.txt").write_text("The licenses of the libraries that this package carries.\n\n" + licenses,
                                       encoding="utf-8")
