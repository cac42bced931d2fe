"""What every study shares: where its data comes from, and what it says.

A study is a module in `studies/` with `TITLE`, `PAPER` and `run(lab) -> Study`. It asks `lab` for runs on subjects or on
lists, reads their events and fills a `Study` with tables, figures, claims and remarks. A claim is a rule of rules.toml with its
measurement; `verdicts.py` gives the verdict, once all studies of a paper are known. A remark says something that no paper claims.
"""
import glob
import html
import io
import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass, field

import matplotlib
import pandas

from lab import verdicts

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

pyplot.rcParams.update(
    {
        "figure.figsize": (7.2, 3.4),
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "svg.hashsalt": "whittle",
        "svg.fonttype": "none",
        "figure.constrained_layout.use": True,
    }
)


@dataclass
class Table:
    title: str
    columns: list
    rows: list
    note: str = ""
    #: For a cell "row,column", the runs or lists behind it, as `lab/lab trace` takes them.
    sources: dict = field(default_factory=dict)


@dataclass
class Claim:
    id: str  # of a rule
    measured: str
    because: str
    measure: dict | None = None
    word: str = ""  # the verdict, from `give_verdicts`
    p: float | None = None  # after Holm's correction

    @property
    def paper(self):
        return verdicts.rules()[self.id]["says"]


@dataclass
class Study:
    """What `lab.study` makes and a study fills."""

    name: str
    title: str
    paper: str
    version: str = ""  # "short" or "full", and on how much
    commands: list = field(default_factory=list)
    tables: list = field(default_factory=list)
    figures: list = field(default_factory=list)  # (title, svg)
    claims: list = field(default_factory=list)
    remarks: list = field(default_factory=list)
    rules: str = ""  # the hash of rules.toml at the time of the run
    commits: list = field(default_factory=list)  # of the work tree when the study and the runs that it uses were made

    def table(self, title, frame, note="", sources=None):
        """Adds a data frame as a table; its index is the first column."""
        frame = frame.reset_index() if frame.index.name or not isinstance(frame.index, pandas.RangeIndex) else frame
        rows = [[cell_text(value) for value in row] for row in frame.itertuples(index=False)]
        self.tables.append(Table(title, [str(column) for column in frame.columns], rows, note, sources or {}))

    def figure(self, title, figure):
        """Adds a matplotlib figure and closes it."""
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        pyplot.close(figure)
        svg = text.getvalue()
        self.figures.append((title, svg[svg.index("<svg") :]))

    def claim(self, id_, measured, measure, because):
        """Adds the measurement of a rule; `measure` is a `verdicts.Measure`, or None if the data cannot decide it."""
        verdicts.rules()[id_]  # a claim without a rule is a mistake
        self.claims.append(Claim(id_, measured, because, measure and measure.dictionary()))

    def remark(self, text):
        """Adds a sentence that is no claim of the paper, so that it has no verdict."""
        self.remarks.append(text)

    def save(self, folder):
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{self.name}.json"), "w") as file:
            json.dump(asdict(self), file, indent=1)

    @staticmethod
    def load(path):
        with open(path) as file:
            data = json.load(file)
        data["tables"] = [Table(**table) for table in data["tables"]]
        data["claims"] = [Claim(**claim) for claim in data["claims"]]
        return Study(**data)


def give_verdicts(studies):
    """Sets the verdicts of all claims of these studies. Holm's correction needs all studies of a paper."""
    claims = [claim for study in studies for claim in study.claims]
    measures = {claim.id: verdicts.Measure(**claim.measure) if claim.measure else None for claim in claims}
    found = verdicts.judge_all(measures)
    for claim in claims:
        claim.word, claim.p = found[claim.id]


def load_all(data):
    """{name: study} of all studies that were run, with their verdicts."""
    paths = glob.glob(os.path.join(data, "studies", "*.json"))
    found = {}
    for path in paths:
        try:
            found[os.path.basename(path)[:-5]] = Study.load(path)
        except TypeError:
            print(f"lab: {path} is from another version of lab/ and is left out; run its study again", file=sys.stderr)
    give_verdicts(found.values())
    return found


def cell_text(value):
    """A value as tables show it: whole numbers with commas, others with three digits."""
    if value is None or (isinstance(value, float) and value != value):
        return "-"
    if isinstance(value, str):
        return value
    if float(value) == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def algorithms(*columns):
    """ "ddmin" of the column "hdd/ddmin"."""
    return [column.partition("/")[2] for column in columns]


def percent(share):
    return "-" if share != share else f"{round(100 * share, 1) + 0.0:.1f} %"


def p_text(p):
    return f"p = {p:.2g}"


# --- Formats of tables --------------------------------------------------------------------------------------------------


def markdown(table):
    lines = ["| " + " | ".join(table.columns) + " |", "| --- |" + " --: |" * (len(table.columns) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in table.rows])


def csv(table):
    frame = pandas.DataFrame(table.rows, columns=table.columns)
    return frame.to_csv(index=False).rstrip("\n")


def latex(table):
    def escape(text):
        for sign in "&%_#":
            text = text.replace(sign, "\\" + sign)
        return text

    body = [" & ".join(map(escape, row)) + r" \\" for row in [table.columns, *table.rows]]
    return "\n".join(
        [
            r"\begin{tabular}{l" + "r" * (len(table.columns) - 1) + "}",
            r"\hline",
            body[0],
            r"\hline",
            *body[1:],
            r"\hline",
            r"\end{tabular}",
        ]
    )


def html_table(table):
    head = "".join(f"<th>{html.escape(column)}</th>" for column in table.columns)
    body = []
    for row in table.rows:
        cells = []
        for column, text in zip(table.columns, row):
            source = table.sources.get(f"{row[0]},{column}")
            hint = f' title="lab/lab trace {html.escape(str(source))}"' if source else ""
            cells.append(f"<td{hint}>{html.escape(text)}</td>")
        body.append("<tr>" + "".join(cells) + "</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


FORMATS = {"markdown": markdown, "csv": csv, "latex": latex}


# --- Lists --------------------------------------------------------------------------------------------------------------


class Lists:
    """Runs whittle-lists and gives the events of each reduction. What it ran is kept, so that it can be traced."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        if not os.access(program, os.X_OK):
            raise SystemExit(f"lab: error: there is no program {program}\n  try: make dev, or name one: --lists PATH")
        os.makedirs(folder, exist_ok=True)

    def run(self, tasks):
        """For each task (a dictionary, as lists.cc says) its events."""
        text = "\n".join(map(json.dumps, tasks)) + "\n"
        done = subprocess.run([self.program], input=text, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"lab: error: {done.stderr.strip()}")
        runs, events = [], []
        for line in done.stdout.splitlines():
            events.append(json.loads(line))
            if events[-1]["event"] == "end":
                runs.append(events)
                events = []
        return runs

    def keep(self, study, tasks):
        """Stores the tasks of a study under names that `lab/lab trace` knows: STUDY#NUMBER, from 1."""
        with open(os.path.join(self.folder, f"{study}.jsonl"), "w") as file:
            for task in tasks:
                file.write(json.dumps(task) + "\n")

    def kept(self, source):
        """The task of a name that `keep` gave."""
        study, _, number = source.partition("#")
        try:
            with open(os.path.join(self.folder, f"{study}.jsonl")) as file:
                return json.loads(file.readlines()[int(number) - 1])
        except (OSError, ValueError, IndexError):
            raise SystemExit(f"lab: error: no list is called {source}; run lab/lab {study} first") from None
