#!/usr/bin/env python3
"""generate.py JOB: writes the files of a job into the current folder. The same seed gives the same bytes."""
import os
import random
import sys
import textwrap

rng = random.Random(27)
WORDS = ("alpha bravo cable delta ember frost grain house inlet joint knoll ledge metal north ocean plain quart river stone tower "
         "umber vapor wheel yield zebra").split()


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def words(count):
    return " ".join(rng.choice(WORDS) for _ in range(count))


def camel(count=2):
    first, *rest = words(count).split()
    return first + "".join(word.title() for word in rest)


def prettier():
    """A module of functions and interfaces; one import has a comment at a place where prettier 3.3.3 loses it."""
    parts = ["import { type /* see docs/rows.md */ Row, parse } from './rows';\nimport * as path from 'node:path';\n"]
    for number in range(40):
        name, field = f"{camel()}{number}", camel()
        parts.append(textwrap.dedent(f"""\
            /** {words(6).capitalize()}. */
            export interface {name.title()} {{
              readonly {field}: number;
              {camel()}?: Record<string, Row | undefined>;
            }}

            export async function {name}(input: {name.title()}, limit = {rng.randrange(100)}): Promise<string[]> {{
              const found: string[] = [];
              for (const [key, row] of Object.entries(input.{field} > limit ? {{}} : parse(input))) {{
                if (!row) continue; // {words(3)}
                found.push(`${{key}}: ${{path.basename(String(row))}}`);
              }}
              return found.filter((one) => one.length > {rng.randrange(9)});
            }}
            """))
    write("app.ts", "\n".join(parts))


def openapi():
    """A description of an HTTP interface; one parameter says "int" where the standard says "integer"."""
    lines = ["openapi: 3.0.3", "info:", "  title: Orders", "  version: 1.4.0", "servers:", "  - url: https://api.example.com/v1", "paths:"]
    guilty = 17
    for number in range(24):
        kind = "int" if number == guilty else "integer"
        lines += [f"  /{rng.choice(WORDS)}{number}/{{id}}:", "    get:", f"      summary: {words(4)}", f"      operationId: get{number}",
                  "      parameters:", "        - name: id", "          in: path", "          required: true", "          schema:",
                  "            type: string", "        - name: limit", "          in: query", "          schema:", f"            type: {kind}",
                  f"            maximum: {rng.randrange(10, 500)}", "      responses:", "        '200':", f"          description: {words(3)}",
                  "          content:", "            application/json:", "              schema:", "                $ref: '#/components/schemas/Item'"]
    lines += ["components:", "  schemas:", "    Item:", "      type: object", "      required: [id]", "      properties:", "        id:",
              "          type: string", "        price:", "          type: number"]
    write("openapi.yaml", "\n".join(lines) + "\n")


def compose():
    """Services with ports, volumes and health checks; one of them says "mem_limits" for "mem_limit"."""
    lines = ["version: '3.8'", "services:"]
    for number in range(20):
        lines += [f"  {rng.choice(WORDS)}{number}:", f"    image: registry.example.com/{rng.choice(WORDS)}:{rng.randrange(9)}.{rng.randrange(20)}",
                  "    restart: unless-stopped", "    environment:", f"      LOG_LEVEL: {rng.choice(['info', 'debug'])}",
                  f"      REGION: {rng.choice(WORDS)}", "    ports:", f"      - '{8000 + number}:80'", "    volumes:",
                  f"      - data{number % 4}:/var/lib/data"]
        if number == 13:
            lines.append("    mem_limits: 512m")
        if number % 3 == 0:
            lines += ["    healthcheck:", "      test: ['CMD', 'true']", "      interval: 30s"]
    lines += ["volumes:"] + [f"  data{number}: {{}}" for number in range(4)]
    write("docker-compose.yml", "\n".join(lines) + "\n")


def sql():
    """A dump of three tables; two rows of one table have the same key."""
    lines = ["PRAGMA foreign_keys = OFF;", "BEGIN TRANSACTION;", "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);",
             "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id), total REAL, placed TEXT);",
             "CREATE INDEX orders_by_customer ON orders(customer);"]
    for number in range(1, 60):
        lines.append(f"INSERT INTO customers VALUES ({number}, '{words(2)}', '{rng.choice(WORDS)}');")
    for number in range(1, 120):
        key = 41 if number == 93 else number
        lines.append(f"INSERT INTO orders VALUES ({key}, {rng.randrange(1, 60)}, {rng.randrange(10000) / 100}, "
                     f"'2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}');")
    lines += ["CREATE VIEW totals AS SELECT customer, sum(total) AS total FROM orders GROUP BY customer;", "COMMIT;"]
    write("dump.sql", "\n".join(lines) + "\n")


def pytest():
    """A suite in which one test changes a default that another one relies on."""
    write("shop.py", textwrap.dedent("""\
        SETTINGS = {"rate": 0.2, "currency": "EUR"}


        def total(prices):
            return round(sum(prices) * (1 + SETTINGS["rate"]), 2)


        def label(price):
            return f"{price:.2f} {SETTINGS['currency']}"
        """))
    parts = ["import shop\n\n"]
    for number in range(40):
        if number == 11:
            parts.append("def test_prices_without_tax():\n    shop.SETTINGS[\"rate\"] = 0\n    assert shop.total([5, 5]) == 10\n\n")
        elif number == 33:
            parts.append("def test_prices_with_tax():\n    assert shop.total([10]) == 12\n\n")
        else:
            price = rng.randrange(1, 500)
            parts.append(f"def test_{rng.choice(WORDS)}_{number}():\n    price = {price}\n    assert shop.label(price) == \"{price}.00 EUR\"\n\n")
    write("test_shop.py", "\n".join(parts))


def csv():
    """Sales in rows; one amount has a comma for its decimal point. total.py adds them up."""
    write("total.py", textwrap.dedent("""\
        import csv
        import sys

        total = 0
        with open(sys.argv[1], newline="") as file:
            for row in csv.DictReader(file):
                total += int(row["count"]) * float(row["price"])
        print(f"{total:.2f}")
        """))
    lines = ["date,shop,article,count,price"]
    for number in range(300):
        price = f"{rng.randrange(100, 9000) / 100}"
        if number == 217:
            price = '"12,50"'
        lines.append(f"2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02},{rng.choice(WORDS)},{words(2)},{rng.randrange(1, 9)},{price}")
    write("sales.csv", "\n".join(lines) + "\n")


def upgrades():
    """A list of upgrades, of which two do not fit together; check.js asks npm's semver about the peers that each version wants."""
    peers = {}
    lines = []
    for number in range(60):
        name, version = f"{rng.choice(WORDS)}-{rng.choice(WORDS)}-{number}", f"{rng.randrange(1, 9)}.{rng.randrange(20)}.{rng.randrange(9)}"
        lines.append(f"{name}@{version}")
        if number % 5 == 0 and number:
            other, theirs = lines[number - 3].rsplit("@", 1)
            peers[lines[-1]] = {other: f"^{theirs}"}
    lines.insert(14, "react@19.0.0")
    lines.insert(47, "grid-view@4.2.1")
    peers["grid-view@4.2.1"] = {"react": "^17.0.0 || ^18.0.0"}
    write("peers.json", __import__("json").dumps(peers, indent=1) + "\n")
    write("upgrades.txt", "\n".join(lines) + "\n")
    write("check.js", textwrap.dedent("""\
        const fs = require("node:fs");
        const semver = require("semver");
        const peers = JSON.parse(fs.readFileSync("peers.json", "utf8"));
        const lines = fs.readFileSync(process.argv[2], "utf8").split("\\n").filter(Boolean);
        const versions = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf("@")), line.slice(line.lastIndexOf("@") + 1)]));
        for (const line of lines)
          for (const [name, range] of Object.entries(peers[line] ?? {}))
            if (versions.has(name) && !semver.satisfies(versions.get(name), range))
              throw new Error(`${line} wants ${name} ${range}, and ${name} would be ${versions.get(name)}`);
        """))


def patch():
    """A change of many files; one hunk does not fit its file any more."""
    import difflib
    import os
    import subprocess
    whole = []
    for number in range(12):
        path = f"src/{WORDS[number]}.txt"
        old = [f"{words(5)}\n" for _ in range(60)]
        new = list(old)
        for at in range(7, 60, 13):
            new[at] = f"{words(4)} changed\n"
        os.makedirs("src", exist_ok=True)
        on_disk = list(old)
        if number == 8:
            on_disk[33] = "somebody else was here\n"
        write(path, "".join(on_disk))
        whole += [f"diff --git a/{path} b/{path}\n"] + list(difflib.unified_diff(old, new, f"a/{path}", f"b/{path}"))
    write("upgrade.patch", "".join(whole))
    subprocess.run(["git", "init", "-q"], check=True)


def html():
    """A page with a table of products; one cell closes an element that is not open."""
    rows = []
    for number in range(40):
        name = words(2)
        if number == 26:
            name += "</strong>"
        rows.append(f'      <tr class="row">\n        <td>{number}</td>\n        <td>{name}</td>\n        <td>{rng.randrange(900)}.00</td>\n      </tr>')
    write("page.html", "<!DOCTYPE html>\n<html>\n<head>\n  <title>Products</title>\n  <style>\n    .row { color: #333; }\n  </style>\n</head>\n<body>\n"
          f"  <h1>Products</h1>\n  <p>{words(12)}</p>\n  <table>\n    <tbody>\n" + "\n".join(rows) +
          "\n    </tbody>\n  </table>\n  <script>\n    console.log(document.title);\n  </script>\n</body>\n</html>\n")


def prompt():
    """Instructions for a model, one on each line; two of them contradict each other. check.py finds such pairs."""
    lines = [f"{rng.choice(['Always', 'Please', 'When asked,'])} mention the {rng.choice(WORDS)} before the {rng.choice(WORDS)}." for _ in range(70)]
    lines.insert(22, "Answer in English only.")
    lines.insert(58, "Answer in the language of the question.")
    write("prompt.txt", "\n".join(lines) + "\n")
    write("check.py", textwrap.dedent("""\
        import re
        import sys

        rules = {}
        for line in open(sys.argv[1], encoding="utf-8"):
            found = re.match(r"Answer in (.+)\\.$", line.strip())
            if found:
                rules.setdefault("language", []).append(found[1])
        for topic, wanted in rules.items():
            if len(set(wanted)) > 1:
                sys.exit(f"two rules about the {topic}: {' / '.join(wanted)}")
        """))


def unit():
    """A service of systemd, with many variables; "on-failed" is no value of Restart."""
    lines = ["[Unit]", "Description=Orders", "After=network-online.target", "Wants=network-online.target", "", "[Service]", "Type=notify"]
    lines += [f"Environment={rng.choice(WORDS).upper()}_{number}={rng.choice(WORDS)}" for number in range(20)]
    lines += ["ExecStartPre=/bin/true", "ExecStart=/bin/sleep 100", "Restart=on-failed", "RestartSec=5", "PrivateTmp=true", "",
              "[Install]", "WantedBy=multi-user.target"]
    write("orders.service", "\n".join(lines) + "\n")


def drawing():
    """A drawing of many groups; the text of one has an ampersand, which XML does not allow."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">', "  <defs>"]
    lines += [f'    <linearGradient id="{rng.choice(WORDS)}{number}"><stop offset="0"/><stop offset="1"/></linearGradient>' for number in range(9)]
    lines.append("  </defs>")
    for number in range(40):
        text = "Fish & Chips" if number == 23 else words(3)
        lines += [f'  <g id="group{number}" transform="translate({number * 3},{number * 2})">',
                  f'    <rect x="{rng.randrange(90)}" y="{rng.randrange(90)}" width="20" height="10"/>',
                  f'    <text x="{rng.randrange(90)}" y="9">{text}</text>', "  </g>"]
    write("chart.svg", "\n".join(lines + ["</svg>"]) + "\n")


def log():
    """Lines with a time; one has a blank where the others have a T. The script that reads them accepts no empty line."""
    lines = [f"2026-10-{1 + number // 24:02d}T{number % 24:02d}:{rng.randrange(60):02d}:{rng.randrange(60):02d}Z {rng.choice(['INFO', 'WARN'])} "
             f"{rng.choice(WORDS)}[{rng.randrange(9999)}]: {words(5)}" for number in range(400)]
    lines[271] = lines[271].replace("T", " ", 1)
    write("server.log", "\n".join(lines) + "\n")
    write("times.py", textwrap.dedent("""\
        import datetime, sys
        for line in open(sys.argv[1]):
            time, level, rest = line.split(" ", 2)
            datetime.datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ")
        """))


def crontab():
    """Jobs at many times; one is at 25 o'clock."""
    lines = ["SHELL=/bin/sh", "PATH=/usr/bin:/bin", "# minute hour day month weekday command"]
    lines += [f"{rng.randrange(60)} {rng.randrange(24)} * * {rng.randrange(7)} /usr/local/bin/{rng.choice(WORDS)} --{rng.choice(WORDS)}"
              for _ in range(30)]
    lines[17] = "*/5 25 * * * /usr/local/bin/backup --all"
    write("crontab", "\n".join(lines) + "\n")
    write("check.py", textwrap.dedent("""\
        import sys
        limits = [("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7)]
        for number, line in enumerate(open(sys.argv[1]), 1):
            if line.startswith("#") or not line.strip() or "=" in line.split()[0]:
                continue
            for field, (name, low, high) in zip(line.split(), limits):
                part = field.split("/")[0]
                if part != "*" and not low <= int(part) <= high:
                    sys.exit(f"line {number}: the {name} {part} is not in {low}-{high}")
        """))


def project():
    """A program in C with a Makefile; it reads behind the end of a list, and a check of its own stops it."""
    helpers = [f"int {rng.choice(WORDS)}{number}(int a) {{ return a * {number} + 1; }}\n" for number in range(20)]
    write("shop/Makefile", "CC = gcc\nshop: main.o list.o text.o\n\t$(CC) -o $@ $^\ncheck: shop\n\t./shop\n")
    write("shop/list.h", "struct list { int count; int *values; };\nvoid add(struct list *, int);\nint get(struct list *, int);\n")
    write("shop/list.c", textwrap.dedent("""\
        #include <stdlib.h>
        #include "list.h"
        void add(struct list *list, int value) {
          list->values = realloc(list->values, (list->count + 1) * sizeof *list->values);
          list->values[list->count++] = value;
        }
        int get(struct list *list, int at) {
          if (at >= list->count) abort();
          return list->values[at];
        }
        """) + "".join(helpers[:10]))
    write("shop/text.c", '#include <stdio.h>\nvoid greet(void) { puts("hello"); }\n' + "".join(helpers[10:]))
    write("shop/main.c", textwrap.dedent("""\
        #include <stdio.h>
        #include "list.h"
        void greet(void);
        int main(void) {
          struct list list = {0};
          int sum = 0;
          greet();
          for (int i = 0; i < 5; i++) add(&list, i * i);
          for (int i = 0; i <= 5; i++) sum += get(&list, i);
          printf("%d\\n", sum);
          return 0;
        }
        """))


def environment():
    """Variables that a script reads; the value of one has a blank and no quotes, so the shell runs its second word."""
    lines = [f"{rng.choice(WORDS).upper()}_{number}={rng.choice(WORDS)}" for number in range(40)]
    lines.insert(28, "GREETING=hello world")
    write(".env", "\n".join(lines) + "\n")
    write("start.sh", "#!/bin/sh\nset -e\n. ./.env\necho started\n")
    os.chmod("start.sh", 0o755)


def here():
    """A package of Python and its program; one amount has two points."""
    for word in WORDS[:5]:
        write(f"shop/{word}.py", "\n\n".join(f"def {word}_{number}(a):\n    return a + {number}\n" for number in range(6)))
    write("shop/prices.py", textwrap.dedent("""\
        from shop.alpha import alpha_1


        def parse(text):
            return float(text.replace(",", "."))


        def total(rows):
            return sum(parse(row) for row in rows) + alpha_1(0)
        """))
    write("main.py", "from shop.prices import total\n\nprint(total(['1,5', '1.000,5']))\n")


def records():
    """Events, one on each line; one has no user. The script that reads them accepts no empty line."""
    lines = [f'{{"time": "2026-11-19T10:{number % 60:02}", "user": {{"id": {number}, "name": "{rng.choice(WORDS)}"}}, "text": "{words(4)}"}}'
             for number in range(150)]
    lines[88] = '{"time": "2026-11-19T10:28", "user": null, "text": "' + words(4) + '"}'
    write("events.jsonl", "\n".join(lines) + "\n")
    write("users.py", 'import json, sys\nfor line in sys.stdin:\n    print(json.loads(line)["user"]["name"])\n')


def schema():
    """Articles in XML; the price of one has a comma."""
    write("shop.xsd", textwrap.dedent("""\
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:element name="shop"><xs:complexType><xs:sequence><xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence>
            <xs:element name="name" type="xs:string"/><xs:element name="price" type="xs:decimal"/><xs:element name="note" minOccurs="0"/>
          </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
        </xs:schema>
        """))
    lines = ['<?xml version="1.0"?>', "<shop>"]
    for number in range(40):
        price = "9,99" if number == 26 else f"{rng.randrange(900) / 10}"
        lines += ["  <item>", f"    <name>{words(2)}</name>", f"    <price>{price}</price>", f"    <note>{words(5)}</note>", "  </item>"]
    write("shop.xml", "\n".join(lines + ["</shop>"]) + "\n")


def warning():
    """A program in C with a format that does not fit; gcc only warns."""
    functions = [f"int {rng.choice(WORDS)}_{number}(int a) {{\n  int b = a * 3;\n  return b + {number};\n}}" for number in range(20)]
    write("show.c", "\n".join(["#include <stdio.h>", *functions, "void show(long size) {", '  printf("%d bytes\\n", size);', "}"]) + "\n")


def image():
    """A Dockerfile that copies from a stage of another name."""
    lines = ["FROM debian:12 AS build"] + [f"ENV {rng.choice(WORDS).upper()}_{number}={rng.choice(WORDS)}" for number in range(20)]
    lines += ["RUN apt-get update \\", "    && apt-get install -y build-essential \\", "    && rm -rf /var/lib/apt/lists/*", "COPY . /src", "",
              "FROM debian:12-slim", "COPY --from=builder /src/app /usr/bin/app", 'ENTRYPOINT ["/usr/bin/app"]']
    write("Dockerfile", "\n".join(lines) + "\n")
    write("lint.py", textwrap.dedent("""\
        import re
        import sys

        stages = []
        for number, line in enumerate(open(sys.argv[1]), 1):
            if found := re.match(r"FROM \\S+(?: AS (\\S+))?", line):
                stages.append(found[1] or "-")
            if (found := re.match(r"COPY --from=(\\S+)", line)) and found[1] not in stages:
                sys.exit(f"line {number}: there is no stage {found[1]}, only {stages}")
        """))


def settings():
    """Settings of which one is given twice; a library in Python refuses that, and pads the number of the line."""
    lines = []
    for word in WORDS:
        lines += [f"[{word}]"] + [f"{rng.choice(WORDS)}_{number} = {words(2)}" for number in range(6)]
        if word == "ocean":
            lines += ["timeout = 5", "retries = 3", "timeout = 30"]
        lines.append("")
    write("app.ini", "\n".join(lines))
    write("load.py", "import configparser, sys\nconfigparser.ConfigParser().read(sys.argv[1])\n")


if __name__ == "__main__":
    globals()[sys.argv[1]]()
