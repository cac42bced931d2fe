"""Section IV-D of "Weighted delta debugging": random lists whose heavy elements are more often needed."""
import random

import numpy
import pandas

from lab import statistics, verdicts
from lab.study import percent, pyplot

TITLE = "synthetic lists: weighted ddmin against ddmin that begins again, and ddmin that continues"
PAPER = "Zhou, Xu, Zhang, Tian and Sun, WDD: Weighted Delta Debugging, 2025, section IV-D"

SAVING = 0.23  # "On average, Wddmin uses 23% fewer property tests than ddmin"
EXAMPLE = [1, 3, 2, 4]  # the only list of weights that the section prints

RESTART, CONTINUE, WEIGHTED = "ddmin, restart", "ddmin, continue", "wddmin"
COLUMNS = {
    RESTART: {"algorithm": "ddmin", "after-success": "restart"},
    CONTINUE: {"algorithm": "ddmin", "after-success": "continue"},
    WEIGHTED: {"algorithm": "wddmin"},
}


def one_by_one(drawn, elements, tokens):
    """Each token beyond the first goes to an element at random: weights differ little."""
    weights = [1] * elements
    for _ in range(tokens - elements):
        weights[drawn.randrange(elements)] += 1
    return weights


def by_shares(drawn, elements, tokens):
    """Each element gets one token and a share of the others, in proportion to a random number."""
    ends = numpy.cumsum([drawn.random() for _ in range(elements)])
    ends = numpy.rint((tokens - elements) * ends / ends[-1]).astype(int)
    return (1 + numpy.diff(ends, prepend=0)).tolist()


def by_cuts(drawn, elements, tokens):
    """The tokens in a row are cut at random places: all lists of weights with this sum are equally likely."""
    cuts = [0, *sorted(drawn.sample(range(1, tokens), elements - 1)), tokens]
    return [after - before for before, after in zip(cuts, cuts[1:])]


def from_what_is_left(drawn, elements, tokens):
    """Each element gets between one token and all that the others can spare: a few get nearly everything."""
    weights = []
    for others in range(elements - 1, 0, -1):
        weights.append(drawn.randint(1, tokens - others))
        tokens -= weights[-1]
    weights.append(tokens)
    drawn.shuffle(weights)
    return weights


def equal(_, elements, tokens):
    return [tokens // elements] * elements


# "The number of tokens for each element is distributed randomly": the paper does not say how.
READINGS = {
    "one by one": one_by_one,
    "random shares": by_shares,
    "random cuts": by_cuts,
    "from what is left": from_what_is_left,
}
CONTROL = "all equal"  # what wddmin saves without anything to weigh


def spread(weights):
    """The coefficient of variation."""
    return float(numpy.std(weights) / numpy.mean(weights))


def draw(drawn, give_out):
    """A list as IV-D describes it: 2 to 1,000 elements, up to ten tokens for each on average, given out at random; a token
    can go with probability p0, an element if all of its tokens can."""
    elements = drawn.randint(2, 1000)
    weights = give_out(drawn, elements, drawn.randint(elements, 10 * elements))
    p0 = drawn.random()
    needs = [number for number, weight in enumerate(weights) if not drawn.random() < p0**weight]
    return {"elements": elements, "weights": weights, "oracle": {"needs": needs}}


def measure(lab, reading, give_out, lists, columns):
    """A row for each list: its length, what is needed, and the queries and tests of each column."""
    drawn = random.Random(1)
    tasks = [dict(draw(drawn, give_out), name=f"{reading} {number}", events="ends") for number in range(1, lists + 1)]
    frame = pandas.DataFrame(
        {
            "elements": [task["elements"] for task in tasks],
            "needed": [len(task["oracle"]["needs"]) for task in tasks],
            "spread": [spread(task["weights"]) for task in tasks],
        }
    )
    for column in columns:
        lab.say(f"{reading}, {column}: {lists} lists")
        ends = []
        for begin in range(0, lists, 50):
            here = [dict(task, **COLUMNS[column]) for task in tasks[begin : begin + 50]]
            ends += [found[-1] for found in lab.lists.run(here)]
        frame[f"{column}: queries"] = [end["asked"] for end in ends]
        frame[f"{column}: tests"] = [end["tested"] for end in ends]
        # A monotone test has one 1-minimal result; ddmin never asks about the empty list.
        assert all(end["tokens"] in (least, max(1, least)) for end, least in zip(ends, frame.needed)), column
    return frame, [dict(task, **COLUMNS[WEIGHTED]) for task in tasks]


def run(lab):
    lists = lab.options.amount or (120 if lab.full else 30)
    study = lab.study("synthetic", f"{lists:,} lists of the paper's 5,000, for each of {len(READINGS)} readings")
    kept, frames = [], {}
    for reading, give_out in (*READINGS.items(), (CONTROL, equal)):
        columns = list(COLUMNS) if reading == "one by one" else [RESTART, WEIGHTED]
        frames[reading], tasks = measure(lab, reading, give_out, lists, columns)
        kept += tasks
    lab.lists.keep("synthetic", kept)
    saved = savings(study, frames)
    lengths = by_length(study, frames)
    claims(study, frames, saved, lengths)
    figures(study, frames["one by one"], saved)
    return study


def saved_by(frame, what, other=RESTART):
    """(of the sums, its 95 % interval, mean over lists) that wddmin saves."""
    ours, theirs = frame[f"{WEIGHTED}: {what}"], frame[f"{other}: {what}"]
    ratio, low, high = statistics.ratio_interval(ours, theirs)
    return 1 - ratio, (1 - high, 1 - low), float((1 - ours / theirs).mean())


def savings(study, frames):
    """Gives {reading: (spread, saved of the sums, mean over lists)} in tests."""
    rows, saved = [], {}
    for reading, frame in frames.items():
        total, (low, high), each = saved_by(frame, "tests")
        saved[reading] = (frame.spread.mean(), total, each)
        queries, _, each_query = saved_by(frame, "queries")
        rows.append(
            {
                "tokens given out": reading,
                "spread of weights": frame.spread.mean(),
                "wddmin, tests": int(frame[f"{WEIGHTED}: tests"].sum()),
                "ddmin, tests": int(frame[f"{RESTART}: tests"].sum()),
                "saved, of the sums": percent(total),
                "95 %": f"{percent(low)} to {percent(high)}",
                "saved, mean over lists": percent(each),
                "p": f"{statistics.wilcoxon(frame[f'{WEIGHTED}: tests'], frame[f'{RESTART}: tests']):.2g}",
                "queries saved, of the sums": percent(queries),
                "queries saved, mean": percent(each_query),
            }
        )
    study.table(
        "Property tests of wddmin against ddmin that begins again",
        pandas.DataFrame(rows),
        "spread: the coefficient of variation, mean over lists. Tests: without queries whose candidate was asked about before, which the paper "
        "does not count either (its section II-A). How tokens are given out and whether lists or sums are averaged, it does not say. "
        "`lab/lab trace synthetic#N` shows list N.",
    )
    return saved


def by_length(study, frames):
    """Gives {reading: saving of each bin}."""
    bins = [(2, 250), (251, 500), (501, 750), (751, 1000)]
    rows, found = [], {}
    for reading, frame in frames.items():
        row = {"tokens given out": reading}
        found[reading] = []
        for low, high in bins:
            here = frame[(frame.elements >= low) & (frame.elements <= high)]
            found[reading].append(saved_by(here, "tests")[0] if len(here) else float("nan"))
            row[f"{low} to {high} elements"] = percent(found[reading][-1])
        rows.append(row)
    study.table("Tests saved, by the length of the list", pandas.DataFrame(rows), "Of the sums.")
    return found


def claims(study, frames, saved, lengths):
    readings = {}
    for reading in READINGS:
        _, total, each = saved[reading]
        readings[f"{reading}, of the sums"], readings[f"{reading}, mean over lists"] = total, each
    inside = [name for name, value in readings.items() if abs(value - SAVING) <= 0.05]
    rule = verdicts.rules()["wdd-synthetic"]
    # The paper does not say how tokens are given out: the interval is that of all lists of all readings, mean over lists.
    each_list = [
        1 - weighted / restart
        for reading in READINGS
        for weighted, restart in zip(frames[reading][f"{WEIGHTED}: tests"], frames[reading][f"{RESTART}: tests"])
    ]
    ranked = sorted((reading for reading in saved), key=lambda reading: saved[reading][0])
    longer = sum(found[-1] > found[0] for found in lengths.values())
    counts = pandas.concat(frames[reading] for reading in READINGS)
    long_share = counts[counts.elements > 500][f"{RESTART}: tests"].sum() / counts[f"{RESTART}: tests"].sum()
    study.claim(
        rule["id"],
        "Against ddmin that begins again after a success: "
        + "; ".join(f"{percent(value)} ({name})" for name, value in readings.items())
        + ".",
        verdicts.of_values(rule, each_list),
        f"{len(inside)} of {len(readings)} readings are within five points of 23 %"
        f"{' (' + '; '.join(inside) + ')' if inside else ''}. What a reading gives depends on how unequal its weights are: by spread, "
        + ", ".join(f"{saved[reading][0]:.2f} ({reading}) {percent(saved[reading][1])}" for reading in ranked)
        + f"; the paper prints one list of weights, with a spread of {spread(EXAMPLE):.2f}. It depends also on how lists are averaged: those "
        f"of more than 500 elements have {percent(long_share)} of the tests, and those of more than 750 save more than those of up to 250 in {longer} of "
        f"{len(lengths)} ways",
    )
    _, total, each = saved[CONTROL]
    low, high = saved_by(frames[CONTROL], "tests")[1]
    study.remark(
        f"wddmin saves because it cuts by weight, says the paper, and does not measure it. If all weights are equal, it saves {percent(total)} of the "
        f"tests (95 %: {percent(low)} to {percent(high)}), {percent(each)} in the mean over lists; with weights given out one by one "
        f"{percent(saved['one by one'][1])}. Savings without weights have other causes: for example, wddmin halves each part by itself, and ddmin cuts "
        "the whole list anew."
    )
    frame = frames["one by one"]
    for what in ("queries", "tests"):
        restart, weighted, proceed = (frame[f"{column}: {what}"].sum() for column in (RESTART, WEIGHTED, CONTINUE))
        study.remark(
            f"ddmin that continues asks {proceed:,} {what}, ddmin that begins again {restart:,}, wddmin {weighted:,} (one by one). Like with like, wddmin "
            f"saves {percent(1 - weighted / restart)}; against ddmin that continues, it needs {weighted / proceed:.2f} times as many {what}."
        )


def figures(study, frame, saved):
    figure, (left, right) = pyplot.subplots(1, 2)
    for column, colour in zip(COLUMNS, ("tab:red", "tab:green", "tab:blue")):
        left.scatter(frame.elements, frame[f"{column}: tests"], s=3, alpha=0.4, color=colour, label=column)
    left.set(xlabel="elements", ylabel="tests", yscale="log")
    left.legend(frameon=False, fontsize=7, markerscale=3)
    share = frame.needed / frame.elements
    bins = numpy.linspace(0, 1, 11)
    centres = (bins[1:] + bins[:-1]) / 2
    for other, colour in ((RESTART, "tab:red"), (CONTINUE, "tab:green")):
        parts = [frame[(share > low) & (share <= high)] for low, high in zip(bins, bins[1:])]
        points = [saved_by(here, "tests", other)[0] if len(here) else numpy.nan for here in parts]
        right.plot(centres, points, marker="o", color=colour, label=f"against {other}")
    right.axhline(SAVING, color="grey", linestyle=":", label="the paper's 23 %")
    right.set(xlabel="share of elements that are needed", ylabel="tests saved by wddmin", ylim=(-3, 1))
    right.legend(frameon=False, fontsize=7)
    study.figure("Figure 3: tests by length, and the saving by how much is needed (tokens one by one)", figure)

    figure, axes = pyplot.subplots()
    for which, marker, label in ((1, "o", "of the sums"), (2, "s", "mean over lists")):
        points = sorted((one[0], one[which]) for one in saved.values())
        axes.plot(*zip(*points), marker=marker, label=label)
    for reading, (place, total, _) in saved.items():
        axes.annotate(reading, (place, total), textcoords="offset points", xytext=(4, 6), fontsize=8)
    axes.axhline(SAVING, color="grey", linestyle=":", label="the paper's 23 %")
    axes.set(
        xscale="symlog",
        xlim=(-0.05, None),
        xlabel="spread of weights (coefficient of variation)",
        ylabel="tests saved",
        ylim=(0, 0.6),
    )
    axes.legend(frameon=False)
    study.figure("How much wddmin saves, by how unequal the weights are", figure)
