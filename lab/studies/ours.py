"""gallop against the papers' algorithms: how soon each comes near the end, and the information bound where it is known."""
import random

import numpy
import pandas

from lab import events, statistics, verdicts
from lab.compare import Pair, claim_pair, wide_table
from lab.study import percent, pyplot

TITLE = "gallop, our own algorithm, against all of them: the way to the end, and the information bound"
PAPER = "our own algorithm; docs/algorithms.md"

COLUMNS = [
    "gallop:no-sweep",
    "ddmin:restart:no-sweep",
    "ddmin:no-sweep",
    "probdd:random:no-sweep",
    "cdd:no-sweep",
    "wddmin:no-sweep",
    "wprobdd:no-sweep",
    "opdd:backward:no-sweep",
]
PLANS = ["hdd", "perses"]
OTHER_PLANS = {"closure": "plan closure", "auto": "default plan"}  # with gallop; they reach what lists of nodes cannot
NEAR = [2.0, 1.2, 1.0]


def short(column):
    return column.replace(":no-sweep", "").replace(":random", "").replace(":backward", "")


def run(lab):
    subjects = lab.subjects()
    study = lab.study("ours", f"{len(subjects)} subjects, {len(lab.seeds)} seeds")
    runs = lab.run(subjects, PLANS, COLUMNS, lab.seeds)
    others = lab.run(subjects, list(OTHER_PLANS), ["gallop"])
    others = others.assign(algorithm=others.plan.map(OTHER_PLANS))
    for plan in PLANS:
        here = runs[runs.plan == plan]
        rows = wide_table(
            study,
            f"Under {plan}: tokens left and tests",
            here,
            {f"{plan}/{column}": short(column) for column in COLUMNS},
            ("tokens", "tests"),
        )
        way(lab, study, here, others, plan)
        against(study, rows, plan)
        losses(lab, study, here, plan)
    curves(lab, study, runs)
    bound(lab, study)
    return study


def against(study, rows, plan):
    """The claim is about the closest of the others: if gallop is better than that, it is better than all."""
    pairs = {short(column): Pair(rows, f"{plan}/{COLUMNS[0]}", f"{plan}/{column}", "tests") for column in COLUMNS[1:]}
    closest = min(pairs, key=lambda name: (pairs[name].improvement, -pairs[name].p))
    sizes = Pair(rows, f"{plan}/{COLUMNS[0]}", f"{plan}/{COLUMNS[1]}", "tokens")
    claim_pair(study, f"ours-{plan}", pairs[closest], f"; the closest is {closest}; its results against ddmin's: {sizes.text()}")
    study.remark(f"gallop under {plan} against each: " + " ".join(f"{name} {pair.text()}" for name, pair in pairs.items()))


def losses(lab, study, runs, plan):
    """Where gallop needs more tests than the quickest of the others, and what these subjects have in common: the lists."""
    finished = runs[runs.ending == "finished"]
    tests = finished.pivot_table(index="subject", columns="algorithm", values="tested", aggfunc=statistics.geometric_mean)
    tests = tests.rename(columns=short).dropna()
    lines, factors, shares = [], [], []
    for subject, row in tests.iterrows():
        best = row.drop("gallop").idxmin()
        run = finished[(finished.subject == subject) & (finished.algorithm == COLUMNS[0])].iloc[0]
        lists = lab.results.lists(run.id)
        lists = lists[(lists.asked > 0) & lists.kept.notna()]
        share = lists.kept.sum() / max(1, lists.elements.sum())
        factors.append(row.gallop / row[best])
        shares.append(share)
        if row.gallop > row[best]:
            lines.append(
                {
                    "subject": subject,
                    "gallop": row.gallop,
                    "the best": row[best],
                    "which": best,
                    "lists": len(lists),
                    "elements of a list": lists.elements.mean(),
                    "share that stays": percent(share),
                }
            )
    if not lines:
        return
    study.table(
        f"Under {plan}: where gallop needs more tests than the quickest of the others",
        pandas.DataFrame(lines).sort_values("gallop", ascending=False, ignore_index=True),
        f"On {len(lines)} of {len(tests)} subjects. Elements and shares are those of gallop's lists.",
    )
    rho = statistics.spearman(shares, factors)
    study.remark(
        f"Under {plan}, gallop needs more tests than the quickest of the seven others on {len(lines)} of {len(tests)} subjects. Its tests, divided by "
        f"those of the quickest, against the share of elements that stay: Spearman's rho {rho:.2f}."
    )


def way(lab, study, runs, others, plan):
    """Tests and seconds of tests until the best so far is within a factor of the smallest result that any algorithm reached in this plan."""
    reached = {}
    runs = runs[runs.groupby("subject").algorithm.transform("nunique") == len(COLUMNS)]
    smallest = runs.groupby("subject").tokens_after.min()
    names = [*map(short, COLUMNS), *OTHER_PLANS.values()]
    for row in pandas.concat([runs, others[others.subject.isin(smallest.index)]]).itertuples():
        steps = events.curve(lab.results.events(row.id))
        for near in NEAR:
            step = next((step for step in steps if step[2] <= near * smallest[row.subject]), None)
            reached.setdefault(short(row.algorithm), {}).setdefault(near, []).append(step)
    lines = []
    for name in sorted(reached, key=names.index):
        line = {"algorithm": name}
        for near in NEAR:
            found = [step for step in reached[name][near] if step is not None]
            tests, seconds = (statistics.geometric_mean([step[which] for step in found]) for which in (0, 1))
            line[f"tests to {near:g}x"] = tests
            line[f"seconds to {near:g}x"] = seconds
            line[f"reach {near:g}x"] = f"{len(found)} of {len(reached[name][near])}"
        lines.append(line)
    study.table(
        f"Under {plan}: until the best is within 2x, 1.2x and 1x of the smallest result of all",
        pandas.DataFrame(lines),
        "Geometric means over the runs that came so far, on subjects that all list algorithms have; seconds are those of the tests.",
    )


def curves(lab, study, runs):
    """Anytime curves: the share of removable tokens that is left after so many tests, with a band over subjects and seeds."""
    figure, axes = pyplot.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    grid = numpy.unique(numpy.geomspace(1, max(2, runs.tested.max()), 60).astype(int))
    for axis, plan in zip(axes, PLANS):
        here = runs[runs.plan == plan]
        smallest = here.groupby("subject").tokens_after.min()
        for number, column in enumerate(COLUMNS):
            lines = []
            for row in here[here.algorithm == column].itertuples():
                steps = events.curve(lab.results.events(row.id))
                tests = numpy.array([step[0] for step in steps])
                tokens = numpy.array([step[2] for step in steps])
                at = tokens[numpy.searchsorted(tests, grid, side="right") - 1]
                lines.append((at - smallest[row.subject]) / max(1, row.tokens_before - smallest[row.subject]))
            if not lines:
                continue
            lines = numpy.array(lines)
            axis.plot(
                grid, lines.mean(axis=0), label=short(column), color=f"C{number}", linewidth=2 if number == 0 else 1
            )
            if number in (0, 1):
                axis.fill_between(
                    grid,
                    numpy.quantile(lines, 0.25, axis=0),
                    numpy.quantile(lines, 0.75, axis=0),
                    color=f"C{number}",
                    alpha=0.12,
                    linewidth=0,
                )
        axis.set(xscale="log", xlabel="tests", title=plan)
    axes[0].set(ylabel="share of removable tokens left")
    axes[1].legend(frameon=False, fontsize=7)
    study.figure(
        "Remaining tokens by number of tests; bands: the middle half of subjects and seeds, for gallop and ddmin", figure
    )


def bound(lab, study):
    """Lists on which all sets of needed elements are equally likely: no algorithm can ask less than log2 C(n, m) on average."""
    drawn = random.Random(1)
    algorithms = {
        "gallop": {"algorithm": "gallop"},
        "cdd": {"algorithm": "cdd"},
        "probdd": {"algorithm": "probdd"},
        "opdd": {"algorithm": "opdd", "order": "complements-only"},
        "ddmin, continue": {"algorithm": "ddmin", "order": "complements-only"},
        "ddmin, restart": {"algorithm": "ddmin", "order": "complements-only", "after-success": "restart"},
    }
    rows, tasks = [], []
    ratio, ratios = {}, []
    for needed in (10, 50, 200):
        lists = [
            {"elements": 1000, "oracle": {"needs": drawn.sample(range(1000), needed)}}
            for _ in range(10 if lab.full else 3)
        ]
        least = statistics.information_bound(1000, needed)
        row = {"needed of 1,000": needed, "bound": least}
        for name, algorithm in algorithms.items():
            here = [dict(one, **algorithm, events="ends", name=f"{name} {needed}") for one in lists]
            tasks += here
            asked = [found[-1]["asked"] for found in lab.lists.run(here)]
            row[name] = sum(asked) / len(asked)
            if name == "gallop" and needed > 10:
                ratios += [one / least for one in asked]
        ratio[needed] = row["gallop"] / least
        rows.append(row)
    lab.lists.keep("ours", tasks)
    study.table("Questions on scattered elements, and the information bound log2 C(n, m)", pandas.DataFrame(rows))
    measure = verdicts.of_values(verdicts.rules()["ours-bound"], ratios)
    study.claim(
        "ours-bound",
        "; ".join(f"{value:.2f} times with {needed} needed" for needed, value in ratio.items())
        + f"; {measure.estimate:.3f} (95 %: {measure.low:.3f} to {measure.high:.3f}) with 50 and 200.",
        measure,
        f"the fewer are needed, the further it is from the bound ({ratio[10]:.2f} times with 10)"
        if ratio[10] > ratio[50] > ratio[200]
        else f"it is {ratio[10]:.2f} times with 10",
    )
