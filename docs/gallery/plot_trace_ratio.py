"""
The best set is not the set of the best
=======================================

The trace ratio of a set of features is its scatter between the classes over its scatter within them. The features with the best
single ratios need not make the best set. `TraceRatio` finds the set that no other of its size can beat, and its certificate
says so.
"""
import warnings

import matplotlib.pyplot as plt
import numpy as np

import tamis

warnings.simplefilter("ignore", tamis.TamisWarning)  # see the end
sonar = tamis.datasets.load_sonar()
classes = [sonar.data[sonar.target == name] for name in sonar.target_names]
between = sum(len(part) * (part.mean(axis=0) - sonar.data.mean(axis=0)) ** 2 for part in classes)
within = sum(((part - part.mean(axis=0)) ** 2).sum(axis=0) for part in classes)
singles = tamis.FisherScore("all").fit(sonar.data, sonar.target).indices_

numbers = np.arange(1, 51)
best = [tamis.TraceRatio(int(k)).fit(sonar.data, sonar.target) for k in numbers]
figure, axis = plt.subplots(figsize=(7, 3.6))
axis.plot(numbers, [selector.objective_ for selector in best], color="#d55e00", label="the optimal set")
axis.plot(numbers, [between[singles[:k]].sum() / within[singles[:k]].sum() for k in numbers], "--", color="#0072b2",
          label="the best single features")
axis.set(xlabel="bands", ylabel="trace ratio", title="Sonar")
axis.legend(frameon=False)
figure.tight_layout()

# %%
# What the certificate says of ten bands:
for name, value in best[9].certificate_.items():
    print(f"{name}: {value}")

# %%
# Why does the optimum hardly fall at first? It fills up with bands that hardly vary: they add next to nothing to either scatter.
# That is what the criterion asks for, and maybe not what you want, so tamis warns of it. On standardized features the optimal set
# is that of the best single features.
