"""Sparse counts are read as they are: 20,000 columns never become a dense matrix."""
import numpy as np
import scipy.sparse as sp

import tamis

random = np.random.default_rng(0)
y = random.integers(0, 4, size=2000)
x = sp.random(2000, 20000, density=0.01, format="lil", random_state=0)
for column in range(4):
    x[y == column, column] = 1.0  # four words that give the topic away
selector = tamis.FisherScore(4).fit(x.tocsr(), y)
print("the telling columns:", sorted(selector.indices_))
assert sorted(selector.indices_) == [0, 1, 2, 3]
