"""README.md opens with what whittle does, a picture, two commands and a table of seven rows; its figures are those that
`bench/readme` wrote into the picture and that docs/benchmarks.md has."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def between(mark):
    return re.search(rf"<!-- {mark}: bench/[a-z]+ -->\n(.*?)<!-- end -->", README, re.S)[1]


class Readme(unittest.TestCase):
    def test_it_opens_with_a_sentence_a_picture_two_commands_and_seven_rows(self):
        opening = README[:README.index("<!-- end -->")]
        parts = [part for part in opening.split("\n\n") if part.strip()]
        self.assertEqual(parts[0], "# whittle")
        self.assertTrue(parts[1].startswith("whittle makes a failing input small."))
        picture = re.fullmatch(r"!\[.+\]\((.+)\)", parts[2])
        self.assertTrue((ROOT / picture[1]).exists())
        commands = parts[3].split("\n")
        self.assertEqual(len(commands), 2)
        self.assertTrue(all(re.match(r"    (make|whittle) ", line) for line in commands), commands)
        rows = between("table").strip().split("\n")
        self.assertEqual(len(rows), 2 + 7)

    def test_its_example_is_the_one_of_the_picture(self):
        summary = re.search(r"-> (\d+ tokens, \d+ bytes); ([\d,]+ tests)", re.sub(r"\s+", " ", between("example")))
        shown = re.sub(r"<[^>]*>|\s+", " ", (ROOT / "docs/picture.svg").read_text())
        for figure in (*summary.groups(), "gcc-12 -w -c -o /dev/null @@"):
            self.assertIn(figure, shown)

    def test_it_has_an_example_for_those_who_reduce_programs_and_one_for_those_who_reduce_data(self):
        commands = re.findall(r"^\$ whittle (?:--around \. )?(\S+) -- ", between("example"), re.M)
        self.assertEqual(commands, ["report.c", "orders.json"])
        self.assertEqual(len(re.findall(r"-> \d+ tokens", re.sub(r"\s+", " ", between("example")))), 2)

    def test_a_newcomer_reads_one_screen_and_then_links(self):
        self.assertLess(README.count("\n"), 120)
        pages = {page.name for page in (ROOT / "docs").glob("*.md")}
        guide = (ROOT / "docs/guide.md").read_text()
        linked = set(re.findall(r"\]\((?:docs/)?([a-z-]+\.md)\)", README + guide))
        self.assertEqual(pages - linked - {"guide.md", "glossary.md", "rejected.md"}, set())

    def test_its_figures_are_those_of_the_benchmarks(self):
        script = (ROOT / "bench/page").read_text()
        names = {name: subject for subject, name in re.findall(r'"([\w-]+)": "([^"]+)"', script)}
        benchmarks = (ROOT / "docs/benchmarks.md").read_text().split("## The default run beside other reducers")[1]
        for row in between("table").strip().split("\n")[2:]:
            name, tokens, left, tests, cvise, creduce = (cell.strip(" *") for cell in row.strip("|").split("|"))
            cells = re.search(rf"^\|[^|]*\| {names[name]} \|(.*)\|$", benchmarks, re.M)[1].split("|")
            self.assertEqual(cells[0].strip(), tokens)
            self.assertEqual(cells[1].strip(), f"**{left}** / {tests}", name)
            self.assertEqual([cell.split("/")[0].strip() for cell in cells[3:5]], [cvise, creduce], name)


unittest.main()
