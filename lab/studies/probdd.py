"""RQ1 to RQ3 of "Probabilistic delta debugging": ProbDD against ddmin and ActiveCoarsen under HDD, and its parameter."""
import csv
import os
import random

import pandas

from lab import events, verdicts
from lab.compare import HIGHER_IS_BETTER, Pair, averaged, claim_pair, claim_rules, wide_table
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
    name: f"chisel/{algorithm}{PLAIN}"
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
    rows = wide_table(
        study,
        "RQ1 and RQ3: tokens left, tests and seconds",
        runs,
        {PROBDD: "ProbDD", DDMIN: "ddmin", ACTIVE: "ActiveCoarsen"},
        note="Geometric means over seeds and subjects.",
    )
    stopped = f"; {int((runs.ending != 'finished').sum())} of our {len(runs)} runs were stopped"
    for other, name in ((DDMIN, "trees"), (ACTIVE, "active")):
        for metric in ("tokens", "speed", "seconds", "tests"):
            more = (stopped + (in_the_paper() if other == DDMIN else "")) if metric == "tokens" else ""
            claim_pair(study, f"probdd-{name}-{metric}", Pair(rows, PROBDD, other, metric), more, runs)
    outperforms(study, rows)
    boxplots(study, rows, {"ddmin": DDMIN, "ActiveCoarsen": ACTIVE})
    budgets(lab, study, runs)
    programs(lab, study)
    sweep(lab, study, subjects, runs)
    gains(lab, study, runs)
    theorem(lab, study)
    return study


def outperforms(study, rows):
    """ "58 of 60": better in one of the three metrics and worse in none."""
    pairs = [Pair(rows, PROBDD, DDMIN, metric) for metric in ("tokens", "seconds", "speed")]
    signs = {}  # of each subject: 1 where ProbDD is better; seconds only if both finished
    worse = []
    for pair in pairs:
        for name, ours, theirs in zip(pair.names, pair.ours, pair.theirs):
            signs.setdefault(name, []).append(verdicts.sign(ours - theirs) * (1 if pair.metric in HIGHER_IS_BETTER else -1))
            worse += [pair.metric] * (signs[name][-1] < 0)
    found, count = sum(max(one) > 0 and min(one) >= 0 for one in signs.values()), len(signs)
    study.claim(
        "probdd-58-of-60",
        f"On {found} of {count} subjects.",
        verdicts.of_successes(verdicts.rules()["probdd-58-of-60"], found, count),
        "worse in " + (", ".join(f"{name} on {worse.count(name)}" for name in sorted(set(worse))) or "nothing"),
    )


def boxplots(study, rows, others):
    """Figure 4: improvements of the size above 0 and speedups above 1, subject by subject, without outliers as in the paper."""
    figure, axes = pyplot.subplots(1, 2)
    for axis, metric, title in ((axes[0], "tokens", "smaller results"), (axes[1], "speed", "speedup")):
        boxes = []
        for other in others.values():
            pair = Pair(rows, PROBDD, other, metric)
            both = [(a, b) for a, b in zip(pair.ours, pair.theirs) if b]
            boxes.append(
                [1 - a / b for a, b in both if a < b] if metric == "tokens" else [a / b for a, b in both if a > b]
            )
        axis.boxplot(boxes, showfliers=False)
        axis.set_xticks(range(1, 1 + len(others)), [f"{name}\n({len(box)})" for name, box in zip(others, boxes)])
        axis.set(title=title)
    study.figure("Figure 4: where ProbDD is better, by how much (the number of subjects in brackets)", figure)


def budgets(lab, study, runs):
    """Size at equal budgets, from the recorded events: at the number of tests that ProbDD used, at its seconds, and at one limit in
    seconds for all runs that stops the paper's share of ddmin's runs."""
    rule = verdicts.rules()["probdd-trees-limit"]
    curves = {}
    for row in runs.itertuples():
        curves.setdefault((row.subject, f"{row.plan}/{row.algorithm}"), []).append(events.curve(lab.results.events(row.id)))
    subjects = [name for name in sorted(set(runs.subject)) if (name, DDMIN) in curves and (name, PROBDD) in curves]
    if not subjects:
        return
    totals = [events.total(curves[name, DDMIN][0])[1] for name in subjects]
    limit = events.limit_that_stops(totals, rule["stopped"])
    table = []
    for name in subjects:
        ddmin, probdd = curves[name, DDMIN][0], curves[name, PROBDD]
        tests, seconds = (geometric_mean([events.total(one)[which] for one in probdd]) for which in (0, 1))
        table.append(
            {
                "subject": name,
                "ProbDD's tests": tests,
                "ProbDD's tokens": geometric_mean([one[-1][2] for one in probdd]),
                "ddmin then": events.tokens_at(ddmin, tests=tests),
                "ddmin after as many seconds": events.tokens_at(ddmin, seconds=seconds),
                "ddmin at its end": ddmin[-1][2],
                "ProbDD at the limit": geometric_mean([events.tokens_at(one, seconds=limit) for one in probdd]),
                "ddmin at the limit": events.tokens_at(ddmin, seconds=limit),
            }
        )
    frame = pandas.DataFrame(table).set_index("subject")
    frame.loc[f"geometric mean ({len(subjects)})"] = frame.apply(geometric_mean)
    stopped = sum(total > limit for total in totals)
    study.table(
        "Size at equal budgets: the tokens that ddmin has when ProbDD ends, and both at one limit",
        frame,
        f"The limit of {limit:.3g} s of tests stops {stopped} of {len(subjects)} runs of ddmin; the paper's three hours stopped 17 of 30.",
    )
    pairs = {
        words: Pair.of(frame.iloc[:-1][ours].tolist(), frame.iloc[:-1][theirs].tolist(), "tokens")
        for words, ours, theirs in (
            ("at as many tests", "ProbDD's tokens", "ddmin then"),
            ("at as many seconds of tests", "ProbDD's tokens", "ddmin after as many seconds"),
            ("at their ends", "ProbDD's tokens", "ddmin at its end"),
        )
    }
    pair = Pair.of(frame.iloc[:-1]["ProbDD at the limit"].tolist(), frame.iloc[:-1]["ddmin at the limit"].tolist(), "tokens")
    study.claim(
        rule["id"],
        pair.text(),
        pair.measure(rule["id"]),
        f"the limit stops {stopped} of {len(subjects)} runs of ddmin; ProbDD's results are "
        + ", ".join(f"{percent(one.improvement)} smaller {words}" for words, one in pairs.items()),
    )


def programs(lab, study):
    """The domain of C programs: CHISEL's plan, on the C subjects and a program to be debloated."""
    subjects = lab.programs()
    if not subjects:
        return
    runs = lab.run(subjects, ["chisel"], algorithms(*CHISEL.values()), lab.seeds)
    rows = wide_table(
        study,
        "RQ1 and RQ3, C programs under CHISEL's plan: tokens left, tests and seconds",
        runs,
        {column: name for name, column in CHISEL.items()},
        note="The plan chisel without dead code elimination and dependencies.",
    )
    claim_rules(study, "probdd", runs)
    for metric in ("tokens", "seconds", "tests"):
        pair = Pair(rows, CHISEL["ProbDD"], CHISEL["chisel"], metric)
        claim_pair(study, f"probdd-chisel-{metric}", pair, in_the_paper("C Programs") if metric == "tokens" else "", runs)
    for metric in ("tokens", "seconds"):
        pair = Pair(rows, CHISEL["ProbDD"], CHISEL["ActiveCoarsen"], metric)
        claim_pair(study, f"probdd-chisel-active-{metric}", pair, runs=runs)


def sweep(lab, study, subjects, runs):
    """RQ2: Figure 5(a) on trees, and Figure 5(b) under CHISEL's plan."""
    sigmas = SIGMAS if lab.full else [0.01, 0.1, 0.3]
    ddmin = averaged(runs).xs(DDMIN, level="column")
    swept(lab, study, "5(a)", subjects, "hdd", "no-sweep", sigmas, ddmin, claims=True)
    programs_ = lab.programs()
    if programs_:
        plain = PLAIN.lstrip(":")
        of_chisel = lab.run(programs_, ["chisel"], algorithms(CHISEL["chisel"]), lab.seeds)
        ddmin = averaged(of_chisel).xs(CHISEL["chisel"], level="column")
        swept(lab, study, "5(b)", programs_, "chisel", plain, sigmas, ddmin, claims=False)


def swept(lab, study, name, subjects, plan, words, sigmas, ddmin, claims):
    columns = {f"probdd:sigma={sigma}:random:{words}": str(sigma) for sigma in sigmas}
    columns[f"probdd:sigma=5/n:random:{words}"] = "5/n"
    rows = averaged(lab.run(subjects, [plan], list(columns), lab.seeds))
    metrics = {"tokens": "tokens", "tests": "tests", "speed": "tokens per second"}
    known = set(rows.index.get_level_values("column"))  # with --kept, some may be missing
    by_sigma = {sigma: rows.xs(f"{plan}/{column}", level="column") for column, sigma in columns.items() if f"{plan}/{column}" in known}
    if not by_sigma:
        return
    by_sigma["ddmin"] = ddmin
    frame = pandas.DataFrame(
        [
            {"sigma": sigma} | {word: geometric_mean(here[metric]) for metric, word in metrics.items()}
            for sigma, here in by_sigma.items()
        ]
    )
    study.table(
        f"RQ2, Figure {name}: sigma under {plan}, geometric means over subjects and {len(lab.seeds)} seeds",
        frame,
        "5/n is section 3.1.4: five elements of each list are expected to stay.",
    )
    numbers, base = frame[~frame.sigma.isin(["5/n", "ddmin"])], frame[frame.sigma == "ddmin"].iloc[0]
    figure, axes = pyplot.subplots(1, 3)
    for axis, metric in zip(axes, metrics.values()):
        axis.plot(numbers.sigma.astype(float), numbers[metric], marker="o", color="tab:blue", label="ProbDD")
        axis.axhline(base[metric], color="tab:red", label="ddmin")
        axis.set(xlabel="sigma", ylabel=metric, ylim=(0, 1.15 * max(base[metric], numbers[metric].max())))
    axes[0].legend(frameon=False, loc="lower right")
    study.figure(f"Figure {name}: the impact of sigma", figure)
    if not claims:
        return
    tests = pandas.DataFrame({sigma: here.tests for sigma, here in by_sigma.items() if sigma != "5/n"}).dropna()
    only = tests.drop(columns="ddmin")
    worst = only.apply(geometric_mean).idxmax()
    pair = Pair.of(only[worst].tolist(), tests.ddmin.tolist(), "tests")
    text = f"Tests: {numbers.tests.min():.0f} to {numbers.tests.max():.0f} with sigma from {min(sigmas)} to {max(sigmas)}, {base.tests:.0f} with ddmin."
    claim_pair(study, "probdd-sigma-better", pair, f"; the worst sigma is {worst}")
    # By subject: how much farther ddmin is from the mean of the sigmas than these are from each other.
    apart = ((tests.ddmin - only.mean(axis=1)) - (only.max(axis=1) - only.min(axis=1))) / tests.ddmin
    rule = verdicts.rules()["probdd-sigma-spread"]
    measure = verdicts.of_values(rule, apart.tolist())
    study.claim(
        rule["id"],
        f"{text} The difference to ddmin exceeds the spread by {percent(measure.estimate)} of ddmin's tests (95 %: {percent(measure.low)} to {percent(measure.high)}).",
        measure,
        f"it does on {int((apart > 0).sum())} of {len(apart)} subjects",
    )


def gains(lab, study, runs):
    """Figure 2: the expected gain of a query by how many elements it asks to remove, s (1 - p)^s, and the gain that the recorded queries
    had."""
    seen = {}
    for run_id in runs[(runs.plan + "/" + runs.algorithm) == PROBDD].id:
        for query, size in events.removed(lab.results.events(run_id)):
            if query["kind"] != "none" and 0 < size <= 40:
                seen.setdefault(size, []).append(size * query["interesting"])
    figure, axes = pyplot.subplots()
    for p in (0.05, 0.1, 0.2, 0.3):
        axes.plot(range(1, 41), [size * (1 - p) ** size for size in range(1, 41)], label=f"expected, p = {p}", linewidth=1)
    often = {size: found for size, found in sorted(seen.items()) if len(found) >= 10}
    axes.scatter(list(often), [sum(found) / len(found) for found in often.values()], color="black", s=16, label="measured")
    axes.set(xlabel="elements that a query asks to remove", ylabel="elements removed, mean")
    axes.legend(frameon=False, fontsize=7)
    study.figure("Figure 2: the gain of a query by its size (sizes with ten queries or more)", figure)


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
    cells = [
        verdicts.Cell(
            end["tokens"], max(len(task["oracle"]["needs"]), task["oracle"]["at_least"]), task["elements"], task["elements"]
        )
        for end, task in zip(ends, tasks)
    ]
    wrong = [number for number, cell in enumerate(cells, 1) if cell.ours != cell.theirs]
    study.claim(
        "probdd-theorem",
        f"{len(tasks) - len(wrong)} of {len(tasks)} random monotone tests end with a minimal result.",
        verdicts.of_cells(cells),
        f"for example list {wrong[0]}: lab/lab trace probdd#{wrong[0]}"
        if wrong
        else "no result is larger than the smallest one, in lists of 1 to 200 elements",
    )
