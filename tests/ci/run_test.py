#!/usr/bin/env python3
""".ci/run is red if a part fails or a required test was skipped; a time-out is reported as such."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ["check-format", "test", "bench", "check-changed", "check-faults", "check-asan", "check-tsan", "fuzz"]
# Their failures are not red yet. The list only gets shorter.
REPORTED = ["check-changed", "check-asan", "check-tsan", "fuzz"]
# In place of timeout(1), so that no time passes: `--kill-after=S LIMIT make TARGET...`.
TIMEOUT = """#!/bin/sh
echo "$4" >>asked
case " $SLOW " in *" $4 "*) exit 124 ;; esac
case " $BROKEN " in *" $4 "*) exit 2 ;; esac
"""


def run(slow="", broken="", skipped=0):
    """The exit code of .ci/run, what it printed, and the parts that it asked make for."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in (".ci", "scripts", "bin"):
            (root / name).mkdir()
        shutil.copy(ROOT / ".ci/run", root / ".ci/run")
        for path, text in [("scripts/setup", "#!/bin/sh\n"), ("scripts/skipped", f"#!/bin/sh\nexit {skipped}\n"), ("bin/timeout", TIMEOUT)]:
            (root / path).write_text(text)
            (root / path).chmod(0o755)
        environment = {**os.environ, "PATH": f"{root}/bin:{os.environ['PATH']}", "SLOW": slow, "BROKEN": broken}
        done = subprocess.run([root / ".ci/run"], env=environment, capture_output=True, text=True)
        return done.returncode, done.stdout, (root / "asked").read_text().split()


class Run(unittest.TestCase):
    def test_is_green_if_every_part_passes(self):
        code, said, asked = run()
        self.assertEqual((code, asked), (0, PARTS), said)

    def test_is_red_if_a_part_fails_and_names_it(self):
        for part in PARTS:
            code, said, _ = run(broken=part)
            self.assertEqual(code, 0 if part in REPORTED else 1, part)
            self.assertRegex(said, f"FAILED .*: make {part}")

    def test_goes_on_after_a_part_that_fails(self):
        self.assertEqual(run(broken="check-changed check-asan")[2], PARTS)

    def test_reports_a_time_out_as_such(self):
        code, said, asked = run(slow="check-asan")
        self.assertEqual((code, asked), (0, PARTS))
        self.assertIn("TIME-OUT  after 2100 s: make check-asan", said)

    def test_is_red_if_the_tests_do_not_end(self):
        self.assertEqual(run(slow="test")[0], 1)

    def test_is_red_if_a_required_test_was_skipped(self):
        self.assertEqual(run(skipped=1)[0], 1)


if __name__ == "__main__":
    unittest.main()
