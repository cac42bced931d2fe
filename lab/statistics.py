"""The statistics that the papers use: thin over SciPy, with the papers' words.

Each function says what it does where SciPy leaves a choice. `tests/lab` checks them against published values.
"""
import math
import warnings

import numpy
from scipy import stats


def geometric_mean(values):
    """As the papers average over subjects. A 0 counts as 1, so that one empty result does not make the mean 0. Rounded, so that the
    mean of equal numbers is that number: a last digit must not look like a difference."""
    values = [max(float(value), 1e-9) if value else 1.0 for value in values]
    return float(f"{stats.gmean(values):.12g}") if values else math.nan


def wilcoxon(ours, theirs):
    """The p-value of the signed-rank test on pairs. Pairs without a difference are left out, as in Wilcoxon's paper;
    if no pair differs, p is 1."""
    if all(a == b for a, b in zip(ours, theirs)):
        return 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # with equal pairs or ties the normal approximation is taken
        return float(stats.wilcoxon(ours, theirs, zero_method="wilcox").pvalue)


def least_p(pairs):
    """The smallest p-value that the signed-rank test can give on so many pairs: with few pairs nothing is significant."""
    return min(1.0, 2.0 ** (1 - pairs)) if pairs else 1.0


def spearman(xs, ys):
    """Spearman's rho; None where it is not defined, because one side does not vary."""
    if len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    return float(stats.spearmanr(xs, ys).statistic)


def tost(values, margin):
    """The p-value of an equivalence test: two one-sided signed-rank tests, that the values lie above -margin and below margin."""
    if not values or margin <= 0:
        return 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # with ties the normal approximation is taken
        above, below = (
            float(stats.wilcoxon([margin + side * value for value in values], alternative="greater").pvalue)
            if any(margin + side * value for value in values)
            else 1.0
            for side in (1, -1)
        )
    return max(above, below)


def holm(ps):
    """The p-values after Holm's correction for so many tests, in the same order."""
    corrected, largest = [1.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=lambda place: ps[place])):
        largest = max(largest, min(1.0, (len(ps) - rank) * ps[place]))
        corrected[place] = largest
    return corrected


def sign_test(better, worse):
    """The exact two-sided sign test; 1 if there is no difference at all."""
    return float(stats.binomtest(better, better + worse).pvalue) if better + worse else 1.0


def share_interval(found, of):
    """The exact 95 % interval of a share (Clopper and Pearson)."""
    both = stats.binomtest(found, of).proportion_ci(0.95)
    return float(both.low), float(both.high)


def share_p(found, of, share):
    """The exact binomial test that the share is this one."""
    return float(stats.binomtest(found, of, share).pvalue)


def share_tost(found, of, share, margin):
    """The equivalence test of a share: two one-sided exact binomial tests against share - margin and share + margin."""
    low, high = max(0.0, share - margin), min(1.0, share + margin)
    above = stats.binomtest(found, of, low, alternative="greater").pvalue
    below = stats.binomtest(found, of, high, alternative="less").pvalue
    return float(max(above, below))


def improvement(ours, theirs):
    """By how much ours is smaller than theirs, as a share of theirs: (theirs - ours) / theirs."""
    return (theirs - ours) / theirs if theirs else math.nan


def interval(values, statistic=numpy.mean, seed=1):
    """A 95 % bootstrap interval of a statistic of the values (percentile method); of fewer than two, the value itself."""
    values = numpy.asarray(values, dtype=float)
    if len(values) < 2 or numpy.all(values == values[0]):
        only = float(statistic(values)) if len(values) else math.nan
        return only, only
    drawn = stats.bootstrap(
        (values,),
        statistic,
        n_resamples=2000,
        method="percentile",
        vectorized=False,
        random_state=numpy.random.default_rng(seed),
    )
    return float(drawn.confidence_interval.low), float(drawn.confidence_interval.high)


def ratio_interval(ours, theirs, seed=1):
    """The ratio of the sums of pairs, and its 95 % bootstrap interval over pairs."""
    ours, theirs = numpy.asarray(ours, dtype=float), numpy.asarray(theirs, dtype=float)
    ratio = float(ours.sum() / theirs.sum())
    if len(ours) < 2:
        return ratio, ratio, ratio
    random = numpy.random.default_rng(seed)
    rows = random.integers(0, len(ours), (2000, len(ours)))
    drawn = ours[rows].sum(axis=1) / theirs[rows].sum(axis=1)
    return ratio, float(numpy.quantile(drawn, 0.025)), float(numpy.quantile(drawn, 0.975))


def information_bound(elements, needed):
    """log2 C(n, m): questions that any way of asking needs if all sets of m needed elements are equally likely."""
    return (math.lgamma(elements + 1) - math.lgamma(needed + 1) - math.lgamma(elements - needed + 1)) / math.log(2)
