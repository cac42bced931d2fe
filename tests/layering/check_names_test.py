"""check_names.py finds a type that two files define, and no nested type."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import check_names


class CheckNames(unittest.TestCase):
    def check(self, **files):
        with tempfile.TemporaryDirectory() as root:
            for name, text in files.items():
                (pathlib.Path(root) / f"{name}.h").write_text(text)
            return check_names.main(root)

    def test_a_name_may_be_defined_once(self):
        self.assertEqual(self.check(a="struct Row {\n};\nclass Other;\n", b="class Other {\n};\n"), 0)

    def test_two_files_may_not_define_one_name(self):
        self.assertEqual(self.check(a="struct Row {\n};\n", b="enum class Row { one };\n"), 1)

    def test_a_nested_type_does_not_count(self):
        self.assertEqual(self.check(a="struct A {\n  enum class Kind { one };\n};\n", b="struct B {\n  enum class Kind { one };\n};\n"), 0)

    def test_a_derived_type_counts(self):
        self.assertEqual(self.check(a="class Row final : public Base {\n};\n", b="struct Row {\n};\n"), 1)


unittest.main()
