"""docs/benchmarks.md is what bench/page makes of bench/results, it fits on two screens, and its commands exist."""
import csv
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/benchmarks.md").read_text()
FIRST = ["id", "date", "commit", "machine", "command", "input"]


def page(root, *arguments):
    return subprocess.run([sys.executable, "-B", root / "bench/page", *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


class Benchmarks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.copy = pathlib.Path(folder.name)
        for path in ("bench/page", "docs/benchmarks.md", "README.md"):
            (self.copy / path).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / path, self.copy / path)
        shutil.copytree(ROOT / "bench/results", self.copy / "bench/results")

    def replace(self, path, old, new):
        text = (self.copy / path).read_text()
        self.assertEqual(text.count(old), 1, old)
        (self.copy / path).write_text(text.replace(old, new))

    def test_the_page_and_the_table_of_the_readme_are_what_the_results_give(self):
        checked = page(ROOT, "--check")
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))

    def test_a_changed_result_a_changed_page_and_a_changed_readme_are_noticed(self):
        row = next(line for line in (self.copy / "bench/results/subjects.csv").read_text().split("\n") if line.startswith("now-json,"))
        for path, old, new in (("bench/results/subjects.csv", row, row.replace(",79,", ",80,")), ("docs/benchmarks.md", "**1** / 79", "**1** / 78"),
                               ("README.md", "| **1** | 79 |", "| **1** | 78 |")):
            self.replace(path, old, new)
            self.assertIn("run bench/page", page(self.copy, "--check").stdout)
            self.replace(path, new, old)
        self.assertEqual(page(self.copy, "--check").returncode, 0)

    def test_an_id_prints_its_row_and_two_rows_with_one_id_are_refused(self):
        self.assertIn("left_with: 107\n", page(ROOT, "orphans-go").stdout)
        self.assertIn("no row", page(ROOT, "orphans-gone").stdout)
        with open(self.copy / "bench/results/parts.csv", "a") as out:
            out.write((self.copy / "bench/results/parts.csv").read_text().split("\n")[1] + "\n")
        self.assertIn("two rows have the id orphans-tcc", page(self.copy).stdout)

    def test_each_row_says_what_was_run_on_what(self):
        for path in (ROOT / "bench/results").glob("*.csv"):
            if path.name.startswith("queries-"):  # digests, and no figures
                continue
            with open(path, newline="") as file:
                reader = csv.DictReader(file)
                self.assertEqual(reader.fieldnames[:len(FIRST)], FIRST, path)
                for row in reader:
                    self.assertRegex(row["id"], r"^[a-z0-9][a-z0-9.-]*$")
                    self.assertRegex(row["date"], r"^(\d{4}-\d\d-\d\d)?$", row["id"])

    def test_the_page_fits_on_two_screens_and_its_commands_exist(self):
        self.assertLess(PAGE.count("\n"), 130)
        scripts = set(re.findall(r"`(?:chrt -r 10 )?(bench/[a-z_]+)", PAGE))
        self.assertGreater(len(scripts), 5)
        for script in scripts:
            self.assertTrue((ROOT / script).exists(), script)
        for program in set(re.findall(r"`build/release/bench/([a-z_]+)", PAGE)):
            self.assertTrue((ROOT / f"bench/{program}.cc").exists(), program)


unittest.main()
