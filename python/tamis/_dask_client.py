"""The cluster that a fit runs on: there is one, and its workers have this version of tamis."""
from __future__ import annotations

import types
import weakref

from distributed import Client, get_client

from . import _core


def client_of(client):
    """The given client, or the one that is around."""
    if client is not None:
        return _open(client)
    try:
        return get_client()
    except ValueError:
        raise ValueError(
            "there is no Dask client: start one with client = distributed.Client(...), and pass it as client= if there "
            "are several; distributed.Client() alone starts workers on this machine"
        ) from None


def _open(client):
    """The given client, which is one and can be asked."""
    if not isinstance(client, Client):
        raise TypeError(f"client takes a distributed.Client or None, not {type(client).__name__}")
    if client.status in ("closing", "closed"):
        raise ValueError("the client is closed: pass a new one, client = distributed.Client(...)")
    return client


def _version():
    """Runs on workers that may have no tamis: nothing but the standard library and the attempt."""
    try:
        import tamis

        return tamis.__version__
    except ImportError as error:
        return error


_checked = weakref.WeakKeyDictionary()  # per client: the addresses of workers that have this version


def check_workers(client, again=False):
    """Every worker has this version of tamis, and there is one. Those that were found to have it are not asked again unless
    told so: asking takes as long as a round, and tasks say the version, too."""
    here = set(client.nthreads())
    if not here:
        raise ValueError("the cluster has no workers: wait for them with client.wait_for_workers(1), or start some")
    known = set() if again else _checked.get(client, set())
    new = here - known
    if new:
        versions = _versions(client, new)
        for address, version in sorted(versions.items()):
            if isinstance(version, ImportError):
                raise ValueError(f"worker {address} has no tamis ({version}): install tamis {_core.__version__} on every worker")
            if version != _core.__version__:
                raise ValueError(
                    f"worker {address} has tamis {version}, and this process has {_core.__version__}: install the same "
                    "version everywhere"
                )
        new = set(versions)
    _checked[client] = (known & here) | new


def _versions(client, workers):
    """{address: version} of those that answer: a worker may die at any time."""
    probe = types.FunctionType(_version.__code__, {"__builtins__": __builtins__}, "_version")
    probe.__module__ = "__main__"  # sent as code, not as the name of a module that may not be there
    return client.run(probe, workers=list(workers), on_error="ignore")
