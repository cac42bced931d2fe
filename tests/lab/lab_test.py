#!/usr/bin/python3
"""Tests of lab/: its statistics against published values, its reading of events, and runs from end to end.

Needs WHITTLE and WHITTLE_LISTS, which ctest sets, and the packages of `scripts/setup`.
"""
import csv
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[0] = str(ROOT)
sys.dont_write_bytecode = True

import pandas  # noqa: E402
from scipy import stats  # noqa: E402

from lab import compare, events, generate, imports, matrix, page, statistics, study, subjects, verdicts  # noqa: E402
from lab.results import Results  # noqa: E402
from lab.studies import one_pass, orders, synthetic, weights  # noqa: E402

WHITTLE = os.environ.get("WHITTLE", str(ROOT / "build/release/whittle"))
LISTS = os.environ.get("WHITTLE_LISTS", str(ROOT / "build/release/lab/whittle-lists"))


def published(name):
    with open(ROOT / "lab" / "published" / name) as file:
        return list(csv.DictReader(file))


class StatisticsAgreeWithWhatIsPublished(unittest.TestCase):
    def test_wilcoxon_on_darwins_maize(self):
        # Differences in height of 15 pairs of plants; the signed-rank test gives T = 24 and p = 0.041.
        differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
        self.assertAlmostEqual(statistics.wilcoxon(differences, [0] * 15), 0.0413, places=4)

    def test_pairs_without_a_difference_are_left_out(self):
        self.assertEqual(statistics.wilcoxon([1, 2, 3], [1, 2, 3]), 1.0)

    def test_the_mean_of_equal_numbers_is_that_number(self):
        for value in range(1, 500):
            self.assertEqual(statistics.geometric_mean([value] * 5), value)

    def test_spearman_on_intelligence_and_television(self):
        # The textbook example with rho = -29/165.
        intelligence = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
        hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
        self.assertAlmostEqual(statistics.spearman(intelligence, hours), -29 / 165, places=6)
        self.assertIsNone(statistics.spearman([1, 1, 1], [1, 2, 3]))

    def test_the_means_of_table_4_of_the_cdd_paper_are_those_it_prints(self):
        rows = published("understanding_table_4.csv")
        means = [65151, 15080, 15152, 15235, 43827, 28505, 21782, 72140, 11803]
        columns = [column for column in rows[0] if column != "benchmark"]
        self.assertEqual([round(statistics.geometric_mean([int(row[column]) for row in rows])) for column in columns], means)

    def test_the_means_of_table_5_of_the_cdd_paper_are_those_it_prints(self):
        rows = published("understanding_table_5.csv")
        printed = {
            "original": 20190,
            "size ddmin": 56,
            "size ProbDD": 56,
            "size CDD": 58,
            "seconds ddmin": 972,
            "seconds ProbDD": 819,
            "seconds CDD": 821,
            "queries ddmin": 453,
            "queries ProbDD": 314,
            "queries CDD": 327,
        }
        self.assertEqual(len(rows), 46)
        for column, mean in printed.items():
            self.assertEqual(round(statistics.geometric_mean([int(row[column]) for row in rows])), mean, column)

    def test_table_1_of_the_probdd_paper_follows_from_its_table_2(self):
        rows = published("probdd_table_2.csv")
        for domain, tokens, speed, seconds in (
            ("Trees", (376, 928), (9, 4), (778, 2115)),
            ("C Programs", (8971, 9935), (31, 17), (874, 1597)),
        ):
            here = [row for row in rows if row["domain"] == domain]
            both = [row for row in here if row["seconds ProbDD"] and row["seconds ddmin"]]
            for which, name in enumerate(("ProbDD", "ddmin")):
                # For C programs the paper prints 8,791 tokens of ProbDD; its own rows give 8,971.
                self.assertEqual(
                    round(statistics.geometric_mean([float(row[f"tokens {name}"]) for row in here])), tokens[which]
                )
                self.assertEqual(
                    int(statistics.geometric_mean([float(row[f"speed {name}"]) for row in here])), speed[which]
                )
                self.assertAlmostEqual(
                    statistics.geometric_mean([float(row[f"seconds {name}"]) for row in both]), seconds[which], delta=2
                )
        trees = [row for row in rows if row["domain"] == "Trees"]
        programs = [row for row in rows if row["domain"] == "C Programs"]
        self.assertAlmostEqual(statistics.improvement(376, 928), 0.5948, places=4)
        p = statistics.wilcoxon(
            [float(row["tokens ProbDD"]) for row in programs], [float(row["tokens ddmin"]) for row in programs]
        )
        self.assertAlmostEqual(p, 0.0012, places=4)
        # The paper's 0.0015 is the normal approximation; SciPy is exact for 13 pairs.
        both = [row for row in trees if row["seconds ProbDD"] and row["seconds ddmin"]]
        ours, theirs = ([float(row[f"seconds {name}"]) for row in both] for name in ("ProbDD", "ddmin"))
        self.assertEqual(statistics.wilcoxon(ours, theirs), 2 * 0.5**13)
        self.assertAlmostEqual(stats.wilcoxon(ours, theirs, mode="approx").pvalue, 0.0015, places=4)

    def test_the_bound_is_that_of_the_design(self):
        self.assertEqual(round(statistics.information_bound(1000, 50)), 282)

    def test_an_interval_contains_the_mean(self):
        low, high = statistics.interval([1, 2, 3, 4, 5])
        self.assertLess(low, 3)
        self.assertGreater(high, 3)


def query(number, interesting, elements, **more):
    return dict(
        {
            "event": "query",
            "list": 1,
            "stage": "hdd/ddmin",
            "kind": "complement",
            "round": 0,
            "parts": 2,
            "step": 0,
            "elements": elements,
            "tokens": elements,
            "bytes": number,
            "interesting": interesting,
            "remembered": False,
            "seconds": 1.0,
        },
        **more,
    )


RUN = [
    {"event": "start", "tokens": 8},
    {"event": "list", "phase": "start", "list": 1, "elements": 8, "weight": 8, "stage": "hdd/ddmin"},
    query(10, False, 4),
    query(11, True, 4, kind="revisit"),
    query(10, False, 4, remembered=True),
    query(12, True, 3, kind="single"),
    {"event": "list", "phase": "end", "list": 1, "elements": 3, "weight": 3, "stage": "hdd/ddmin", "changed": True},
    {"event": "end"},
]


class Events(unittest.TestCase):
    def test_a_query_removes_what_the_last_success_left(self):
        self.assertEqual([size for _, size in events.removed(RUN)], [4, 4, 0, 1])

    def test_only_tests_move_the_curve(self):
        self.assertEqual(events.curve(RUN), [(0, 0.0, 8), (2, 2.0, 4), (3, 3.0, 3)])
        self.assertEqual(events.curve([*RUN[:5], query(13, False, 2)]), [(0, 0.0, 8), (2, 2.0, 4), (3, 3.0, 4)])

    def test_times_of_a_cache_are_found_by_size_in_order(self):
        run = [dict(event) for event in RUN]
        # The input before, the result after the search.
        self.assertTrue(
            events.put_times(
                run, [(99, 9.0, False), (10, 0.1, True), (11, 0.2, False), (12, 0.3, True), (12, 5.0, True)]
            )
        )
        self.assertEqual([event.get("lab_seconds") for event in events.queries(run)], [0.1, 0.2, None, 0.3])
        self.assertFalse(events.put_times(run, [(10, 0.1, True)]))

    def test_kinds_have_the_names_of_figure_2(self):
        self.assertEqual(
            [events.figure_2_kind({"kind": kind}) for kind in ("subset", "revisit", "single", "complement")],
            ["Complement", "Revisit", "Other", "Other"],
        )

    def test_rho_compares_weights_with_the_share_that_was_deleted(self):
        # Of weight 1 all three go, of weight 2 one of two, of weight 5 none: rho is -1.
        self.assertAlmostEqual(weights.rho_of_list([1, 1, 2, 5, 2, 1], [3, 4]), -1)
        self.assertIsNone(weights.rho_of_list([1, 2, 3], [0, 1, 2]))  # nothing was deleted
        self.assertIsNone(weights.rho_of_list([2, 2, 2], [0]))  # all weigh the same


class Weights(unittest.TestCase):
    def test_every_reading_of_the_weighted_paper_gives_out_all_tokens(self):
        for name, give_out in synthetic.READINGS.items():
            for elements, tokens in ((2, 2), (4, 10), (100, 1000)):
                weights_ = give_out(random.Random(1), elements, tokens)
                self.assertEqual((len(weights_), sum(weights_)), (elements, tokens), name)
                self.assertGreaterEqual(min(weights_), 1, name)

    def test_readings_differ_in_how_unequal_weights_are(self):
        spreads = [synthetic.spread(give_out(random.Random(1), 500, 2750)) for give_out in synthetic.READINGS.values()]
        self.assertEqual(spreads, sorted(spreads))
        self.assertEqual(synthetic.spread(synthetic.equal(None, 500, 2750)), 0)


class Columns(unittest.TestCase):
    def test_an_option_of_an_algorithm_is_part_of_the_name_of_a_column(self):
        self.assertEqual(
            matrix.options_of("hdd", "probdd:sigma=0.2:random:no-sweep", 7),
            (["--plan", "hdd:no-sweep", "--algorithm", "probdd:sigma=0.2,seed=7"], 1),
        )
        self.assertEqual(
            matrix.options_of("tokens", "ddmin:restart:complements-only:jobs=4"),
            (["--unit", "tokens", "--algorithm", "ddmin:after-success=restart,order=complements-only"], 4),
        )

    def test_p0_is_that_of_the_suite(self):
        self.assertEqual(matrix.with_p0("probdd:random:no-sweep", "XML"), "probdd:sigma=0.0025:random:no-sweep")
        self.assertEqual(matrix.with_p0("probdd:random", "C"), "probdd:random")
        self.assertEqual(matrix.with_p0("probdd:sigma=0.3", "XML"), "probdd:sigma=0.3")
        self.assertEqual(matrix.with_p0("ddmin:restart", "XML"), "ddmin:restart")

    def test_times_and_seeds_are_read(self):
        self.assertEqual([matrix.seconds_of(text) for text in ("90", "90s", "2m", "3h")], [90, 90, 120, 10800])
        self.assertEqual(matrix.numbers_of("2..4"), [2, 3, 4])
        with self.assertRaises(SystemExit):
            matrix.seconds_of("soon")


class Lists(unittest.TestCase):
    def run_lists(self, *tasks):
        with tempfile.TemporaryDirectory() as folder:
            return study.Lists(LISTS, folder).run(tasks)

    def test_all_cells_of_table_3a_come_out(self):
        for name, example in orders.EXAMPLES.items():
            for order, cell in zip(orders.ORDERS, orders.TABLE_3A[name]):
                found = self.run_lists(dict(example, algorithm="ddmin", order=order))[0]
                self.assertEqual(orders.counts(found), (*cell, orders.TABLE_2[name]), f"{name} {order}")

    def test_example_d_takes_472_seconds_alone_and_at_most_60_on_64_slots(self):
        example = dict(orders.EXAMPLES["Example D"], algorithm="ddmin", seconds=[1, 1])
        alone, raced = self.run_lists(example, dict(example, order="complements-only", parallel="race", slots=64))
        self.assertEqual(alone[-1]["seconds"], 472)
        self.assertLess(raced[-1]["seconds"], 60)
        self.assertEqual(raced[-1]["tokens"], 50)

    def test_which_elements_a_success_removes_is_known_from_parts_and_rounds(self):
        drawn = random.Random(1)
        for number in range(60):
            size = drawn.randint(2, 60)
            needs = sorted(drawn.sample(range(size), drawn.randint(1, max(1, size // 3))))
            task = {
                "elements": size,
                "oracle": {"needs": needs},
                "algorithm": ("ddmin", "opdd")[number % 2],
                "order": orders.ORDERS[number % 3] if number % 2 == 0 else "complements-only",
                "direction": ("forward", "backward")[number % 4 // 2],
            }
            if task["algorithm"] == "ddmin":
                task["after-success"] = "restart"
            found = self.run_lists(task)[0]
            ((start, _, asked),) = events.by_list(found)
            gone = [
                element
                for _, elements in events.removals(
                    start, asked, task["direction"] == "backward", task["algorithm"] == "ddmin"
                )
                for element in elements
            ]
            # The test is monotone: what is needed stays, and nothing goes twice.
            self.assertEqual(sorted(gone + needs), list(range(size)), task)

    def test_the_same_task_gives_the_same_events(self):
        task = dict(
            orders.EXAMPLES["Example D"],
            algorithm="probdd",
            **{"seed-of-algorithm": 3},
            parallel="ahead",
            slots=4,
            seconds=[1, 3],
        )
        first, second = (
            [{key: value for key, value in event.items() if key != "slots"} for event in run]
            for run in self.run_lists(task, task)
        )
        self.assertEqual(first, second)

    def test_counts_without_events_are_those_with_events(self):
        needs = {"elements": 60, "oracle": {"needs": [3, 17, 18, 40], "implies": [[5, 9], [30, 2]]}}
        for words in ({"algorithm": "ddmin", "after-success": "restart"}, {"algorithm": "wddmin"}, {"algorithm": "probdd"}, {"algorithm": "gallop"}):
            ends = [self.run_lists(dict(needs, **words, events=events_))[0][-1] for events_ in ("all", "ends")]
            for field in ("tokens", "asked", "tested", "remembered", "started", "interesting"):
                self.assertEqual(ends[0][field], ends[1][field], (words, field))

    def test_events_are_as_the_documentation_says(self):
        for task in (
            {"parallel": "ahead"},
            {"parallel": "race", "slots": 3},
            {"algorithm": "probdd"},
            {"algorithm": "combine"},
        ):
            found = self.run_lists(dict(orders.EXAMPLES["Example A"], **task))[0]
            with tempfile.NamedTemporaryFile("w") as file:
                file.writelines(json.dumps(event) + "\n" for event in found)
                file.flush()
                checker = [
                    sys.executable,
                    ROOT / "tests/report/check_events.py",
                    ROOT / "docs/json-schema.json",
                    file.name,
                ]
                checked = subprocess.run(checker, capture_output=True, text=True)
                self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_a_mistake_names_its_line(self):
        done = subprocess.run(
            [LISTS], input='{"elements": 3, "oracle": {}, "algorithm": "dmin"}\n', capture_output=True, text=True
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("line 1: unknown algorithm 'dmin', did you mean 'ddmin'?", done.stderr)


TEST = """#!/bin/sh
grep -q needle input.c && grep -q 'thread' input.c
"""


class Runs(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="whittle-lab-test-")
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        subject = self.folder / "subjects" / "two-words"
        subject.mkdir(parents=True)
        (subject / "input.c").write_text(
            "int a;\nint needle(void) { int b; return a + 1; }\nint c;\nint d(void) { int thread; return c; }\nint e;\nint f;\n"
        )
        (subject / "test.sh").write_text(TEST)
        (subject / "test.sh").chmod(0o755)
        (subject / "subject.json").write_text(json.dumps({"name": "two-words", "language": "C", "input": "input.c"}))
        self.subjects = subjects.load([str(self.folder / "subjects")])
        self.results = Results(str(self.folder / "data"))
        self.addCleanup(self.results.connection.close)

    def matrix(self, cache=None):
        self.said = []
        return matrix.Matrix(self.results, WHITTLE, cache, say=self.said.append)

    def lab(self, *words):
        return subprocess.run(
            [
                str(ROOT / "lab" / "lab"),
                *words,
                "--data",
                str(self.folder / "data"),
                "--whittle",
                WHITTLE,
                "--lists",
                LISTS,
            ],
            capture_output=True,
            text=True,
        )

    def test_a_matrix_is_run_once_and_can_be_traced_and_replayed(self):
        columns = ["ddmin:restart:no-sweep", "probdd:random:no-sweep"]
        ids = self.matrix().run(self.subjects, ["hdd"], columns, seeds=[1, 2])
        self.assertEqual(len(ids), 3)  # the seeds are for the random one only
        runs = self.results.runs()
        self.assertTrue((runs.ending == "finished").all())
        self.assertTrue((runs.revision != "").all())
        self.assertEqual(self.matrix().run(self.subjects, ["hdd"], columns, seeds=[1, 2]), ids)
        self.assertEqual(self.said, [])

        lists = self.results.lists(ids[0])
        self.assertEqual(lists.asked.sum(), runs.asked[ids[0]])
        self.assertEqual(lists.tested.sum(), runs.tested[ids[0]])

        traced = self.lab("trace", str(ids[0]))
        self.assertEqual(traced.returncode, 0, traced.stderr)
        self.assertEqual(len(traced.stdout.splitlines()), 2 + runs.asked[ids[0]])
        self.assertIn("ddmin:after-success=restart", traced.stdout)

        recorded, now, same = matrix.replay(self.results, ids[1], self.subjects[0], WHITTLE)
        self.assertGreater(recorded, 5)
        self.assertEqual((now, same), (recorded, recorded))

        shown = self.lab("table", "--metrics", "tests", "--runs", "--format", "csv")
        self.assertIn(f"two-words,{runs.tested[ids[0]]},", shown.stdout)
        compared = self.lab("compare", "hdd/probdd:random:no-sweep", "hdd/ddmin:restart:no-sweep")
        self.assertIn("improvement is (b - a) / b", compared.stdout)
        self.assertIn("there are no runs of hdd/cdd", self.lab("compare", "hdd/cdd", "hdd/gallop").stderr)

    def test_the_lists_of_ddmin_and_opdd_end_with_what_their_removals_leave(self):
        algorithms = [one_pass.BACKWARD, one_pass.OPDD]
        for algorithm, run in zip(algorithms, self.matrix().run(self.subjects, ["hdd"], algorithms)):
            for found in events.by_list(self.results.events(run)):
                self.assertIsNotNone(one_pass.cuts_of_list(algorithm, *found))

    def test_remembered_verdicts_change_no_count(self):
        (plain,) = self.matrix().run(self.subjects, ["hdd"], ["gallop"])
        cache = str(self.folder / "verdicts")
        (first,) = self.matrix(cache).run(self.subjects, ["hdd"], ["gallop"])
        (again,) = self.matrix(cache).run(self.subjects, ["hdd"], ["gallop"], again=True)
        runs = self.results.runs()
        for column in ("tested", "asked", "tokens_after"):
            self.assertEqual(runs[column][plain], runs[column][again], column)
        tests = [event for event in events.queries(self.results.events(again)) if events.is_test(event)]
        self.assertTrue(all("lab_seconds" in event for event in tests))
        # The seconds are those of the remembered tests and of whittle itself, not those of the clock.
        self.assertAlmostEqual(
            runs.work_seconds[again], sum(event["lab_seconds"] for event in tests) + runs.own_seconds[again]
        )
        self.assertNotIn(first, runs.index)  # the second took its place

    def test_a_run_that_was_stopped_is_run_again_with_a_longer_limit_only(self):
        # Tests that are slow, so that the run cannot end before the limit; how long it takes to begin depends on the load.
        (self.folder / "subjects" / "two-words" / "test.sh").write_text(TEST.replace("grep", "sleep 0.2; grep", 1))
        for limit in (0.001, 1, 2, 4, 8, 16):
            stopped = matrix.Matrix(self.results, WHITTLE, limit=limit, say=lambda text: None)
            (first,) = stopped.run(self.subjects, ["hdd"], ["ddmin"])
            if limit == 0.001:
                self.assertIn("before the search began", self.results.runs("1").iloc[0].error)
            elif not self.results.runs().empty:
                break
        self.assertEqual(self.results.runs().ending[first], "max-time")
        self.assertEqual(stopped.run(self.subjects, ["hdd"], ["ddmin"]), [first])
        (second,) = self.matrix().run(self.subjects, ["hdd"], ["ddmin"])
        self.assertEqual(self.results.runs().ending[second], "finished")
        self.assertEqual(stopped.run(self.subjects, ["hdd"], ["ddmin"]), [second])

    def test_a_run_that_fails_says_why_and_is_run_again(self):
        (self.folder / "subjects" / "two-words" / "test.sh").write_text("#!/bin/sh\nexit 1\n")
        self.matrix().run(self.subjects, ["hdd"], ["gallop"])
        self.assertIn("does not find input.c interesting", self.results.runs("1").iloc[0].error)
        self.assertTrue(self.results.runs().empty)
        row, wrong = subjects.check(self.subjects[0], repeat=2, candidates=1)
        self.assertEqual(wrong, ["the input is not interesting"])
        self.assertEqual(row["wrong"], wrong[0])

    def test_a_study_says_what_agrees_and_the_page_needs_nothing_else(self):
        done = self.lab("orders", "--subjects", str(self.folder / "subjects"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("[agrees] the paper says: Table 3(a)", done.stdout)
        self.assertIn("36 of 36 counts in 12 cells are the paper's", done.stdout)
        traced = self.lab("trace", "orders#12")
        self.assertEqual(len(traced.stdout.splitlines()), 2 + 276)
        findings = self.folder / "found.md"
        findings.write_text(f"before\n{page.BEGIN}\nearlier rows\n{page.END}\nafter\n")
        page.findings(str(self.folder / "data"), str(findings))
        self.assertIn("| all cells | 36 of 36 cells | **agrees** |", findings.read_text())
        self.assertEqual(findings.read_text().count("\n| "), 2 + len(page.PAPERS) + len(verdicts.rules()))  # measured or not
        self.assertNotIn("earlier rows", findings.read_text())
        opened = page.open_results(str(self.folder / "found" / page.PACKED), str(self.folder / "opened"))
        self.assertEqual(pathlib.Path(opened).read_bytes(), (self.folder / "data" / "results.sqlite").read_bytes())
        (self.folder / "data" / "studies" / "cdd.json").write_text('{"tables": [], "claims": [], "old": 1}')  # of another version
        page.write(str(self.folder / "data"))
        text = (self.folder / "data" / "page.html").read_text()
        self.assertIn("Practical Improvements", text)
        self.assertIn(verdicts.rules_hash(), text)
        for outside in ("<script", "<link", 'src="', "@import"):
            self.assertNotIn(outside, text)

    def test_the_programs_of_chisel_stand_beside_the_published_table(self):
        program = self.folder / "subjects" / "chisel-mkdir-5.2.1"
        (self.folder / "subjects" / "two-words").rename(program)
        (program / "subject.json").write_text(json.dumps({"language": "C", "input": "input.c", "debloat": True}))
        done = self.lab("programs", "--subjects", str(self.folder / "subjects"), "--limit", "20s", "--seeds", "1..1")
        self.assertEqual(done.returncode, 0, done.stderr)
        row = next(line for line in done.stdout.splitlines() if line.startswith("| chisel-mkdir"))
        self.assertEqual(row.split(" | ")[2:5], ["8,625", "8,782", "8,418"])  # of Table IV
        self.assertEqual(len(row.split(" | ")), 13)
        self.assertIn("[too few] the paper says: CHISEL's programs", done.stdout)


def measure(low, high, p=1.0, equivalent=1.0, count=20):
    return verdicts.Measure((low + high) / 2, low, high, count, p, equivalent)


FOUR = list(verdicts.VERDICTS)


class Verdicts(unittest.TestCase):
    def pair(self, ours, theirs, metric="tests"):
        return compare.Pair.of(ours, theirs, metric)

    def test_every_rule_can_give_each_of_the_four_verdicts(self):
        # A rule that cannot fail is no rule. Each one is given data with a significant effect of the paper's size, of another size
        # and in the other direction, and too little data.
        for id_, rule in verdicts.rules().items():
            if rule["kind"] == "cells":
                cells = [verdicts.Cell(5, 5, 10, 10)] * rule["least"]
                smaller, larger = verdicts.Cell(4, 5, 10, 10), verdicts.Cell(11, 5, 10, 10)
                data = [verdicts.of_cells(more) for more in (cells, [*cells, smaller], [*cells, larger], cells[1:])]
            elif rule["kind"] == "none":
                at, margin = rule["reference"], rule["margin"]
                data = [
                    measure(at - margin / 2, at + margin / 2, equivalent=0.001),
                    measure(at + margin / 2, at + 2 * margin, p=0.001),
                    measure(at + 2 * margin, at + 3 * margin, p=0.001),
                    measure(at - 2 * margin, at + 2 * margin, p=0.5),
                ]
            else:
                low, high = verdicts.value_range(rule)
                reference = rule["reference"]
                direction = verdicts.sign(low + high - 2 * reference)
                self.assertNotEqual(direction, 0, id_)
                near = (low if direction > 0 else high) - reference  # the end of the range that is close to the reference
                if rule["kind"] == "direction":
                    near = direction * rule["margin"]
                right = sorted((reference + 1.01 * near, (low + high) / 2))
                other = sorted((reference + 0.2 * near, reference + 0.5 * near))
                wrong = sorted((reference - 0.2 * near, reference - 0.5 * near))
                data = [measure(*right, p=0.001), measure(*other, p=0.001), measure(*wrong, p=0.001), measure(-9, 9, p=0.5)]
            self.assertEqual([verdicts.judge(rule, one) for one in data], FOUR, id_)
            self.assertEqual(verdicts.judge(rule, None), verdicts.FEW, id_)

    def test_an_effect_that_is_equivalent_to_none_differs_from_a_papers_effect(self):
        rule = verdicts.rules()["probdd-trees-tokens"]  # 59 % smaller results; ours are equal
        measured = verdicts.of_pair(rule, self.pair([20 + n for n in range(20)], [20 + n for n in range(20)], "tokens"))
        self.assertEqual(verdicts.judge(rule, measured), verdicts.DIFFERS)

    def test_too_few_subjects_decide_nothing(self):
        rule = verdicts.rules()["cdd-tests"]
        self.assertEqual(verdicts.judge(rule, verdicts.of_pair(rule, self.pair([1, 2, 3], [2, 4, 6]))), verdicts.FEW)
        self.assertIn("cannot give a p below", self.pair([1, 2, 3], [2, 4, 6]).why())

    def test_the_interval_must_contain_the_value_of_the_paper(self):
        rule = verdicts.rules()["cdd-tests"]  # 52.44 %
        theirs = [1000 + 10 * n for n in range(20)]
        half, fifth, more = ([value * share for value in theirs] for share in (0.475, 0.8, 1.3))
        half[0], half[1] = 0.3 * theirs[0], 0.7 * theirs[1]
        for ours, word in ((half, verdicts.AGREES), (fifth, verdicts.OTHER_SIZE), (more, verdicts.DIFFERS)):
            self.assertEqual(verdicts.judge(rule, verdicts.of_pair(rule, self.pair(ours, theirs))), word)

    def test_three_of_thirteen_better_and_none_worse_is_too_few(self):
        rule = verdicts.rules()["onepass-backward"]
        self.assertEqual(verdicts.judge(rule, verdicts.of_signs(rule, [1] * 3 + [0] * 10)), verdicts.FEW)
        self.assertEqual(verdicts.judge(rule, verdicts.of_signs(rule, [1] * 9 + [-1] * 1 + [0] * 5)), verdicts.AGREES)
        self.assertEqual(verdicts.judge(rule, verdicts.of_signs(rule, [1] * 14)), verdicts.OTHER_SIZE)
        self.assertEqual(verdicts.judge(rule, verdicts.of_signs(rule, [-1] * 14)), verdicts.DIFFERS)

    def test_savings_from_6_to_34_percent_are_not_35_to_40_percent(self):
        rule = verdicts.rules()["orders-lines-only"]
        ours = [0.06, 0.15, 0.2, 0.22, 0.25, 0.28, 0.34]
        self.assertEqual(verdicts.judge(rule, verdicts.of_values(rule, ours)), verdicts.OTHER_SIZE)

    def test_12_percent_success_is_not_below_a_hundredth_of_a_percent(self):
        rule = verdicts.rules()["cdd-4-complement"]  # Complement minus Other: -4.98 points in the paper, -16 here
        measured = verdicts.of_values(rule, [-0.12, -0.14, -0.15, -0.16, -0.17, -0.18, -0.19, -0.2])
        self.assertEqual(verdicts.judge(rule, measured), verdicts.OTHER_SIZE)

    def test_a_range_is_compared_at_the_end_that_is_not_the_sequential_run(self):
        # Example D of Table 3(b): 472 tests alone, up to 3,440 in a race. Ranges that only share 472 do not agree.
        for ours, word in (
            ((480, 900), verdicts.OTHER_SIZE),
            ((480, 3500), verdicts.AGREES),
            ((300, 400), verdicts.DIFFERS),
        ):
            self.assertEqual(verdicts.judge_cells(orders.ends_of_range(ours, (472, 3440), 472, 0.1)), word)
        # Cache hits: an end on each side of the sequential count, or one below it, or none.
        ends = orders.ends_of_range((2469, 3249), (3009, 3249), 3237, 0.1)
        self.assertEqual([(cell.ours, cell.theirs) for cell in ends], [(2469, 3009), (3249, 3249)])
        self.assertEqual(orders.ends_of_range((4, 21), (5, 22), 22, 0.1)[0].ours, 4)
        self.assertEqual(verdicts.judge_cells(orders.ends_of_range((2, 9), (2, 2), 2, 0.1)), verdicts.DIFFERS)

    def test_holms_correction_is_that_of_the_textbook(self):
        corrected = statistics.holm([0.01, 0.04, 0.03, 0.005])
        for found, expected in zip(corrected, [0.03, 0.06, 0.06, 0.02]):
            self.assertAlmostEqual(found, expected)

    def test_all_claims_of_a_paper_are_corrected_for_whether_they_were_measured_or_not(self):
        rule = verdicts.rules()["cdd-tests"]
        fixed = [one for one in verdicts.rules().values() if one["paper"] == "cdd" and "added" not in one]
        tests = sum(one["kind"] != "cells" for one in fixed)
        for p, word in ((0.9 * rule["alpha"] / tests, verdicts.AGREES), (1.1 * rule["alpha"] / tests, verdicts.FEW)):
            self.assertEqual(verdicts.judge_all({"cdd-tests": measure(0.4, 0.6, p=p)})["cdd-tests"][0], word)

    def test_a_rule_that_names_two_columns_is_decided_by_the_runs_of_its_language(self):
        rule = verdicts.rules()["wdd-hdd-wprobdd-seconds-xml"]
        ours, theirs = (rule[name].partition("/")[2] for name in ("ours", "theirs"))
        rows = [
            {
                "id": 1, "subject": f"s{number}", "plan": "hdd", "algorithm": algorithm, "command": f"test.sh in{suffix}", "ending": "finished",
                "tokens_after": 9, "tested": 9, "asked": 9, "work_seconds": seconds + number, "speed": 1.0, "disturbed": 0, "cached": 0,
            }
            for number in range(20)
            for suffix, faster in ((".xml", 0.5), (".c", 2.0))
            for algorithm, seconds in ((matrix.with_p0(ours, "XML"), 100 * faster), (matrix.with_p0(theirs, "XML"), 100))
            if suffix == ".xml" or "sigma" not in algorithm
        ]  # fmt: skip
        found = study.Study("", "", "")
        compare.claim_rules(found, "wdd", matrix.with_language(pandas.DataFrame(rows)))
        decided = {claim.id: claim.measure for claim in found.claims}
        self.assertEqual(decided[rule["id"]]["count"], 20)
        self.assertGreater(decided[rule["id"]]["estimate"], 0.4)
        self.assertNotIn("wdd-hdd-wprobdd-seconds-c", decided)
        self.assertNotIn("cdd-cdd-tests", decided)

    def test_an_equivalence_test_needs_values_within_the_margin(self):
        close, far = [0.01, -0.01, 0.0, 0.02, -0.02, 0.0, 0.01, 0.0], [0.2, -0.01, 0.0, 0.2, -0.2, 0.3, 0.01, 0.0]
        self.assertLess(statistics.tost(close, 0.05), 0.05)
        self.assertGreater(statistics.tost(far, 0.05), 0.05)
        self.assertGreater(statistics.tost([0.06] * 20, 0.05), 0.05)
        self.assertLess(statistics.share_tost(50, 100, 0.5, 0.1), 0.05)
        self.assertGreater(statistics.share_tost(5, 10, 0.5, 0.1), 0.05)

    def test_the_page_shows_the_hash_of_the_rules_and_warns_if_they_changed(self):
        self.assertEqual(verdicts.rules_hash(), hashlib.sha256((ROOT / "lab" / "rules.toml").read_bytes()).hexdigest())
        one = study.Study("orders", "title", "paper", rules="0" * 64, commits=["no-such-commit"])
        self.assertIn("rules.toml has changed", page.warnings(one)[0])
        self.assertIn("is not in this repository", page.warnings(one)[1])
        self.assertIn("changes that are not in commit no-such", page.changes_since(["no-such", "no-such-dirty"])[0])

    def test_the_interval_is_that_of_the_improvement(self):
        low, high = self.pair(list(range(10, 20)), list(range(20, 40, 2))).interval()
        self.assertAlmostEqual(low, 0.5)
        self.assertAlmostEqual(high, 0.5)
        self.assertAlmostEqual(self.pair([10, 20], [20, 40]).improvement, 0.5)

    def test_disturbed_seconds_decide_nothing_unless_tests_were_remembered(self):
        for cached, unclear in ((0, True), (1, False)):
            runs = pandas.DataFrame({"disturbed": [1, 1, 1], "cached": [cached] * 3})
            one = study.Study("", "", "")
            compare.claim_pair(one, "cdd-seconds", self.pair([1.0] * 9, [2.0] * 9, "seconds"), runs=runs)
            self.assertEqual(one.claims[0].measure is None, unclear)


class Imports(unittest.TestCase):
    SCRIPT = """#!/bin/bash
BADCC=("gcc-4.8.2 -m32 -O3")
GOODCC=("ccomp -fall")
for cc in "${GOODCC[@]}" ; do
  if [[ $cc == ccomp* ]] ; then $cc -interp small.c ; fi
done
for cc in "${BADCC[@]}" ; do $cc small.c 2>&1 | grep -q 'internal compiler error' || exit 1 ; done
"""

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="whittle-lab-test-")
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def add(self, name, content, script=SCRIPT):
        folder = self.folder / "artifact" / "benchmark" / name
        folder.mkdir(parents=True)
        (folder / "r.sh").write_text(script)
        (folder / content[0]).write_text(content[1])

    def test_an_oracle_names_the_compilers_at_hand_after_the_port(self):
        self.assertEqual(imports.faulty_compilers(self.SCRIPT), ["gcc-4.8.2"])
        ported = imports.port_compilers(self.SCRIPT)
        self.assertIn('BADCC=("gcc -m32 -O3")', ported)
        self.assertTrue(imports.is_bash(ported))
        self.assertFalse(imports.is_bash("if [[ $cc == gcc -O0* ]] ; then :; fi"))

    def test_an_artifact_becomes_subjects_with_provenance_or_a_sentence(self):
        program = "int f(int a) { return a + 1; }\nint g(int a) { return f(a) / 3; }\nint main(void) { return g(7); }\n"
        self.add("gcc-1", ("small.c", program))
        self.add("rust-2", ("mutant.rs", "fn main() {}\n"))
        self.add("gcc-3", ("notes", "no input"))
        (self.folder / "artifact" / "LICENSE").write_text("A LICENCE\nVersion 3\n\nmore")
        out = str(self.folder / "out")
        rows, unusable = imports.run("perses", str(self.folder / "artifact"), out, [], 2, lambda text: None)
        self.assertEqual([row["subject"] for row in rows], ["perses-gcc-1"])
        about = subjects.Subject(os.path.join(out, "perses-gcc-1")).about
        self.assertEqual(about["provenance"]["path"], "benchmark/gcc-1")
        self.assertEqual(about["provenance"]["licence"], "LICENSE: A LICENCE Version 3")
        self.assertEqual(about["provenance"]["repository"], "uw-pluverse/perses")
        self.assertIn("replaced, since gcc-4.8.2 cannot be had", about["oracle"])
        self.assertIn("there is no input beside r.sh", unusable[0])
        self.assertIn("there is no other property for Rust", unusable[1])

    TEST_BASE = """sanitizers=("-fsanitize=address"
  "-fsanitize=no-such-one")
environments=("memory")
environment_libs=("-L$CHISEL_BENCHMARK_HOME/benchmark/lib -lmemwrap")
function main() {
  for ((i = 0; i < ${#sanitizers[@]}; i++)); do
    compile "${sanitizers[$i]}"
    desired || exit 1
    undesired || exit 1
  done
}
"""
    PROGRAM_TEST = """export SRC=$CHISEL_BENCHMARK_HOME/benchmark/tiny-1.0/merged/tiny-1.0.c
export ORIGIN_BIN=$PWD/tiny-1.0.origin REDUCED_BIN=$PWD/tiny-1.0.reduced
export TIMEOUT="-k 0.1 0.1"
source $CHISEL_BENCHMARK_HOME/benchmark/test-base.sh
function compile() { $CC $SRC -w $1 -lnowhere -o $REDUCED_BIN || exit 1; }
function desired() { cmp <($ORIGIN_BIN a) <($REDUCED_BIN a) && $REDUCED_BIN a | grep -q '‘a’'; }
function undesired() { exit 1; }
main
"""

    @unittest.skipUnless(all(map(shutil.which, ("bwrap", "clang", "script"))), "CHISEL's oracles need bwrap, clang and script")
    def test_a_program_of_chisel_is_quick_without_sanitizers_and_absent_libraries(self):
        program = self.folder / "artifact" / "benchmark" / "tiny-1.0" / "merged"
        program.mkdir(parents=True)
        (program / "tiny-1.0.c.origin.c").write_text(
            "int printf(const char *, ...); int nowhere(void); char *setlocale(int, char *), *nl_langinfo(int);\n"
            'int main(int n, char **a) {\n  setlocale(0, "");\n  if (n > 9)\n    nowhere();\n'
            "  printf(*nl_langinfo(14) == 'U' ? \"‘%s’\" : \"'%s'\", a[1]);\n}\n"
        )
        (program / "test.sh").write_text(self.PROGRAM_TEST)
        (program.parent.parent / "test-base.sh").write_text(self.TEST_BASE)
        (program.parent / "original").mkdir()
        (program.parent / "original" / "COPYING").write_text("   TINY LICENCE\n\nmore\n")
        artifact, out = str(self.folder / "artifact"), str(self.folder / "out")
        rows, unusable = imports.run("chisel", artifact, out, [], 1, lambda text: None)
        self.assertIn("with none of the sanitizers", unusable[0])  # its undesired behaviour is everything
        rows, unusable = imports.run("chisel", artifact, out, [], 1, lambda text: None, quick=True)
        self.assertEqual(unusable, [])
        self.assertRegex(rows[0]["oracle"], "the desired functions of CHISEL's, compiled once by (tcc|clang).*do nothing: nowhere")
        about = subjects.Subject(os.path.join(out, "chisel-tiny-1.0")).about
        self.assertTrue(about["debloat"])
        self.assertEqual(about["provenance"]["licence"], "benchmark/tiny-1.0/original/COPYING: TINY LICENCE")
        self.assertIn("chisel-bench or", about["provenance"]["repository"])  # nothing says which

    def test_generated_inputs_have_the_size_and_depend_on_the_seed_only(self):
        for make in (generate.sql, generate.rust, generate.go, generate.yaml, lambda seed: subjects.xml(seed, 1500), lambda seed: subjects.jason(seed, 60)):
            text = make(1)
            self.assertEqual(text, make(1))
            self.assertNotEqual(text, make(2))
            self.assertTrue(generate.SIZES[0] <= generate.tokens_of(text) <= generate.SIZES[1])

    def test_every_kind_of_generated_subjects_makes_an_input(self):
        for name, _, _, make, *_ in generate.kinds():
            if make not in (generate.csmith, generate.cxx):  # these need programs
                self.assertTrue(make(1), name)  # no kind may be an empty promise

    @unittest.skipUnless(shutil.which("yq"), "yq is not installed")
    def test_yaml_is_generated_with_a_property_that_yq_sees(self):
        out = str(self.folder / "out")
        rows, missing = generate.run(1, 1, out, ["yaml"], lambda text: None)
        self.assertEqual((len(rows), missing, rows[0]["wrong"]), (1, [], "-"))


@unittest.skipUnless(os.access(subjects.JUDGE, os.X_OK), "whittle-judge is not built: its libraries are missing")
class Judge(unittest.TestCase):
    SUBJECTS = [
        ({"xml": "count(//b) = 2"}, "input.xml", b"<a><b/><b/></a>", [b"<a><b/></a>", b"<a><b/><b/>", b""]),
        ({"jq": ".a > 1"}, "input.json", b'{"a": 2}', [b'{"a": 1}', b'{"a": 2', b"2 3", b""]),
        (
            {"sql": "total "},
            "input.sql",
            b"CREATE TABLE t(x); INSERT INTO t VALUES(1); SELECT 'total ' || sum(x) FROM t;",
            [b"CREATE TABLE t(x); SELECT 'total ' || sum(x) FROM t;", b"SELECT 'total", b""],
        ),
        ({"command": ["sh", "@@"], "status": 3}, "input.sh", b"exit 3\n", [b"exit 0\n", b"while :; do :; done\n"]),
        (
            {"command": ["cp", "@@", "prog.o"], "object": "prog.o", "symbols": ["f"]},
            "input.c",
            b"\0f\0",
            [b"\0ff\0", b"", b"f"],
        ),
    ]

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        shutil.rmtree(self.folder)

    def subject(self, judge, name, content):
        path = self.folder / "one"
        return imports.write(str(path), name, content, "#!/bin/sh\nexit 1\n", "?", "", {}, judge)

    def test_each_kind_of_test_accepts_its_input_and_no_other(self):
        for judge, name, content, others in self.SUBJECTS:
            subject = self.subject(judge, name, content)
            self.assertTrue(subjects.judged(subject, content), judge)
            for other in others:
                self.assertFalse(subjects.judged(subject, other), (judge, other))

    def test_a_test_script_that_says_otherwise_is_named(self):
        judge, name, content, _ = self.SUBJECTS[0]
        _, wrong = subjects.check(self.subject(judge, name, content), repeat=1, candidates=1)
        self.assertIn("whittle-judge answers otherwise than test.sh", wrong)

    def test_the_questions_are_those_of_whittle(self):
        text = subjects.xml(3, 40).encode()
        script = '#!/bin/sh\nxmllint --xpath "boolean(//item and //box)" input.xml 2>/dev/null | grep -q true\n'
        asked = []
        for judge in (None, {"xml": "//item and //box"}):
            subject = imports.write(str(self.folder / "xml"), "input.xml", text, script, "XML", "", {}, judge)
            found = Results(str(self.folder / f"data-{judge is None}"))
            one = matrix.Matrix(found, WHITTLE, say=lambda text: None)
            ids = one.run([subject], ["hdd"], ["ddmin:restart"])
            asked.append([(query["candidate"], query["interesting"]) for query in events.queries(found.events(ids[0]))])
        self.assertGreater(len(asked[0]), 5)
        self.assertEqual(asked[0], asked[1])


class Budgets(unittest.TestCase):
    CURVE = [(0, 0.0, 100), (2, 1.0, 60), (5, 4.0, 30), (9, 9.0, 30)]

    def test_a_curve_says_the_size_at_a_budget_of_tests_or_seconds(self):
        self.assertEqual([events.tokens_at(self.CURVE, tests=tests) for tests in (0, 1, 2, 4.9, 5, 99)], [100, 100, 60, 60, 30, 30])
        self.assertEqual([events.tokens_at(self.CURVE, seconds=seconds) for seconds in (0.9, 3.9, 4.0)], [100, 60, 30])
        self.assertEqual(events.total(self.CURVE), (9, 9.0))

    def test_a_limit_stops_the_share_of_the_runs_that_the_papers_limit_stopped(self):
        totals = [5.0, 1.0, 3.0, 2.0, 4.0, 6.0]
        for share, stopped in ((0.0, 0), (0.5, 3), (0.567, 3), (1.0, 6)):
            limit = events.limit_that_stops(totals, share)
            self.assertEqual(sum(one > limit for one in totals), stopped, share)


if __name__ == "__main__":
    unittest.main()
