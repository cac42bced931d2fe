"""The findings of "Toward a better understanding of probabilistic delta debugging", and its Tables IV and V."""
import random
from collections import Counter, defaultdict

import pandas

from lab import events, verdicts
from lab.compare import Pair, claim_pair, claim_rules, wide_table
from lab.studies.probdd import CHISEL, DDMIN, PLAIN, PROBDD
from lab.study import algorithms, percent, pyplot

TITLE = "why ProbDD is better than ddmin, and CDD, which needs no probabilities"
PAPER = "Zhang, Xu, Tian, Cheng and Sun, Toward a Better Understanding of Probabilistic Delta Debugging, 2025"

CDD, ORDERED = "hdd/cdd:no-sweep", "hdd/probdd:no-sweep"
DEBLOAT = {"ddmin": CHISEL["chisel"], "ProbDD": CHISEL["ProbDD"], "CDD": f"chisel/cdd{PLAIN}"}
ARTIFACT = "hdd/probdd:threshold=0.8:no-sweep"
SWEPT = "hdd/probdd:one-minimal:random:rounds=1:no-sweep"
FACTOR = 1.582


def run(lab):
    subjects = lab.subjects()
    study = lab.study("cdd", f"{len(subjects)} subjects, {len(lab.seeds)} seeds")
    runs = lab.run(subjects, ["hdd"], algorithms(DDMIN, PROBDD, CDD, ORDERED, ARTIFACT), lab.seeds)
    rows = wide_table(
        study,
        "Tables IV and V: tokens left, seconds and queries",
        runs,
        {DDMIN: "ddmin", PROBDD: "ProbDD", CDD: "CDD"},
        ("tokens", "seconds", "queries", "tests"),
    )
    tables(study, runs, rows)
    claim_rules(study, "cdd", runs)
    debloating(lab, study)
    bottlenecks(lab, study, runs)
    rounds(lab, study, runs)
    for metric in ("tokens", "seconds", "tests"):  # Finding 3
        claim_pair(study, f"cdd-3-{metric}", Pair(rows, ORDERED, PROBDD, metric), runs=runs)
    minimality(lab, study, subjects)
    threshold(study, rows)
    return study


def tables(study, runs, rows):
    for metric in ("tests", "seconds", "tokens"):
        claim_pair(study, f"cdd-{metric}", Pair(rows, PROBDD, DDMIN, metric), runs=runs)
    for metric in ("tokens", "tests"):
        claim_pair(study, f"cdd-6-{metric}", Pair(rows, CDD, PROBDD, metric), runs=runs)


def debloating(lab, study):
    """The rows of Table IV under CHISEL."""
    subjects = lab.programs()
    if not subjects:
        return
    runs = lab.run(subjects, ["chisel"], algorithms(*DEBLOAT.values()), lab.seeds)
    rows = wide_table(
        study,
        "Table IV, debloating: tokens left, seconds and queries",
        runs,
        {column: name for name, column in DEBLOAT.items()},
        ("tokens", "seconds", "queries", "tests"),
        "The plan chisel without dead code elimination and dependencies.",
    )
    claim_rules(study, "cdd", runs)
    claim_pair(study, "cdd-chisel-probdd", Pair(rows, DEBLOAT["ProbDD"], DEBLOAT["ddmin"], "tests"))
    claim_pair(study, "cdd-chisel-comparable", Pair(rows, DEBLOAT["CDD"], DEBLOAT["ProbDD"], "tests"))


def bottlenecks(lab, study, runs):
    """Figure 2 and Finding 4."""
    asked, went = defaultdict(Counter), defaultdict(Counter)
    by_subject = defaultdict(lambda: (Counter(), Counter()))  # of (algorithm, subject): tests and successes by kind
    for column, name in ((DDMIN, "ddmin"), (PROBDD, "ProbDD"), (CDD, "CDD")):
        here = runs[(runs.plan + "/" + runs.algorithm) == column]
        each = here.groupby("subject").size()  # how many seeds
        for row in here.itertuples():
            for query in events.queries(lab.results.events(row.id)):
                if query["kind"] == "none" or not events.is_test(query):
                    continue
                kind = events.figure_2_kind(query) if name == "ddmin" else "all"
                asked[name][kind] += 1 / each[row.subject]
                went[name][kind] += query["interesting"] / each[row.subject]
                tests, successes = by_subject[name, row.subject]
                tests[kind] += 1 / each[row.subject]
                successes[kind] += query["interesting"] / each[row.subject]
    table = [
        {
            "algorithm": name,
            "kind": kind,
            "tests": round(asked[name][kind]),
            "successful": round(went[name][kind]),
            "rate": percent(went[name][kind] / asked[name][kind]),
        }
        for name in asked
        for kind in sorted(asked[name])
    ]
    study.table(
        "Figure 2: tests by kind and their success",
        pandas.DataFrame(table),
        "Complement keeps one part and removes its complement; Revisit removes a part that was refused before; remembered queries and "
        "those of the plan itself are left out. Per seed, added up over subjects.",
    )
    figure, axes = pyplot.subplots()
    colours = {"Complement": "tab:red", "Revisit": "tab:orange", "Other": "tab:blue", "all": "tab:blue"}
    for place, name in enumerate(asked):
        bottom = 0
        for kind in ("Complement", "Revisit", "Other", "all"):
            if asked[name][kind]:
                axes.bar(
                    place,
                    asked[name][kind],
                    bottom=bottom,
                    color=colours[kind],
                    width=0.6,
                    label=kind if name == "ddmin" else None,
                )
                axes.text(
                    place,
                    bottom + asked[name][kind] / 2,
                    f"{went[name][kind]:.0f} of {asked[name][kind]:.0f}",
                    ha="center",
                    va="center",
                    fontsize=8,
                )
                bottom += asked[name][kind]
    axes.set_xticks(range(len(asked)), list(asked))
    axes.set(ylabel="tests")
    axes.legend(frameon=False)
    study.figure("Figure 2: tests by kind", figure)
    d, w = asked["ddmin"], went["ddmin"]
    rates = {kind: w[kind] / d[kind] if d[kind] else 0 for kind in ("Complement", "Revisit", "Other")}
    rates_text = ", ".join(f"{kind} {percent(rate)}" for kind, rate in rates.items())
    of_ddmin = [both for (name, _), both in by_subject.items() if name == "ddmin"]
    rules = verdicts.rules()
    waste = verdicts.of_shares(
        rules["cdd-4-share"],
        [tests["Complement"] + tests["Revisit"] for tests, _ in of_ddmin],
        [sum(tests.values()) for tests, _ in of_ddmin],
    )
    study.claim(
        "cdd-4-share",
        f"{percent(waste.estimate)} of the tests (95 %: {percent(waste.low)} to {percent(waste.high)}).",
        waste,
        f"success: {rates_text}",
    )
    for kind in ("Complement", "Revisit"):
        id_ = f"cdd-4-{kind.lower()}"
        points = [
            successes[kind] / tests[kind] - successes["Other"] / tests["Other"]
            for tests, successes in of_ddmin
            if tests[kind] and tests["Other"]
        ]
        measure = verdicts.of_values(rules[id_], points)
        study.claim(
            id_,
            f"{percent(rates[kind])} of {kind} and {percent(rates['Other'])} of Other succeed; by subject {100 * measure.estimate:.1f} points "
            f"(95 %: {100 * measure.low:.1f} to {100 * measure.high:.1f}).",
            measure,
            f"{round(w[kind])} of {round(d[kind])} tests on {len(points)} subjects that have both kinds",
        )
    names = sorted({subject for _, subject in by_subject})
    counts = {name: [sum(by_subject[name, subject][1].values()) for subject in names] for name in ("ddmin", "ProbDD")}
    pair = Pair.of(counts["ProbDD"], counts["ddmin"], "successful tests")
    ratio = sum(d.values()) / max(1, sum(asked["ProbDD"].values()))
    claim_pair(
        study,
        "cdd-successes",
        pair,
        f"; {sum(counts['ddmin']):.0f} and {sum(counts['ProbDD']):.0f} in all; the ratio of all tests is {ratio:.2f}",
    )


def rounds(lab, study, runs):
    """Findings 1 and 2: a query about s elements with the likelihood (1-p)^s tells p. On lists of the subjects that are long
    enough for the first best size, which is 10, and on lists of 1,000 elements with 50 needed ones."""
    long_lists = [
        {
            "name": "1,000 elements",
            "elements": 1000,
            "algorithm": "probdd",
            "sigma": 0.1,
            "seed-of-algorithm": seed,
            "oracle": {"needs": random.Random(seed).sample(range(1000), 50)},
        }
        for seed in range(1, 6)
    ]
    lab.lists.keep("cdd", long_lists)
    of_subjects = [lab.results.events(run_id) for run_id in runs[(runs.plan + "/" + runs.algorithm) == PROBDD].id]
    figure, axes = pyplot.subplots()
    of_long = {f"list {number}": [one] for number, one in enumerate(lab.lists.run(long_lists), 1)}
    subjects = defaultdict(list)
    for row in runs[(runs.plan + "/" + runs.algorithm) == PROBDD].itertuples():
        subjects[row.subject].append(lab.results.events(row.id))
    for title, groups, least in (
        ("lists of 1,000 elements", of_long, 100),
        ("lists of the subjects with 20 elements or more", subjects, 20),
    ):
        seen, fits = defaultdict(list), {}
        for name, all_events in groups.items():
            right = queries = 0
            for one in all_events:
                for query, size, whole in sized_queries(one, least):
                    first = first_probability(query, one)
                    seen[query["round"]].append((1 - query["likelihood"] ** (1 / size), size))
                    if whole and first * FACTOR ** query["round"] < 1:
                        queries += 1
                        right += abs(size - best_size(first * FACTOR ** query["round"])) <= 1
            if queries:
                fits[name] = (right, queries)
        table = [
            {
                "round": number,
                "queries": len(found),
                "p, median": middle([p for p, _ in found]),
                "1.582^r 0.1": 0.1 * FACTOR**number,
                "size, median": middle([size for _, size in found]),
                "size, largest": max(size for _, size in found),
            }
            for number, found in sorted(seen.items())
            if len(found) >= 10
        ]
        if not table:
            continue
        study.table(
            f"Findings 1 and 2: {title}",
            pandas.DataFrame(table),
            "From the events: likelihood is (1-p)^s. XML lists begin with p = 0.0025, all others with 0.1.",
        )
        axes.plot([row["round"] for row in table], [row["p, median"] for row in table], marker="o", label=title)
        measure = verdicts.of_shares(verdicts.rules()["cdd-1-2"], *zip(*fits.values())) if fits else verdicts.Measure()
        text = (
            f"{title.capitalize()}: {percent(measure.estimate)} of {sum(of for _, of in fits.values())} queries have the formula's size, give or take "
            f"one (95 %: {percent(measure.low)} to {percent(measure.high)}; {len(fits)} lists or subjects)."
        )
        if groups is subjects:
            study.claim("cdd-1-2", text, measure, "queries that ask for all that is left of a list, or of a round, are not counted")
        else:
            study.remark(f"Findings 1 and 2: {text}")
    axes.plot(
        range(5), [0.1 * FACTOR**number for number in range(5)], linestyle=":", color="grey", label="1.582^r p0"
    )
    axes.set(xlabel="round", ylabel="probability of an element", ylim=(0, 1))
    axes.legend(frameon=False)
    study.figure("Finding 1: the probability of an element by round", figure)


def sized_queries(all_events, least):
    """(query, elements that it asks to remove, whether that could have been more) of the lists with so many elements: the last query of
    a round removes what is left of it, and a query about the whole list cannot remove more."""
    length, left, asked = {}, {}, []
    for event in all_events:
        if event["event"] == "list" and event["phase"] == "start":
            length[event["list"]] = left[event["list"]] = event["elements"]
    for query, size in events.removed(all_events):
        if query["kind"] == "none" or size <= 0 or query["stage"].startswith("verify"):
            continue
        if length.get(query["list"], 0) >= least:
            asked.append((query, size))
    for (query, size), (after, _) in zip(asked, [*asked[1:], ({"list": None, "round": None}, 0)]):
        last = (after["list"], after["round"]) != (query["list"], query["round"])
        yield query, size, not last and query["elements"] > 0


def first_probability(query, all_events):
    """The p0 of the run: that of its first query in the first round, as the likelihood (1-p0)^s says."""
    for other, size in events.removed(all_events):
        if other["kind"] != "none" and other["round"] == 0 and size > 0 and other["likelihood"] < 1:
            return 1 - other["likelihood"] ** (1 / size)
    return 0.1


def best_size(p):
    """The number of elements with the largest expected gain, s (1-p)^s."""
    return max(range(1, 2000), key=lambda size: size * (1 - p) ** size)


def minimality(lab, study, subjects):
    """Finding 5 and section IV-G: each list of ProbDD is followed by a sweep over its single elements."""
    runs = lab.run(subjects, ["hdd"], algorithms(SWEPT), lab.seeds[:1] if not lab.full else lab.seeds)
    lists = missed = more = 0
    examples, lengths, of_missed = [], [], []
    by_subject = defaultdict(lambda: [0, 0])
    for run_id, subject in zip(runs.id, runs.subject):
        for start, end, asked in events.by_list(lab.results.events(run_id)):
            if end is None or not asked:
                continue
            lists += 1
            by_subject[subject][1] += 1
            lengths.append(start["elements"])
            later = sum(query["interesting"] for query in asked if query["step"] > 0)
            if later:
                missed += 1
                by_subject[subject][0] += 1
                of_missed.append(start["elements"])
                more += later
                examples.append(f"{run_id}/{start['list']}")
    measure = verdicts.of_shares(verdicts.rules()["cdd-iv-g"], *zip(*by_subject.values())) if by_subject else None
    study.claim(
        "cdd-iv-g",
        f"{missed} of {lists} ({percent(missed / max(1, lists))}; 95 %: {percent(measure.low)} to {percent(measure.high)}); {more / max(1, missed):.2f} more "
        "elements can go (the paper: 1.49)."
        if measure
        else "No list.",
        measure,
        f"the lists are those of one round, with {middle(lengths)} elements in the median; those with a further removal have {middle(of_missed)}"
        f"{'; for example lab/lab trace ' + examples[0] if examples else ''}. How long the paper's lists are, it does not say",
    )


def middle(values):
    return sorted(values)[len(values) // 2] if values else 0


def threshold(study, rows):
    pair = Pair(rows, ARTIFACT, ORDERED, "tests")
    size = Pair(rows, ARTIFACT, ORDERED, "tokens")
    study.remark(
        "The published programs keep elements whose probability has reached 0.8; the listings continue to 1. The first needs "
        f"{percent(pair.improvement)} fewer tests and leaves {percent(-size.improvement)} more tokens ({pair.subjects} subjects)."
    )
