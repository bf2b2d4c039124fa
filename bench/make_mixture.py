#!/usr/bin/env python3
"""Writes a mixture of clusters as .npy, for runs with very many samples.

usage: make_mixture.py SAMPLES FEATURES FILE.npy [--labels FILE.txt] [--single]

50 clusters with centers of unit variance per feature. Within a cluster there are 10 strong directions (variance 1, drawn per
cluster) and weak noise in all directions (standard deviation 0.3). Samples of a cluster are spread over the file. The classes
are the clusters' numbers modulo 2.
"""
import argparse

import numpy as np


def mixture(samples, features, seed=0, clusters=50, strong=10, weak=0.3, dtype=np.float64):
    rng = np.random.default_rng(seed)
    centers = rng.standard_normal((clusters, features))
    axes = rng.standard_normal((clusters, strong, features)) / np.sqrt(strong)
    cluster = rng.integers(clusters, size=samples)
    x = np.empty((samples, features), dtype)
    for begin in range(0, samples, 20000):
        part = slice(begin, min(begin + 20000, samples))
        of = cluster[part]
        block = centers[of] + weak * rng.standard_normal((len(of), features))
        inside = rng.standard_normal((len(of), strong))
        for c in range(clusters):
            rows = of == c
            block[rows] += inside[rows] @ axes[c]
        x[part] = block
    return x, cluster % 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", type=int)
    parser.add_argument("features", type=int)
    parser.add_argument("file")
    parser.add_argument("--labels", help="write one class per line to this file")
    parser.add_argument("--single", action="store_true", help="single precision")
    arguments = parser.parse_args()
    x, y = mixture(arguments.samples, arguments.features, dtype=np.float32 if arguments.single else np.float64)
    np.save(arguments.file, x)
    if arguments.labels:
        np.savetxt(arguments.labels, y, fmt="%d")


if __name__ == "__main__":
    main()
