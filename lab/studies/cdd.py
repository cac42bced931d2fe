"""The findings of "Toward a better understanding of probabilistic delta debugging", and its Tables IV and V."""
from collections import Counter, defaultdict

import pandas

from lab import events
from lab.compare import Pair, is_disturbed, wide_table
from lab.statistics import geometric_mean
from lab.studies.probdd import DDMIN, PROBDD, algorithms, seeds
from lab.study import Study, p_text, percent, pyplot

TITLE = "why ProbDD is better than ddmin, and CDD, which needs no probabilities"
PAPER = "Zhang, Xu, Tian, Cheng and Sun, Toward a Better Understanding of Probabilistic Delta Debugging, 2025"

CDD, PLAIN = "hdd/cdd:no-sweep", "hdd/probdd:no-sweep"
ARTIFACT = "hdd/probdd:threshold=0.8:no-sweep"
SWEPT = "hdd/probdd:one-minimal:random:rounds=1:no-sweep"
FACTOR = 1.582


def run(lab):
    subjects = lab.subjects(2)
    study = Study("cdd", TITLE, PAPER, lab.version(f"{len(subjects)} subjects, {len(seeds(lab))} seeds"), [f"lab/lab cdd{' --full' if lab.full else ''}"])
    runs = lab.run(subjects, ["hdd"], algorithms(DDMIN, PROBDD, CDD, PLAIN, ARTIFACT), seeds(lab))
    rows = wide_table(study, "Tables IV and V: tokens left, seconds and queries", runs, {DDMIN: "ddmin", PROBDD: "ProbDD", CDD: "CDD"},
                      ("tokens", "seconds", "queries", "tests"))
    tables(study, runs, rows)
    bottlenecks(lab, study, runs)
    rounds(lab, study, runs)
    randomness(study, rows)
    minimality(lab, study, subjects)
    threshold(study, rows)
    return study


def tables(study, runs, rows):
    disturbed = is_disturbed(runs)
    for metric, words in (("tests", "52.44 % fewer queries (p = 9e-14)"), ("seconds", "27.01 % less time (p = 3e-09)")):
        pair = Pair(rows, PROBDD, DDMIN, metric)
        study.claim(f"ProbDD needs {words} than ddmin.", f"{metric}: {pair.text()}.", pair.is_better(disturbed), pair.why(disturbed))
    pair = Pair(rows, PROBDD, DDMIN, "tokens")
    study.claim("The sizes of ProbDD and ddmin do not differ significantly (p = 0.32).", f"tokens: {pair.text()}.", pair.p >= 0.05 if pair.subjects > 5 else None, pair.why())
    for metric, p in (("tokens", 0.42), ("tests", 0.70)):
        pair = Pair(rows, CDD, PROBDD, metric)
        study.claim(f"Finding 6: CDD is comparable to ProbDD in {metric} (p = {p}).", f"{metric}: {pair.text()}.",
                    pair.p >= 0.05 if pair.subjects > 5 else None, pair.why())


def bottlenecks(lab, study, runs):
    """Figure 2 and Finding 4."""
    asked, went = defaultdict(Counter), defaultdict(Counter)
    for column, name in ((DDMIN, "ddmin"), (PROBDD, "ProbDD"), (CDD, "CDD")):
        for run_id in runs[(runs.plan + "/" + runs.algorithm) == column].id:
            for query in events.queries(lab.results.events(run_id)):
                if query["kind"] == "none" or not events.is_test(query):
                    continue
                kind = events.figure_2_kind(query) if name == "ddmin" else "all"
                asked[name][kind] += 1
                went[name][kind] += query["interesting"]
        number = max(1, len(runs[(runs.plan + "/" + runs.algorithm) == column].groupby("subject")) and
                     len(runs[(runs.plan + "/" + runs.algorithm) == column]) / runs[(runs.plan + "/" + runs.algorithm) == column].subject.nunique())
        for kind in asked[name]:  # per seed
            asked[name][kind] /= number
            went[name][kind] /= number
    table = [{"algorithm": name, "kind": kind, "tests": round(asked[name][kind]), "successful": round(went[name][kind]),
              "rate": percent(went[name][kind] / asked[name][kind])} for name in asked for kind in sorted(asked[name])]
    study.table("Figure 2: tests by kind and their success", pandas.DataFrame(table),
                "Complement keeps one part and removes its complement; Revisit removes a part that was refused before; remembered queries and "
                "those of the plan itself are left out. Per seed, added up over subjects.")
    figure, axes = pyplot.subplots()
    colours = {"Complement": "tab:red", "Revisit": "tab:orange", "Other": "tab:blue", "all": "tab:blue"}
    for place, name in enumerate(asked):
        bottom = 0
        for kind in ("Complement", "Revisit", "Other", "all"):
            if asked[name][kind]:
                axes.bar(place, asked[name][kind], bottom=bottom, color=colours[kind], width=0.6,
                         label=kind if name == "ddmin" else None)
                axes.text(place, bottom + asked[name][kind] / 2, f"{went[name][kind]:.0f} of {asked[name][kind]:.0f}", ha="center", va="center", fontsize=8)
                bottom += asked[name][kind]
    axes.set_xticks(range(len(asked)), list(asked))
    axes.set(ylabel="tests")
    axes.legend(frameon=False)
    study.figure("Figure 2: tests by kind", figure)
    d, w = asked["ddmin"], went["ddmin"]
    total = sum(d.values())
    waste = (d["Complement"] + d["Revisit"]) / total if total else 0
    rates = {kind: w[kind] / d[kind] if d[kind] else 0 for kind in ("Complement", "Revisit", "Other")}
    study.claim("Finding 4: on C programs Complement and Revisit are 73 % of ddmin's queries and nearly never succeed (< 0.01 % and 0.13 %; Other 4.98 %).",
                f"They are {percent(waste)} of the tests; success: Complement {percent(rates['Complement'])}, Revisit {percent(rates['Revisit'])}, Other {percent(rates['Other'])}.",
                rates["Complement"] < rates["Other"] and rates["Revisit"] < rates["Other"] and waste > 0.2,
                f"Other succeeds {rates['Other'] / max(rates['Revisit'], 1e-9):.1f} times as often as Revisit" if rates["Revisit"] else "no revisit succeeded")
    success = {name: sum(went[name].values()) for name in went}
    study.claim("ddmin and ProbDD have nearly as many successful queries (12,158 and 11,696 on C programs).",
                f"{success['ddmin']:.0f} and {success['ProbDD']:.0f} successful tests.", 0.67 < success["ddmin"] / max(1, success["ProbDD"]) < 1.5,
                f"their ratio is {success['ddmin'] / max(1, success['ProbDD']):.2f}, that of all tests {total / max(1, sum(asked['ProbDD'].values())):.2f}")


def rounds(lab, study, runs):
    """Findings 1 and 2: a query about s elements with the likelihood (1-p)^s tells p."""
    seen = defaultdict(list)
    for run_id in runs[(runs.plan + "/" + runs.algorithm) == PROBDD].id:
        for query, size in events.removed(lab.results.events(run_id)):
            # A list that is shorter than the best size cannot show it.
            if query["stage"].endswith("/probdd") and query["kind"] != "none" and size > 0 and query["elements"] > 0:
                seen[query["round"]].append((1 - query["likelihood"] ** (1 / size), size))
    table, errors, p0 = [], [], 0.1
    for number in sorted(seen):
        ps = [p for p, _ in seen[number]]
        sizes = [size for _, size in seen[number]]
        expected = p0 * FACTOR ** number
        if len(ps) < 20 or expected >= 1:
            continue
        mean = sum(ps) / len(ps)
        best = max(range(1, 60), key=lambda size: size * (1 - expected) ** size)
        errors.append(abs(mean - expected) / expected)
        table.append({"round": number, "queries": len(ps), "p, mean": f"{mean:.3f}", "1.582^r p0": f"{expected:.3f}",
                      "size, largest": max(sizes), "size, median": sorted(sizes)[len(sizes) // 2], "best size for 1.582^r p0": best})
    study.table("Findings 1 and 2: probabilities and sizes by round", pandas.DataFrame(table),
                "From the events: likelihood is (1-p)^s. Short lists cannot show the best size, so that the median is smaller.")
    if table:
        figure, axes = pyplot.subplots()
        axes.plot([row["round"] for row in table], [float(row["p, mean"]) for row in table], marker="o", label="measured")
        axes.plot([row["round"] for row in table], [float(row["1.582^r p0"]) for row in table], linestyle=":", color="grey", label="1.582^r p0")
        axes.set(xlabel="round", ylabel="probability of an element", ylim=(0, 1))
        axes.legend(frameon=False)
        study.figure("Finding 1: the probability of an element by round", figure)
    first = [float(row["p, mean"]) for row in table]
    factors = [b / a for a, b in zip(first, first[1:])]
    mean = geometric_mean(factors) if factors else float("nan")
    study.claim("Finding 1: each round raises the probability by a factor of about 1.582.",
                f"From one round to the next by {', '.join(f'{factor:.2f}' for factor in factors) or '-'}; {mean:.2f} in the mean.",
                abs(mean - FACTOR) < 0.3 if factors else None,
                "lists shorter than the best size are asked about as a whole, and the factor 1/(1-(1-p)^s) is then larger than 1.582; "
                f"measured and predicted probabilities differ by {percent(sum(errors) / max(1, len(errors)))} in the mean")


def randomness(study, rows):
    """Finding 3."""
    parts, significant = [], 0
    for metric in ("tokens", "seconds", "tests"):
        pair = Pair(rows, PLAIN, PROBDD, metric)
        parts.append(f"{metric} {pair.mean:.0f} and {pair.other:.0f} ({p_text(pair.p)})")
        significant += pair.p < 0.05
    study.claim("Finding 3: randomness has no significant impact: 236 and 235 tokens (p = 0.87), 2,069 and 2,189 s (0.15), 1,238 and 1,309 queries (0.10).",
                f"Without and with randomness: {'; '.join(parts)}.", significant == 0 if pair.subjects > 5 else None,
                "no p is below 0.05" if significant == 0 else f"{significant} of three p-values are below 0.05: elements of a program depend on their neighbours and are best removed in order")


def minimality(lab, study, subjects):
    """Finding 5 and section IV-G: each list of ProbDD is followed by a sweep over its single elements."""
    runs = lab.run(subjects, ["hdd"], algorithms(SWEPT), seeds(lab)[:1] if not lab.full else seeds(lab))
    lists = missed = more = 0
    examples = []
    for run_id in runs.id:
        for start, end, asked in events.by_list(lab.results.events(run_id)):
            if end is None or not asked:
                continue
            lists += 1
            later = sum(query["interesting"] for query in asked if query["step"] > 0)
            if later:
                missed += 1
                more += later
                examples.append(f"{run_id}/{start['list']}")
    study.claim("Section IV-G: 76 of 6,871 invocations of ProbDD (1.1 %) do not give a 1-minimal list; 1.49 more elements can go there.",
                f"{missed} of {lists} ({percent(missed / max(1, lists))}); {more / max(1, missed):.2f} more elements.",
                missed / max(1, lists) < 0.05 if lists >= 50 else None,
                f"most lists are short or keep nothing that depends on another element{'; for example lab/lab trace ' + examples[0] if examples else ''}")


def threshold(study, rows):
    pair = Pair(rows, ARTIFACT, PLAIN, "tests")
    size = Pair(rows, ARTIFACT, PLAIN, "tokens")
    study.claim("The published programs keep elements whose probability has reached 0.8 (the listings go on to 1).",
                f"That needs {percent(pair.improvement)} fewer tests and leaves {percent(-size.improvement)} more tokens ({pair.subjects} subjects).",
                None, "the paper prints no figure to compare with; its 1.1 % of lists that are not 1-minimal may contain such elements")


