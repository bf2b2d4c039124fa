"""
Ten digits in a plane
=====================

PCA knows no classes. Fisher's discriminant analysis weighs all pairs of classes alike, which pulls far classes still
farther apart; TRLN, with a trace ratio for every pair of classes, cares for the pairs that are close. How
much do two dimensions keep? A nearest neighbor tells, on samples that the projection has not seen.
"""
import warnings

import matplotlib.pyplot as plt
import numpy as np
from sklearn.neighbors import KNeighborsClassifier

import tamis

warnings.simplefilter("ignore", tamis.TamisWarning)  # three pixels are always white
digits = tamis.datasets.load_digits()
train = np.arange(len(digits.target)) % 2 == 0
figure, axes = plt.subplots(1, 3, figsize=(10, 3.6))
for axis, projector in zip(axes, (tamis.PCA(2), tamis.FLDA(2), tamis.TRLN(2))):
    projector.fit(digits.data[train], digits.target[train])
    plane = projector.transform(digits.data)
    judge = KNeighborsClassifier(5).fit(plane[train], digits.target[train])
    accuracy = judge.score(plane[~train], digits.target[~train])
    for digit in range(10):
        seen = ~train & (digits.target == digit)
        axis.scatter(*plane[seen].T, s=5, color=plt.cm.tab10(digit))
        axis.annotate(str(digit), np.median(plane[seen], axis=0), fontsize=13, fontweight="bold", ha="center", va="center")
    axis.set(title=f"{type(projector).__name__}: {accuracy:.0%} right", xticks=[], yticks=[])
figure.tight_layout()
