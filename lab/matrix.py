"""Runs whittle on subjects x plans x algorithms x seeds and keeps what came out.

A column is written as an algorithm and its options, separated by colons: `ddmin:restart`, `probdd:sigma=0.1:random`.
`name=value` and a name alone are parameters of the algorithm or of the plan in whittle, or one of the words below. `random` runs
the algorithm once with each seed. A plan is a plan of whittle, or a unit: lines, tokens, chars, bytes, brackets.
"""
import concurrent.futures
import datetime
import json
import os
import platform
import re
import shutil
import subprocess
import tempfile

from lab import events
from lab.subjects import ROOT, shared

UNITS = ("tokens", "chars", "bytes", "brackets")
WORDS = {
    "restart": "after-success=restart",
    "continue": "after-success=continue",
    "backward": "direction=backward",
    "forward": "direction=forward",
    "subsets-first": "order=subsets-first",
    "complements-first": "order=complements-first",
    "complements-only": "order=complements-only",
}
OF_PLAN = ("rounds", "no-sweep")
OPTIONS = ("width", "without", "policy")


def options_of(plan, algorithm, seed=None):
    """(the options of whittle for a column, how many jobs)."""
    name, *words = algorithm.split(":")
    jobs, options, of_plan, of_algorithm = 1, [], [], []
    for word in words:
        key, _, value = word.partition("=")
        if key == "jobs":
            jobs = int(value)
        elif key in OPTIONS:
            options += [f"--{key}", value]
        elif key == "merge":
            options += ["--parallel", "merge"]
        elif key == "random":
            of_algorithm.append(f"seed={seed}")
        else:
            (of_plan if key in OF_PLAN else of_algorithm).append(WORDS.get(word, word))
    if plan in UNITS:
        options = ["--unit", plan] + options
    else:
        options = ["--plan", with_parameters(plan, of_plan)] + options
    return options + ["--algorithm", with_parameters(name, of_algorithm)], jobs


def with_parameters(name, parameters):
    """As whittle reads them: NAME:KEY=VALUE,..."""
    return f"{name}:{','.join(parameters)}" if parameters else name


def seconds_of(text):
    """ "90", "90s", "5m" or "3h" in seconds."""
    units = {"s": 1, "m": 60, "h": 3600}
    try:
        return float(text[:-1]) * units[text[-1]] if text[-1:] in units else float(text)
    except (ValueError, IndexError):
        raise SystemExit(f"lab: error: '{text}' is not a time; write it as 90s, 5m or 3h") from None


def numbers_of(text):
    """ "1..5" or "1,4,7" as a list."""
    try:
        first, dots, last = text.partition("..")
        return list(range(int(first), int(last) + 1)) if dots else [int(part) for part in text.split(",")]
    except ValueError:
        raise SystemExit(f"lab: error: '{text}' are no numbers; write them as 1..5 or 1,4,7") from None


def machine():
    """What the times depend on."""
    model = platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {platform.system()} {platform.release()}"


def tools():
    """The versions of the programs that the bundled subjects are tested with."""
    found = []
    for name, option in (
        ("gcc", "-dumpfullversion"),
        ("clang", "-dumpversion"),
        ("tcc", "-v"),
        ("jq", "--version"),
        ("xmllint", "--version"),
    ):
        if shutil.which(name):
            said = subprocess.run([name, option], capture_output=True, text=True)
            number = re.search(r"\d[\d.]*", said.stdout + said.stderr)
            found.append(f"{name} {number.group() if number else '?'}")
    return ", ".join(found)


def revision():
    found = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def remember(program, folder, cache, subject):
    """Puts a test in the folder that asks the cache before it runs the subject's own; see remember.cc."""
    verdicts = os.path.join(os.path.abspath(cache), f"{subject.name}-{subject.digest()}")
    os.makedirs(verdicts, exist_ok=True)
    test, asked = os.path.join(folder, "test.sh"), os.path.join(folder, "asked.sh")
    os.rename(test, asked)
    original = subprocess.run(
        [program, "--hash", os.path.join(folder, subject.input)], capture_output=True, text=True, check=True
    ).stdout
    with open(test, "w") as file:
        file.write("\n".join([f"#!{program}", subject.input, verdicts, os.path.join(folder, "times"), asked, original]))
    os.chmod(test, 0o755)


def times_of(folder):
    """(size of the candidate, seconds, whether remembered) of each test that whittle-remember ran, in order."""
    try:
        with open(os.path.join(folder, "times")) as file:
            return [(int(size), int(micros) / 1e6, cached == "1") for size, micros, cached in map(str.split, file)]
    except OSError:
        return []


def run_with_time(command, folder):
    """Runs a program there. Gives how it ended, and its own seconds of processor time, without those of its children."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
        )
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        with open(f"/proc/{process.pid}/stat") as file:  # still there: the process was not reaped yet
            fields = file.read().rpartition(")")[2].split()
        status = process.wait()
        errors.seek(0)
        done = subprocess.CompletedProcess(command, status, "", errors.read().decode(errors="replace"))
    return done, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The first probability by suite, as the CDD paper sets it ("following the settings of ProbDD"): 0.1 for C programs and debloating,
# 0.0025 for XML. Other languages have 0.1, which is whittle's default.
P0 = {"XML": "0.0025"}
WITH_P0 = ("probdd", "cdd", "wprobdd")


def with_p0(algorithm, family):
    """The column with the first probability of the subject's suite, if the column does not choose one."""
    name, *words = algorithm.split(":")
    if name not in WITH_P0 or family not in P0 or any(word.startswith("sigma=") for word in words):
        return algorithm
    return ":".join([name, f"sigma={P0[family]}", *words])


def with_language(runs):
    """Recorded runs with the language of their subjects, by the suffix of the input, under the names of columns without p0 of a suite."""
    suffixes = {".c": "C", ".cc": "C++", ".xml": "XML", ".json": "JSON", ".sql": "SQL", ".rs": "Rust"}
    languages = runs.command.map(lambda command: suffixes.get(os.path.splitext(command.split()[-1])[1], "?"))

    def without_p0(algorithm, family):
        shorter = algorithm.replace(f":sigma={P0.get(family)}", "")
        return shorter if with_p0(shorter, family) == algorithm else algorithm

    return runs.assign(language=languages, algorithm=[without_p0(*one) for one in zip(runs.algorithm, languages)])


class Matrix:
    """Runs columns on subjects; what is known is not run again."""

    def __init__(self, results, whittle, cache=None, jobs=1, limit=60.0, say=print, rememberer=None, tests=None, kept=False):
        self.results, self.whittle, self.cache = results, os.path.abspath(whittle), cache
        self.jobs, self.limit, self.say = jobs, limit, say
        self.facts = {"machine": f"{machine()}; {tools()}", "cores": os.cpu_count(), "revision": revision()}
        self.tests, self.kept = tests, kept  # the most tests of a run; whether only runs that are there are used
        self.disturbed = 0
        self.judge = os.path.join(os.path.dirname(self.whittle), "lab", "whittle-judge")
        self.rememberer = rememberer or os.path.join(os.path.dirname(self.whittle), "lab", "whittle-remember")
        if cache and not os.access(self.rememberer, os.X_OK):
            raise SystemExit(f"lab: error: there is no program {self.rememberer}, which --cache needs\n  try: make dev")
        if not os.access(self.whittle, os.X_OK):
            raise SystemExit(f"lab: error: there is no program {whittle}\n  try: make dev, or name one: --whittle PATH")

    def run(self, subjects, plans, algorithms, repeat=1, seeds=(1,), again=False):
        """Runs what is missing; gives the ids of all runs asked for, in order."""
        wanted = []
        for subject in subjects:
            for plan in plans:
                for algorithm in algorithms:
                    random = "random" in algorithm.split(":")
                    for number in range(1, repeat + 1):
                        for seed in seeds if random and number == 1 else ([None] if not random else []):
                            wanted.append((subject, plan, algorithm, number, seed))
        keys = [self._key(*one) for one in wanted]
        ids = [None if again else self.results.find(key) for key in keys]
        # All subjects with the first seed before the second, so that a matrix that is stopped has as many whole columns as possible.
        todo = sorted(
            (number for number, found in enumerate(ids) if found is None and not self.kept),
            key=lambda number: (wanted[number][4] or 0, wanted[number][1:3]),
        )
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            running = {pool.submit(self._run, wanted[number], keys[number]): number for number in todo}
            for done, future in enumerate(concurrent.futures.as_completed(running), 1):
                number = running[future]
                row, all_events = future.result()
                ids[number] = self.results.add(row, all_events)
                self.disturbed += row["disturbed"]
                self.say(
                    f"[{done}/{len(todo)}] {row['subject']} {row['plan']}/{row['algorithm']}"
                    f"{' seed ' + str(row['seed']) if row['seed'] is not None else ''}: "
                    + (
                        row["error"]
                        or f"{row['tested']} tests, {row['tokens_after']} tokens, {row['seconds']:.1f} s"
                        f"{'' if row['ending'] == 'finished' else ', ' + row['ending']}"
                    )
                )
        return [id_ for id_ in ids if id_ is not None]

    def _key(self, subject, plan, algorithm, number, seed):
        return {
            "subject": subject.name,
            "digest": subject.digest(),
            "plan": plan,
            "algorithm": algorithm,
            "repeat": number,
            "seed": seed,
            "jobs": options_of(plan, algorithm)[1],
            "limit_seconds": self.limit,
            "limit_tests": self.tests,
            "cached": bool(self.cache),
        }

    def _run(self, wanted, key):
        subject, plan, algorithm, _, seed = wanted
        options, jobs = options_of(plan, algorithm, seed)
        row = dict(
            key,
            options=json.dumps(options),
            started=datetime.datetime.now().isoformat(timespec="seconds"),
            load_before=os.getloadavg()[0],
            error=None,
            **self.facts,
        )
        with shared.workspace(subject.folder) as (folder, name):
            command = [
                self.whittle,
                "-q",
                "-j",
                str(jobs),
                *options,
                "--json",
                "events",
                "--json=weights",
                "-o",
                "result",
                "--max-time",
                f"{self.limit:g}s",
                "./test.sh",
                name,
            ]
            judged = "judge" in subject.about and os.access(self.judge, os.X_OK)
            if self.tests:
                command[1:1] = ["--max-tests", str(self.tests)]
            if judged:
                command[0] = self.judge
                command[command.index("./test.sh")] = os.path.join(subject.folder, "subject.json")
            elif self.cache:
                remember(self.rememberer, folder, self.cache, subject)
                command[1:1] = ["--timeout", "60s"]
            row["command"] = " ".join(command)
            done, own = run_with_time(command, folder)
            path = os.path.join(folder, "events")
            all_events = events.read(path) if os.path.exists(path) else []
            times = times_of(folder)
            if judged and done.returncode == 0:
                with open(os.path.join(folder, "own")) as file:
                    own = int(file.read()) / 1e6
        row["load_after"] = os.getloadavg()[0]
        # The load of our own runs is no disturbance.
        row["disturbed"] = int(not judged and max(row["load_before"], row["load_after"]) > self.jobs * jobs + 1)
        end = all_events[-1] if all_events else {}
        if end.get("event") != "end" or done.returncode != 0:
            row.update(error=done.stderr.strip() or f"whittle exited with {done.returncode}")
            return row, all_events
        start = all_events[0]
        if start["event"] != "start":
            row.update(error=f"the {self.limit:g} s of --limit were over before the search began")
            return row, all_events
        saved = sum(seconds for _, seconds, cached in times if cached)
        if (self.cache or judged) and jobs == 1 and not events.put_times(all_events, times):
            row["disturbed"] = 1
        row.update(
            version=start["version"],
            ending=end["ending"],
            tokens_before=start["tokens"],
            tokens_after=end["tokens"],
            bytes_after=end["bytes"],
            asked=end["asked"],
            tested=end["tested"],
            remembered=end["remembered"],
            begun=end["started"],
            seconds=end["seconds"] + saved,
            test_seconds=sum(
                query.get("lab_seconds", query["seconds"])
                for query in events.queries(all_events)
                if events.is_test(query)
            ),
            own_seconds=own,
            list_count=end["lists"],
        )
        return row, all_events


REPLAY = """#!/bin/bash
# Answers as the recorded run was answered, in its order.
cmp -s {name} {folder}/original && exit 0
[ -s {name} ] || exit 1
number=$(<{folder}/number)
answers=$(<{folder}/answers)
[ "$number" -lt ${{#answers}} ] || exit 0  # the result is tested once more at the end
echo $((number + 1)) >{folder}/number
[ "${{answers:number:1}}" = 1 ]
"""


def replay(results, run, subject, whittle, rememberer=None):
    """Runs whittle again with the recorded answers. Gives (queries recorded, queries now, how many agree from the first)."""
    rememberer = rememberer or os.path.join(os.path.dirname(os.path.abspath(whittle)), "lab", "whittle-remember")
    row = results.runs("id = ?", [run]).iloc[0]
    recorded = events.queries(results.events(run))
    with tempfile.TemporaryDirectory(prefix="whittle-lab-") as folder:
        shutil.copy(os.path.join(subject.folder, subject.input), folder)
        shutil.copy(os.path.join(subject.folder, subject.input), os.path.join(folder, "original"))
        with open(os.path.join(folder, "answers"), "w") as file:
            file.write("".join("01"[query["interesting"]] for query in recorded if events.is_test(query)))
        with open(os.path.join(folder, "number"), "w") as file:
            file.write("0\n")
        test = os.path.join(folder, "test.sh")
        with open(test, "w") as file:
            file.write(REPLAY.format(name=subject.input, folder=folder))
        os.chmod(test, 0o755)
        # whittle asks about some candidates twice, to find tests that are not reliable; that takes no further answer.
        remember(rememberer, folder, os.path.join(folder, "verdicts"), subject)
        command = [
            os.path.abspath(whittle),
            "-q",
            "-j1",
            *json.loads(row.options),
            "--json",
            "events",
            "-o",
            "result",
            "./test.sh",
            subject.input,
        ]
        if row.ending != "finished":
            command[1:1] = ["--max-tests", str(row.tested)]
        subprocess.run(command, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL)
        now = events.queries(events.read(os.path.join(folder, "events")))

    def asked(query):
        return query["list"], query["kind"], query["elements"], query["bytes"], query["interesting"], query["candidate"]

    same = 0
    for old, new in zip(recorded, now):
        if asked(old) != asked(new):
            break
        same += 1
    return len(recorded), len(now), same
