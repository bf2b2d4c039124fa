"""
With labels and without: which pixels?
======================================

The Fisher score knows which digit every image shows, the Laplacian score does not: it looks for pixels that change slowly
from an image to those most similar to it. Both judge every pixel by itself. The generalized Fisher score looks at sets, and
the D-optimal design at what the chosen pixels tell about the others.
"""
import warnings

import matplotlib.pyplot as plt

import tamis

warnings.simplefilter("ignore", tamis.TamisWarning)  # the graph of the digits falls into two parts, which is fine here
digits = tamis.datasets.load_digits()
methods = [tamis.FisherScore(15), tamis.LaplacianScore(15), tamis.GeneralizedFisherScore(15), tamis.LapDOFS(15)]
figure, axes = plt.subplots(1, 4, figsize=(10, 2.8))
for axis, method in zip(axes, methods):
    mask = tamis.pixel_mask(method.fit(digits.data, digits.target), (8, 8))
    axis.imshow(digits.images.mean(axis=0), cmap="Greys")
    axis.scatter(*mask.nonzero()[::-1], marker="s", s=110, facecolors="none", edgecolors="#d55e00", linewidths=2)
    axis.set(title=type(method).__name__, xticks=[], yticks=[])
figure.tight_layout()

# %%
# How many pixels do two of them share?
chosen = {type(method).__name__: set(method.indices_) for method in methods}
for name, pixels in chosen.items():
    print(f"{name:24s}", *(f"{len(pixels & others):3d}" for others in chosen.values()))
