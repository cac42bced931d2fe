"""Figure 4 and RQ2, RQ3 of "Weighted delta debugging": are heavy elements needed more often, and what does weighing save?"""
from collections import Counter

import pandas

from lab import events, statistics, verdicts
from lab.compare import Pair, claim_pair, claim_rules, wide_table
from lab.study import percent, pyplot

TITLE = "weight and removal, and the weighted algorithms against the plain ones"
PAPER = "Zhou, Xu, Zhang, Tian and Sun, WDD: Weighted Delta Debugging, 2025"

# Figure 4: mean rho of the C programs and of the XML inputs.
RHO = {"hdd": {"C": -0.41, "XML": -0.83}, "perses": {"C": -0.14, "XML": -0.36}}
COLUMNS = ["ddmin:restart:no-sweep", "wddmin:no-sweep", "probdd:random:no-sweep", "wprobdd:no-sweep", "ddmin:no-sweep"]
PLANS = ["hdd", "perses"]


def rho_of_list(weights, stayed):
    """Spearman's rho between weights and the share of elements with that weight that was deleted, as section VI-A defines it;
    None if nothing was deleted or all weigh the same."""
    if len(stayed) == len(weights):
        return None
    before, after = Counter(weights), Counter(weights[number] for number in stayed)
    kinds = sorted(before)
    shares = [(before[weight] - after[weight]) / before[weight] for weight in kinds]
    if len(kinds) > 1 and len(set(shares)) == 1:
        return 0.0  # all shares are equal, so that there is no correlation
    return statistics.spearman(kinds, shares)


def run(lab):
    subjects = lab.subjects()
    study = lab.study("weights", f"{len(subjects)} subjects, {len(lab.seeds)} seeds")
    runs = lab.run(subjects, PLANS, COLUMNS, lab.seeds)
    families = {subject.name: subject.family for subject in subjects}
    correlation(lab, study, runs, families)
    claim_rules(study, "wdd", runs)
    for plan in PLANS:
        here = runs[runs.plan == plan]
        rows = wide_table(
            study,
            f"RQ2 and RQ3 under {plan}: tokens left, tests, seconds and tokens per second",
            here,
            {f"{plan}/{column}": column.replace(":no-sweep", "").replace(":random", "") for column in COLUMNS},
            ("tokens", "tests", "seconds", "speed"),
        )
        for ours, theirs, name in ((COLUMNS[1], COLUMNS[0], "wddmin"), (COLUMNS[3], COLUMNS[2], "wprobdd")):
            pairs = {metric: Pair(rows, f"{plan}/{ours}", f"{plan}/{theirs}", metric) for metric in ("tokens", "seconds", "tests")}
            for metric in ("tokens", "seconds"):
                claim_pair(study, f"wdd-{plan}-{name}-{metric}", pairs[metric], runs=here)
            study.remark(f"Under {plan}, {name} against {theirs.split(':')[0]}, by tests, which the paper does not print: {pairs['tests'].text()}")
        if plan == "perses":
            pair = pairs["tokens"]
            same = sum(a == b for a, b in zip(pair.ours, pair.theirs))
            study.claim(
                "wdd-perses-same",
                f"{same} of {pair.subjects} have the same size.",
                verdicts.of_successes(verdicts.rules()["wdd-perses-same"], same, pair.subjects),
                "the size of ProbDD is the geometric mean over seeds",
            )
        pair = Pair(rows, f"{plan}/{COLUMNS[1]}", f"{plan}/{COLUMNS[4]}", "tests")
        study.remark(
            f"Under {plan}, the paper compares wddmin only with ddmin that begins again, as wddmin itself does. Against ddmin that continues: {pair.text()}"
        )
    share(lab, study, runs, families)
    return study


def correlation(lab, study, runs, families):
    """Figure 4."""
    table, points, signs = [], {}, {plan: Counter() for plan in PLANS}
    for plan in PLANS:
        for row in runs[(runs.plan == plan) & (runs.algorithm == COLUMNS[0])].itertuples():
            found = []
            for start, end, _ in events.by_list(lab.results.events(row.id)):
                if end is not None and "weights" in start and start["stage"] == f"{plan}/ddmin":
                    found.append(rho_of_list(start["weights"], end["stayed"]))
            found = [rho for rho in found if rho is not None]
            signs[plan].update("negative" if rho < 0 else "positive" if rho > 0 else "none" for rho in found)
            if found:
                mean = sum(found) / len(found)
                table.append(
                    {
                        "plan": plan,
                        "subject": row.subject,
                        "language": families[row.subject],
                        "lists": len(found),
                        "rho, mean": mean,
                        "run": str(row.id),
                    }
                )
                points.setdefault((plan, families[row.subject]), []).append(mean)
    study.table(
        "Figure 4: Spearman's rho between weight and share deleted, mean over the lists of ddmin",
        pandas.DataFrame(table),
        "Lists of which nothing was deleted, or whose elements all weigh the same, are left out.",
    )
    figure, axes = pyplot.subplots()
    for place, (key, values) in enumerate(points.items()):
        axes.boxplot([values], positions=[place], widths=0.5, showfliers=False, medianprops={"color": "grey"})
        axes.scatter([place] * len(values), values, s=18, color="tab:blue", alpha=0.7)
        axes.plot([place - 0.2, place + 0.2], [sum(values) / len(values)] * 2, color="tab:red")
        if key[1] in RHO[key[0]]:
            axes.scatter([place], [RHO[key[0]][key[1]]], marker="D", s=24, color="black")
    axes.set_xticks(range(len(points)), [f"{plan}\n{family}" for plan, family in points])
    axes.axhline(0, color="grey", linewidth=0.5)
    axes.set(ylabel="rho", ylim=(-1.05, 1.05))
    study.figure("Figure 4: boxes of the subjects, each point is a subject; red: our mean; black: the paper's mean", figure)
    for plan in PLANS:
        for family in RHO[plan]:
            id_ = f"wdd-rho-{plan}-{family.lower()}"
            here = points.get((plan, family), [])
            measure = verdicts.of_values(verdicts.rules()[id_], here)
            study.claim(
                id_,
                f"Mean rho {measure.estimate:.2f} (95 %: {measure.low:.2f} to {measure.high:.2f}) over {len(here)} subjects.",
                measure,
                f"of {sum(signs[plan].values())} lists of all languages {signs[plan]['negative']} have a negative rho, {signs[plan]['positive']} a positive "
                f"one and {signs[plan]['none']} none",
            )


def share(lab, study, runs, families):
    """The share of tests that the list algorithm asks for."""
    table, stages = [], Counter()
    for row in runs[(runs.plan == "perses") & (runs.algorithm == COLUMNS[3])].itertuples():
        asked = [query for query in events.queries(lab.results.events(row.id)) if events.is_test(query)]
        of_list = sum(query["stage"] == "perses/wprobdd" for query in asked)
        if families[row.subject] == "XML":
            stages.update(query["stage"] for query in asked)
        table.append(
            {
                "subject": row.subject,
                "language": families[row.subject],
                "tests": len(asked),
                "of wprobdd": of_list,
                "share": percent(of_list / max(1, len(asked))),
                "run": str(row.id),
            }
        )
    study.table("The share of tests that wprobdd asks for under perses", pandas.DataFrame(table))
    xml = [(row["of wprobdd"], row["tests"]) for row in table if row["language"] == "XML"]
    if xml:
        measure = verdicts.of_shares(verdicts.rules()["wdd-perses-share"], *zip(*xml))
        study.claim(
            "wdd-perses-share",
            f"{percent(measure.estimate)} on {len(xml)} XML subjects (95 %: {percent(measure.low)} to {percent(measure.high)}).",
            measure,
            f"by stage: {', '.join(f'{stage} {percent(count / sum(stages.values()))}' for stage, count in stages.most_common(5))}; wprobdd has "
            f"{percent(sum(row['of wprobdd'] for row in table) / max(1, sum(row['tests'] for row in table)))} on all subjects",
        )
