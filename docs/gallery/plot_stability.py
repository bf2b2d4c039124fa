"""
Would it be chosen again?
=========================

A ranking always has a first feature. Repeating the selection on half of the samples shows which features would be chosen
again, and bootstrap samples show which ranks they could have had.
"""
import matplotlib.pyplot as plt
import numpy as np

import tamis

sonar = tamis.datasets.load_sonar()
selector = tamis.FisherScore(10, stability=50, bootstrap=200, random_state=0).fit(sonar.data, sonar.target)
order = np.argsort(-selector.scores_)[:25]
names = [sonar.feature_names[j] for j in order]

figure, (above, below) = plt.subplots(2, 1, figsize=(8, 5), sharex=True)
colors = ["#d55e00" if j in selector.indices_ else "#999999" for j in order]
above.bar(range(25), selector.selection_probability_[order], color=colors)
above.axhline(0.75, color="black", linewidth=0.8, linestyle="--")
above.set(ylabel="share of half samples\nthat choose it", title="The 25 best bands of the sonar; the best 10 are orange")
low, high = selector.rank_interval_[order].T
below.vlines(range(25), low, high, color=colors, linewidth=4)
below.scatter(range(25), np.arange(25) + 1, marker="_", s=80, color="black", zorder=3)
below.set(ylabel="ranks in 90 % of\nbootstrap samples", xticks=range(25))
below.set_xticklabels(names, rotation=90)
below.invert_yaxis()
figure.tight_layout()

# %%
# The bands of the sonar overlap, so neighbors take turns.
print(f"{np.sum(selector.selection_probability_ >= 0.75)} bands are chosen on 75 % of the half samples or more")
