"""Each promise of docs/safety.md names a test that exists."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/safety.md").read_text()


def promises(page):
    """The first and the third cell of each row: the promise, and the names of its tests."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "promise" and not set(line) <= set("|- "):
            yield cells[0], re.findall(r"`([^`]+)`", cells[2])


def exists(name):
    """A script of tests/cli, a path, or the name of a file somewhere in tests/."""
    paths = (f"tests/cli/{name}.sh", f"tests/{name}.sh", f"tests/{name}", name)
    return any((ROOT / path).exists() for path in paths) or any(ROOT.glob(f"tests/*/{name}"))


def without_test(page):
    return [promise for promise, names in promises(page) if not any(map(exists, names))]


class Safety(unittest.TestCase):
    def test_each_promise_names_a_test_that_exists(self):
        self.assertGreater(len(list(promises(PAGE))), 40)
        self.assertEqual(without_test(PAGE), [])

    def test_each_named_script_or_source_exists(self):
        files = [name for _, names in promises(PAGE) for name in names if name.endswith((".cc", ".sh"))]
        self.assertEqual([name for name in files if not exists(name)], [])

    def test_a_promise_without_a_test_is_found(self):
        rows = "| promise | rests on | test | limit |\n| --- | --- | --- | --- |\n| It flies. | Wings. | `no_such_test` | |\n"
        self.assertEqual(without_test(rows), ["It flies."])


if __name__ == "__main__":
    unittest.main()
