"""Section IV-D of "Weighted delta debugging": random lists whose heavy elements are more often needed."""
import random

import numpy
import pandas

from lab import statistics
from lab.study import Study, percent, pyplot

TITLE = "synthetic lists: weighted ddmin against ddmin that begins again, and ddmin that continues"
PAPER = "Zhou, Xu, Zhang, Tian and Sun, WDD: Weighted Delta Debugging, 2025, section IV-D"

SAVING = 0.23  # "On average, Wddmin uses 23% fewer property tests than ddmin"

COLUMNS = {
    "ddmin, restart": {"algorithm": "ddmin", "after-success": "restart"},
    "ddmin, continue": {"algorithm": "ddmin", "after-success": "continue"},
    "wddmin": {"algorithm": "wddmin"},
}


def draw(drawn):
    """A list as IV-D describes it: 2 to 1,000 elements, up to ten tokens for each on average, given out at random; a token
    can go with probability p0, an element if all of its tokens can."""
    elements = drawn.randint(2, 1000)
    weights = [1] * elements
    for _ in range(drawn.randint(elements, 10 * elements) - elements):
        weights[drawn.randrange(elements)] += 1
    p0 = drawn.random()
    return {
        "elements": elements,
        "weights": weights,
        "p0": p0,
        "oracle": {"needs": [number for number, weight in enumerate(weights) if not drawn.random() < p0**weight]},
    }


def run(lab):
    lists = lab.options.amount or (5000 if lab.full else 120)
    study = Study(
        "synthetic",
        TITLE,
        PAPER,
        lab.version(f"{lists:,} lists of the paper's 5,000"),
        [f"lab/lab synthetic --amount {lists}"],
    )
    drawn = random.Random(1)
    drawn_lists = [draw(drawn) for _ in range(lists)]
    frame = pandas.DataFrame(
        {
            "elements": [one["elements"] for one in drawn_lists],
            "needed": [len(one["oracle"]["needs"]) for one in drawn_lists],
        }
    )
    tasks = [
        dict(one, name=f"list {number}", events="ends", **COLUMNS["wddmin"])
        for number, one in enumerate(drawn_lists, 1)
    ]
    lab.lists.keep("synthetic", tasks)
    for column, algorithm in COLUMNS.items():
        lab.say(f"{column}: {lists} lists")
        ends = []
        for begin in range(0, lists, 50):
            chunk = [
                dict({key: value for key, value in task.items() if key not in ("algorithm", "p0")}, **algorithm)
                for task in tasks[begin : begin + 50]
            ]
            ends += [found[-1] for found in lab.lists.run(chunk)]
        frame[f"{column}: queries"] = [end["asked"] for end in ends]
        frame[f"{column}: tests"] = [end["tested"] for end in ends]
        assert [end["tokens"] for end in ends] == frame.needed.tolist(), "a monotone test has one 1-minimal result"

    rows = []
    savings = {}
    for what in ("queries", "tests"):
        ours = frame[f"wddmin: {what}"]
        for other in ("ddmin, restart", "ddmin, continue"):
            theirs = frame[f"{other}: {what}"]
            ratio, low, high = statistics.ratio_interval(ours, theirs)
            each = 1 - ours / theirs
            savings[what, other] = (1 - ratio, each.mean())
            rows.append(
                {
                    "counted": what,
                    "against": other,
                    "wddmin": int(ours.sum()),
                    "ddmin": int(theirs.sum()),
                    "saved, of the sums": percent(1 - ratio),
                    "95 %": f"{percent(1 - high)} to {percent(1 - low)}",
                    "saved, mean over lists": percent(each.mean()),
                    "p": f"{statistics.wilcoxon(ours, theirs):.2g}",
                }
            )
    study.table(
        "Property tests of wddmin against ddmin",
        pandas.DataFrame(rows),
        "queries: all that is asked; tests: without those whose candidate was asked about before. The paper does not say which it "
        "counts, nor whether it averages lists or sums; all four are here. `lab/lab trace synthetic#N` shows list N.",
    )
    for what in ("queries", "tests"):
        of_sums, of_lists = savings[what, "ddmin, restart"]
        nearest = min((of_sums, of_lists), key=lambda share: abs(share - SAVING))
        restart, weighted, proceed = (
            frame[f"{column}: {what}"].sum() for column in ("ddmin, restart", "wddmin", "ddmin, continue")
        )
        study.claim(
            f"wddmin uses 23 % fewer property tests than ddmin (counting {what}).",
            f"{percent(of_sums)} fewer of the sums, {percent(of_lists)} fewer as the mean over lists, against ddmin that begins again after a success.",
            abs(nearest - SAVING) <= 0.05,
            f"{percent(nearest)} is {'within' if abs(nearest - SAVING) <= 0.05 else 'not within'} five points of 23 %; "
            f"like with like: against ddmin that continues, wddmin asks {weighted / proceed:.2f} times as many {what}, "
            f"because beginning again costs {restart / proceed:.2f} times",
        )
    figure, (left, right) = pyplot.subplots(1, 2)
    for column, colour in zip(COLUMNS, ("tab:red", "tab:green", "tab:blue")):
        left.scatter(frame.elements, frame[f"{column}: tests"], s=3, alpha=0.4, color=colour, label=column)
    left.set(xlabel="elements", ylabel="tests", yscale="log")
    left.legend(frameon=False, fontsize=7, markerscale=3)
    share = frame.needed / frame.elements
    bins = numpy.linspace(0, 1, 11)
    centres = (bins[1:] + bins[:-1]) / 2
    for other, colour in (("ddmin, restart", "tab:red"), ("ddmin, continue", "tab:green")):
        saved = [
            1
            - frame[f"wddmin: tests"][(share > low) & (share <= high)].sum()
            / max(1, frame[f"{other}: tests"][(share > low) & (share <= high)].sum())
            if ((share > low) & (share <= high)).any()
            else numpy.nan
            for low, high in zip(bins, bins[1:])
        ]
        right.plot(centres, saved, marker="o", color=colour, label=f"against {other}")
    right.axhline(SAVING, color="grey", linestyle=":", label="the paper's 23 %")
    right.set(xlabel="share of elements that are needed", ylabel="tests saved by wddmin", ylim=(-3, 1))
    right.legend(frameon=False, fontsize=7)
    study.figure("Figure 3: tests by length, and the saving by how much is needed", figure)
    return study
