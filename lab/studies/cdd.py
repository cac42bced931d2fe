"""The findings of "Toward a better understanding of probabilistic delta debugging", and its Tables IV and V."""
import random
from collections import Counter, defaultdict

import pandas

from lab import events
from lab.compare import Pair, is_disturbed, wide_table
from lab.statistics import geometric_mean, share_is_possible
from lab.studies.probdd import CHISEL, DDMIN, PLAIN, PROBDD
from lab.study import algorithms, p_text, percent, pyplot

TITLE = "why ProbDD is better than ddmin, and CDD, which needs no probabilities"
PAPER = "Zhang, Xu, Tian, Cheng and Sun, Toward a Better Understanding of Probabilistic Delta Debugging, 2025"

CDD, ORDERED = "hdd/cdd:no-sweep", "hdd/probdd:no-sweep"
DEBLOAT = {"ddmin": CHISEL["ddmin"], "ProbDD": CHISEL["ProbDD"], "CDD": f"debloat/cdd{PLAIN}"}
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
    debloating(lab, study)
    bottlenecks(lab, study, runs)
    rounds(lab, study, runs)
    randomness(study, rows, is_disturbed(runs))
    minimality(lab, study, subjects)
    threshold(study, rows)
    return study


def tables(study, runs, rows):
    disturbed = is_disturbed(runs)
    for metric, words in (("tests", "52.44 % fewer queries (p = 9e-14)"), ("seconds", "27.01 % less time (p = 3e-09)")):
        pair = Pair(rows, PROBDD, DDMIN, metric)
        study.claim(
            f"ProbDD needs {words} than ddmin.",
            f"{metric}: {pair.text()}.",
            pair.is_better(disturbed),
            pair.why(disturbed),
        )
    pair = Pair(rows, PROBDD, DDMIN, "tokens")
    study.claim(
        "The sizes of ProbDD and ddmin do not differ significantly (p = 0.32).",
        f"tokens: {pair.text()}.",
        pair.p >= 0.05 if pair.subjects > 5 else None,
        pair.why(),
    )
    for metric, p in (("tokens", 0.42), ("tests", 0.70)):
        pair = Pair(rows, CDD, PROBDD, metric)
        study.claim(
            f"Finding 6: CDD is comparable to ProbDD in {metric} (p = {p}).",
            f"{metric}: {pair.text()}.",
            pair.p >= 0.05 if pair.subjects > 5 else None,
            pair.why(),
        )


def debloating(lab, study):
    """The rows of Table IV under CHISEL."""
    subjects = lab.programs()
    if not subjects:
        return
    runs = lab.run(subjects, ["debloat"], algorithms(*DEBLOAT.values()), lab.seeds)
    rows = wide_table(
        study,
        "Table IV, debloating: tokens left, seconds and queries",
        runs,
        {column: name for name, column in DEBLOAT.items()},
        ("tokens", "seconds", "queries", "tests"),
        "The plan debloat without dead code elimination, dependencies and learning, as the paper runs CHISEL.",
    )
    for ours, theirs in (("ProbDD", "ddmin"), ("CDD", "ddmin"), ("CDD", "ProbDD")):
        pair = Pair(rows, DEBLOAT[ours], DEBLOAT[theirs], "tests")
        comparable = theirs == "ProbDD"
        study.claim(
            f"Table IV, debloating: {ours} {'is comparable to' if comparable else 'needs fewer queries than'} {theirs}.",
            f"tests: {pair.text()}.",
            (pair.p >= 0.05 if pair.subjects > 5 else None) if comparable else pair.is_better(),
            pair.why(),
        )


def bottlenecks(lab, study, runs):
    """Figure 2 and Finding 4."""
    asked, went = defaultdict(Counter), defaultdict(Counter)
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
    total = sum(d.values())
    waste = (d["Complement"] + d["Revisit"]) / total if total else 0
    rates = {kind: w[kind] / d[kind] if d[kind] else 0 for kind in ("Complement", "Revisit", "Other")}
    study.claim(
        "Finding 4: on C programs Complement and Revisit are 73 % of ddmin's queries and nearly never succeed (< 0.01 % and 0.13 %; Other 4.98 %).",
        f"They are {percent(waste)} of the tests; success: Complement {percent(rates['Complement'])}, Revisit {percent(rates['Revisit'])}, Other {percent(rates['Other'])}.",
        rates["Complement"] < rates["Other"] and rates["Revisit"] < rates["Other"] and waste > 0.2,
        f"Other succeeds {rates['Other'] / max(rates['Revisit'], 1e-9):.1f} times as often as Revisit"
        if rates["Revisit"]
        else "no revisit succeeded",
    )
    success = {name: sum(went[name].values()) for name in went}
    study.claim(
        "ddmin and ProbDD have nearly as many successful queries (12,158 and 11,696 on C programs).",
        f"{success['ddmin']:.0f} and {success['ProbDD']:.0f} successful tests.",
        0.67 < success["ddmin"] / max(1, success["ProbDD"]) < 1.5,
        f"their ratio is {success['ddmin'] / max(1, success['ProbDD']):.2f}, that of all tests {total / max(1, sum(asked['ProbDD'].values())):.2f}",
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
    for title, all_events, least in (
        ("lists of 1,000 elements", lab.lists.run(long_lists), 100),
        ("lists of the subjects with 20 elements or more", of_subjects, 20),
    ):
        seen = defaultdict(list)
        for one in all_events:
            length = {
                event["list"]: event["elements"]
                for event in one
                if event["event"] == "list" and event["phase"] == "start"
            }
            for query, size in events.removed(one):
                if (
                    query["kind"] != "none"
                    and size > 0
                    and length.get(query["list"], 0) >= least
                    and not query["stage"].startswith("verify")
                ):
                    seen[query["round"]].append((1 - query["likelihood"] ** (1 / size), size))
        table = []
        for number in sorted(seen):
            expected = 0.1 * FACTOR**number
            if len(seen[number]) < 10 or expected >= 1:
                continue
            ps, sizes = zip(*seen[number])
            table.append(
                {
                    "round": number,
                    "queries": len(ps),
                    "p, median": sorted(ps)[len(ps) // 2],
                    "1.582^r p0": expected,
                    "size, median": sorted(sizes)[len(sizes) // 2],
                    "size, largest": max(sizes),
                    "best size for 1.582^r p0": max(range(1, 60), key=lambda size: size * (1 - expected) ** size),
                }
            )
        if not table:
            continue
        study.table(f"Findings 1 and 2: {title}", pandas.DataFrame(table), "From the events: likelihood is (1-p)^s.")
        axes.plot([row["round"] for row in table], [row["p, median"] for row in table], marker="o", label=title)
        factors = [after["p, median"] / before["p, median"] for before, after in zip(table, table[1:])]
        mean = geometric_mean(factors) if factors else float("nan")
        close = sum(abs(row["size, median"] - row["best size for 1.582^r p0"]) <= 1 for row in table)
        study.claim(
            "Findings 1 and 2: each round raises the probability of an element by about 1.582, and the sizes follow from it.",
            f"{title.capitalize()}: by {', '.join(f'{factor:.2f}' for factor in factors) or '-'} from one round to the next, {mean:.2f} in the mean; "
            f"the median size is that of the formula, give or take one, in {close} of {len(table)} rounds.",
            abs(mean - FACTOR) < 0.2 and close >= len(table) - 1 if len(factors) > 1 else None,
            f"the medians of p are at most {max(abs(row['p, median'] - row['1.582^r p0']) for row in table):.2f} from the formula's"
            + "".join(
                f"; round {row['round']} asks for {row['size, median']} elements, not {row['best size for 1.582^r p0']}"
                for row in table
                if abs(row["size, median"] - row["best size for 1.582^r p0"]) > 1
            ),
        )
    axes.plot(
        range(5), [0.1 * FACTOR**number for number in range(5)], linestyle=":", color="grey", label="1.582^r p0"
    )
    axes.set(xlabel="round", ylabel="probability of an element", ylim=(0, 1))
    axes.legend(frameon=False)
    study.figure("Finding 1: the probability of an element by round", figure)


def randomness(study, rows, disturbed):
    """Finding 3."""
    parts, significant = [], []
    for metric in ("tokens", "seconds", "tests"):
        pair = Pair(rows, ORDERED, PROBDD, metric)
        parts.append(f"{metric} {pair.mean:.0f} and {pair.other:.0f} ({p_text(pair.p)})")
        if pair.p < 0.05 and not (disturbed and metric == "seconds"):
            significant.append(metric)
    study.claim(
        "Finding 3: randomness has no significant impact: 236 and 235 tokens (p = 0.87), 2,069 and 2,189 s (0.15), 1,238 and 1,309 queries (0.10).",
        f"Without and with randomness: {'; '.join(parts)}.",
        not significant if pair.subjects > 5 else None,
        (f"significant in {', '.join(significant)}" if significant else "no difference is significant")
        + ("; seconds do not count, because most runs were disturbed by other load" if disturbed else ""),
    )


def minimality(lab, study, subjects):
    """Finding 5 and section IV-G: each list of ProbDD is followed by a sweep over its single elements."""
    runs = lab.run(subjects, ["hdd"], algorithms(SWEPT), lab.seeds[:1] if not lab.full else lab.seeds)
    lists = missed = more = 0
    examples, lengths, of_missed = [], [], []
    for run_id in runs.id:
        for start, end, asked in events.by_list(lab.results.events(run_id)):
            if end is None or not asked:
                continue
            lists += 1
            lengths.append(start["elements"])
            later = sum(query["interesting"] for query in asked if query["step"] > 0)
            if later:
                missed += 1
                of_missed.append(start["elements"])
                more += later
                examples.append(f"{run_id}/{start['list']}")
    study.claim(
        "Section IV-G: 76 of 6,871 invocations of ProbDD (1.1 %) do not give a 1-minimal list; 1.49 more elements can go there.",
        f"{missed} of {lists} ({percent(missed / max(1, lists))}); {more / max(1, missed):.2f} more elements.",
        share_is_possible(missed, lists, 76 / 6871) if lists >= 50 else None,
        f"the lists are those of one round, with {middle(lengths)} elements in the median; those with a further removal have {middle(of_missed)}"
        f"{'; for example lab/lab trace ' + examples[0] if examples else ''}. How long the paper's lists are, it does not say",
    )


def middle(values):
    return sorted(values)[len(values) // 2] if values else 0


def threshold(study, rows):
    pair = Pair(rows, ARTIFACT, ORDERED, "tests")
    size = Pair(rows, ARTIFACT, ORDERED, "tokens")
    study.claim(
        "The published programs keep elements whose probability has reached 0.8 (the listings continue to 1).",
        f"That needs {percent(pair.improvement)} fewer tests and leaves {percent(-size.improvement)} more tokens ({pair.subjects} subjects).",
        None,
        "the paper prints no figure to compare with",
    )
