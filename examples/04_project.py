"""Digits in two dimensions, by directions that keep every pair of classes apart."""
from sklearn.neighbors import KNeighborsClassifier

import tamis

x, y = tamis.datasets.load_digits(return_X_y=True)
for projector in (tamis.PCA(2), tamis.FLDA(2), tamis.GMSS(2), tamis.TRLN(2)):
    plane = projector.fit(x[:900], y[:900])
    score = KNeighborsClassifier(1).fit(plane.transform(x[:900]), y[:900]).score(plane.transform(x[900:]), y[900:])
    print(f"{type(projector).__name__:5} in two dimensions: accuracy {score:.2f}")
