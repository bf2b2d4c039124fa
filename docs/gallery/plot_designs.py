"""
Images that stand for all others
================================

Optimal designs choose columns from which the others can be predicted. Turn the table around, so that the images are the
columns, and they choose images: those that together tell most about the rest.
"""
import warnings

import matplotlib.pyplot as plt
import numpy as np

import tamis

warnings.simplefilter("ignore", tamis.TamisWarning)
digits = tamis.datasets.load_digits()
design = tamis.LapDOFS(20).fit(digits.data.T)
random = np.random.default_rng(0).choice(len(digits.target), 20, replace=False)

figure, axes = plt.subplots(4, 10, figsize=(10, 4.4))
for row, (chosen, title) in enumerate(((design.indices_, "chosen by the design"), (random, "drawn at random"))):
    for place, image in enumerate(chosen):
        axis = axes[2 * row + place // 10, place % 10]
        axis.imshow(digits.images[image], cmap="Greys")
        axis.set(xticks=[], yticks=[])
    axes[2 * row, 0].set_title(title, loc="left")
figure.tight_layout()


# %%
# How well do 20 images explain all of them? The part of the variance that least squares leaves over:
def left_over(chosen):
    basis = digits.data[chosen].T
    fitted = basis @ np.linalg.lstsq(basis, digits.data.T, rcond=None)[0]
    return np.sum((digits.data.T - fitted) ** 2) / np.sum((digits.data - digits.data.mean(axis=0)) ** 2)


draws = [left_over(np.random.default_rng(seed).choice(len(digits.target), 20, replace=False)) for seed in range(20)]
print(f"design: {left_over(design.indices_):.3f}, random: {np.mean(draws):.3f} ± {np.std(draws, ddof=1):.3f}")
