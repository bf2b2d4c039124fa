#!/usr/bin/env python3
"""Writes tails.json: tails of the laws behind p-values, with 40 digits and more of mpmath (python3-mpmath).

Run it with the name of the file to write. The incomplete integrals are taken numerically from their definition; where
mpmath has the function itself, both must agree.
"""
import json
import sys

from mpmath import betainc, exp, gammainc, log, loggamma, mp, mpf, quad, sqrt

mp.dps = 50


def gamma_tails(a, x):
    """P(a, x) and Q(a, x): the integral of the gamma density, cut into pieces of a standard deviation."""
    if x <= 0:
        return mpf(0), mpf(1)
    density = lambda t: exp((a - 1) * log(t) - t - loggamma(a)) if t > 0 else mpf(0)
    width = sqrt(a)
    upper_tail = x > a
    cuts = [x]
    while len(cuts) < 60 and (upper_tail or cuts[-1] > 0):
        step = width if upper_tail else -width
        cuts.append(max(cuts[-1] + step, mpf(0)))
    part = quad(density, sorted(set(cuts)))
    return (1 - part, part) if upper_tail else (part, 1 - part)


def pearson3(z, skew):
    a = 4 / skew**2
    x = a + 2 * z / skew
    lower, upper = gamma_tails(a, x)
    if a < 50 and x > 0:
        assert abs(lower - gammainc(a, 0, x, regularized=True)) < mpf(10) ** -25, (z, skew)
    return lower if skew > 0 else upper


def main(path):
    pearson = []
    for skew in ("-2", "-1", "-0.3", "-0.1", "-0.03", "-0.005", "-0.0002", "0.0002", "0.005", "0.03", "0.1", "0.4"):
        for z in (-25, -15, -9, -6, -4, -3, -2, -1, -0.25, 0, 0.5, 1.5, 3):
            p = pearson3(mpf(z), mpf(float(skew)))
            if mpf(10) ** -290 < p:
                pearson.append([z, float(skew), float(p)])
    beta = []
    for a in (0.5, 1, 2.5, 10, 83.5, 500, 5000):
        for b in (0.5, 1, 1.5, 4.5, 9.5, 30):
            for x in (1e-3, 0.05, 0.3, 0.5, 0.8, 0.99, 1 - 2.0**-30):
                tail = betainc(mpf(a), mpf(b), 0, mpf(x), regularized=True)
                beta.append([a, b, x, float(log(tail))])
    with open(path, "w", encoding="ascii") as file:
        lines = lambda rows: ",\n".join(json.dumps(row) for row in rows)
        file.write('{"pearson3 [z, skew, p]": [\n' + lines(pearson) + '\n],\n"log beta [a, b, x, ln I]": [\n' + lines(beta) + "\n]}\n")


if __name__ == "__main__":
    main(sys.argv[1])
