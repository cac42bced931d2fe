"""CHISEL's ten programs under CHISEL's plan and under ours, beside Table IV of the CDD paper, which ran CHISEL on them."""
import csv
import os

import pandas

from lab import events
from lab.compare import Pair, averaged
from lab.statistics import geometric_mean
from lab.subjects import ROOT

TITLE = "CHISEL's programs: the plans chisel and debloat, with four list algorithms each"
PAPER = "Heo, Lee, Pashakhanloo and Naik, Effective Program Debloating via Reinforcement Learning, 2018"

ALGORITHMS = {"ddmin": "ddmin:restart", "ProbDD": "probdd:random", "CDD": "cdd", "gallop": "gallop"}
PLANS = ["chisel", "debloat"]
METRICS = {"tokens": "tokens left", "tests": "tests", "seconds": "seconds"}


def published():
    """{program: row} of Table IV."""
    with open(os.path.join(ROOT, "lab", "published", "understanding_table_4.csv")) as file:
        return {row["benchmark"]: row for row in csv.DictReader(file)}


def program_of(subject):
    """bzip2-1.0.5 of chisel-bzip2-1.0.5."""
    return subject.partition("-")[2]


def run(lab):
    subjects = [one for one in lab.programs() if one.about.get("debloat")]
    study = lab.study("programs", f"{len(subjects)} programs, {len(lab.seeds)} seeds, a limit of {lab.options.limit} for each run")
    runs = lab.run(subjects, PLANS, list(ALGORITHMS.values()), lab.seeds)
    if runs.empty:
        return study
    columns = {f"{plan}/{algorithm}": f"{plan} {name}" for plan in PLANS for name, algorithm in ALGORITHMS.items()}
    printed = published()
    before = pandas.DataFrame({"tokens before": runs.groupby("subject").tokens_before.first()})
    sizes = before.copy()
    for name in ("ddmin", "ProbDD", "CDD"):
        sizes[f"paper {name}"] = [float(printed.get(program_of(one), {}).get(f"size {name}", "nan")) for one in before.index]
    note = (
        f"The paper's runs had CHISEL's sanitizers and as long as they needed; ours {lab.options.limit} and the oracles that subject.json names. "
        f"{int((runs.ending != 'finished').sum())} of {len(runs)} of our runs ended at the limit."
    )
    rows = averaged(runs)
    for title, left, metric in (("tokens left", sizes, "tokens"), ("tests", before, "tests"), ("seconds", before, "seconds")):
        add_table(study, f"Table IV, debloating: {title}", left, rows[metric].unstack("column").rename(columns=columns), columns, note)
    equal = at_equal_tests(lab, runs)
    note = "After as many tests as the shorter of the two runs had, so that other load of the machine decides nothing."
    study.table("Tokens left after equally many tests", before.join(equal).rename_axis("program"), note)
    for name in ALGORITHMS:
        both = equal.reindex(columns=[f"debloat {name}", f"chisel {name}"]).dropna()
        pair = Pair.of(both.iloc[:, 0].tolist(), both.iloc[:, 1].tolist(), "tokens")
        if name == "ddmin":
            study.claim("ours-debloat", pair.text(), pair.measure("ours-debloat"), pair.why())
        elif pair.subjects:
            study.remark(f"debloat against chisel with {name}: {pair.text()}")
    return study


def add_table(study, title, left, ours, columns, note):
    """The columns on the left, then ours in their order, and the geometric means of the programs that have all of them."""
    frame = left.join(ours[[name for name in columns.values() if name in ours]])
    complete = frame.dropna()
    if not complete.empty:
        frame.loc[f"geometric mean ({len(complete)})"] = complete.apply(geometric_mean)
    study.table(title, frame.rename_axis("program"), note)


def at_equal_tests(lab, runs):
    """For each program and list algorithm: the tests of the shorter of the two plans' runs, and the tokens of both after so many."""
    found = {}
    for subject, here in runs.groupby("subject"):
        row = found.setdefault(subject, {})
        for name, algorithm in ALGORITHMS.items():
            curves = {}
            for one in here[here.algorithm == algorithm].itertuples():
                curves.setdefault(one.plan, []).append(events.curve(lab.results.events(one.id)))
            if set(curves) == set(PLANS):
                tests = min(events.total(one)[0] for each in curves.values() for one in each)
                row[f"tests {name}"] = tests
                for plan in PLANS:
                    row[f"{plan} {name}"] = geometric_mean([events.tokens_at(one, tests=tests) for one in curves[plan]])
    return pandas.DataFrame.from_dict(found, orient="index")
