"""Tables 2, 3(a) and 3(b) of "Practical improvements": in which order ddmin asks, and what races do to the counts."""
import pandas

from lab import events, verdicts
from lab.study import percent
from lab.verdicts import Cell

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
    races(lab, study, examples(lab, study))
    on_subjects(lab, study)
    return study


def examples(lab, study):
    tasks = [
        dict(example, name=f"{name} {order}", algorithm="ddmin", order=order)
        for name, example in EXAMPLES.items()
        for order in ORDERS
    ]
    found = [counts(one) for one in lab.lists.run(tasks)]
    rows, sources, cells, sizes = [], {}, [], []
    for number, (name, example) in enumerate(EXAMPLES.items()):
        row = {"test case": name}
        for which, order in enumerate(ORDERS):
            at = 3 * number + which
            row[order] = triple(found[at][:3])
            row[f"{order}, paper"] = triple(TABLE_3A[name][which])
            sources[f"{name},{order}"] = f"orders#{at + 1}"
            bases = found[3 * number][:3], TABLE_3A[name][0]  # the first order is what the others are more or less than
            cells += [Cell(*cell) for cell in zip(found[at], TABLE_3A[name][which], *bases)]
            sizes.append(Cell(found[at][3], TABLE_2[name], example["elements"], example["elements"]))
        row["size"] = found[3 * number][3]
        rows.append(row)
    study.table(
        "Table 3(a): tests (+ cache hits) [iterations], one test at a time", pandas.DataFrame(rows), sources=sources
    )
    study.claim(
        "orders-3a",
        f"{equal(cells)} of {len(cells)} counts in 12 cells are the paper's.",
        verdicts.of_cells(cells),
        "; ".join(
            f"{row['test case']} {order}: {row[order]}, the paper {row[order + ', paper']}"
            for row in rows
            for order in ORDERS
            if row[order] != row[f"{order}, paper"]
        )
        or "all three counts of each cell are equal",
    )
    lab.lists.keep("orders", tasks)
    return sizes


def equal(cells):
    """How many cells are the paper's within their tolerance."""
    return sum(abs(cell.ours - cell.theirs) <= cell.tolerance for cell in cells)


def end_of_range(ours, theirs, alone, margin):
    """A range over the levels from 2 on against the paper's, which includes level 1: one cell for the end of the range that is not the
    sequential count. If the paper's range is that count alone, ours must be too."""
    which = 0 if theirs[1] == alone else 1
    return Cell(ours[which], theirs[which], alone, alone, margin * theirs[which])


def races(lab, study, sizes):
    margin = verdicts.rules()["orders-3b"]["margin"]
    rows, cells, details, most = [], [], [], (0.0, "")
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
                for level in LEVELS[1:]
                for seconds in ([1, 1], [1, 3])
                for seed in (1, 2, 3)
            ]
            ran = lab.lists.run(tasks)
            found = [counts(one) for one in ran]
            alone = TABLE_3A[name][0]  # the paper's sequential run; examples() compares it with ours
            worst = max((one[-1] for one in ran), key=lambda end: end["started"])
            more = worst["started"] / alone[0]
            stopped = worst["started"] - worst["tested"]
            text = f"{name} {word}: {worst['started']} instead of {alone[0]}, of which {stopped} were stopped"
            most = max(most, (more, text))
            ours = [(min(column), max(column)) for column in zip(*found)]
            theirs = TABLE_3B[name][which]
            row[word] = triple([span(*one) for one in ours[:3]])
            row[f"{word}, paper"] = triple([span(*one) for one in theirs])
            here = [end_of_range(*ends, margin) for ends in zip(ours, theirs, alone)]
            if equal(here) < len(here):
                details.append(f"{name} {word}: {row[word]} against {row[word + ', paper']}")
            cells += here
            sizes += [Cell(size, TABLE_2[name], example["elements"], example["elements"]) for size in ours[3]]
            row[f"size, {word}"] = span(*ours[3])
        rows.append(row)
    study.table(
        "Table 3(b): the ranges over levels 2 to 64, subsets first; Table 2: sizes",
        pandas.DataFrame(rows),
        "Simulated time: tests of 1 s and of 1 to 3 s, three seeds. Tests that were started and stopped count as tests. The paper's ranges "
        "include level 1, which is the sequential run; ours do not.",
    )
    study.claim(
        "orders-3b",
        f"The end of the range that is not the sequential count is within {percent(margin)} of the paper's in {equal(cells)} of {len(cells)} ranges.",
        verdicts.of_cells(cells),
        "; ".join([f"the most by {most[1]} ({most[0]:.1f} times as many)", *details]),
    )
    study.claim(
        "orders-2",
        f"{equal(sizes)} of {len(sizes)} sizes are the paper's.",
        verdicts.of_cells(sizes),
        "each order, and the smallest and largest result of each race",
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
    asked = [
        query
        for run_id in wide["id"][columns[0]]
        for query in events.queries(lab.results.events(int(run_id)))
        if query["kind"] == "subset" and events.is_test(query)
    ]
    subsets, succeed = len(asked), sum(query["interesting"] for query in asked)
    for id_, share in (("orders-lines-first", saved[1]), ("orders-lines-only", saved[0])):
        measure = verdicts.of_values(verdicts.rules()[id_], share.tolist())
        study.claim(
            id_,
            f"On {len(table)} subjects by lines: {percent(measure.estimate)} in the mean (95 %: {percent(measure.low)} to {percent(measure.high)}).",
            measure,
            f"the saving is between {percent(share.min())} and {percent(share.max())}; of {subsets} tests of subsets {succeed} were interesting",
        )
    tokens = wide["tokens_after"]
    away = (tokens[columns[0]] - tokens[columns[2]]) / tokens[columns[0]]
    study.claim(
        "orders-lines-size",
        f"{same} of {len(table)} have equal sizes in all orders.",
        verdicts.of_values(verdicts.rules()["orders-lines-size"], away.tolist()),
        f"complements only leaves between {percent(-away.max())} and {percent(-away.min())} more tokens than subsets first",
    )
