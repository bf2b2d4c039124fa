"""
How many features, and by which method?
=======================================

`compare` runs several methods on the same splits; all that is learned is learned from the training part. Look at the baselines first:
all features, and as many drawn at random.
"""
import warnings

import matplotlib.pyplot as plt

import tamis

warnings.simplefilter("ignore", tamis.TamisWarning)  # one of the 34 features is constant
ionosphere = tamis.datasets.load_ionosphere()
result = tamis.compare(ionosphere.data, ionosphere.target, ["fisher", "relieff", "gfs"], k=[1, 2, 3, 5, 8, 13, 20, 33],
                       protocol="holdout:0.5x20")
figure, axis = plt.subplots(figsize=(7, 4))
result.plot(ax=axis)
figure.tight_layout()

# %%
# The means with 5 features. A difference of one standard error is no difference.
table = result.to_frame().query("metric == 'accuracy' and (k == 5 or label == 'all')")
for _, row in table.iterrows():
    print(f"{row['label']:8s} {row['mean']:.3f} ± {row['std'] / 20 ** 0.5:.3f} (standard error)")
