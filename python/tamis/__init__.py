"""Graph-spectral feature selection and discriminant subspaces: scikit-learn estimators on a C++ library."""
from . import _core, _generated, datasets
from ._auto import AutoSelector
from ._compare import Comparison, compare
from ._generated import *  # noqa: F403 - one class per method
from ._genes import select_genes
from ._graph import neighbor_graph
from ._images import pixel_mask
from ._parts import partial
from ._warnings import TamisWarning
from .datasets import load

__version__ = _core.__version__
__all__ = [*_generated.__all__, "AutoSelector", "Comparison", "TamisWarning", "compare", "datasets", "load",
           "neighbor_graph", "partial", "pixel_mask", "select_genes"]
