"""Types of the compiled module."""
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Matrix = Doubles | "Csr"
Bytes = bytes | npt.NDArray[np.uint8]
Labels = tuple[npt.NDArray[np.int32], Doubles | list[str]]
Progress = Callable[[str, float], object]
Options = dict[str, bool | int | float | str | None]
Count = int | float | str | None

__version__: str

class Csr:
    def __init__(
        self,
        rows: int,
        cols: int,
        indptr: npt.NDArray[np.int64],
        indices: npt.NDArray[np.int32],
        data: Doubles,
    ) -> None: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def sorted(self) -> bool: ...

def classes_of_whole_numbers(y: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]] | None: ...

class RowBlocks:
    def __init__(
        self,
        ends: list[int],
        cols: int,
        *,
        sparse: bool,
        read: Callable[[int, int], Matrix],
        take: Callable[[list[int]], Matrix],
    ) -> None: ...
    @property
    def shape(self) -> tuple[int, int]: ...

class SharedRows:
    def __init__(
        self,
        shapes: list[tuple[int, int, bool]],
        run: Callable[[str, bytes, list[bytes], Callable[[], bool]], tuple[bytes, int]],
    ) -> None: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def costs(self) -> dict[str, int]: ...

def round_partial(round: str, shared: Bytes, own: Bytes, chunks: list[Matrix], *, threads: int) -> npt.NDArray[np.uint8]: ...
def round_partial_with(
    round: str, shared: Bytes, own: Bytes, chunks: list[Matrix], parcels: list[Bytes | None], takes: list[Bytes], *, threads: int
) -> tuple[npt.NDArray[np.uint8], int]: ...
def round_together(
    shared: Bytes, own_rows: Bytes, chunks: list[Matrix], parcels: list[Bytes | None], takes: list[Bytes]
) -> tuple[npt.NDArray[np.float64] | tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.float64], int], int]: ...
def round_partial_on(
    round: str, shared: Bytes, own: Bytes, chunks: list[Matrix], own_rows: Bytes, rows: Matrix, *, threads: int
) -> npt.NDArray[np.uint8]: ...
def round_merge(round: str, answers: list[Bytes], *, all: bool) -> npt.NDArray[np.uint8]: ...
def round_parcel(shared: Bytes, own: Bytes, chunks: list[Matrix], *, threads: int) -> npt.NDArray[np.uint8]: ...
def align_parcel(parcel: npt.NDArray[np.uint8]) -> None: ...
def round_names() -> list[str]: ...
def write_part(
    x: Matrix, labels: Labels | None, path: str, *, feature_names: list[str], label_name: str, threads: int
) -> None: ...

class Method:
    def __init__(self, name: str, options: Options) -> None: ...
    @property
    def needs_labels(self) -> bool: ...
    @property
    def needs_own_graph(self) -> bool: ...
    @property
    def not_shared(self) -> str: ...
    def reads_in_passes(self, own_graph: bool) -> bool: ...

class FixedFeatures:
    def __init__(
        self, *, include: list[str], exclude: list[str], graph: str, names: list[str], features: int
    ) -> None: ...

class Projector:
    def __init__(self, name: str, options: Options) -> None: ...
    @property
    def not_shared(self) -> str: ...

class Run:
    def document(self) -> str: ...

def shown_selection(
    run: Run,
    *,
    x: Matrix | RowBlocks | None,
    labels: Labels | None,
    features: int,
    feature_names: list[str],
    image: str | None,
    threads: int,
    seed: int,
) -> str: ...
def shown_projection(
    run: Run,
    *,
    method: str,
    weights: Doubles,
    mean: Doubles,
    feature_weights: Doubles,
    x: Matrix | None,
    labels: Labels | None,
    features: int,
    feature_names: list[str],
    image: str | None,
    threads: int,
    seed: int,
) -> str: ...
def shown_comparison(document: str, *, image: str, features: int) -> str: ...
def write_report(path: str, title: str, document: str) -> None: ...
def report_head(title: str, document: str) -> str: ...
def methods_json() -> str: ...
def require_finite(x: Matrix, *, threads: int) -> None: ...
def select(
    x: Matrix | RowBlocks | SharedRows,
    labels: Labels | None,
    *,
    method: Method,
    k: Count,
    fixed: FixedFeatures,
    explain: bool,
    graph_options: Options,
    graph: Csr | None,
    between: Csr | None,
    trust: dict[str, int],
    threads: int,
    seed: int,
    progress: Progress | None,
) -> dict[str, Any]: ...
def neighbor_graph(
    x: Matrix,
    labels: Labels | None,
    *,
    options: Options,
    threads: int,
    seed: int,
    progress: Progress | None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], Doubles, dict[str, Any]]: ...
def auto_select(
    x: Matrix,
    labels: Labels | None,
    *,
    candidates: list[str],
    evaluator: str,
    budget: float | None,
    k: Count,
    threads: int,
    seed: int,
    progress: Progress | None,
) -> dict[str, Any]: ...
def project(
    x: Matrix,
    labels: Labels | None,
    *,
    method: Projector,
    dim: Count,
    pca: Count,
    threads: int,
    seed: int,
    progress: Progress | None,
) -> dict[str, Any]: ...
def apply_projection(x: Matrix, weights: Doubles, mean: Doubles, *, threads: int) -> Doubles: ...
def evaluate(
    x: Matrix,
    labels: Labels | None,
    *,
    feature_names: list[str],
    methods: list[str | tuple[Method, Options]],
    k: list[Count],
    protocol: str,
    evaluators: list[str],
    scale: str | None,
    graph_options: Options,
    svm_c: float | None,
    baselines: bool,
    threads: int,
    seed: int,
    progress: Progress | None,
) -> str: ...
class NoRows(ValueError): ...

def file_columns(path: str, reading: Options) -> tuple[int, list[str]]: ...
def has_open_width(path: str, reading: Options) -> bool: ...
def load(path: str, *, reading: Options, cleaning: Options) -> dict[str, Any]: ...
def formats_left_out() -> list[str]: ...
def shipped_data_sets() -> list[str]: ...
