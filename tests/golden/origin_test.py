#!/usr/bin/env python3
"""Works a part of the golden numbers out again, from the formulas and data that README.md states."""
import csv
import json
import unittest
from fractions import Fraction
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
SHIPPED = FOLDER.parent.parent / "data"


def golden(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


def numbers(values):
    return np.array([np.inf if value == "inf" else value for value in values], float)


def class_scatters(x, y):
    """Per class, the scatter matrix of its samples."""
    return [(x[y == k] - x[y == k].mean(0)).T @ (x[y == k] - x[y == k].mean(0)) for k in np.unique(y)]


class Selection(unittest.TestCase):
    def setUp(self):
        self.golden = golden("selection")
        self.x, self.y = np.array(self.golden["X"]), np.array(self.golden["y"])
        self.w = np.array(self.golden["W heat k=2"])

    def close(self, found, name, digits=1e-12):
        np.testing.assert_allclose(found, numbers(self.golden[name]), rtol=digits, atol=digits, err_msg=name)

    def test_scores(self):
        x, y = self.x, self.y
        classes = [x[y == k] for k in np.unique(y)]
        self.close(x.var(0), "variance")
        self.close(sum(len(c) * (c.mean(0) - x.mean(0)) ** 2 for c in classes), "fisher b")
        self.close(sum(((c - c.mean(0)) ** 2).sum(0) for c in classes), "fisher e")
        n = len(y)
        centering, kernel = np.eye(n) - 1 / n, (y[:, None] == y).astype(float)
        hsic = [f @ centering @ kernel @ centering @ f / (n - 1) ** 2 for f in x.T]
        self.close(hsic, "hsic linear biased onehot")

    def test_graph(self):
        squares = ((self.x[:, None] - self.x) ** 2).sum(2)
        np.testing.assert_array_equal(squares, self.golden["sqdist"])
        lists = [sorted((j for j in range(9) if j != i), key=lambda j: (squares[i, j], j))[:2] for i in range(9)]
        self.assertEqual(lists, self.golden["knn k=2"])
        t = np.mean([squares[i, j] for i in range(9) for j in lists[i]])
        self.assertEqual(t, self.golden["bandwidth t k=2"])
        w = np.zeros((9, 9))
        for i in range(9):
            for j in lists[i]:
                w[i, j] = w[j, i] = np.exp(-squares[i, j] / t)
        np.testing.assert_allclose(w, self.w, rtol=1e-14)

    def test_laplacian_and_spec(self):
        degree = self.w.sum(1)
        root = np.sqrt(degree)
        values, vectors = np.linalg.eigh(np.eye(9) - self.w / np.outer(root, root))
        trivial = root / np.linalg.norm(root)
        for criterion, power in (("phi1", 1), ("phi2", 1), ("phi2", 4), ("phi2", 0.5)):
            found = []
            for feature in self.x.T:
                f = root * feature / np.linalg.norm(root * feature)
                energy = ((vectors.T @ f) ** 2 * np.clip(values, 0, None) ** power).sum()
                rest = 1.0 if criterion == "phi1" else 1.0 - (f @ trivial) ** 2
                found.append(energy / rest if np.ptp(feature) > 0 else np.inf)
            self.close(found, f"spec heat {criterion} p={power}", 1e-10)
            if (criterion, power) == ("phi2", 1):  # is the Laplacian score
                self.close(found, "laplacian score (He)", 1e-10)

    def test_generalized_fisher(self):
        z = np.array(self.golden["standardized X"])
        spread = self.x.std(0)
        np.testing.assert_allclose(z, (self.x - self.x.mean(0)) / np.where(spread > 0, spread, 1), rtol=1e-14)
        h = np.array(self.golden["gfs H"])
        for m, gamma in ((1, 1), (2, 1), (2, 10), (3, 5)):
            entry = self.golden[f"gfs standardized m={m} gamma={gamma}"]
            inner = np.eye(9) + z @ np.diag(entry["q"]) @ z.T / gamma
            self.assertAlmostEqual(0.5 * np.trace(h.T @ np.linalg.solve(inner, h)), entry["G"], places=10)


class GfsOnShippedData(unittest.TestCase):
    def test_criterion_of_the_sets(self):
        for name in ("ionosphere", "sonar"):
            entry = golden("gfs_real")[name]
            rows = list(csv.reader((SHIPPED / f"{name}.csv").read_text().splitlines()))[1:]
            x, y = np.array([row[:-1] for row in rows], float), np.array([row[-1] for row in rows])
            spread = x.std(0)
            z = ((x - x.mean(0)) / np.where(spread > 0, spread, 1))[:, entry["selected"]]
            total = z.T @ z
            between = total - sum(class_scatters(z, y))
            ridge = entry["gamma"] * np.eye(len(total))
            self.assertAlmostEqual(np.trace(between @ np.linalg.inv(total + ridge)), entry["criterion"], places=10)


def determinant(matrix):
    """By elimination in exact fractions; no pivot is zero in a positive definite matrix."""
    matrix, product = [row[:] for row in matrix], Fraction(1)
    for i, row in enumerate(matrix):
        product *= row[i]
        for below in matrix[i + 1:]:
            factor = below[i] / row[i]
            for j in range(i, len(matrix)):
                below[j] -= factor * row[j]
    return product


class OptimalDesigns(unittest.TestCase):
    def test_greedy_determinants_in_exact_fractions(self):
        for entry in golden("lapofs"):
            x = [[Fraction(cell) for cell in row] for row in entry["X_rows_are_samples"]]
            w = [[Fraction(cell) for cell in row] for row in entry["W"]]
            ridge, weight = Fraction(str(entry["lam2"])), Fraction(str(entry["lam1"]))
            samples, features = range(len(x)), range(len(x[0]))
            prior = [[(i == j) + weight * (sum(w[i]) * (i == j) - w[i][j]) for j in samples] for i in samples]
            gram = [[sum(x[a][i] * prior[a][b] * x[b][j] for a in samples for b in samples) for j in features]
                    for i in features]
            chosen, values = [], []
            for _ in features:
                def value(candidate):
                    union = chosen + [candidate]
                    return determinant([[gram[i][j] + ridge * (i == j) for j in union] for i in union])

                best = max((j for j in features if j not in chosen), key=lambda j: (value(j), -j))
                values.append(float(value(best)))
                chosen.append(best)
            self.assertEqual(chosen, entry["LapDOFS"]["picks"], entry["name"])
            np.testing.assert_allclose(values, entry["LapDOFS"]["detH"], rtol=1e-15, err_msg=entry["name"])


class TraceRatioSubspaces(unittest.TestCase):
    def test_data_and_criterion_at_the_start(self):
        for entry in golden("trln"):
            x, y = np.array(entry["X"]), np.array(entry["y"])
            i, f = np.arange(1, len(x) + 1)[:, None], np.arange(1, x.shape[1] + 1)
            wave = entry["noise"] * np.sin(0.37 * i * (f + 1) + 0.11 * f * f)
            np.testing.assert_allclose(x, wave + entry["sep"] * np.cos(1.3 * (y[:, None] + 1) * f), atol=1e-14)
            scatter, sizes = class_scatters(x, y), np.bincount(y)
            means = [x[y == k].mean(0) for k in range(len(sizes))]
            np.testing.assert_allclose(sum(scatter), entry["Sw"], rtol=1e-12, atol=1e-13)
            for case in entry["m"]:
                m, ratio = case["m"], 0.0
                for a in range(len(sizes)):
                    for b in range(a + 1, len(sizes)):
                        within = np.trace((scatter[a] + scatter[b])[:m, :m])
                        between = ((means[a] - means[b])[:m] ** 2).sum() * sizes[a] * sizes[b] / (sizes[a] + sizes[b])
                        ratio += (sizes[a] + sizes[b]) * within / between
                self.assertAlmostEqual(ratio / case["R_at_W0"], 1.0, places=12)


if __name__ == "__main__":
    unittest.main()
