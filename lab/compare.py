"""Columns of runs beside one another, as the papers compare them."""
import math

import pandas

from lab import statistics, verdicts
from lab.study import p_text, percent

METRICS = {"tokens": "tokens_after", "tests": "tested", "queries": "asked", "seconds": "work_seconds", "speed": "speed"}
HIGHER_IS_BETTER = {"speed"}


def averaged(runs):
    """One row for each subject and column: the geometric mean over seeds and repeats, as in the papers."""
    runs = runs.assign(column=runs.plan + "/" + runs.algorithm)
    return runs.groupby(["subject", "column"]).agg(
        **{name: (source, statistics.geometric_mean) for name, source in METRICS.items()},
        runs=("id", lambda ids: " ".join(map(str, ids))),
        finished=("ending", lambda all_: (all_ == "finished").all()),
    )


class Pair:
    """One metric of two columns over the subjects that have both."""

    def __init__(self, rows, a, b, metric):
        wide = rows[metric].unstack("column")
        pair = wide.reindex(columns=[a, b]).dropna()
        if metric in ("seconds", "tests", "queries"):  # as in the ProbDD paper: only of subjects that both finished
            finished = rows["finished"].unstack("column").reindex(columns=[a, b]).fillna(False).all(axis=1)
            pair = pair[finished.reindex(pair.index)]
        self._fill(pair[a].tolist(), pair[b].tolist(), metric)
        self.names = pair.index.tolist()

    @classmethod
    def of(cls, ours, theirs, metric):
        """Of two lists, a value for each subject."""
        pair = cls.__new__(cls)
        pair._fill(ours, theirs, metric)
        return pair

    def _fill(self, ours, theirs, metric):
        self.metric, self.subjects, self.ours, self.theirs = metric, len(ours), ours, theirs
        self.names = list(range(len(ours)))
        self.mean, self.other = statistics.geometric_mean(self.ours), statistics.geometric_mean(self.theirs)
        gain = statistics.improvement(self.mean, self.other)
        self.improvement = -gain if metric in HIGHER_IS_BETTER else gain
        self.p = statistics.wilcoxon(self.ours, self.theirs) if self.subjects else 1.0

    def logs(self):
        """The logarithm of ours divided by theirs, for each subject."""
        return [math.log((a or 1) / (b or 1)) for a, b in zip(self.ours, self.theirs)]

    def interval(self):
        """Of the improvement: 95 %, by bootstrap over subjects."""
        ends = [math.expm1(end) for end in statistics.interval(self.logs())]
        return ends if self.metric in HIGHER_IS_BETTER else [-end for end in reversed(ends)]

    def text(self):
        low, high = map(percent, self.interval())
        return f"{self.metric}: {percent(self.improvement)} (95 %: {low} to {high}; {p_text(self.p)}, {self.subjects} subjects)."

    def measure(self, id_):
        """For a claim with this rule."""
        return verdicts.of_pair(verdicts.rules()[id_], self)

    def why(self):
        better = sum(a > b if self.metric in HIGHER_IS_BETTER else a < b for a, b in zip(self.ours, self.theirs))
        worse = sum(a < b if self.metric in HIGHER_IS_BETTER else a > b for a, b in zip(self.ours, self.theirs))
        text = f"{self.metric}: better on {better}, worse on {worse} and equal on {self.subjects - better - worse} of {self.subjects} subjects"
        if statistics.least_p(self.subjects) > 0.05:
            text += f"; {self.subjects} subjects cannot give a p below {statistics.least_p(self.subjects):.2g}"
        return text


def claim_pair(study, id_, pair, more="", runs=None):
    """Adds the claim that a pair of columns decides. Seconds of runs that were disturbed and not remembered decide nothing."""
    unclear = runs is not None and pair.metric in ("seconds", "speed") and is_disturbed(runs)
    text = "; other load disturbed most runs, and their tests were not remembered, so that the seconds do not count"
    study.claim(id_, pair.text(), None if unclear else pair.measure(id_), pair.why() + (text if unclear else "") + more)


def claim_rules(study, paper, runs):
    """Adds the claims of a paper whose rules name two columns that are among these runs."""
    columns = set(runs.plan + "/" + runs.algorithm)
    for rule in verdicts.rules().values():
        if rule["paper"] != paper or not {rule.get("ours"), rule.get("theirs")} <= columns:
            continue
        here = runs[runs.language == rule["language"]] if "language" in rule else runs
        here = here[(here.plan + "/" + here.algorithm).isin([rule["ours"], rule["theirs"]])]
        if not here.empty:
            claim_pair(study, rule["id"], Pair(averaged(here), rule["ours"], rule["theirs"], rule["metric"]), runs=here)


def compare_rows(runs, a, b):
    """One row for each metric."""
    rows = averaged(runs)
    out = []
    for metric in METRICS:
        pair = Pair(rows, a, b, metric)
        out.append(
            {
                "metric": metric,
                "subjects": pair.subjects,
                a: pair.mean,
                b: pair.other,
                "improvement": percent(pair.improvement),
                "a/b": f"{pair.mean / pair.other:.2f}" if pair.other else "-",
                "p": f"{pair.p:.2g}" if pair.subjects else "-",
            }
        )
    return pandas.DataFrame(out)


def wide_table(study, title, runs, columns, metrics=("tokens", "tests", "seconds"), note=""):
    """Adds a table with one row for each subject and the geometric means below. `columns` gives "plan/algorithm" a short name."""
    rows = averaged(runs)
    table, sources = {}, {}
    for metric in metrics:
        wide = rows[metric].unstack("column")
        for column, short in columns.items():
            if column in wide:
                table[f"{metric} {short}"] = wide[column]
                for subject, ids in rows["runs"].unstack("column")[column].dropna().items():
                    sources[f"{subject},{metric} {short}"] = ids
    frame = pandas.DataFrame(table)
    complete = frame.dropna()
    if not complete.empty:
        frame.loc[f"geometric mean ({len(complete)})"] = complete.apply(statistics.geometric_mean)
    unfinished = runs[runs.ending != "finished"]
    note += f" {int(runs.disturbed.sum())} of {len(runs)} runs were disturbed by other load; {len(unfinished)} ended at their limit."
    study.table(title, frame.rename_axis("subject"), note.strip(), sources)
    by_language(study, title, frame, runs)
    return rows


def by_language(study, title, frame, runs):
    """The same table with one row for each language, as the papers print theirs: geometric means over subjects that every column has."""
    languages = runs.drop_duplicates("subject").set_index("subject").language if "language" in runs else pandas.Series(dtype=str)
    if languages.nunique() < 2:
        return
    complete = frame.reindex(languages.index).dropna().groupby(languages)
    table = complete.agg(statistics.geometric_mean)
    table.insert(0, "subjects", complete.size())
    study.table(f"{title}, by language", table.rename_axis("language"))


def is_disturbed(runs):
    """Whether the seconds say little. The seconds of remembered tests are the same for all algorithms, whatever the load is."""
    return ((runs.disturbed > 0) & (runs.cached == 0)).mean() > 0.3
