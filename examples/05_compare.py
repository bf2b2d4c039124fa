"""Which method for which number of features? The same splits for all, everything learned on training samples."""
import tamis

sonar = tamis.datasets.load_sonar()
result = tamis.compare(sonar.data, sonar.target, ["fisher", "relieff", "laplacian"], k=[5, 20], protocol="holdout:0.5x5")
print(result.to_frame().pivot_table(index="label", columns="k", values="mean").round(3))
