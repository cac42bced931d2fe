"""Tables 2, 3(a) and 3(b) of "Practical improvements": in which order ddmin asks, and what races do to the counts."""
import pandas

from lab import events
from lab.study import percent

TITLE = "orders of ddmin: subsets first, complements first, complements only"
PAPER = "Hodován and Kiss, Practical Improvements to the Minimizing Delta Debugging Algorithm, 2016"

ORDERS = ["subsets-first", "complements-first", "complements-only"]
LEVELS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]

# Table 1; elements count from 0 here. Of Example C the whole list is not interesting by its own formula.
EXAMPLES = {
    "Example A": {"elements": 8, "oracle": {"needs": [4, 7], "implies": [[6, 1]]}},
    "Example B": {"elements": 8, "oracle": {"needs": list(range(8))}},
    "Example C": {"elements": 8, "oracle": {"needs": [0, 1, 2, 3, 5, 7], "not_all": [4, 6]}},
    "Example D": {"elements": 100, "oracle": {"needs": list(range(0, 100, 2))}},
}

# Table 3(a): tests, cache hits, iterations; Table 2: size. The cells of Examples A to D.
TABLE_3A = {
    "Example A": [(22, 22, 8), (17, 5, 8), (14, 1, 8)],
    "Example B": [(26, 2, 3), (26, 2, 3), (14, 0, 3)],
    "Example C": [(30, 16, 5), (28, 3, 5), (18, 1, 5)],
    "Example D": [(472, 3237, 57), (422, 16, 57), (276, 0, 57)],
}
TABLE_2 = {"Example A": 2, "Example B": 8, "Example C": 6, "Example D": 50}
# Table 3(b), subsets first, over 12 levels: tests (lowest, highest), cache hits, iterations.
TABLE_3B = {
    "Example A": [((22, 35), (22, 23), (8, 8)), ((22, 53), (5, 22), (8, 8))],
    "Example B": [((26, 26), (2, 2), (3, 3)), ((26, 28), (0, 2), (3, 3))],
    "Example C": [((30, 38), (16, 16), (5, 5)), ((30, 51), (3, 16), (5, 5))],
    "Example D": [((472, 3398), (3237, 3251), (57, 57)), ((472, 3440), (3009, 3249), (57, 57))],
}


def counts(run):
    """(tests, cache hits, iterations, size) of the events of a list. What was started counts as a test: a race stops
    tests whose answers it no longer needs."""
    end = run[-1]
    return end["started"], end["remembered"], 1 + max(query["round"] for query in events.queries(run)), end["tokens"]


def triple(three):
    return "{} (+{}) [{}]".format(*three)


def span(low, high):
    return str(low) if low == high else f"{low}–{high}"


def run(lab):
    study = lab.study("orders", "Examples A to D, and subjects by lines")
    examples(lab, study)
    races(lab, study)
    on_subjects(lab, study)
    return study


def examples(lab, study):
    tasks = [
        dict(example, name=f"{name} {order}", algorithm="ddmin", order=order)
        for name, example in EXAMPLES.items()
        for order in ORDERS
    ]
    found = [counts(one) for one in lab.lists.run(tasks)]
    rows, sources, same, sizes = [], {}, 0, 0
    for number, name in enumerate(EXAMPLES):
        row = {"test case": name}
        for which, order in enumerate(ORDERS):
            at = 3 * number + which
            row[order] = triple(found[at][:3])
            row[f"{order}, paper"] = triple(TABLE_3A[name][which])
            sources[f"{name},{order}"] = f"orders#{at + 1}"
            same += found[at][:3] == TABLE_3A[name][which]
            sizes += found[at][3] == TABLE_2[name]
        row["size"] = found[3 * number][3]
        rows.append(row)
    study.table(
        "Table 3(a): tests (+ cache hits) [iterations], one test at a time", pandas.DataFrame(rows), sources=sources
    )
    study.claim(
        "Table 3(a): the counts of Examples A to D in three orders.",
        f"{same} of 12 cells are the paper's.",
        same == 12,
        "all three counts of each cell are equal"
        if same == 12
        else "; ".join(
            f"{row['test case']} {order}: {row[order]}, the paper {row[order + ', paper']}"
            for row in rows
            for order in ORDERS
            if row[order] != row[f"{order}, paper"]
        ),
    )
    study.claim(
        "Table 2: sizes 2, 8, 6 and 50, whatever the order.",
        f"{sizes} of 12 sizes are the paper's.",
        sizes == 12,
        "; ".join(f"{row['test case']} {row['size']}" for row in rows),
    )
    lab.lists.keep("orders", tasks)


def races(lab, study):
    rows, inside, cells = [], 0, 0
    details, most = [], (0.0, "")
    for name, example in EXAMPLES.items():
        row = {"test case": name}
        for which, (mode, word) in enumerate((("race", "parallel"), ("race-combined", "combined"))):
            tasks = [
                dict(
                    example,
                    algorithm="ddmin",
                    order="subsets-first",
                    parallel=mode,
                    slots=level,
                    seconds=seconds,
                    seed=seed,
                )
                for level in LEVELS
                for seconds in ([1, 1], [1, 3])
                for seed in (1, 2, 3)
            ]
            ran = lab.lists.run(tasks)
            found = [counts(one) for one in ran]
            ends = [one[-1] for one in ran]
            alone = ends[0]["started"]  # the first level is one slot
            worst = max(ends, key=lambda end: end["started"])
            stopped = worst["started"] - worst["tested"]
            most = max(
                most,
                (
                    worst["started"] / alone,
                    f"{name} {word}: {worst['started']} instead of {alone}, of which {stopped} were stopped",
                ),
            )
            ours = [(min(column), max(column)) for column in list(zip(*found))[:3]]
            theirs = TABLE_3B[name][which]
            row[word] = triple([span(*one) for one in ours])
            row[f"{word}, paper"] = triple([span(*one) for one in theirs])
            cells += 1
            # As long as tests overlap, which of several successes ends first is chance: the ranges must meet, not be equal.
            fits = all(low <= high_ and low_ <= high for (low, high), (low_, high_) in zip(ours, theirs))
            inside += fits
            if not fits:
                details.append(f"{name} {word}: {row[word]} against {row[word + ', paper']}")
        rows.append(row)
    study.table(
        "Table 3(b): the ranges over 12 levels, subsets first",
        pandas.DataFrame(rows),
        "Simulated time: tests of 1 s and of 1 to 3 s, three seeds. Tests that were started and stopped count as tests.",
    )
    study.claim(
        "Table 3(b): races start up to seven times as many tests, in the same number of iterations.",
        f"The ranges of tests, cache hits and iterations overlap with the paper's in {inside} of {cells} cells.",
        inside == cells,
        f"the most by {most[1]} ({most[0]:.1f} times as many)" if inside == cells else "; ".join(details),
    )


def on_subjects(lab, study):
    columns = [f"ddmin:{order}" for order in ORDERS]
    # Of XML and JSON hardly a line can be removed alone, and ddmin then asks about each pair of lines.
    programs = [subject for subject in lab.subjects() if subject.family not in ("XML", "JSON")]
    runs = lab.run(programs, ["lines"], columns)
    runs = runs[runs.ending == "finished"]
    wide = runs.pivot(index="subject", columns="algorithm", values=["tested", "tokens_after", "id"]).dropna()
    if wide.empty:
        return
    table = pandas.DataFrame({column.split(":")[1]: wide["tested"][column] for column in columns})
    sources = {
        f"{subject},{column.split(':')[1]}": int(wide["id"][column][subject])
        for subject in wide.index
        for column in columns
    }
    saved = [1 - table[ORDERS[2]] / table[ORDERS[0]], 1 - table[ORDERS[1]] / table[ORDERS[0]]]
    same = (wide["tokens_after"].nunique(axis=1) == 1).sum()
    table["complements only saves"] = saved[0].map(percent)
    study.table("Tests by lines on subjects", table.rename_axis("subject"), sources=sources)
    only, first = saved[0].mean(), saved[1].mean()
    asked = [
        query
        for run_id in wide["id"][columns[0]]
        for query in events.queries(lab.results.events(int(run_id)))
        if query["kind"] == "subset" and events.is_test(query)
    ]
    subsets, succeed = len(asked), sum(query["interesting"] for query in asked)
    study.claim(
        "On six browser tests, complements first saves 12 to 17 % of the tests and complements only 35 to 40 %; sizes are equal.",
        f"On {len(table)} subjects by lines: complements first saves {percent(first)}, complements only {percent(only)} (mean); "
        f"{same} of {len(table)} have equal sizes in all orders.",
        only > first > 0 or (only > 0 and abs(first) < 0.05),
        f"the saving by complements only is between {percent(saved[0].min())} and {percent(saved[0].max())}; of {subsets} tests of subsets {succeed} "
        "were interesting",
    )
