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


if __name__ == "__main__":
    unittest.main()
