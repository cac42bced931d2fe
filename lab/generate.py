"""Subjects of realistic size (10,000 to 100,000 tokens) from a seed: `lab/lab generate --count N`.

A kind is a language, a function that makes an input from a seed, and a test by a real tool. Each property holds for a small part of the
input only. The same seed gives the same subject with the same versions of the tools.
"""
import os
import random
import re
import shutil
import subprocess

from lab import imports, subjects

SIZES = (10_000, 100_000)  # tokens
LIMIT = "ulimit -t 20"


def tokens_of(content):
    """Words, numbers and single signs."""
    return len(re.findall(r"\w+|[^\w\s]", content))


def csmith(seed):
    """A program of csmith with so many functions as give the size; its text has no headers."""
    return subjects.csmith(seed, 12 + seed % 20)


def cxx(seed):
    """A program that uses containers of the standard library, after the preprocessor."""
    drawn = random.Random(seed)
    types = drawn.sample(["int", "long", "short", "unsigned", "double", "char"], 4)
    parts = ["#include <vector>"]  # more headers would exceed the size
    for number, type_ in enumerate(types * 3):
        parts.append(
            f"std::vector<{type_}> make_{number}({type_} a) {{ std::vector<{type_}> v; v.push_back(a); v.insert(v.begin(), {number}); return v; }}\n"
            f"int look_{number}(const std::vector<{type_}>& v) {{ int sum = 0; for (auto one : v) sum += int(one) % {number + 3}; return sum; }}"
        )
    done = subprocess.run(
        ["g++", "-std=c++17", "-E", "-P", "-x", "c++", "-"], input="\n".join(parts), capture_output=True, text=True, timeout=60
    )
    return done.stdout if done.returncode == 0 else None


def sql(seed):
    """Tables, rows, views and queries; every table has rows that refer to the one before."""
    drawn = random.Random(seed)
    lines = []
    for table in range(8):
        lines.append(f"CREATE TABLE t{table} (id INTEGER PRIMARY KEY, ref INTEGER, size INTEGER, name TEXT, CHECK (size >= 0));")
        lines += [
            f"INSERT INTO t{table} VALUES ({row}, {drawn.randrange(120)}, {drawn.randrange(1000)}, 'word{drawn.randrange(400)}');"
            for row in range(120)
        ]
        if table:
            lines.append(
                f"CREATE VIEW v{table} AS SELECT a.id AS id, b.size AS size, a.name AS name FROM t{table} a JOIN t{table - 1} b ON a.ref = b.id;"
            )
            lines.append(f"SELECT '{table}:' || count(*) FROM v{table} WHERE size > {drawn.randrange(900)};")
    # A sum has no value without rows, so that the query alone is not interesting.
    lines.append("SELECT 'total ' || sum(x.size) FROM v3 x JOIN v6 y ON x.name = y.name WHERE x.size <> y.size;")
    return "\n".join(lines) + "\n"


def yaml(seed):
    """Services with ports, variables and the services that they need."""
    drawn = random.Random(seed)
    lines = ["services:"]
    for number in range(420):
        lines += [f"  service{number}:", f"    image: registry/image{drawn.randrange(90)}:{drawn.randrange(20)}", f"    replicas: {drawn.randint(1, 9)}"]
        lines += ["    ports:", *(f"      - {drawn.randrange(1024, 9000)}" for _ in range(drawn.randint(1, 3)))]
        lines += ["    environment:", *(f"      KEY{key}: \"word{drawn.randrange(400)}\"" for key in range(drawn.randint(1, 5)))]
        if number:
            lines += ["    depends_on:", *(f"      - service{drawn.randrange(number)}" for _ in range(drawn.randint(1, 3)))]
    return "\n".join(lines) + "\n"


YAML_TEST = "[.services as $all | $all | to_entries[] | select(.value.replicas > 8) | $all[.value.depends_on[]?].ports[]? | select(. < 1150)] | length >= 1"


def rust(seed):
    """Structs, traits and functions that call one another; a few of the functions have a shadowed, unused variable."""
    drawn = random.Random(seed)
    parts = ["#![allow(dead_code)]", "trait Area { fn area(&self) -> i64; }"]
    for number in range(220):
        fields = ", ".join(f"f{field}: i64" for field in range(drawn.randint(1, 4)))
        first = drawn.randrange(max(1, number))
        call = f"work_{first}(x - 1)" if number else "x"
        unused = f" let spare_{number} = x * 2;" if drawn.random() < 0.02 or number == 100 else ""
        parts.append(
            f"struct S{number} {{ {fields} }}\nimpl Area for S{number} {{ fn area(&self) -> i64 {{ self.f0 * {number} }} }}\n"
            f"fn work_{number}(x: i64) -> i64 {{{unused} if x <= 0 {{ return {drawn.randrange(90)}; }} let y = {call}; "
            f"match y % 3 {{ 0 => y + {number}, 1 => y - 1, _ => y * 2 }} }}"
        )
    return "\n".join([*parts, "fn main() { println!(\"{}\", work_219(5)); }", ""])


def go(seed):
    """Types, methods and functions that call one another; one function has a select that does not wait."""
    drawn = random.Random(seed)
    parts = ["package main", 'import "os"', "type shape interface { area() int }"]
    for number in range(200):
        fields = "; ".join(f"f{field} int" for field in range(drawn.randint(1, 4)))
        call = f"work{drawn.randrange(number)}(x - 1)" if number else "x"
        wait = f" c := make(chan int, 1); select {{ case c <- x: default: x = {number} }};" if number == 90 else ""
        parts.append(
            f"type s{number} struct {{ {fields} }}\nfunc (s s{number}) area() int {{ return s.f0 * {number} }}\n"
            f"func work{number}(x int) int {{{wait} if x <= 0 {{ return {drawn.randrange(90)} }}; y := {call}; "
            f"switch y % 3 {{ case 0: return y + {number}; case 1: return y - 1 }}; return y * 2 }}"
        )
    return "\n".join([*parts, "func main() { var s shape = s0{}; os.Exit(work199(5) % 100 + s.area()) }", ""])


def kinds():
    """Name, language, file, maker, test, description, the programs it needs, and the test as whittle-judge knows it. A kind without a
    test has the property that `import` gives to an input whose fault is fixed."""
    xml_test = "xmllint --noout input.xml 2>/dev/null || exit 1"
    warning = "gcc -std=gnu99 -fsyntax-only -Wall -Wextra prog.c >log 2>&1 && grep -q '{}' log"
    both = "gcc -std=gnu99 -w {} -S -o a.s prog.c 2>/dev/null && clang -std=gnu99 -w {} -S -o b.s prog.c 2>/dev/null || exit 1"

    def xml(name, query, what):
        test = subjects.lines(xml_test, f"[ \"$(xmllint --xpath '{query}' input.xml 2>/dev/null)\" -ge 1 ] 2>/dev/null")
        return (name, "XML", "input.xml", lambda seed: subjects.xml(seed, 1500), test, what, ["xmllint"], {"xml": f"{query} >= 1"})

    def jq(name, condition, what):
        test = subjects.lines(f"jq -es 'length == 1 and (.[0] | {condition})' input.json >/dev/null 2>&1")
        return (name, "JSON", "input.json", lambda seed: subjects.jason(seed, 60), test, what, ["jq"], {"jq": condition})

    return [
        ("c-overflow", "C", "prog.c", csmith, subjects.lines(LIMIT, warning.format("Woverflow")), "gcc warns of -Woverflow", ["csmith", "gcc"]),
        ("c-compare", "C", "prog.c", csmith, subjects.lines(LIMIT, warning.format("Wsign-compare")), "gcc warns of -Wsign-compare", ["csmith", "gcc"]),
        (
            "c-idiv-o2",
            "C",
            "prog.c",
            csmith,
            subjects.lines(LIMIT, "gcc -std=gnu99 -w -O2 -S -o a.s prog.c 2>/dev/null && grep -q idiv a.s"),
            "gcc -O2 keeps a signed division",
            ["csmith", "gcc"],
        ),
        (
            "c-one-compiler",
            "C",
            "prog.c",
            csmith,
            subjects.lines(LIMIT, both.format("-O1", "-O1"), "grep -q idiv a.s && ! grep -q idiv b.s"),
            "gcc -O1 keeps a signed division, and clang -O1 removes all",
            ["csmith", "gcc", "clang"],
        ),
        (
            "c-tcc-value",
            "C",
            "prog.c",
            csmith,
            subjects.lines("ulimit -t 5", "timeout 2 tcc -w -run prog.c >/dev/null 2>&1", "[ $? = @@STATUS@@ ]"),
            "the program, run by tcc, exits with the status of the original",
            ["csmith", "tcc"],
            {"command": ["tcc", "-w", "-run", "@@"], "status": "@@STATUS@@"},
        ),
        (
            "cxx-realloc",
            "C++",
            "prog.cc",
            cxx,
            subjects.lines(LIMIT, "g++ -std=c++17 -w -O0 -S -o a.s prog.cc 2>/dev/null && grep -q '_ZNSt6vectorIsSaIsEE17_M_realloc_insert' a.s"),
            "g++ instantiates the growth of a vector<short>",
            ["g++"],
        ),
        ("c-symbols", "C", "prog.c", csmith, "", "", ["csmith", "tcc"]),
        xml("xml-following", "count(//item[@ref > 985]/following::note[@id < 10])", "an item with a large ref before a note with a small id"),
        xml("xml-deep", "count(//box/shelf/part/item[@id][@size])", "an item inside part, shelf and box"),
        jq("json-deep", '[paths(type == "number")] | map(select(length >= 5)) | length >= 6', "six numbers at a depth of five or more"),
        jq("json-same", "[.. | strings] | group_by(.) | map(select(length > 5)) | length >= 2", "two words that occur six times"),
        (
            "sql-total",
            "SQL",
            "input.sql",
            sql,
            subjects.lines(LIMIT, "sqlite3 -bail :memory: <input.sql >log 2>&1 || exit 1", "grep -q '^total ' log"),
            "a join of two views is not empty",
            ["sqlite3"],
            {"sql": "total "},
        ),
        ("rust-unused", "Rust", "prog.rs", rust, subjects.lines("ulimit -t 30", "rustc --edition 2021 --emit=metadata -o out.rmeta prog.rs 2>log || exit 1", "grep -q 'unused variable: `spare_100`' log"), "rustc accepts the program and warns of one unused variable", ["rustc"]),
        (
            "go-select",
            "Go",
            "prog.go",
            go,
            subjects.lines(LIMIT, "gccgo-12 -O0 -S -o a.s prog.go 2>/dev/null && grep -q 'runtime.selectnbsend' a.s"),
            "gccgo makes a select that does not wait",
            ["gccgo-12"],
        ),
        (
            "yaml-needs",
            "YAML",
            "input.yaml",
            yaml,
            subjects.lines(LIMIT, f"[ \"$(yq '{YAML_TEST}' input.yaml 2>/dev/null)\" = true ]"),
            "a service with nine replicas needs one with a port below 1150",
            ["yq"],
        ),
    ]


def run(count, seed, out, words, say):
    """Makes so many subjects, one of each kind in turn. Gives (rows, sentences about the kinds that cannot be made)."""
    rows, missing = [], []
    usable = []
    for kind in kinds():
        absent = [program for program in kind[6] if not shutil.which(program)]
        if words and not any(word in kind[0] for word in words):
            continue
        if absent:
            missing.append(f"{kind[0]} cannot be made: {', '.join(absent)} is not installed.")
        else:
            usable.append([kind, seed])
    while usable and len(rows) < count:
        for place in list(usable):
            if len(rows) == count:
                break
            subject = next_subject(place, out, say)
            if subject is None:
                missing.append(f"{place[0][0]}: none of 40 seeds from {place[1] - 40} on makes an interesting input of {SIZES[0]:,} to {SIZES[1]:,} tokens.")
                usable.remove(place)
                continue
            row, _ = subjects.check(subject, repeat=3, candidates=3)
            rows.append({**row, "tokens": subject.about["tokens"]})
    return rows, missing


def next_subject(place, out, say):
    """The subject of the next seed from place[1] on that is interesting and has the size; None after 40 seeds."""
    (name, language, file_name, make, test, what, _, *judge), first = place
    for seed in range(first, first + 40):
        place[1] = seed + 1
        text = make(seed)
        if text is None or not SIZES[0] <= tokens_of(text) <= SIZES[1]:
            continue
        target = os.path.join(os.path.abspath(out), f"{name}-{seed}")
        provenance = {"made by": "lab/generate.py", "seed": seed}
        found = (test, what, *judge)
        if not test:
            try:
                found = imports.replaced_oracle(language, file_name, text.encode())
            except imports.Unusable:
                continue
        subject = imports.write(target, file_name, text.encode(), found[0], language, found[1], provenance, *found[2:])
        status = subjects.write_test(target, found[0], file_name)
        if status is not None:
            subject.about["judge"]["status"] = status
        subject.about["tokens"] = tokens_of(text)
        subject.save()
        if subjects.ask(subject, text.encode())[0] and not subjects.ask(subject, b"")[0]:
            say(f"{name}-{seed}: {tokens_of(text):,} tokens")
            return subject
        shutil.rmtree(target)
    return None
