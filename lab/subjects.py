"""Subjects: folders with subject.json, an input and test.sh in the C-Reduce convention; checking them; making the bundled ones.

The bundled subjects are made, not stored: programs by csmith before gcc, clang and tcc, random XML before xmllint, random
JSON before jq. The same seeds give the same subjects with the same versions of these tools.
"""
import hashlib
import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def _shared():
    """bench/subjects.py, which the scripts in bench/ use too."""
    spec = importlib.util.spec_from_file_location("bench_subjects", os.path.join(ROOT, "bench", "subjects.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


shared = _shared()


class Subject:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.name = os.path.basename(self.folder)
        with open(os.path.join(folder, "subject.json")) as file:
            self.about = json.load(file)
        self.input = self.about["input"]

    def save(self):
        """Writes what is known about the subject."""
        with open(os.path.join(self.folder, "subject.json"), "w") as file:
            json.dump(self.about, file, indent=1)

    @property
    def family(self):
        """ "C", "XML" or what the subject says, for tables that keep languages apart."""
        return self.about.get("language", "?")

    def digest(self):
        """Of the input and the test: results of another version of a subject are other results."""
        both = hashlib.sha256()
        for part in (self.input, "test.sh"):
            with open(os.path.join(self.folder, part), "rb") as file:
                both.update(file.read())
        return both.hexdigest()[:16]


def load(folders, words=()):
    """The subjects of one or several folders, in order; with words, those whose names hold one of them."""
    found = [Subject(path) for folder in folders for path in shared.chosen(folder, list(words))]
    if not found:
        raise SystemExit(
            f"lab: error: no subject in {', '.join(folders)}"
            f"{' has one of these words in its name: ' + ' '.join(words) if words else ''}\n"
            "  a subject is a folder with subject.json, an input and test.sh"
        )
    return found


JUDGE = os.path.join(ROOT, "build", "release", "lab", "whittle-judge")


def judged(subject, content):
    """The same question, to whittle-judge; None if the subject's test has no such form, or the program is not there."""
    if "judge" not in subject.about or not os.access(JUDGE, os.X_OK):
        return None
    with tempfile.TemporaryDirectory(prefix="whittle-lab-") as folder:
        path = os.path.join(folder, subject.input)
        with open(path, "wb") as file:
            file.write(content)
        return subprocess.run([JUDGE, "--ask", os.path.join(subject.folder, "subject.json"), path]).returncode == 0


def ask(subject, content, limit=60):
    """(whether the subject's test finds the content interesting, seconds, whether it hit the limit)."""
    with tempfile.TemporaryDirectory(prefix="whittle-lab-") as folder:
        with open(os.path.join(folder, subject.input), "wb") as file:
            file.write(content)
        began = time.monotonic()
        try:
            done = subprocess.run(
                [os.path.join(subject.folder, "test.sh"), subject.input],
                cwd=folder,
                timeout=limit,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            return done.returncode == 0, time.monotonic() - began, False
        except subprocess.TimeoutExpired:
            return False, time.monotonic() - began, True


def check(subject, repeat=5, candidates=10, limit=10, seed=1):
    """What is known of a subject before it is used: a row, and a list of what is wrong with it."""
    with open(os.path.join(subject.folder, subject.input), "rb") as file:
        content = file.read()
    answers = [ask(subject, content) for _ in range(repeat)]
    empty = ask(subject, b"")
    # Candidates as a reducer makes them early: a third of the lines is missing.
    drawn = random.Random(seed)
    lines = content.splitlines(keepends=True)
    hanging, wrong = 0, []
    made = [content, b""]
    for _ in range(candidates):
        begin, length = drawn.randrange(len(lines)), max(1, len(lines) // 3)
        made.append(b"".join(lines[:begin] + lines[begin + length :]))
    for candidate in made:
        interesting, _, late = ask(subject, candidate, limit)
        hanging += late
        if not late and judged(subject, candidate) not in (None, interesting):
            wrong.append("whittle-judge answers otherwise than test.sh")
    if not all(interesting for interesting, _, _ in answers):
        same = len({interesting for interesting, _, _ in answers}) == 1
        wrong.append("the input is not interesting" if same else "the test answers the same input differently")
    if empty[0]:
        wrong.append("an empty input is interesting")
    row = {
        "subject": subject.name,
        "language": subject.family,
        "bytes": len(content),
        "test ms": round(1000 * sorted(seconds for _, seconds, _ in answers)[repeat // 2]),
        "hanging": f"{hanging}/{candidates}",
        "wrong": "; ".join(wrong) or "-",
    }
    return row, wrong


# --- The bundled subjects -----------------------------------------------------------------------------------------------

TYPES = """typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long uint64_t;
"""


def csmith(seed, functions):
    """A program of csmith without its headers and comments, and with a main of ours; None if it makes none."""
    command = [
        "csmith",
        "-s",
        str(seed),
        "--no-safe-math",
        "--no-checksum",
        "--concise",
        "--nomain",
        "--max-funcs",
        str(functions),
        "--max-block-depth",
        "3",
        "--max-expr-complexity",
        "5",
        "--no-argc",
        "--no-volatiles",
        "--no-bitfields",
        "--no-packed-struct",
    ]
    made = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if made.returncode != 0:
        return None
    text = re.sub(r"/\*.*?\*/", "", made.stdout, flags=re.S)
    kept = [
        line.rstrip()
        for line in text.splitlines()
        if line.strip()
        and not line.startswith("#include")
        and not line.startswith("//")
        and "csmith_sink_" not in line
        and "__undefined" not in line
    ]
    if not any("func_1(void)" in line for line in kept):
        return None
    return TYPES + "\n".join(kept) + "\nint main(void) { return (int)func_1() & 127; }\n"


def xml(seed, nodes):
    """A random document: shops with shelves of items that refer to one another."""
    drawn = random.Random(seed)
    words = "red green blue small large old new cheap rare common".split()

    def element(depth, budget):
        name = drawn.choice(["item", "box", "shelf", "note", "part"])
        attributes = "".join(
            f' {key}="{drawn.randrange(1000)}"' for key in ("id", "ref", "size") if drawn.random() < 0.5
        )
        children, used = [], 1
        while used < budget and depth < 8 and drawn.random() < 0.85:
            child, more = element(depth + 1, drawn.randint(1, max(1, (budget - used) // 2)))
            children.append(child)
            used += more
        text = " ".join(drawn.choices(words, k=drawn.randrange(4)))
        inner = ("\n" + "".join(children)) if children else text
        return f"{'  ' * depth}<{name}{attributes}>{inner}{'  ' * depth if children else ''}</{name}>\n", used

    parts, used = [], 0
    while used < nodes:
        part, more = element(1, nodes // 6)
        parts.append(part)
        used += more
    return f'<?xml version="1.0"?>\n<shop>\n{"".join(parts)}</shop>\n'


def jason(seed, nodes):
    """A random document of orders, customers and nested settings."""
    drawn = random.Random(seed)

    def value(depth):
        kind = drawn.random()
        if depth > 5 or kind < 0.45:
            return drawn.choice([drawn.randrange(10000), drawn.random() < 0.5, None, f"word{drawn.randrange(300)}"])
        if kind < 0.75:
            return {f"key{drawn.randrange(60)}": value(depth + 1) for _ in range(drawn.randint(1, 6))}
        return [value(depth + 1) for _ in range(drawn.randint(1, 6))]

    return json.dumps([value(0) for _ in range(nodes)], indent=1) + "\n"


def example(name):
    with open(os.path.join(ROOT, "examples", "debloat", name)) as file:
        return file.read()


def lines(*commands):
    return "#!/bin/bash\n" + "\n".join(commands) + "\n"


# Name, language, input, how it is made from a seed, its test, what it is. The first seed from 1 on is taken whose
# document is interesting and, for programs, of a size that lets every algorithm finish in minutes.
def bundled():
    size = (2500, 6000)
    limit = "ulimit -t 5"
    gcc_warning = "gcc -std=gnu99 -fsyntax-only -Wall -Wextra {} prog.c >log 2>&1 && grep -q '{}' log"
    return [
        (
            "c-gcc-sign-compare",
            "C",
            "prog.c",
            lambda seed: csmith(seed, 4),
            size,
            lines(limit, gcc_warning.format("", "Wsign-compare")),
            "gcc warns of -Wsign-compare in a csmith program",
        ),
        (
            "c-gcc-overflow",
            "C",
            "prog.c",
            lambda seed: csmith(100 + seed, 4),
            size,
            lines(limit, gcc_warning.format("", "Woverflow")),
            "gcc warns of -Woverflow in a csmith program",
        ),
        (
            "c-gcc-idiv",
            "C",
            "prog.c",
            lambda seed: csmith(200 + seed, 5),
            size,
            lines(limit, "gcc -std=gnu99 -w -O0 -S -o prog.s prog.c 2>/dev/null && grep -q idiv prog.s"),
            "gcc -O0 makes a signed division of a csmith program",
        ),
        (
            "c-clang-srem",
            "C",
            "prog.c",
            lambda seed: csmith(300 + seed, 5),
            size,
            lines(limit, "clang -w -O0 -S -emit-llvm -o prog.ll prog.c 2>/dev/null && grep -q 'srem i64' prog.ll"),
            "clang -O0 makes a 64-bit remainder of a csmith program",
        ),
        (
            "c-tcc-idiv",
            "C",
            "prog.c",
            lambda seed: csmith(400 + seed, 4),
            size,
            lines(limit, "tcc -w -c -o prog.o prog.c 2>/dev/null && objdump -d prog.o | grep -q 'idiv'"),
            "tcc makes a signed division of a csmith program",
        ),
        (
            "c-tcc-value",
            "C",
            "prog.c",
            lambda seed: csmith(500 + seed, 3),
            size,
            lines(limit, "timeout 2 tcc -w -run prog.c >/dev/null 2>&1", "[ $? = @@STATUS@@ ]"),
            "a csmith program run by tcc exits with the status of the original",
        ),
        (
            "xml-following",
            "XML",
            "input.xml",
            lambda seed: xml(seed, 120),
            None,
            lines(
                "xmllint --noout input.xml 2>/dev/null || exit 1",
                "[ \"$(xmllint --xpath 'count(//item[@ref > 900]/following::note[@id < 100])' input.xml 2>/dev/null)\" -ge 1 ] 2>/dev/null",
            ),
            "an item with a large ref before a note with a small id",
        ),
        (
            "xml-nested",
            "XML",
            "input.xml",
            lambda seed: xml(100 + seed, 150),
            None,
            lines(
                "xmllint --noout input.xml 2>/dev/null || exit 1",
                "[ \"$(xmllint --xpath 'count(//box//shelf[@size]//part[@id])' input.xml 2>/dev/null)\" -ge 2 ] 2>/dev/null",
            ),
            "two parts inside shelves inside boxes",
        ),
        (
            "xml-pair",
            "XML",
            "input.xml",
            lambda seed: xml(200 + seed, 150),
            None,
            lines(
                "xmllint --noout input.xml 2>/dev/null || exit 1",
                "[ \"$(xmllint --xpath 'count(//*[@size = //*/@id])' input.xml 2>/dev/null)\" -ge 2 ] 2>/dev/null",
            ),
            "two elements whose size is the id of another",
        ),
        (
            "json-path",
            "JSON",
            "input.json",
            lambda seed: jason(seed, 6),
            None,
            lines(
                "jq -es 'length == 1 and (.[0] | [paths(type == \"number\")] | map(select(length >= 4)) | length >= 3)' input.json >/dev/null 2>&1"
            ),
            "three numbers at a depth of four or more",
        ),
        (
            "json-sum",
            "JSON",
            "input.json",
            lambda seed: jason(100 + seed, 5),
            None,
            lines("jq -es 'length == 1 and (.[0] | [.. | numbers] | add > 20000)' input.json >/dev/null 2>&1"),
            "numbers that add up to more than 20,000",
        ),
        (
            "json-same",
            "JSON",
            "input.json",
            lambda seed: jason(200 + seed, 6),
            None,
            lines(
                "jq -es 'length == 1 and (.[0] | [.. | strings] | group_by(.) | map(select(length > 1)) | length >= 2)' input.json >/dev/null 2>&1"
            ),
            "two words that occur twice",
        ),
        (
            DEBLOAT,
            "C",
            "count.c",
            lambda seed: example("count.c"),
            None,
            example("keep-lines-and-words.sh"),
            "examples/debloat: a program must still count lines and words; only for the plan debloat",
        ),
    ]


# The same tests for whittle-judge (judge.cc).
JUDGES = {
    "c-tcc-value": {"command": ["tcc", "-w", "-run", "@@"]},
    "xml-following": {"xml": "count(//item[@ref > 900]/following::note[@id < 100]) >= 1"},
    "xml-nested": {"xml": "count(//box//shelf[@size]//part[@id]) >= 2"},
    "xml-pair": {"xml": "count(//*[@size = //*/@id]) >= 2"},
    "json-path": {"jq": '[paths(type == "number")] | map(select(length >= 4)) | length >= 3'},
    "json-sum": {"jq": "[.. | numbers] | add > 20000"},
    "json-same": {"jq": "[.. | strings] | group_by(.) | map(select(length > 1)) | length >= 2"},
}
DEBLOAT = "c-count-debloat"
# For short versions: the quickest tests of each language.
SHORT = ("c-gcc-idiv", "c-tcc-idiv", "c-tcc-value", "json-same", "xml-following", "xml-nested", DEBLOAT)


def make_bundled(folder):
    """Makes those that are missing; gives the folder."""
    os.makedirs(folder, exist_ok=True)
    for name, language, file_name, make, size, test, what in bundled():
        path = os.path.join(folder, name)
        if os.path.exists(os.path.join(path, "subject.json")):
            continue
        for seed in range(1, 400):
            text = make(seed)
            if text is None or (size and not size[0] <= len(text) <= size[1]):
                continue
            shutil.rmtree(path, ignore_errors=True)
            os.makedirs(path)
            with open(os.path.join(path, file_name), "w") as file:
                file.write(text)
            status = write_test(path, test, file_name)
            about = {
                "name": name,
                "language": language,
                "input": file_name,
                "bytes": len(text),
                "what": what,
                "source": f"made by lab/subjects.py, seed {seed}",
                "short": name in SHORT,
                "debloat": name == DEBLOAT,
            }
            if name in JUDGES:
                about["judge"] = JUDGES[name] | ({"status": status} if status is not None else {})
            with open(os.path.join(path, "subject.json"), "w") as file:
                json.dump(about, file, indent=1)
            subject = Subject(path)
            if ask(subject, text.encode())[0] and not ask(subject, b"")[0]:
                break
            shutil.rmtree(path)
        else:
            raise SystemExit(
                f"lab: error: no seed makes {name} interesting; is the tool it needs installed? try: scripts/setup lab"
            )
    return folder


def write_test(path, test, file_name):
    """Writes test.sh; @@STATUS@@ stands for what the original exits with, which must be neither a crash nor trivial. Gives this status."""
    script, status = os.path.join(path, "test.sh"), None
    if "@@STATUS@@" in test:
        done = subprocess.run(["timeout", "2", "tcc", "-w", "-run", file_name], cwd=path, capture_output=True)
        status = done.returncode if 2 < done.returncode < 120 else 255
        test = test.replace("@@STATUS@@", str(status))
    with open(script, "w") as file:
        file.write(test)
    os.chmod(script, 0o755)
    return status
