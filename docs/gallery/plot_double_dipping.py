"""
The trap of testing a graph with its own features
=================================================

Is a feature smooth on a graph of the samples? If the graph was built from the same features, the answer is always yes, even
for noise. tamis therefore tests every feature on a graph of the others.
"""
import matplotlib.pyplot as plt
import numpy as np

import tamis

noise = np.random.default_rng(0).normal(size=(300, 100))
naive = tamis.LaplacianScore(5, affinity=tamis.neighbor_graph(noise), pvalues=True).fit(noise)
honest = tamis.LaplacianScore(5, pvalues=True).fit(noise)

figure, axes = plt.subplots(1, 2, figsize=(8, 2.8), sharey=True)
for axis, selector, title in zip(axes, (naive, honest), ("a graph of the same features", "graphs of other features")):
    axis.hist(selector.pvalues_, bins=np.linspace(0, 1, 21), color="#0072b2")
    axis.set(title=title, xlabel="p of pure noise")
    print(f"{title}: {np.mean(selector.pvalues_ <= 0.05):.0%} of the features have p <= 0.05")
axes[0].set_ylabel("features")
figure.tight_layout()

# %%
# Noise should have 5 % of its p-values at or below 0.05.
