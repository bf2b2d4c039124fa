"""Selections as pictures."""
from __future__ import annotations

import math

import numpy as np
from sklearn.utils.validation import check_is_fitted


def pixel_mask(selector, shape):
    """The selected features of image data as a picture.

    Parameters
    ----------
    selector : a fitted selector
        Its features are the pixels of an image, row by row.
    shape : (height, width), or (height, width, channels)

    Returns
    -------
    mask : array of bool of that shape
        True where the pixel was selected.
    """
    check_is_fitted(selector, "support_")
    shape = tuple(int(side) for side in np.atleast_1d(shape))
    if any(side < 1 for side in shape) or math.prod(shape) != selector.n_features_in_:
        sides = " x ".join(map(str, shape))
        raise ValueError(
            f"an image of {sides} has {math.prod(shape)} pixels and the selector saw {selector.n_features_in_} features"
        )
    return selector.support_.reshape(shape).copy()
