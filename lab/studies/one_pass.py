"""Tables II, III and Figure 8 of "Avoiding the familiar to speed up test case reduction" (One pass)."""
import itertools
import math
from collections import Counter

import pandas

from lab import events, verdicts
from lab.compare import Pair, claim_pair, wide_table
from lab.study import percent, pyplot

TITLE = "one pass: how often revisits succeed, whether removals work together, and what skipping revisits costs"
PAPER = "Gharachorlu and Sumner, Avoiding the Familiar to Speed Up Test Case Reduction, 2018"

FORWARD, BACKWARD = "ddmin:restart:no-sweep", "ddmin:restart:backward:no-sweep"
OPDD_FORWARD, OPDD = "opdd:no-sweep", "opdd:backward:no-sweep"
COMBINE = "combine:backward:no-sweep"


def run(lab):
    subjects = lab.subjects()
    study = lab.study("one-pass", f"{len(subjects)} subjects")
    runs = lab.run(subjects, ["hdd"], [FORWARD, BACKWARD, OPDD_FORWARD, OPDD, COMBINE])
    table_2(lab, study, runs)
    rows = wide_table(
        study,
        "Table III: tests, seconds and tokens left under HDD",
        runs,
        {f"hdd/{BACKWARD}": "DD", f"hdd/{OPDD}": "OPDD", f"hdd/{COMBINE}": "combine"},
        ("tests", "seconds", "tokens"),
        "All from the end to the front; combine is the paper's parallel subset removal.",
    )
    for id_, metric in (("onepass-tests", "tests"), ("onepass-seconds", "seconds"), ("onepass-size", "tokens")):
        claim_pair(study, id_, Pair(rows, f"hdd/{OPDD}", f"hdd/{BACKWARD}", metric), runs=runs)
    deferred(lab, study, runs)
    return study


def revisits(all_events):
    """(successful revisits, all revisits) among the tests."""
    asked = [query for query in events.queries(all_events) if query["kind"] == "revisit"]
    return sum(query["interesting"] for query in asked), sum(map(events.is_test, asked))


def table_2(lab, study, runs):
    table, sources, totals, ratios, signs = [], {}, Counter(), [], []
    tried_by_subject = []
    wide = runs.pivot(index="subject", columns="algorithm", values="id")
    for subject, ids in wide.iterrows():
        if ids.isna().any():
            continue
        forward, _ = revisits(lab.results.events(int(ids[FORWARD])))
        backward, tried = revisits(lab.results.events(int(ids[BACKWARD])))
        end = lab.results.events(int(ids[COMBINE]))[-1].get("unambiguity", {})
        table.append(
            {
                "subject": subject,
                "revisits →": forward,
                "revisits ←": backward,
                "tried ←": tried,
                "trivial": end.get("trivial", 0),
                "successful": end.get("successful", 0),
                "unsuccessful": end.get("unsuccessful", 0),
                "unambiguity": percent(end.get("ratio", math.nan)),
            }
        )
        for column, algorithm in (("revisits →", FORWARD), ("revisits ←", BACKWARD), ("unambiguity", COMBINE)):
            sources[f"{subject},{column}"] = int(ids[algorithm])
        if "ratio" in end:
            ratios.append(end["ratio"])
        totals.update({key: end.get(key, 0) for key in ("trivial", "successful", "unsuccessful")})
        signs.append(verdicts.sign(forward - backward))
        tried_by_subject.append((backward, tried))
        totals.update({"forward": forward, "backward": backward, "tried": tried})
    study.table(
        "Table II: successful revisits, and how often removals work together",
        pandas.DataFrame(table),
        "tried: tests that were revisits; the other columns are the paper's.",
        sources,
    )
    rounds = totals["trivial"] + totals["successful"] + totals["unsuccessful"]
    ratio = (totals["trivial"] + totals["successful"]) / rounds if rounds else math.nan
    rules = verdicts.rules()
    study.claim(
        "onepass-backward",
        f"Fewer in {signs.count(1)} of {len(table)}, more in {signs.count(-1)}; {totals['forward']} forward and {totals['backward']} backward in all.",
        verdicts.of_signs(rules["onepass-backward"], signs),
        f"{signs.count(0)} have as many in both directions",
    )
    study.claim(
        "onepass-revisits",
        f"{totals['backward']} of {totals['tried']} revisits backward succeed "
        f"({percent(totals['backward'] / max(1, totals['tried']))}).",
        verdicts.of_shares(rules["onepass-revisits"], *zip(*tried_by_subject)) if tried_by_subject else None,
        f"{totals['tried'] - totals['backward']} parts that were refused before were refused again",
    )
    unambiguity = verdicts.of_values(rules["onepass-unambiguity"], ratios)
    study.claim(
        "onepass-unambiguity",
        f"{percent(ratio)} of {rounds} granularities with a success; by subject {percent(min(ratios, default=math.nan))} to "
        f"{percent(max(ratios, default=math.nan))}, {percent(unambiguity.estimate)} in the mean (95 %: {percent(unambiguity.low)} to {percent(unambiguity.high)}).",
        unambiguity,
        f"of {totals['successful'] + totals['unsuccessful']} combinations of several removals {totals['successful']} worked",
    )


def cuts_of_list(algorithm, start, end, asked):
    """({element: after how many cuts it went}, the cuts at which something went); None if the events and the end of the list
    do not fit together."""
    if end is None:
        return None
    gone, cuts = {}, []
    words = algorithm.split(":")
    for cut, elements in events.removals(start, asked, "backward" in words, "restart" in words):
        gone.update(dict.fromkeys(elements, cut))
        cuts.append(cut)
    stayed = [element for element in range(start["elements"]) if element not in gone]
    return (gone, cuts) if stayed == end["stayed"] else None


THIRDS = ("coarse", "finer", "finest")
DIRECTIONS = {"→": (FORWARD, OPDD_FORWARD), "←": (BACKWARD, OPDD)}


def deferred(lab, study, runs):
    """Figure 8: for each token that DD removes, how many cuts later OPDD removes it; and at which granularities removals
    succeed. Of lists that are the same in both runs: from the first list on that differs, there is nothing to compare.
    """
    later = {arrow: Counter() for arrow in DIRECTIONS}
    thirds = {f"{name} {arrow}": Counter() for arrow in DIRECTIONS for name in ("DD", "OPDD")}
    by_subject = {}  # subject: [at the same granularity, never, all]; {name: finest, all}
    finest = {}
    compared = lists = 0
    for (subject, here), (arrow, algorithms) in itertools.product(runs.groupby("subject"), DIRECTIONS.items()):
        ids = [here[here.algorithm == algorithm].id for algorithm in algorithms]
        if not all(map(len, ids)):
            continue
        both = [events.by_list(lab.results.events(int(one.iloc[0]))) for one in ids]
        lists += max(map(len, both))
        for pair in zip(*both):
            weights = pair[0][0]["weights"]
            if weights != pair[1][0]["weights"]:
                break
            found = [cuts_of_list(algorithm, *one) for algorithm, one in zip(algorithms, pair)]
            if None in found:
                continue
            compared += 1
            (dd, dd_cuts), (opdd, opdd_cuts) = found
            mine = by_subject.setdefault(subject, Counter())
            for element, cut in dd.items():
                step = opdd[element] - cut if element in opdd else "never"
                later[arrow][step] += weights[element]
                mine.update({step: weights[element], "all": weights[element]})
            last = max(dd_cuts + opdd_cuts, default=0)
            for name, cuts in (("DD", dd_cuts), ("OPDD", opdd_cuts)):
                third = [THIRDS[min(2, 3 * (cut - 1) // last)] for cut in cuts]
                thirds[f"{name} {arrow}"].update(third)
                finest.setdefault(subject, {}).setdefault(name, []).extend(one == "finest" for one in third)
    total = sum(later.values(), Counter())
    tokens = sum(total.values())
    if not tokens:
        return
    steps = [*sorted(step for step in total if step != "never"), "never"]
    study.table(
        "Figure 8 (a): tokens that DD removes, by how many refinements later OPDD removes them",
        pandas.DataFrame(
            [
                {"OPDD removes them": text_of(step)}
                | {arrow: counts[step] for arrow, counts in later.items()}
                | {
                    f"{arrow}, share": percent(counts[step] / max(1, sum(counts.values())))
                    for arrow, counts in later.items()
                }
                for step in steps
            ]
        ),
        f"Token by token, in {compared} of {lists} lists: those that are the same in both runs. → from the front, ← from the end. Tokens of nodes "
        "that lie inside one another count in each of their lists.",
    )
    study.table(
        "Figure 8 (b): successful removals by granularity",
        pandas.DataFrame(
            [
                {"granularity": third}
                | {name: percent(counts[third] / max(1, sum(counts.values()))) for name, counts in thirds.items()}
                for third in THIRDS
            ]
        ),
        "Thirds of the refinements of each list.",
    )
    figure, axes = pyplot.subplots()
    for shift, (arrow, counts) in enumerate(later.items()):
        places = [place + 0.4 * shift - 0.2 for place in range(len(steps))]
        axes.bar(places, [counts[step] / max(1, sum(counts.values())) for step in steps], width=0.38, label=arrow)
    axes.set_xticks(range(len(steps)), map(text_of, steps))
    axes.set(ylabel="share of the tokens that DD removes", xlabel="OPDD removes them")
    axes.legend(frameon=False)
    study.figure("Figure 8 (a): deferred removal", figure)
    others = tokens - total[0]
    because = f"of {tokens:,} tokens in {compared} lists that are the same for both, " + "; ".join(
        f"{arrow} {counts[0]:,} go at the same granularity, {sum(counts[step] for step in steps[:-1] if step > 0):,} later, "
        f"{sum(counts[step] for step in steps[:-1] if step < 0):,} earlier and {counts['never']:,} never"
        for arrow, counts in later.items()
    )
    wholes = [mine["all"] for mine in by_subject.values()]
    for id_, step, text in (
        ("onepass-figure-8a", 0, f"at the same granularity, of the others {percent(total[1] / others) if others else '-'} at the next (the paper: 56 %)"),
        ("onepass-figure-8a-never", "never", "stay"),
    ):
        measure = verdicts.of_shares(verdicts.rules()[id_], [mine[step] for mine in by_subject.values()], wholes)
        study.claim(
            id_,
            f"{100 * measure.estimate:.2f} % {text} (95 %: {100 * measure.low:.2f} to {100 * measure.high:.2f} %).",
            measure,
            because,
        )
    points = [
        sum(two["OPDD"]) / len(two["OPDD"]) - sum(two["DD"]) / len(two["DD"])
        for two in finest.values()
        if two.get("OPDD") and two.get("DD")
    ]
    measure = verdicts.of_values(verdicts.rules()["onepass-figure-8b"], points)
    share = {
        name: sum(thirds[f"{name} {arrow}"]["finest"] for arrow in DIRECTIONS)
        / max(1, sum(sum(thirds[f"{name} {arrow}"].values()) for arrow in DIRECTIONS))
        for name in ("OPDD", "DD")
    }
    study.claim(
        "onepass-figure-8b",
        f"{percent(share['OPDD'])} of OPDD's successful removals and {percent(share['DD'])} of DD's; by subject {100 * measure.estimate:.1f} points "
        f"(95 %: {100 * measure.low:.1f} to {100 * measure.high:.1f}).",
        measure,
        "both directions together, thirds of the refinements of each list",
    )


def text_of(step):
    if step == "never":
        return step
    return "at the same" if step == 0 else f"{abs(step)} {'later' if step > 0 else 'earlier'}"
