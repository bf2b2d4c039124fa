"""Rounds on a Dask cluster: one graph per round, of a partial per shard and a fixed tree of merges, or of a partial per run of
shards and the rows that runs send each other before."""
from __future__ import annotations

import asyncio
import concurrent.futures
import uuid

from . import _core, _dask_worker

# Requests that are smaller than this travel within the tasks.
WITHIN_TASK = 1 << 14
# So many answers are merged by one task, pair by pair: a task costs more than a small merge. A power of two, so that the
# tree of pairs, and with it every bit, is the one of pairs alone.
TOGETHER = 8
SMALL = 1 << 15  # cells
LOOK_AROUND = 0.5  # seconds until Ctrl-C is noticed


class Rounds:
    """Runs rounds on chunks that the cluster holds."""

    def __init__(self, client, chunks, shapes, threads):
        self.client, self.chunks, self.shapes, self.threads = client, chunks, shapes, threads
        self.dealt = None  # the shards of each run, once somebody asks
        self.places = []  # the worker of each, then
        self.most = 1  # runs on one worker, then
        self.failure = None  # what went wrong, as Python's exception
        self.answered = []  # futures of the last round, which are still to be released
        self.kept = None  # rows that runs have put together for several rounds: what was asked for, and {run: future}

    def __call__(self, name, shared, own, stopped):
        """The merged answer of all shards, and the size of what was merged."""
        if 1 < len(self.chunks) <= TOGETHER and self._are_small():
            return _dask_worker.merge(name, self._run(name, shared, own, stopped), True)
        return self._run(name, shared, own, stopped, self._merges)[0]

    def _are_small(self):
        """Whether the data are so small that answers are merged here: a task for it takes longer than fetching them. An answer
        has at most some sums per class and column, or per pair of columns."""
        columns = self.shapes[0][1]
        return columns * max(columns, sum(rows for rows, _, _ in self.shapes)) <= SMALL

    def runs(self):
        """The shards of each run: those that a worker has, dealt to as many runs as it works on tasks at a time. Where work is
        done changes no result, so it does not matter if a chunk moves later."""
        if self.dealt is None:
            try:
                shards, nthreads = self._shards_of_workers(), self.client.nthreads()
                each = {worker: runs_of_worker(mine, nthreads.get(worker, 1), self.threads) for worker, mine in shards.items()}
                placed = sorted((run, worker) for worker, runs in each.items() for run in runs)
                self.dealt, self.places = [run for run, _ in placed], [worker for _, worker in placed]
                self.most = max(map(len, each.values()))
            except BaseException as error:
                self.failure = error
                raise
        return self.dealt

    def most_runs(self):
        """So many runs share the memory of one worker."""
        self.runs()
        return self.most

    def _shards_of_workers(self):
        """{worker: its shards}. One that several have, or that is lost and has to be computed again, goes to the one with the
        fewest so far."""
        holders = self.client.who_has(self.chunks)
        shards = {worker: [] for worker in sorted(self.client.nthreads())} or {None: []}
        for shard, chunk in enumerate(self.chunks):
            # Keys of arrays are tuples, which some versions of distributed tell as texts.
            workers = holders.get(chunk.key) or holders.get(str(chunk.key)) or ()
            workers = [worker for worker in workers if worker in shards] or list(shards)
            shards[min(workers, key=lambda worker: len(shards[worker]))].append(shard)
        return shards

    def on_runs(self, name, shared, own, stopped):
        """What each run answers; those without a request of their own are not asked."""
        asked = [run for run, request in enumerate(own) if request]
        answers = [b""] * len(own)
        for run, (answer, _) in zip(asked, self._run(name, shared, own, stopped, asked=self._parts(asked))):
            answers[run] = answer
        return answers

    def with_parcels(self, parcels, name, shared, own, stopped):
        """As on_runs, after runs have sent each other rows, from worker to worker; and how many bytes these were, and those that
        ask for them. What a run sends is one task's result, which every worker that needs some of it gets once."""
        of_senders, senders, takes, own_rows = parcels
        asked = [run for run, request in enumerate(own) if request]
        are_there = self.kept is not None and self.kept[0] == (of_senders, senders, own_rows)

        def deliveries(name, label, graph, keys):
            if not own_rows:
                self._forget_kept()
                tasks, parcel_of = self._parcels(of_senders, senders)
                graph.update(tasks)
            elif not are_there:
                self._keep(parcels, asked)
            for run, key in zip(asked, keys):
                if own_rows:
                    graph[key] = (_dask_worker.partial_on, *graph[key][1:], self.kept[1][run])
                else:
                    graph[key] = (_dask_worker.partial_with_parcels, *graph[key][1:], *_taken(parcel_of, takes[run]))
            return keys

        answers, moved = [b""] * len(own), 0
        for run, (answer, bytes_in) in zip(asked, self._run(name, shared, own, stopped, deliveries, self._parts(asked))):
            answers[run] = answer
            moved += bytes_in - len(answer)
        return (answers, 0, 0) if are_there else (answers, moved, sum(map(len, [*senders, *own_rows])))

    def _parcels(self, of_senders, senders):
        """{key: task} for what runs send, and {run: key}."""
        sending = [run for run, request in enumerate(senders) if request]
        _, tasks, keys = self._partials("parcels", of_senders, senders, self._parts(sending), _dask_worker.parcel)
        return tasks, dict(zip(sending, keys))

    def _keep(self, parcels, asked):
        """Has the workers put together the rows of their runs and those that others send, and keeps them for the next rounds.
        They take up more memory than the chunks, so they are made where these are."""
        of_senders, senders, takes, own_rows = parcels
        self._forget_kept()
        tasks, parcel_of = self._parcels(of_senders, senders)
        sent = dict(zip(parcel_of, self.client.get(tasks, list(parcel_of.values()), sync=False)))
        _, tasks, keys = self._partials("together", of_senders, own_rows, self._parts(asked), _dask_worker.together)
        request = {key: task for key, task in tasks.items() if key not in keys}
        futures = {}
        self.kept = (of_senders, senders, own_rows), futures
        try:
            for run, key in zip(asked, keys):
                task = {**request, key: (*tasks[key], *_taken(sent, takes[run]))}
                futures[run], = self.client.get(task, [key], workers=self.places[run], allow_other_workers=True, sync=False)
        finally:
            for future in sent.values():
                future.release()

    def _forget_kept(self):
        """At once, not when Python comes across them: they are large."""
        for future in self.kept[1].values() if self.kept else ():
            future.release()
        self.kept = None

    def _parts(self, runs):
        """{run: its shards} of some of them."""
        return {run: self.runs()[run] for run in runs}

    def _merges(self, name, label, graph, level):
        """Adds the merges of all answers to the graph; the key of the last one."""
        depth = 0
        while len(level) > 1:
            above = []
            for place in range(0, len(level), TOGETHER):
                above.append(f"tamis-merge-{label}-{depth}-{place // TOGETHER}")
                graph[above[-1]] = (_dask_worker.merge, name, level[place:place + TOGETHER], len(level) <= TOGETHER)
            level = above
            depth += 1
        return level

    def _run(self, name, shared, own, stopped, then=None, asked=None):
        """The answers of all shards, or of runs of them, {number: shards}, or what `then` makes of them."""
        futures = []
        try:
            asked = {shard: [shard] for shard in range(len(self.chunks))} if asked is None else asked
            label, graph, keys = self._partials(name, shared, own, asked)
            if then is not None:
                keys = then(name, label, graph, keys)
            futures = self.client.get(graph, keys, sync=False)
            self.release()
            self.answered = futures
            return self._results(futures, stopped)
        except BaseException as error:
            for future in futures:
                future.cancel()
            self.failure = error
            raise

    def release(self):
        """Lets go of the answers of the last round. A client lets 10 ms pass between two messages, so this one comes after
        the next round is sent: the other way round, that would wait."""
        for future in self.answered:
            future.release()
        self.answered = []

    def close(self):
        """After the last round: the cluster forgets all but the chunks."""
        self.release()
        self._forget_kept()

    def _results(self, futures, stopped):
        """A few at a time, so that the scheduler, through which they come, holds no more."""
        return [answer for begin in range(0, len(futures), TOGETHER) for answer in self._gathered(futures[begin:begin + TOGETHER], stopped)]

    def _gathered(self, futures, stopped):
        gathering = asyncio.run_coroutine_threadsafe(self.client.gather(futures, asynchronous=True), self.client.loop.asyncio_loop)
        while not concurrent.futures.wait([gathering], timeout=LOOK_AROUND).done:
            if stopped():
                gathering.cancel()
                raise KeyboardInterrupt
        try:
            return gathering.result()
        except Exception:
            for future in futures:  # of those that have failed by now, the first shard
                if future.status == "error":
                    raise future.exception() from None
            raise

    def _partials(self, name, shared, own, asked, work=None):
        """A name of its own for this round, {key: task} for the answers of those that are asked, and their keys."""
        label = f"{name}-{uuid.uuid4().hex[:12]}"
        graph = {}
        if len(shared) > WITHIN_TASK and len(asked) > 1:
            graph[f"tamis-request-{label}"] = (_dask_worker.hold, _carried(shared))
            shared = f"tamis-request-{label}"
        else:
            shared = _carried(shared)
        level = []
        for part, shards in asked.items():
            key = f"tamis-partial-{label}-{part}"
            order = (_core.__version__, name, self.threads, [self.shapes[shard] for shard in shards])
            chunks = [self.chunks[shard] for shard in shards]
            graph[key] = (work or _dask_worker.partial, order, shared, _carried(own[part]) if own else b"", chunks)
            level.append(key)
        return label, graph, level


def _carried(request):
    """A request as it is put into a task. Dask warns of large values in a task, but not in a nested one; requests are as large
    as they have to be."""
    return (_dask_worker.hold, request) if len(request) > WITHIN_TASK else request


def _taken(parcel_of, takes):
    """What a run needs of the parcels, and what it takes of each."""
    needed = [parcel_of[sender] if taken else None for sender, taken in enumerate(takes)]
    return needed, list(map(_carried, takes))


def runs_of_worker(shards, nthreads, threads):
    """The shards of a worker in runs, when it has so many threads and each run uses `threads` of them; 0: all that there are."""
    count = min(len(shards), max(1, nthreads // threads) if threads else 1)
    return [shards[len(shards) * run // count:len(shards) * (run + 1) // count] for run in range(count)]
