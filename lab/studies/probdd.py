"""RQ1 to RQ3 of "Probabilistic delta debugging": ProbDD against ddmin and ActiveCoarsen under HDD, and its parameter."""
import csv
import os
import random

import pandas

from lab.compare import Pair, averaged, is_disturbed, wide_table
from lab.statistics import geometric_mean, improvement
from lab.study import algorithms, percent, pyplot
from lab.subjects import ROOT

TITLE = "ProbDD against ddmin and ActiveCoarsen, and what sigma changes"
PAPER = "Wang, Shen, Chen, Xiong and Zhang, Probabilistic Delta Debugging, 2021"

# Under HDD to a fixpoint and without our sweep at the end, as picireny works. The papers' ddmin begins again after a success.
DDMIN, PROBDD, ACTIVE = "hdd/ddmin:restart:no-sweep", "hdd/probdd:random:no-sweep", "hdd/activecoarsen:random:no-sweep"
# The paper runs CHISEL without its dead code elimination and dependency analysis. chisel is ddmin ordered by a decision tree, as CHISEL's.
PLAIN = ":without=dead-code:without=dependencies:policy=none"
CHISEL = {
    name: f"debloat/{algorithm}{PLAIN}"
    for name, algorithm in (
        ("ProbDD", "probdd:random"),
        ("chisel", "chisel"),
        ("ddmin", "ddmin:restart"),
        ("ActiveCoarsen", "activecoarsen:random"),
    )
}
SIGMAS = [0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]


def in_the_paper(domain="Trees"):
    """How much of the paper's smaller results is left on the subjects that both algorithms finished, from its Table 2."""
    with open(os.path.join(ROOT, "lab", "published", "probdd_table_2.csv")) as file:
        trees = [row for row in csv.DictReader(file) if row["domain"] == domain]
    both = [row for row in trees if row["seconds ProbDD"] and row["seconds ddmin"]]
    ours, theirs = (geometric_mean([float(row[f"tokens {name}"]) for row in both]) for name in ("ProbDD", "ddmin"))
    equal = sum(row["tokens ProbDD"] == row["tokens ddmin"] for row in both)
    return (
        f"; in the paper {sum(not row['seconds ddmin'] for row in trees)} of {len(trees)} runs of ddmin were stopped after three hours, and on the "
        f"{len(both)} subjects that both finished its results are {percent(improvement(ours, theirs))} smaller, {equal} of them equal"
    )


def run(lab):
    subjects = lab.subjects()
    study = lab.study("probdd", f"{len(subjects)} subjects, {len(lab.seeds)} seeds")
    runs = lab.run(subjects, ["hdd"], algorithms(DDMIN, PROBDD, ACTIVE), lab.seeds)
    disturbed = is_disturbed(runs)
    rows = wide_table(
        study,
        "RQ1 and RQ3: tokens left, tests and seconds",
        runs,
        {PROBDD: "ProbDD", DDMIN: "ddmin", ACTIVE: "ActiveCoarsen"},
        note="Geometric means over seeds and subjects.",
    )
    for other, name, said in (
        (
            DDMIN,
            "ddmin",
            {
                "tokens": "59.48 % smaller results",
                "speed": "2.25 times the tokens per second",
                "seconds": "63.22 % less time",
            },
        ),
        (
            ACTIVE,
            "ActiveCoarsen",
            {
                "tokens": "58.68 % smaller results",
                "speed": "1.5 times the tokens per second",
                "seconds": "58.77 % less time",
            },
        ),
    ):
        for metric, words in said.items():
            pair = Pair(rows, PROBDD, other, metric)
            stopped = int((runs.ending != "finished").sum())
            why = pair.why(disturbed)
            if metric == "tokens":
                why += f"; {stopped} of our {len(runs)} runs were stopped" + (in_the_paper() if other == DDMIN else "")
            study.claim(
                f"Trees: ProbDD against {name}: {words}.", f"{metric}: {pair.text()}.", pair.is_better(disturbed), why
            )
        pair = Pair(rows, PROBDD, other, "tests")
        study.claim(
            f"ProbDD needs fewer tests than {name} (the paper prints times only).",
            f"tests: {pair.text()}.",
            pair.is_better(),
            pair.why(),
        )
    programs(lab, study)
    sweep(lab, study, subjects, runs)
    theorem(lab, study)
    return study


def programs(lab, study):
    """The domain of C programs: CHISEL's plan, on the C subjects and a program to be debloated."""
    subjects = lab.programs()
    if not subjects:
        return
    runs = lab.run(subjects, ["debloat"], algorithms(*CHISEL.values()), lab.seeds)
    disturbed = is_disturbed(runs)
    rows = wide_table(
        study,
        "RQ1 and RQ3, C programs under CHISEL's plan: tokens left, tests and seconds",
        runs,
        {column: name for name, column in CHISEL.items()},
        note="The plan debloat without dead code elimination, dependencies and learning.",
    )
    for other, said in (
        ("chisel", {"tokens": "11.51 % smaller results", "seconds": "45.27 % less time"}),
        ("ActiveCoarsen", {"tokens": "27.03 % smaller results", "seconds": "68.65 % less time"}),
    ):
        for metric, words in said.items():
            pair = Pair(rows, CHISEL["ProbDD"], CHISEL[other], metric)
            why = pair.why(disturbed) + (in_the_paper("C Programs") if (other, metric) == ("chisel", "tokens") else "")
            study.claim(
                f"C programs: ProbDD against {'ddmin as CHISEL has it' if other == 'chisel' else other}: {words}.",
                f"{metric}: {pair.text()}.",
                pair.is_better(disturbed),
                why,
            )
        pair = Pair(rows, CHISEL["ProbDD"], CHISEL[other], "tests")
        study.claim(
            f"C programs: ProbDD needs fewer tests than {other} (the paper prints times only).",
            f"tests: {pair.text()}.",
            pair.is_better(),
            pair.why(),
        )


def sweep(lab, study, subjects, runs):
    sigmas = SIGMAS if lab.full else [0.01, 0.1, 0.3]
    columns = {f"probdd:sigma={sigma}:random:no-sweep": sigma for sigma in sigmas}
    columns["probdd:sigma=5/n:random:no-sweep"] = "5/n"
    swept = lab.run(subjects, ["hdd"], list(columns), lab.seeds[:1])
    rows = averaged(swept)
    base = averaged(runs)
    table = []
    for column, sigma in columns.items():
        here = rows.xs(f"hdd/{column}", level="column")
        table.append(
            {
                "sigma": str(sigma),
                "tokens": geometric_mean(here.tokens),
                "tests": geometric_mean(here.tests),
                "tokens per second": geometric_mean(here.speed),
            }
        )
    ddmin = base.xs(DDMIN, level="column")
    frame = pandas.DataFrame(table)
    best = {
        "tokens": geometric_mean(ddmin.tokens),
        "tests": geometric_mean(ddmin.tests),
        "tokens per second": geometric_mean(ddmin.speed),
    }
    study.table(
        "RQ2: sigma, geometric means over subjects",
        pandas.concat([frame, pandas.DataFrame([dict(best, sigma="ddmin")])], ignore_index=True),
        "One run with each sigma, five in the paper. 5/n is section 3.1.4: five elements of each list are expected to stay.",
    )
    numbers = frame[frame.sigma != "5/n"]
    figure, axes = pyplot.subplots(1, 2)
    for axis, metric in zip(axes, ("tokens", "tests")):
        axis.plot(numbers.sigma.astype(float), numbers[metric], marker="o", color="tab:blue", label="ProbDD")
        axis.axhline(best[metric], color="tab:red", label="ddmin")
        axis.set(xlabel="sigma", ylabel=metric, ylim=(0, 1.15 * max(best[metric], numbers[metric].max())))
    axes[0].legend(frameon=False, loc="lower right")
    study.figure("Figure 5: the impact of sigma", figure)
    spread = numbers.tests.max() - numbers.tests.min()
    gap = best["tests"] - numbers.tests.max()
    study.claim(
        "sigma from 0.01 to 0.3 changes little: ProbDD is better than ddmin with all of them, and they differ less from each other.",
        f"Tests: {numbers.tests.min():.0f} to {numbers.tests.max():.0f} with sigma from {min(sigmas)} to {max(sigmas)}, {best['tests']:.0f} with ddmin.",
        gap > 0 and spread < best["tests"] - numbers.tests.mean(),
        f"the largest count of ProbDD is {percent(abs(gap) / best['tests'])} {'below' if gap > 0 else 'above'} ddmin's; "
        f"between sigmas the counts differ by {percent(spread / best['tests'])} of it",
    )


def theorem(lab, study):
    """Theorem 4.3: if the test is monotone, the result is minimal. So many elements must stay, and these among them."""
    drawn = random.Random(1)
    tasks = []
    for number in range(2000 if lab.full else 300):
        elements = drawn.randint(1, 200)
        needs = drawn.sample(range(elements), drawn.randint(0, elements))
        tasks.append(
            {
                "name": f"list {number + 1}",
                "elements": elements,
                "oracle": {"needs": needs, "at_least": drawn.randint(0, elements)},
                "algorithm": "probdd",
                "sigma": drawn.choice(SIGMAS),
                "seed-of-algorithm": number,
                "events": "ends",
            }
        )
    lab.lists.keep("probdd", tasks)
    ends = [found[-1] for found in lab.lists.run(tasks)]
    # ProbDD never asks about the empty list if a single element is left undecided; an empty minimum is no exception.
    minimal = [max(len(task["oracle"]["needs"]), task["oracle"]["at_least"]) for task in tasks]
    wrong = [number for number, (end, least) in enumerate(zip(ends, minimal), 1) if end["tokens"] != least]
    study.claim(
        "Theorem 4.3: if the test is monotone, the result is minimal.",
        f"{len(tasks) - len(wrong)} of {len(tasks)} random monotone tests end with a minimal result.",
        not wrong,
        "no result is larger than the smallest one, in lists of 1 to 200 elements"
        if not wrong
        else f"for example list {wrong[0]}: lab/lab trace probdd#{wrong[0]}",
    )
