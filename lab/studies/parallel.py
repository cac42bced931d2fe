"""Table 4 of "Practical improvements": which variant of ddmin is quickest on how many slots, and our ways beside it."""
import pandas

from lab import verdicts
from lab.compare import is_disturbed
from lab.study import percent, pyplot
from lab.studies.orders import EXAMPLES, LEVELS, ORDERS, equal
from lab.verdicts import Cell

TITLE = "parallel ddmin: sequential, race and race combined, and our ahead and merge"
PAPER = "Hodován and Kiss, Practical Improvements to the Minimizing Delta Debugging Algorithm, 2016"

# Table 4, Examples A to D: variant, level, best and original seconds. Tests of 0 s measure the overhead of the paper's
# Python program and have no counterpart in simulated time.
TABLE_4 = {
    ("Example A", "1 s"): ("Combined Subsets-First", 64, 7, 22),
    ("Example A", "1–3 s"): ("Combined Subsets-First", 32, 11, 45),
    ("Example B", "1 s"): ("Parallel Complements-Only", 16, 3, 26),
    ("Example B", "1–3 s"): ("Parallel Complements-Only", 16, 7, 50),
    ("Example C", "1 s"): ("Parallel Complements-Only", 24, 5, 30),
    ("Example C", "1–3 s"): ("Parallel Complements-Only", 16, 8, 53),
    ("Example D", "1 s"): ("Parallel Complements-Only", 64, 58, 472),
    ("Example D", "1–3 s"): ("Parallel Complements-Only", 64, 79, 939),
}
TIMES = {"0 s": [0, 0], "1 s": [1, 1], "1–3 s": [1, 3]}
MODES = {"race": "Parallel", "race-combined": "Combined", "ahead": "Ahead"}


def variants():
    """(name, task) of each variant on more than one slot."""
    for order in ORDERS:
        for mode, word in MODES.items():
            if mode == "race-combined" and order == "complements-only":
                continue  # the same as race
            yield f"{word} {order.title()}", {"algorithm": "ddmin", "order": order, "parallel": mode}
    yield "gallop Ahead", {"algorithm": "gallop", "parallel": "ahead"}
    yield "gallop Merge", {"algorithm": "gallop", "parallel": "merge"}


def run(lab):
    study = lab.study("parallel", "Examples A to D in simulated time")
    simulated(lab, study)
    on_subjects(lab, study)
    return study


def tolerance(id_, spread):
    """How far one run of the paper, in whole seconds, may be from the mean of our draws."""
    return 1 + verdicts.rules()[id_]["deviations"] * (spread if spread == spread else 0)


def simulated(lab, study):
    seeds = range(1, 31)
    tasks, keys = [], []
    for name, example in EXAMPLES.items():
        for time, seconds in TIMES.items():
            for seed in seeds if time == "1–3 s" else [1]:
                for order in ORDERS:
                    keys.append((name, time, f"Sequential {order.title()}", 1, seed))
                    tasks.append(
                        dict(example, algorithm="ddmin", order=order, seconds=seconds, seed=seed, events="ends")
                    )
                for variant, task in variants():
                    if seed > 3 and not task["parallel"].startswith("race"):
                        continue  # ours are compared by their mean
                    for level in LEVELS:
                        keys.append((name, time, variant, level, seed))
                        # Each level draws its own times, as each was a run of its own.
                        drawn = 1000 * seed + level
                        tasks.append(dict(example, **task, slots=level, seconds=seconds, seed=drawn, events="ends"))
    ends = [found[-1] for found in lab.lists.run(tasks)]
    frame = pandas.DataFrame(keys, columns=["test case", "time", "variant", "level", "draw"])
    frame["seconds"] = [end["seconds"] for end in ends]
    frame["begun"] = [end["started"] for end in ends]
    frame["size"] = [end["tokens"] for end in ends]
    frame["source"] = [f"parallel#{number}" for number in range(1, len(tasks) + 1)]
    lab.lists.keep("parallel", tasks)
    mean = (
        frame.groupby(["test case", "time", "variant", "level"])
        .agg(seconds=("seconds", "mean"), spread=("seconds", "std"), source=("source", "first"))
        .reset_index()
    )

    rows, sources = [], {}
    cells, apart = {"parallel-original": [], "parallel-best": []}, {"parallel-original": [], "parallel-best": []}

    def add(id_, label, mean, spread, paper, bases):
        cell = Cell(mean, paper, *bases, tolerance(id_, spread))
        cells[id_].append(cell)
        if not equal([cell]):
            apart[id_].append(f"{label}: {mean:.1f} s in the mean, the paper {paper} s")

    for (name, time), (paper_variant, paper_level, paper_best, paper_original) in TABLE_4.items():
        here = mean[(mean["test case"] == name) & (mean.time == time)]
        original = here[here.variant == "Sequential Subsets-First"].seconds.iloc[0]
        papers = here[~here.variant.str.contains("gallop|Ahead")]
        best = papers.sort_values(["seconds", "level"]).iloc[0]
        ours = here[here.variant.str.contains("gallop|Ahead")].sort_values(["seconds", "level"]).iloc[0]
        same = papers[(papers.variant == paper_variant) & (papers.level == paper_level)].iloc[0]
        label = f"{name} ({time})"
        rows.append(
            {
                "test case": label,
                "best variant (level)": f"{best.variant} ({best.level})",
                "seconds": f"{best.seconds:.1f}",
                "of": f"{original:.1f}",
                "saved": percent(1 - best.seconds / original),
                "the paper's best (level)": f"{paper_variant} ({paper_level})",
                "paper": f"{paper_best} of {paper_original}",
                "paper saved": percent(1 - paper_best / paper_original),
                "that variant here": f"{same.seconds:.1f}",
                "our best (level)": f"{ours.variant} ({ours.level})",
                "our seconds": f"{ours.seconds:.1f}",
            }
        )
        sources[f"{label},seconds"] = best.source
        sources[f"{label},our seconds"] = ours.source
        sources[f"{label},that variant here"] = same.source
        sequential = here[here.variant == "Sequential Subsets-First"].iloc[0]
        first = papers[papers.variant == "Sequential Complements-Only"].seconds.iloc[0]
        # The original must be slower than complements only; the best must be quicker than the original.
        add("parallel-original", label, sequential.seconds, sequential.spread, paper_original, (first, paper_best))
        # The paper prints the best of twelve levels, each run once.
        of_it = frame[(frame["test case"] == name) & (frame.time == time) & (frame.variant == paper_variant)]
        bests = of_it.groupby("draw").seconds.min()
        bases = (sequential.seconds, paper_original)
        add("parallel-best", f"{label} {paper_variant}", bests.mean(), bests.std(), paper_best, bases)
    study.table(
        "Table 4: the quickest variant of the paper's and of ours, in simulated seconds",
        pandas.DataFrame(rows),
        "Ahead tests what is likely to be asked next and gives the answer of one slot; merge keeps as many questions open as there are slots.",
        sources,
    )
    for id_, here in cells.items():
        farthest = max(abs(cell.ours - cell.theirs) for cell in here)
        study.claim(
            id_,
            f"{equal(here)} of {len(here)} times can be one of our 30 draws: within a second and {verdicts.rules()[id_]['deviations']} standard deviations.",
            verdicts.of_cells(here),
            "; ".join(apart[id_]) or f"the mean of our draws is at most {farthest:.1f} s from the paper's time",
        )
    study.remark(
        "With tests of 0 s, the paper finds that the sequential algorithm is best, because of the overhead of parallel Python. Simulated time "
        "has no overhead, so that we cannot measure it."
    )

    figure, axes = pyplot.subplots()
    here = mean[(mean["test case"] == "Example D") & (mean.time == "1 s")]
    for variant in [
        "Parallel Subsets-First",
        "Parallel Complements-Only",
        "Combined Subsets-First",
        "Ahead Complements-Only",
        "gallop Ahead",
        "gallop Merge",
    ]:
        line = here[here.variant == variant].sort_values("level")
        axes.plot(line.level, line.seconds, marker=".", label=variant)
    axes.set(xscale="log", yscale="log", xlabel="slots", ylabel="simulated seconds")
    axes.set_xticks(LEVELS, map(str, LEVELS))
    axes.legend(frameon=False, fontsize=8)
    study.figure("Example D with tests of 1 s", figure)


def on_subjects(lab, study):
    """On real subjects up to the cores there are."""
    columns = [
        "ddmin:complements-only",
        "ddmin:complements-only:jobs=2",
        "gallop",
        "gallop:jobs=2",
        "gallop:merge:jobs=2",
    ]
    # Remembered verdicts would hide what two slots gain.
    cache, lab.matrix.cache = lab.matrix.cache, None
    runs = lab.run(lab.subjects()[: 6 if lab.full else 2], ["lines"], columns)
    lab.matrix.cache = cache
    runs = runs[runs.ending == "finished"]
    wide = runs.pivot(index="subject", columns="algorithm", values=["seconds", "tokens_after", "begun", "id"])
    table = pandas.DataFrame({column: wide["seconds"][column] for column in columns if column in wide["seconds"]})
    sources = {
        f"{subject},{column}": int(wide["id"][column][subject])
        for subject in table.index
        for column in table.columns
        if wide["id"][column][subject] == wide["id"][column][subject]
    }
    study.table(
        "Real subjects by lines, seconds; jobs=2 are two slots",
        table.rename_axis("subject"),
        f"{int(runs.disturbed.sum())} of {len(runs)} runs were disturbed by other load.",
        sources,
    )
    study.claim(
        "parallel-browsers",
        "Not measured: there are no browsers here, and whittle races on simulated lists only.",
        None,
        "two slots and no browser",
    )
