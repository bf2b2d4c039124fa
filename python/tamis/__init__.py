"""Graph-spectral feature selection and discriminant subspaces: scikit-learn estimators on a C++ library."""
from . import _core, datasets
from ._generated import *  # noqa: F403 - the classes are listed there
from ._generated import SELECTORS
from ._images import pixel_mask
from ._warnings import TamisWarning

__version__ = _core.__version__
__all__ = [cls.__name__ for cls in SELECTORS.values()] + ["TamisWarning", "datasets", "pixel_mask", "select_genes"]

from ._genes import select_genes  # noqa: E402 - looks the selectors up
