"""The command line of lab/lab."""
import argparse
import glob
import importlib
import json
import os
import shlex
import sys

import pandas
from rich.console import Console

from lab import events, generate, imports, matrix, page, statistics, studies, study, subjects, verdicts
from lab.compare import METRICS, averaged, claim_rules, compare_rows
from lab.results import Results

ROOT = subjects.ROOT


class Lab:
    """What a study works with: the results, the programs, and how much may be done."""

    def __init__(self, options):
        self.options = options
        self.full = getattr(options, "full", False)
        seeds = getattr(options, "seeds", None)
        self.seeds = matrix.numbers_of(seeds) if seeds else range(1, 6) if self.full else range(1, 3)
        self.revisions = set()  # of the runs that the study uses, which may be older than the study
        self.console = Console(stderr=True, highlight=False)
        self.results = Results(options.data)
        self.lists = study.Lists(options.lists, os.path.join(options.data, "lists"))
        self.matrix = matrix.Matrix(
            self.results,
            options.whittle,
            cache_of(options),
            options.jobs,
            matrix.seconds_of(options.limit),
            self.say,
            tests=options.tests,
            kept=getattr(options, "kept", False),
        )

    def say(self, text):
        self.console.print(text, style="dim", markup=False, soft_wrap=True)

    def subjects(self):
        """The subjects asked for; of the bundled ones, in a short version, those with the quickest tests."""
        return [one for one in self._found() if not one.about.get("debloat")]

    def programs(self):
        """Those for the plans chisel and debloat: all C programs, and those that are there only for these plans."""
        return [one for one in self._found() if one.about.get("debloat") or one.family == "C"]

    def _found(self):
        found = chosen(self.options)
        return found if self.full or self.options.subjects else [one for one in found if one.about.get("short")]

    def run(self, subjects_, plans, algorithms, seeds=(1,)):
        """The rows of these runs, under the names of the columns that were asked for: p0 depends on the suite."""
        parts = []
        for family in sorted({subject.family for subject in subjects_}, reverse=True):
            columns = {matrix.with_p0(algorithm, family): algorithm for algorithm in algorithms}
            here = [subject for subject in subjects_ if subject.family == family]
            ids = self.matrix.run(here, plans, list(columns), 1, seeds)
            rows = self.results.runs(f"error is null and id in ({','.join(map(str, ids))})")
            parts.append(rows.assign(algorithm=rows.algorithm.map(columns), language=family))
            self.revisions.update(rows.revision)
        return pandas.concat(parts).sort_index() if parts else self.results.runs("0")

    def study(self, name, what):
        """An empty study, which says how much of what it is made of."""
        module = module_of(name)
        facts = self.matrix.facts
        self.revisions = {facts["revision"]}
        version = f"{'full' if self.full else 'short'} version: {what}; {facts['revision']}, {facts['machine'].partition(';')[0]}"
        return study.Study(
            name, module.TITLE, module.PAPER, version, rules=verdicts.rules_hash()
        )


def module_of(name):
    return importlib.import_module(f"lab.studies.{name.replace('-', '_')}")


def cache_of(options):
    return os.path.join(options.data, "verdicts") if options.cache == "" else options.cache


def chosen(options):
    folders = options.subjects or [subjects.make_bundled(os.path.join(options.data, "subjects"))]
    return subjects.load(folders, options.words)


def command_subjects(options):
    wrong = 0
    rows = []
    for subject in chosen(options):
        row, faults = subjects.check(subject, repeat=options.repeat)
        rows.append(row)
        wrong += bool(faults)
    show(frame_table("", pandas.DataFrame(rows)), "markdown")
    return 1 if wrong else 0


def command_import(options):
    """Makes subjects of a local copy of a published artifact; lab/SUBJECTS.md says how."""
    console = Console(stderr=True, highlight=False)
    rows, unusable = imports.run(
        options.suite, options.artifact, options.out, options.words, options.repeat, lambda text: console.print(text, style="dim"), options.quick
    )
    if rows:
        show(frame_table("", pandas.DataFrame(rows)), "markdown")
    for sentence in unusable:
        print(sentence)
    print(f"{len(rows)} subjects in {options.out}; {len(unusable)} cannot be used")
    return 0 if rows else 1


def command_generate(options):
    """Makes subjects of realistic size from a seed."""
    console = Console(stderr=True, highlight=False)
    rows, missing = generate.run(
        options.count, options.seed, options.out, options.words, lambda text: console.print(text, style="dim")
    )
    if rows:
        show(frame_table("", pandas.DataFrame(rows)), "markdown")
    for sentence in missing:
        print(sentence)
    print(f"{len(rows)} subjects in {options.out}")
    return 0 if len(rows) == options.count else 1


def command_run(options):
    lab = Lab(options)
    seeds = matrix.numbers_of(options.seeds)
    ids = lab.matrix.run(
        chosen(options), options.plans.split(","), options.algorithms.split(","), options.repeat, seeds, options.again
    )
    failed = len(ids) - len(lab.results.runs(f"error is null and id in ({','.join(map(str, ids))})"))
    print(
        f"{len(ids)} runs in {options.data}/results.sqlite; {failed} failed; {lab.matrix.disturbed} disturbed by load. See: lab/lab table"
    )
    return 1 if failed else 0


def frame_table(title, frame):
    one = study.Study("", "", "")
    one.table(title, frame)
    return one.tables[0]


def show(table, form):
    if table.title:
        print(f"\n{table.title}\n")
    print(study.FORMATS[form](table))
    if table.note:
        print(f"\n{table.note}")


def command_table(options):
    runs = Results(options.data).runs()
    if options.plans:
        runs = runs[runs.plan.isin(options.plans.split(","))]
    if options.algorithms:
        runs = runs[runs.algorithm.isin(options.algorithms.split(","))]
    if runs.empty:
        sys.exit("lab: error: there are no such runs; lab/lab list shows what there is")
    rows = averaged(runs)
    for metric in options.metrics.split(","):
        if metric not in METRICS:
            sys.exit(f"lab: error: unknown metric '{metric}'; there are {', '.join(METRICS)}")
        wide = rows[metric].unstack("column")
        complete = wide.dropna()
        if not complete.empty:
            wide.loc[f"geometric mean ({len(complete)})"] = complete.apply(statistics.geometric_mean)
        table = frame_table(metric, wide)
        table.note = "The mean is over subjects that every column has." if len(complete) < len(wide) - 1 else ""
        show(table, options.format)
    if options.runs:
        show(frame_table("runs, for lab/lab trace", rows["runs"].unstack("column").fillna("-")), options.format)
    return 0


def command_compare(options):
    runs = Results(options.data).runs()
    known = sorted(set(runs.plan + "/" + runs.algorithm))
    for column in (options.a, options.b):
        if column not in known:
            sys.exit(f"lab: error: there are no runs of {column}\n  there are: {' '.join(known)}")
    table = frame_table(f"{options.a} against {options.b}", compare_rows(runs, options.a, options.b))
    table.note = (
        "improvement is (b - a) / b of the geometric means; p is Wilcoxon's signed-rank test over subjects; "
        "seconds only of subjects that both finished."
    )
    show(table, options.format)
    return 0


def command_claims(options):
    """Decides the rules that two columns of recorded runs decide, as those of lab/lab open."""
    runs = matrix.with_language(Results(options.data).runs())
    found = study.Study("claims", "", "")
    for paper in page.PAPERS:
        claim_rules(found, paper, runs)
    study.give_verdicts([found])
    rows = [dict(zip(("claim", "paper", "ours (95 %; subjects)", "verdict"), page.row_of(one.id, one))) for one in found.claims]
    show(frame_table("", pandas.DataFrame(rows).set_index("claim")), options.format)
    print(f"\nrules: SHA-256 {verdicts.rules_hash()}; runs of {', '.join(sorted(set(runs.revision)))}")
    return 0


def command_list(options):
    runs = Results(options.data).runs("1")
    if runs.empty:
        print("no runs yet")
        return 0
    runs = runs.assign(error=runs.error.fillna(""))
    columns = [
        "id",
        "subject",
        "plan",
        "algorithm",
        "seed",
        "ending",
        "tokens_after",
        "tested",
        "seconds",
        "disturbed",
        "revision",
        "error",
    ]
    show(frame_table("", runs[columns].reset_index(drop=True)), options.format)
    print(
        "\nstudies:",
        " ".join(
            os.path.basename(path)[:-5] for path in sorted(glob.glob(os.path.join(options.data, "studies", "*.json")))
        )
        or "none",
    )
    return 0


def command_trace(options):
    """The queries behind a cell: of a run, of one list of it (RUN/LIST), or of a list of a study (STUDY#NUMBER)."""
    for source in options.source:
        if "#" in source:
            lists = study.Lists(options.lists, os.path.join(options.data, "lists"))
            task = dict(lists.kept(source), events="all")
            print(f"# {source}: whittle-lists <<<'{json.dumps(task)}'")
            found = lists.run([task])[0]
        else:
            run, _, number = source.partition("/")
            results = Results(options.data)
            row = results.runs("id = ?", [run])
            if row.empty:
                sys.exit(f"lab: error: there is no run {run}; lab/lab list shows what there is")
            print(f"# run {run}: {row.iloc[0].subject}: {row.iloc[0].command}")
            found = results.events(run)
            if number:
                found = [event for event in found if event.get("list") == int(number)]
        print("at\tlist\tkind\tround\tparts\telements\ttokens\tinteresting\tremembered")
        for query in events.queries(found):
            print(
                f"{query['at']:.3f}\t{query['list']}\t{query['kind']}\t{query['round']}\t{query['parts']}\t{query['elements']}\t"
                f"{query['tokens']}\t{'yes' if query['interesting'] else 'no'}\t{'yes' if query['remembered'] else ''}"
            )
    return 0


def command_replay(options):
    results = Results(options.data)
    bad = 0
    for run in options.run:
        rows = results.runs("id = ?", [run])
        if rows.empty:
            sys.exit(f"lab: error: there is no run {run}")
        options.words = []
        subject = next(
            (
                one
                for one in chosen(options)
                if one.name == rows.iloc[0].subject and one.digest() == rows.iloc[0].digest
            ),
            None,
        )
        if subject is None:
            sys.exit(
                f"lab: error: the subject {rows.iloc[0].subject} is not there as it was; name its folder: --subjects DIR"
            )
        recorded, now, same = matrix.replay(results, int(run), subject, options.whittle)
        good = recorded == now == same
        bad += not good
        print(
            f"run {run}: {recorded} queries recorded, {now} now, {'all the same' if good else f'the same up to query {same}'}"
        )
    return 1 if bad else 0


def without_places(words):
    """The arguments without those that say where this machine has its programs and results."""
    places = ("--data", "--whittle", "--lists")
    return [word for before, word in zip(["", *words], words) if word not in places and before not in places]


def command_study(options):
    lab = Lab(options)
    for name in studies.NAMES if options.study == "all" else [options.study]:
        lab.say(f"== {name}")
        result = module_of(name).run(lab)
        result.commits = sorted(lab.revisions)
        result.commands = [f"lab/lab {shlex.join([name, *without_places(sys.argv[2:])])}"]
        result.save(os.path.join(options.data, "studies"))
        result = study.load_all(options.data)[name]  # with verdicts, which need all studies of the paper
        print(f"\n# {name}: {result.title}\n{result.version}")
        for table in result.tables:
            show(table, options.format)
        for claim in result.claims:
            print(
                f"\n[{claim.word}] the paper says: {claim.paper}\n  we measured: {claim.measured}\n  because: {claim.because}"
            )
        for remark in result.remarks:
            print(f"\n[remark] {remark}")
        print(f"\nrules: SHA-256 {result.rules}")
    if options.study == "all":
        print(f"\n{page.write(options.data)}")
    return 0


def command_page(options):
    print(page.write(options.data))
    if options.findings:
        print(page.findings(options.data, options.findings))
    return 0


def command_open(options):
    """Unpacks the results that are stored with the findings, so that lab/lab table, compare and list can be used on them."""
    print(page.open_results(options.packed, options.data))
    revisions = sorted(set(Results(options.data).runs("1").revision))
    print(f"commits: {', '.join(revisions)}")
    for sentence in page.changes_since(revisions):
        print(f"warning: {sentence}")
    return 0


def main():
    parser = argparse.ArgumentParser(
        prog="lab/lab", description="The evaluations of the five papers; see lab/README.md."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    built = "build/release/whittle"

    def command(name, function, help_, runs=False, tables=False):
        one = commands.add_parser(name, help=help_, description=function.__doc__ or help_)
        one.set_defaults(function=function, words=[], subjects=[])
        one.add_argument(
            "--data",
            default=os.path.join(ROOT, "build", "lab"),
            metavar="DIR",
            help="results, events, subjects (build/lab)",
        )
        one.add_argument("--whittle", default=os.path.join(ROOT, built), metavar="PATH")
        one.add_argument(
            "--lists",
            default=os.path.join(ROOT, os.path.dirname(built), "lab", "whittle-lists"),
            metavar="PATH",
            help="the program whittle-lists",
        )
        if runs:
            one.add_argument(
                "--subjects",
                action="append",
                default=[],
                metavar="DIR",
                help="folder of subjects; may be repeated (the bundled ones)",
            )
            one.add_argument(
                "--only",
                dest="words",
                action="append",
                default=[],
                metavar="WORD",
                help="subjects with this in their name; may be repeated",
            )
            one.add_argument("--limit", default="60s", metavar="TIME", help="of one run (60s)")
            one.add_argument("--tests", type=int, metavar="N", help="limit of one run (no limit)")
            one.add_argument("--jobs", type=int, default=1, metavar="N", help="runs at one time (1)")
            one.add_argument(
                "--cache",
                metavar="DIR",
                nargs="?",
                const="",
                help="remember verdicts here (DATA/verdicts): no candidate is tested "
                "twice in any run; a remembered test counts with the time that it took",
            )
        if tables:
            one.add_argument("--format", choices=study.FORMATS, default="markdown")
        return one

    one = command("subjects", command_subjects, "list and check subjects", runs=True)
    one.add_argument("folder", nargs="?")
    one.add_argument("--repeat", type=int, default=5, metavar="N", help="how often the input is tested (5)")
    one = command("import", command_import, "make subjects of a local copy of a published artifact")
    one.add_argument("suite", choices=sorted(imports.REPOSITORIES))
    one.add_argument("artifact", metavar="FOLDER", help="a work tree, or a git directory without one; for files any folder")
    one.add_argument("--only", dest="words", action="append", default=[], metavar="WORD", help="subjects with this in their name")
    one.add_argument("--out", default=os.path.join(ROOT, "build", "lab", "imported"), metavar="DIR", help="(build/lab/imported)")
    one.add_argument("--repeat", type=int, default=5, metavar="N", help="how often the input is tested (5)")
    one.add_argument("--quick", action="store_true", help="CHISEL's programs: one compilation, without sanitizers and environments")
    one = command("generate", command_generate, "make subjects of 10,000 to 100,000 tokens from a seed")
    one.add_argument("--count", type=int, default=60, metavar="N", help="how many (60)")
    one.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed (1)")
    one.add_argument("--only", dest="words", action="append", default=[], metavar="WORD", help="kinds with this in their name")
    one.add_argument("--out", default=os.path.join(ROOT, "build", "lab", "generated"), metavar="DIR", help="(build/lab/generated)")
    one = command(
        "run", command_run, "run a matrix of subjects, plans and algorithms; what is there is not run again", runs=True
    )
    one.add_argument("--plans", default="hdd,perses,coarse", metavar="PLAN,...")
    one.add_argument(
        "--algorithms",
        default="ddmin,ddmin:restart,probdd:sigma=0.1,cdd,wddmin,wprobdd,opdd,gallop",
        metavar="NAME,...",
    )
    one.add_argument("--repeat", type=int, default=1, metavar="N")
    one.add_argument("--seeds", default="1..5", metavar="FROM..TO", help="for columns with :random (1..5)")
    one.add_argument("--again", action="store_true", help="run also what is there")
    one = command("table", command_table, "a table of what was run", tables=True)
    one.add_argument("--plans", metavar="PLAN,...")
    one.add_argument("--algorithms", metavar="NAME,...")
    one.add_argument(
        "--metrics", default="tokens,tests,seconds,speed", metavar="NAME,...", help=f"of {', '.join(METRICS)}"
    )
    one.add_argument("--runs", action="store_true", help="also the numbers of the runs behind each cell")
    one = command(
        "compare", command_compare, "two columns, as PLAN/ALGORITHM: means, improvement and p-values", tables=True
    )
    one.add_argument("a")
    one.add_argument("b")
    command("claims", command_claims, "decide the claims that recorded runs decide", tables=True)
    command("list", command_list, "the runs and studies that there are", tables=True)
    one = command("trace", command_trace, "the queries behind a cell: RUN, RUN/LIST or STUDY#NUMBER")
    one.add_argument("source", nargs="+")
    one = command("replay", command_replay, "run again with the recorded answers and compare the questions", runs=True)
    one.add_argument("run", nargs="+")
    one = command("open", command_open, "unpack the results that are stored with the findings")
    one.add_argument("packed", nargs="?", default=os.path.join(ROOT, "docs", "findings", page.PACKED), metavar="FILE")
    one = command("page", command_page, "one HTML page of all studies that were run")
    one.add_argument(
        "--findings", metavar="FILE", help="also write the claims into this Markdown file, between its marks"
    )
    for name in [*studies.NAMES, "all"]:
        one = command(
            name,
            command_study,
            "all studies, then the page" if name == "all" else module_of(name).TITLE,
            runs=True,
            tables=True,
        )
        one.set_defaults(study=name)
        one.add_argument("--full", action="store_true", help="all subjects, all seeds; takes hours")
        one.add_argument("--seeds", metavar="FROM..TO", help="for columns with :random (1..2; 1..5 with --full)")
        one.add_argument("--kept", action="store_true", help="with the runs that are there, and no new ones")
        one.add_argument(
            "--amount",
            type=int,
            metavar="N",
            help="how many lists synthetic draws (30; 120 with --full; 5,000 in the paper)",
        )
    options = parser.parse_args()
    if getattr(options, "folder", None):
        options.subjects = [*options.subjects, options.folder]
    return options.function(options)
