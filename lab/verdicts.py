"""Verdicts on the claims of the papers: pure functions over the rules in rules.toml and over measurements.

There are four verdicts:

- `agrees`: our 95 % interval contains the paper's value (or meets its range), and our effect is significant in the paper's direction;
  or the paper says "no difference", and an equivalence test says that ours is within the margin of the rule.
- `same direction, other size`: our effect is significant in the paper's direction, but the interval does not contain the value. If
  the paper says "no difference": ours is significant, but may be within the margin.
- `differs`: our effect is significant in the other direction; or the paper says that there is an effect, and ours is equivalent to
  none. If the paper says "no difference": ours is significant, and beyond the margin.
- `too few`: the data decide none of these.

Significance is Wilcoxon's signed-rank test; equivalence is two one-sided signed-rank tests (TOST) against the margin. Both families
of p-values are corrected by Holm's method over all rules of a paper; those that were added after the runs are a family of their own. A claim that was not measured counts with p = 1, so that the
correction is known before the runs and does not depend on which studies were run.
"""
import functools
import hashlib
import math
import os
import tomllib
from dataclasses import asdict, dataclass, field

from lab import statistics

AGREES, OTHER_SIZE, DIFFERS, FEW = VERDICTS = ("agrees", "same direction, other size", "differs", "too few")
PATH = os.path.join(os.path.dirname(os.path.realpath(__file__)), "rules.toml")


@dataclass
class Measure:
    """What was measured for a claim."""

    estimate: float = math.nan
    low: float = math.nan  # the 95 % interval
    high: float = math.nan
    count: int = 0  # of subjects, lists or cells
    p: float = 1.0  # that there is no effect
    equivalent: float = 1.0  # that the effect is beyond the margin
    #: For kind "cells": the fields of each `Cell`.
    cells: list = field(default_factory=list)

    def dictionary(self):
        return asdict(self)


@dataclass
class Cell:
    """A cell of a table. The bases are what a count is more or less than, for example the sequential run."""

    ours: float
    theirs: float
    our_base: float
    their_base: float
    tolerance: float = 0.0


@functools.lru_cache(maxsize=None)
def rules(path=PATH):
    """{id: rule}, with the defaults filled in."""
    with open(path, "rb") as file:
        data = tomllib.load(file)
    return {rule["id"]: {**data["defaults"], **rule} for rule in data["rule"]}


def rules_hash(path=PATH):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def sign(number):
    return (number > 0) - (number < 0)


def value_range(rule):
    value = rule["value"]
    return tuple(value) if isinstance(value, list) else (value, value)


def judge(rule, measure, p=None, equivalent=None):
    """The verdict on one claim. `p` and `equivalent` are the corrected p-values; without them, those of the measure."""
    if measure is None or measure.count < rule["least"]:
        return FEW
    if rule["kind"] == "cells":
        return judge_cells([Cell(*cell) for cell in measure.cells])
    significant = (measure.p if p is None else p) < rule["alpha"]
    no_effect = (measure.equivalent if equivalent is None else equivalent) < rule["alpha"]
    low, high, reference = measure.low, measure.high, rule["reference"]
    if rule["kind"] == "none":
        beyond = low > reference + rule["margin"] or high < reference - rule["margin"]
        return AGREES if no_effect else FEW if not significant else DIFFERS if beyond else OTHER_SIZE
    least, most = value_range(rule)
    direction = sign(least + most - 2 * reference)
    if rule["kind"] == "direction":
        fits = (low if direction > 0 else -high) >= direction * reference + rule["margin"]
    else:
        fits = low <= most and least <= high
    if not significant:
        return DIFFERS if no_effect and not fits else FEW
    if sign(measure.estimate - reference) != direction:
        return DIFFERS
    return AGREES if fits else OTHER_SIZE


def judge_cells(cells):
    """Agrees if each cell is the paper's within its tolerance; has another size if the others are at least on the paper's side of their
    base."""
    others = [cell for cell in cells if abs(cell.ours - cell.theirs) > cell.tolerance]
    same = all(sign(cell.ours - cell.our_base) == sign(cell.theirs - cell.their_base) for cell in others)
    return AGREES if not others else OTHER_SIZE if same else DIFFERS


def judge_all(measures, all_rules=None):
    """{id: (verdict, corrected p)} of {id: Measure}. The correction is over all rules of a family that have a test, measured or not. A family
    is the rules of a paper that were fixed at the same time."""
    all_rules = rules() if all_rules is None else all_rules
    found = {}
    families = {}
    for id_, rule in all_rules.items():
        families.setdefault((rule["paper"], rule.get("added")), {})[id_] = rule
    for family in families.values():
        tested = [id_ for id_, rule in family.items() if rule["kind"] != "cells"]
        known = [measures.get(id_) or Measure() for id_ in tested]
        p = dict(zip(tested, statistics.holm([one.p for one in known])))
        equivalent = dict(zip(tested, statistics.holm([one.equivalent for one in known])))
        for id_, rule in family.items():
            if id_ in measures:
                found[id_] = (judge(rule, measures[id_], p.get(id_), equivalent.get(id_)), p.get(id_))
    return found


# --- Measures of the shapes that the studies have -----------------------------------------------------------------------


def of_values(rule, values):
    """One value for each subject: their mean against the reference."""
    values = [value for value in values if value == value]
    if not values:
        return Measure()
    away = [value - rule["reference"] for value in values]
    low, high = statistics.interval(values)
    p, equivalent = statistics.wilcoxon(away, [0] * len(away)), statistics.tost(away, rule["margin"])
    return Measure(sum(values) / len(values), low, high, len(values), p, equivalent)


def of_shares(rule, parts, wholes):
    """A share with a part and a whole for each subject: the ratio of the sums; tests are over the shares of the subjects."""
    both = [(part, whole) for part, whole in zip(parts, wholes) if whole]
    if not both:
        return Measure()
    shares = of_values(rule, [part / whole for part, whole in both])
    shares.estimate, shares.low, shares.high = statistics.ratio_interval(*zip(*both))
    return shares


def of_signs(rule, signs):
    """1, 0 or -1 for each subject, as better, equal and worse: the mean, with the sign test."""
    measure = of_values(rule, [float(one) for one in signs])
    measure.p = statistics.sign_test(sum(one > 0 for one in signs), sum(one < 0 for one in signs))
    return measure


def of_successes(rule, found, count):
    """So many of so many subjects: the exact interval, and the exact test against the reference."""
    if not count:
        return Measure()
    low, high = statistics.share_interval(found, count)
    p, equivalent = (
        statistics.share_p(found, count, rule["reference"]),
        statistics.share_tost(found, count, rule["reference"], rule["margin"]),
    )
    return Measure(found / count, low, high, count, p, equivalent)


def of_pair(rule, pair):
    """The improvement of a `compare.Pair`."""
    if not pair.subjects:
        return Measure()
    low, high = pair.interval()
    equivalent = statistics.tost(pair.logs(), -math.log1p(-rule["margin"]))
    return Measure(pair.improvement, low, high, pair.subjects, pair.p, equivalent)


def of_cells(cells):
    return Measure(count=len(cells), cells=[list(asdict(cell).values()) for cell in cells])
