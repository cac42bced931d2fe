"""CHISEL's ten programs under CHISEL's plan and under ours, beside Table IV of the CDD paper, which ran CHISEL on them."""
import csv
import os

import pandas

from lab.compare import averaged, claim_rules
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
    rows = averaged(runs)
    printed = published()
    before = runs.groupby("subject").tokens_before.first()
    for metric, title in METRICS.items():
        wide = rows[metric].unstack("column")
        frame = pandas.DataFrame({"tokens before": before})
        if metric == "tokens":
            for name in ("ddmin", "ProbDD", "CDD"):
                frame[f"paper {name}"] = [float(printed.get(program_of(one), {}).get(f"size {name}", "nan")) for one in frame.index]
        for plan in PLANS:
            for name, algorithm in ALGORITHMS.items():
                if f"{plan}/{algorithm}" in wide:
                    frame[f"{plan} {name}"] = wide[f"{plan}/{algorithm}"]
        complete = frame.dropna()
        if not complete.empty:
            frame.loc[f"geometric mean ({len(complete)})"] = complete.apply(geometric_mean)
        stopped = int((runs.ending != "finished").sum())
        study.table(
            f"Table IV, debloating: {title}",
            frame.rename_axis("program"),
            f"The paper's runs had three hours and CHISEL's sanitizers; ours {lab.options.limit} and the oracles that subject.json names. "
            f"{stopped} of {len(runs)} of our runs ended at the limit.",
        )
    claim_rules(study, "ours", runs)
    return study
