#!/usr/bin/env python3
"""The check itself finds what it should, in a small tree made for it."""

import pathlib
import tempfile
import unittest

import check_includes

MAP = """Some text -> no arrow.

    cli -> run
    run -> schedule, document
    schedule -> oracle/oracle.h
    oracle, document -> base
"""


class CheckIncludes(unittest.TestCase):
    def wrong(self, files):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            for name, text in files.items():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                (source / name).write_text(text)
            arrows = check_includes.read_map(MAP)
            return [(path.name, number, header) for path, number, header in check_includes.wrong_includes(source, arrows)]

    def test_an_include_upwards_is_found_with_its_line(self):
        self.assertEqual(
            self.wrong({"base/a.h": '#pragma once\n#include "document/edit.h"\n'}), [("a.h", 2, "document/edit.h")]
        )

    def test_includes_downwards_within_a_folder_and_of_libraries_are_fine(self):
        self.assertEqual(
            self.wrong({"document/a.cc": '#include <vector>\n#include "base/b.h"\n#include "document/a.h"\n'}), []
        )

    def test_arrows_are_followed(self):
        self.assertEqual(self.wrong({"cli/a.cc": '#include "document/a.h"\n#include "base/a.h"\n'}), [])

    def test_the_scheduler_sees_only_the_interface_of_the_oracle(self):
        self.assertEqual(
            self.wrong({"schedule/a.cc": '#include "oracle/oracle.h"\n#include "oracle/local.h"\n'}),
            [("a.cc", 2, "oracle/local.h")],
        )

    def test_a_header_on_the_map_leads_no_further(self):
        self.assertEqual(self.wrong({"run/a.cc": '#include "oracle/local.h"\n'}), [("a.cc", 1, "oracle/local.h")])


if __name__ == "__main__":
    unittest.main()
