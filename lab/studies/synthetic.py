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


def weights_one_by_one(drawn, elements, tokens):
    """Each token beyond the first goes to an element at random: weights differ little."""
    weights = [1] * elements
    for _ in range(tokens - elements):
        weights[drawn.randrange(elements)] += 1
    return weights


def weights_by_cuts(drawn, elements, tokens):
    """The tokens in a row are cut at random places: all lists of weights with this sum are equally likely."""
    cuts = [0, *sorted(drawn.sample(range(1, tokens), elements - 1)), tokens]
    return [after - before for before, after in zip(cuts, cuts[1:])]


# "The number of tokens for each element is distributed randomly": the paper does not say how.
READINGS = {"one by one": weights_one_by_one, "random cuts": weights_by_cuts}


def draw(drawn, give_out):
    """A list as IV-D describes it: 2 to 1,000 elements, up to ten tokens for each on average, given out at random; a token
    can go with probability p0, an element if all of its tokens can."""
    elements = drawn.randint(2, 1000)
    weights = give_out(drawn, elements, drawn.randint(elements, 10 * elements))
    p0 = drawn.random()
    needs = [number for number, weight in enumerate(weights) if not drawn.random() < p0**weight]
    return {"elements": elements, "weights": weights, "oracle": {"needs": needs}}


def measure(lab, reading, lists):
    """A row for each list: its length, what is needed, and the queries and tests of each column."""
    drawn = random.Random(1)
    tasks = [
        dict(draw(drawn, READINGS[reading]), name=f"{reading} {number}", events="ends")
        for number in range(1, lists + 1)
    ]
    frame = pandas.DataFrame(
        {"elements": [task["elements"] for task in tasks], "needed": [len(task["oracle"]["needs"]) for task in tasks]}
    )
    for column, algorithm in COLUMNS.items():
        lab.say(f"{reading}, {column}: {lists} lists")
        ends = []
        for begin in range(0, lists, 50):
            ends += [
                found[-1] for found in lab.lists.run([dict(task, **algorithm) for task in tasks[begin : begin + 50]])
            ]
        frame[f"{column}: queries"] = [end["asked"] for end in ends]
        frame[f"{column}: tests"] = [end["tested"] for end in ends]
        # A monotone test has one 1-minimal result; ddmin never asks about the empty list.
        assert all(end["tokens"] in (least, max(1, least)) for end, least in zip(ends, frame.needed)), column
    return frame, [dict(task, **COLUMNS["wddmin"]) for task in tasks]


def run(lab):
    lists = lab.options.amount or (5000 if lab.full else 120)
    study = Study(
        "synthetic",
        TITLE,
        PAPER,
        lab.version(f"{lists:,} lists of the paper's 5,000, for each of two readings"),
        [f"lab/lab synthetic --amount {lists}"],
    )
    kept, frames = [], {}
    for reading in READINGS:
        frames[reading], tasks = measure(lab, reading, lists)
        kept += tasks
    lab.lists.keep("synthetic", kept)
    rows, savings = [], {}
    for reading, frame in frames.items():
        for what in ("queries", "tests"):
            ours = frame[f"wddmin: {what}"]
            for other in ("ddmin, restart", "ddmin, continue"):
                theirs = frame[f"{other}: {what}"]
                ratio, low, high = statistics.ratio_interval(ours, theirs)
                each = (1 - ours / theirs).mean()
                if other == "ddmin, restart":
                    savings[reading, what, "of the sums"] = 1 - ratio
                    savings[reading, what, "mean over lists"] = each
                rows.append(
                    {
                        "tokens given out": reading,
                        "counted": what,
                        "against": other,
                        "wddmin": int(ours.sum()),
                        "ddmin": int(theirs.sum()),
                        "saved, of the sums": percent(1 - ratio),
                        "95 %": f"{percent(1 - high)} to {percent(1 - low)}",
                        "saved, mean over lists": percent(each),
                        "p": f"{statistics.wilcoxon(ours, theirs):.2g}",
                    }
                )
    study.table(
        "Property tests of wddmin against ddmin",
        pandas.DataFrame(rows),
        "queries: all that is asked; tests: without those whose candidate was asked about before. The paper does not say how tokens are "
        "given out, which of the two it counts, nor whether it averages lists or sums; all are here. `lab/lab trace synthetic#N` shows list N.",
    )
    best = min(savings, key=lambda key: abs(savings[key] - SAVING))
    inside = {key: value for key, value in savings.items() if abs(value - SAVING) <= 0.05}
    study.claim(
        "wddmin uses 23 % fewer property tests than ddmin.",
        "Against ddmin that begins again after a success: "
        + "; ".join(f"{percent(value)} ({', '.join(key)})" for key, value in savings.items())
        + ".",
        # One reading of several that fits could be chance.
        True if 2 * len(inside) > len(savings) else None if inside else False,
        f"{len(inside)} of {len(savings)} readings are within five points of 23 %, the nearest is {percent(savings[best])} ({', '.join(best)})",
    )
    frame = frames["one by one"]
    for what in ("queries", "tests"):
        restart, weighted, proceed = (
            frame[f"{column}: {what}"].sum() for column in ("ddmin, restart", "wddmin", "ddmin, continue")
        )
        study.claim(
            f"The paper's ddmin begins again after a success, as its wddmin does ({what}).",
            f"ddmin that continues asks {proceed:,} {what}, ddmin that begins again {restart:,}, wddmin {weighted:,}.",
            None,
            f"like with like, weighing saves {percent(1 - weighted / restart)}; against ddmin that continues, wddmin needs {weighted / proceed:.2f} times as many {what}",
        )
    figures(study, frame)
    return study


def figures(study, frame):
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
            - frame["wddmin: tests"][(share > low) & (share <= high)].sum()
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
