"""Tables II, III and Figure 8 of "Avoiding the familiar to speed up test case reduction" (One pass)."""
import itertools
import math
from collections import Counter

import pandas

from lab import events
from lab.compare import Pair, is_disturbed, wide_table
from lab.study import percent, pyplot

TITLE = "one pass: how often revisits succeed, whether removals work together, and what skipping revisits costs"
PAPER = "Gharachorlu and Sumner, Avoiding the Familiar to Speed Up Test Case Reduction, 2018"

FORWARD, BACKWARD = "ddmin:restart:no-sweep", "ddmin:restart:backward:no-sweep"
OPDD_FORWARD, OPDD = "opdd:no-sweep", "opdd:backward:no-sweep"
COMBINE, RACE = "combine:backward:no-sweep", "ddmin:race:backward:no-sweep:jobs=2"


def run(lab):
    subjects = lab.subjects()
    study = lab.study("one-pass", f"{len(subjects)} subjects")
    runs = lab.run(subjects, ["hdd"], [FORWARD, BACKWARD, OPDD_FORWARD, OPDD, COMBINE, RACE])
    table_2(lab, study, runs)
    rows = wide_table(
        study,
        "Table III: tests, seconds and tokens left under HDD",
        runs,
        {f"hdd/{BACKWARD}": "DD", f"hdd/{OPDD}": "OPDD", f"hdd/{COMBINE}": "combine", f"hdd/{RACE}": "race"},
        ("tests", "seconds", "tokens"),
        "All from the end to the front; combine is the paper's parallel subset removal; race is classic DD on two slots.",
    )
    disturbed = is_disturbed(runs)
    for metric, words in (("tests", "between 1 and 41 % fewer tests"), ("seconds", "0 to 74 % less time")):
        pair = Pair(rows, f"hdd/{OPDD}", f"hdd/{BACKWARD}", metric)
        study.claim(
            f"Table III: OPDD against DD: {words}.",
            f"{metric}: {pair.text()}.",
            pair.is_better(disturbed),
            pair.why(disturbed),
        )
    pair = Pair(rows, f"hdd/{OPDD}", f"hdd/{BACKWARD}", "tokens")
    same = sum(a == b for a, b in zip(pair.ours, pair.theirs))
    study.claim(
        "Table III: in 9 of 15 cases the results have the same size, and in 5 the difference is below 0.2 % of the input.",
        f"{same} of {pair.subjects} have the same size; in the mean OPDD's is {percent(-pair.improvement)} larger.",
        pair.p >= 0.05 if pair.subjects > 5 else None,
        pair.why(),
    )
    deferred(lab, study, runs)
    return study


def revisits(all_events):
    """(successful revisits, all revisits) among the tests."""
    asked = [query for query in events.queries(all_events) if query["kind"] == "revisit"]
    return sum(query["interesting"] for query in asked), sum(map(events.is_test, asked))


def table_2(lab, study, runs):
    table, sources, totals, ratios = [], {}, Counter(), []
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
        totals.update(
            {
                "forward": forward,
                "backward": backward,
                "better": backward < forward,
                "worse": backward > forward,
                "tried": tried,
            }
        )
    study.table(
        "Table II: successful revisits, and how often removals work together",
        pandas.DataFrame(table),
        "tried: tests that were revisits; the other columns are the paper's.",
        sources,
    )
    rounds = totals["trivial"] + totals["successful"] + totals["unsuccessful"]
    ratio = (totals["trivial"] + totals["successful"]) / rounds if rounds else math.nan
    lowest = min(ratios, default=math.nan)
    study.claim(
        "Table II: backward has fewer successful revisits in 9 of 15 cases and more in 2.",
        f"Fewer in {totals['better']} of {len(table)}, more in {totals['worse']}; {totals['forward']} forward and {totals['backward']} backward in all.",
        totals["better"] >= totals["worse"] if totals["forward"] + totals["backward"] > 0 else None,
        f"{len(table) - totals['better'] - totals['worse']} have as many in both directions",
    )
    study.claim(
        "Successful revisits are rare among many revisits.",
        f"{totals['backward']} of {totals['tried']} revisits backward succeed "
        f"({percent(totals['backward'] / max(1, totals['tried']))}).",
        totals["backward"] / max(1, totals["tried"]) < 0.1 if totals["tried"] else None,
        f"{totals['tried'] - totals['backward']} parts that were refused before were refused again",
    )
    study.claim(
        "Table II: unambiguity holds in 93.3 to 100 % of the granularities.",
        f"{percent(ratio)} of {rounds} granularities with a success; by subject {percent(lowest)} to {percent(max(ratios, default=math.nan))}.",
        None if rounds < 20 or lowest < 0.933 <= ratio else ratio >= 0.933,
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
    compared = lists = 0
    for (_, here), (arrow, algorithms) in itertools.product(runs.groupby("subject"), DIRECTIONS.items()):
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
            for element, cut in dd.items():
                later[arrow][opdd[element] - cut if element in opdd else "never"] += weights[element]
            last = max(dd_cuts + opdd_cuts, default=0)
            for name, cuts in (("DD", dd_cuts), ("OPDD", opdd_cuts)):
                thirds[f"{name} {arrow}"].update(THIRDS[min(2, 3 * (cut - 1) // last)] for cut in cuts)
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
    study.claim(
        "Figure 8: 92 % of the tokens that DD removes are removed by OPDD at the same granularity, of the others 56 % at the next; 0.01 % stay.",
        f"{percent(total[0] / tokens)} at the same granularity, of the others {percent(total[1] / others) if others else '-'} at the next; "
        f"{percent(total['never'] / tokens)} stay.",
        total[0] / tokens > 0.85 and total["never"] / tokens < 0.01 if others and compared >= 20 else None,
        f"of {tokens:,} tokens in {compared} lists that are the same for both, "
        + "; ".join(
            f"{arrow} {counts[0]:,} go at the same granularity, {sum(counts[step] for step in steps[:-1] if step > 0):,} later, "
            f"{sum(counts[step] for step in steps[:-1] if step < 0):,} earlier and {counts['never']:,} never"
            for arrow, counts in later.items()
        ),
    )


def text_of(step):
    if step == "never":
        return step
    return "at the same" if step == 0 else f"{abs(step)} {'later' if step > 0 else 'earlier'}"
