"""The Debian packages on a machine without compilers: a folder that debootstrap fills. The mirror is the machine's own."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import time

from .steps import ROOT, WORK, call, fail, megabytes, say

RELEASE = "bookworm"
CONSUMER = ROOT / "tests" / "install" / "c_consumer"
PYTHON_TRIAL = ("import tamis; X, y = tamis.load('digits', return_X_y=True); "
                "print(tamis.__version__, *tamis.LaplacianScore(n_features_to_select=10).fit(X).indices_)")


def mirror():
    found = call("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", f"Codename: {RELEASE}").split()
    if not found:
        fail(f"apt knows no mirror of {RELEASE}")
    return found[0]


def fresh_system(place):
    """A minimal Debian that uses the mirrors of this machine."""
    begun = time.monotonic()
    if place.exists():
        shutil.rmtree(place)
    call("debootstrap", "--variant=minbase", RELEASE, place, mirror())
    for name in ("sources.list", "sources.list.d", "apt.conf.d"):
        source, target = pathlib.Path("/etc/apt", name), place / "etc" / "apt" / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.exists():
            shutil.copy(source, target)
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        if pathlib.Path(name).exists():
            shutil.copy(name, str(place) + name)
    say(f"a new {RELEASE}: {time.monotonic() - begun:.0f} s")


@contextlib.contextmanager
def mounted(place):
    call("mount", "-t", "proc", "proc", place / "proc")
    try:
        yield
    finally:
        call("umount", place / "proc")


def inside(place, *command, quiet=False):
    clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    clean.update({name: value for name, value in os.environ.items() if name.lower() in ("http_proxy", "https_proxy")})
    return call("chroot", place, *command, quiet=quiet, env=clean)


def check_lintian(packages):
    done = subprocess.run(["lintian", "--allow-root", "--no-cfg", *map(str, packages)], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    errors = [line for line in lines if line.startswith("E:")]
    say("\n".join(lines))
    say(f"lintian: {len(errors)} errors, {sum(line.startswith('W:') for line in lines)} warnings")
    if errors or done.returncode not in (0, 2):
        fail("lintian found errors" if errors else f"lintian failed: {done.stderr}")


def install(place, *packages):
    begun = time.monotonic()
    inside(place, "apt-get", "install", "-y", "-q", "--no-install-recommends", *packages, quiet=True)
    say(f"apt install {' '.join(packages)}: {time.monotonic() - begun:.0f} s")


def run(folder=None):
    if os.geteuid() != 0:
        fail("a system in a folder takes root")
    if folder is None:
        folder = WORK / "deb"
        shutil.rmtree(folder, ignore_errors=True)
        call(ROOT / "tools" / "package_deb", folder)
    packages = {path.name.split("_")[0]: path for path in sorted(pathlib.Path(folder).resolve().glob("*.deb"))}
    for path in packages.values():
        say(f"{path.name}: {megabytes(path.stat().st_size)}")
    if set(packages) != {"tamis", "libtamis-dev", "python3-tamis"}:
        fail(f"{folder} holds {sorted(packages)}")
    check_lintian(packages.values())
    place = WORK / "system"
    fresh_system(place)
    for path in packages.values():
        shutil.copy(path, place / "srv")
    with mounted(place):
        inside(place, "apt-get", "update", "-q", quiet=True)
        install(place, f"/srv/{packages['tamis'].name}")
        inside(place, "sh", "-c", "! command -v gcc c++ python3")
        inside(place, "tamis", "--version")
        inside(place, "tamis", "auto", "digits")
        inside(place, "sh", "-c", "ls /usr/share/man/man1/tamis*.1.gz /usr/share/bash-completion/completions/tamis")
        install(place, f"/srv/{packages['python3-tamis'].name}")
        inside(place, "python3", "-c", PYTHON_TRIAL)
        inside(place, "python3", "-m", "tamis", "info", "digits")
        install(place, f"/srv/{packages['libtamis-dev'].name}", "g++", "pkg-config")
        shutil.copytree(CONSUMER, place / "srv" / "consumer")
        build = "cd /srv/consumer && gcc -std=c11 -Wall -Werror -o try main.c $(pkg-config --cflags --libs tamis) && ./try"
        inside(place, "sh", "-c", build)
        inside(place, "apt-get", "remove", "-y", "-q", "tamis", "libtamis-dev", "python3-tamis", quiet=True)
        inside(place, "sh", "-c", "! command -v tamis && ! test -e /usr/lib/python3/dist-packages/tamis")
    shutil.rmtree(place)
    say("the Debian packages work")
