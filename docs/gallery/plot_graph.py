"""
What a graph sees
=================

Methods without labels see the data through a graph of nearest neighbors. Two moons and a third feature that is noise: the first two change
slowly along the graph, the noise does not, and the Laplacian score tells.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

import tamis

moons, _ = make_moons(200, noise=0.06, random_state=0)
data = np.column_stack([moons, 0.3 * np.random.default_rng(0).normal(size=200)])
graph = tamis.neighbor_graph(data, n_neighbors=5).tocoo()
selector = tamis.LaplacianScore(2, affinity=graph).fit(data)

figure, axes = plt.subplots(1, 3, figsize=(10, 3))
for feature, axis in enumerate(axes):
    for one, other in zip(graph.row, graph.col):
        axis.plot(*data[[one, other], :2].T, color="#cccccc", linewidth=0.6, zorder=1)
    axis.scatter(*data[:, :2].T, c=data[:, feature], s=14, zorder=2)
    axis.set(title=f"feature {feature}: score {selector.raw_scores_[feature]:.2f}", xticks=[], yticks=[])
figure.tight_layout()

# %%
# Smaller scores are better. Color is the value of the feature, gray lines are the graph.
print("chosen:", *selector.indices_)
