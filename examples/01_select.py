"""The ten pixels that tell handwritten digits apart best, as a picture of text."""
import tamis

digits = tamis.datasets.load_digits()
selector = tamis.FisherScore(n_features_to_select=10).fit(digits.data, digits.target)
print("best first:", [digits.feature_names[j] for j in selector.indices_])
for row in tamis.pixel_mask(selector, (8, 8)):
    print(" ".join("#" if chosen else "." for chosen in row))
