#!/usr/bin/env python3
"""scripts/skipped reads the reasons from a log of ctest."""

import importlib.machinery
import importlib.util
import pathlib
import unittest

PATH = pathlib.Path(__file__).resolve().parents[2] / "scripts/skipped"
loader = importlib.machinery.SourceFileLoader("skipped", str(PATH))
program = importlib.util.module_from_spec(importlib.util.spec_from_loader("skipped", loader))
loader.exec_module(program)

LOG = """14/60 Test: cli/terminal
Output:
----------------------------------------------------------
SKIPPED cli/terminal: tmux is not installed
<end of output>
Test Failed.
2/60 Test: document
Output:
----------------------------------------------------------
Running main() from ./googletest/src/gtest_main.cc
/src/tests/document/disk_test.cc:203: Skipped
root may read everything

[==========] 30 tests from 5 test suites ran. (12 ms total)
[  PASSED  ] 29 tests.
"""


class Skipped(unittest.TestCase):
    def test_names_scripts_and_gtest_cases_with_their_reasons(self):
        self.assertEqual(
            program.skipped(LOG),
            [
                ("cli/terminal", "tmux is not installed"),
                ("/src/tests/document/disk_test.cc:203", "root may read everything"),
            ],
        )

    def test_names_nothing_where_all_tests_ran(self):
        self.assertEqual(program.skipped("Test Passed.\nnothing was Skipped here\n"), [])

    def test_sandbox_full_disk_and_cluster_must_not_be_skipped(self):
        whole = "".join(f"{number}/9 Test: {name}\n" for number, name in enumerate(program.MUST_RUN))
        self.assertEqual(program.missing(whole + LOG), [])
        for line in [
            "SKIPPED cli/sandboxed: no sandbox is available",
            "SKIPPED cli/full_disk: a disk of its own cannot be mounted here; root can",
            "SKIPPED remote/network_cut: no network namespaces can be made here; root can",
            "/src/tests/process/sandbox_test.cc:29: Skipped\nno sandbox can be made here",
            "/src/tests/oracle/hostile_test.cc:313: Skipped\ncannot mount here",
            "/src/tests/remote/seal_test.cc:39: Skipped\nnats.so is missing",
        ]:
            self.assertEqual(len(program.missing(whole + line + "\n")), 1, line)
        self.assertIn("remote/same_bytes: did not run", program.missing(LOG))


if __name__ == "__main__":
    unittest.main()
