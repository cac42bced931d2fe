"""The inputs of bench/guard. Each is made here, by a seeded generator or from a file of an installed package, and each test is a real tool.

None of them was used to choose a rule or a number of whittle, and none may be. `scripts/setup guard` installs the packages.
"""
import dataclasses
import json
import os
import pathlib
import random
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


@dataclasses.dataclass
class Input:
    name: str
    file: str
    make: object  # returns the text or the bytes
    test: str  # a shell script, without its first lines; `cpu 3 COMMAND` limits the processor time to 3 s, on any load
    tests: int = 1000  # the run is stopped after so many
    quick: int = 0  # the same with --quick; 0: not one of the quick inputs
    seconds: float = 0.1  # of one test on the machine that recorded the first rows: long inputs start first


def package_file(path):
    try:
        return pathlib.Path(path).read_text(errors="replace")
    except OSError:
        raise FileNotFoundError(f"{path} is missing: run scripts/setup guard")


def output_of(command, name, text):
    """The standard output of a command on a file that is the last argument."""
    with tempfile.TemporaryDirectory(prefix="whittle-guard-") as folder:
        pathlib.Path(folder, name).write_text(text)
        return subprocess.run([*command, name], cwd=folder, check=True, capture_output=True, text=True).stdout


# Data -------------------------------------------------------------------------------------------------------------

def relax_ng():
    """DocBook's schema with one reference that leads nowhere."""
    text = package_file("/usr/share/xml/docbook/schema/rng/5.0/docbook.rng")
    return text.replace('<ref name="db.step.role.attribute"/>', '<ref name="db.nowhere"/>', 1)


RELAX_NG_TEST = """echo '<a/>' >a.xml
xmllint --noout --relaxng input.rng a.xml >out.txt 2>&1
grep -q 'db.nowhere' out.txt || exit 1
! grep 'parser error' out.txt | grep -qv 'db.nowhere'
"""


def xml_schema():
    """DocBook's schema for XSD, in which one group leads nowhere."""
    folder = "/usr/share/xml/docbook/schema/xsd/5.0/"
    text = package_file(folder + "docbook.xsd").replace('schemaLocation="', f'schemaLocation="{folder}')
    places = text.split(' ref="docbook:')
    middle = len(places) * 2 // 3
    places[middle] = "nowhere" + places[middle][places[middle].index('"'):]
    return ' ref="docbook:'.join(places)


XML_SCHEMA_TEST = """echo '<a/>' >a.xml
xmllint --nonet --noout --schema input.xsd a.xml >out.txt 2>&1
grep -q 'parser error.*nowhere' out.txt || exit 1
! grep 'parser error' out.txt | grep -qv 'nowhere'
"""


def xml_ids(count=1200):
    """A store of goods whose items refer to others by id; valid by its own DTD, except for one reference."""
    draw = random.Random(21)
    words = "blue large small round heavy light steel wood glass old new green".split()
    lines = ['<?xml version="1.0"?>', "<!DOCTYPE store [",
             "<!ELEMENT store (owner, item+)>", "<!ELEMENT owner (#PCDATA)>", "<!ELEMENT item (label, price, part*, note?)>",
             "<!ELEMENT label (#PCDATA)>", "<!ELEMENT price (#PCDATA)>", "<!ELEMENT part EMPTY>", "<!ELEMENT note (#PCDATA)>",
             "<!ATTLIST item id ID #REQUIRED kind (thing|set) 'thing'>", "<!ATTLIST price currency CDATA #REQUIRED>",
             "<!ATTLIST part of IDREF #REQUIRED count CDATA #IMPLIED>", "]>", "<store>", "  <owner>somebody</owner>"]
    for i in range(count):
        parts = [f'<part of="i{draw.randrange(count)}" count="{draw.randrange(9)}"/>' for _ in range(draw.choice([0, 0, 1, 2, 4]))]
        if i == count * 3 // 5:
            parts.append('<part of="nowhere"/>')
        note = f"<note>{' '.join(draw.choices(words, k=6))}</note>" if draw.random() < 0.3 else ""
        lines.append(f'  <item id="i{i}"><label>{draw.choice(words)} {draw.choice(words)}</label>'
                     f'<price currency="EUR">{draw.randrange(1, 999)}</price>{"".join(parts)}{note}</item>')
    return "\n".join([*lines, "</store>", ""])


XML_IDS_TEST = """xmllint --noout --valid input.xml >out.txt 2>&1
grep -q 'references an unknown ID "nowhere"' out.txt || exit 1
! grep 'error' out.txt | grep -qv 'nowhere'
"""


def openapi(paths=220, schemas=260):
    """The description of an interface in which one default has another type than its schema says."""
    draw = random.Random(22)
    words = "order user item price address invoice shipment payment customer account message report ticket token".split()
    names = [f"{draw.choice(words).title()}{draw.choice(words).title()}{i}" for i in range(schemas)]

    def reference():
        return {"$ref": f"#/components/schemas/{draw.choice(names)}"}

    def schema(i):
        properties = {f"{draw.choice(words)}_{k}": draw.choice([{"type": "string", "maxLength": draw.randrange(9, 99)}, {"type": "integer", "minimum": 0},
                                                               {"type": "array", "items": reference()}, reference()])
                      for k in range(draw.randrange(1, 6))}
        made = {"type": "object", "description": f"A {names[i]}.", "properties": properties}
        if draw.random() < 0.4:
            made["required"] = [next(iter(properties))]
        return made

    components = {name: schema(i) for i, name in enumerate(names)}
    components[names[schemas * 2 // 3]]["properties"]["limit"] = {"type": "integer", "default": "many"}

    def operation(i):
        made = {"operationId": f"operation{i}", "summary": " ".join(draw.choices(words, k=4)), "tags": [draw.choice(words)],
                "responses": {"200": {"description": "fine", "content": {"application/json": {"schema": reference()}}},
                              "404": {"description": "not there"}}}
        if draw.random() < 0.5:
            made["requestBody"] = {"content": {"application/json": {"schema": reference()}}}
        return made

    return json.dumps({"openapi": "3.0.0", "info": {"title": "shop", "version": "1.2"},
                       "paths": {f"/{draw.choice(words)}/{i}": {draw.choice(["get", "post", "put"]): operation(i)} for i in range(paths)},
                       "components": {"schemas": components}}, indent=2)


OPENAPI_TEST = """/usr/bin/python3 - <<'END'
import json, sys, jsonschema
try: api = json.load(open("input.json"))
except ValueError: sys.exit(1)
reference = {"type": "object", "required": ["$ref"]}
schema = {"anyOf": [reference, {"type": "object", "required": ["type"], "properties": {
    "properties": {"type": "object", "additionalProperties": {"$ref": "#/$defs/schema"}}, "items": {"$ref": "#/$defs/schema"}}}]}
content = {"type": "object", "minProperties": 1, "additionalProperties": {"type": "object", "required": ["schema"], "properties": {"schema": {"$ref": "#/$defs/schema"}}}}
answer = {"type": "object", "required": ["description"], "properties": {"content": content}}
operation = {"type": "object", "required": ["responses"], "properties": {
    "responses": {"type": "object", "minProperties": 1, "additionalProperties": answer}, "requestBody": {"type": "object", "required": ["content"], "properties": {"content": content}}}}
meta = {"type": "object", "required": ["openapi", "info", "paths"], "$defs": {"schema": schema}, "properties": {
    "info": {"type": "object", "required": ["title", "version"]},
    "paths": {"type": "object", "additionalProperties": {"type": "object", "minProperties": 1, "additionalProperties": operation}},
    "components": {"type": "object", "properties": {"schemas": {"type": "object", "additionalProperties": {"$ref": "#/$defs/schema"}}}}}}
if next(jsonschema.Draft7Validator(meta).iter_errors(api), None): sys.exit(1)
wrong, kinds = [], {"integer": int, "string": str, "array": list, "object": dict}
def walk(node):
    if isinstance(node, dict):
        if "$ref" in node:
            at = api
            for part in node["$ref"].split("/")[1:]: at = at[part]
        if "default" in node and not isinstance(node["default"], kinds[node["type"]]): wrong.append(node)
        for inner in node.values(): walk(inner)
    elif isinstance(node, list):
        for inner in node: walk(inner)
try: walk(api)
except (KeyError, TypeError): sys.exit(1)
sys.exit(len(wrong) != 1)
END
"""


def yaml_services(count=400):
    """Services with anchors, aliases and merged maps; one depends on itself through two others."""
    draw = random.Random(23)
    images = "postgres redis nginx python node golang debian".split()
    lines = ["version: '3'", "x-defaults:"]
    for i in range(30):
        lines += [f"  base{i}: &base{i}", f"    restart: {draw.choice(['always', 'never'])}", f"    memory: {draw.randrange(64, 2048)}", f"    labels: [a{i}, b{draw.randrange(9)}]"]
    lines.append("services:")
    middle = count // 2
    for i in range(count):
        lines += [f"  service{i}:", f"    <<: *base{draw.randrange(30)}", f"    image: {draw.choice(images)}:{draw.randrange(20)}"]
        lines += ["    environment:", *(f"      VAR_{draw.randrange(50)}_{k}: value {draw.randrange(1000)}" for k in range(draw.randrange(1, 5)))]
        after = {draw.randrange(i) for _ in range(draw.randrange(3))} if i else set()
        after |= {middle: {middle + 7}, middle + 3: {middle}, middle + 7: {middle + 3}}.get(i, set())
        if after:
            lines += ["    depends_on:", *(f"      - service{other}" for other in sorted(after))]
    return "\n".join([*lines, ""])


YAML_TEST = """/usr/bin/python3 - <<'END'
import sys, yaml
try: services = yaml.load(open("input.yaml"), yaml.CSafeLoader)["services"]
except (yaml.YAMLError, KeyError, TypeError): sys.exit(1)
if not isinstance(services, dict): sys.exit(1)
for service in services.values():
    if not isinstance(service, dict) or "image" not in service or "restart" not in service: sys.exit(1)
    if any(other not in services for other in service.get("depends_on") or []): sys.exit(1)
def reaches(start):
    todo, seen = [start], set()
    while todo:
        for other in services[todo.pop()].get("depends_on") or []:
            if other == start: return True
            if other not in seen: seen.add(other); todo.append(other)
    return False
sys.exit(not any(map(reaches, services)))
END
"""


def sql_views(count=150):
    """Tables with foreign keys, rows, and views of views; one view divides by a column that holds a zero."""
    draw = random.Random(24)
    lines = ["PRAGMA foreign_keys = ON;"]
    for i in range(count):
        others = sorted({draw.randrange(i) for _ in range(draw.randrange(3))}) if i else []
        columns = ["id INTEGER PRIMARY KEY", "amount INTEGER NOT NULL", "label TEXT DEFAULT 'none'", *(f"ref{other} INTEGER REFERENCES t{other}(id)" for other in others)]
        lines.append(f"CREATE TABLE t{i} ({', '.join(columns)});")
        for row in range(1, draw.randrange(3, 9)):
            amount = 0 if i == count * 2 // 3 and row == 2 else draw.randrange(1, 99)
            names = ["id", "amount", "label", *(f"ref{other}" for other in others)]
            lines.append(f"INSERT INTO t{i} ({', '.join(names)}) VALUES ({', '.join([str(row), str(amount), repr(f'row {row}'), *('1' for _ in others)])});")
        if i % 3 == 0:
            inner = f"v{draw.randrange(0, i, 3)}" if i > 3 and draw.random() < 0.5 else f"t{i}"
            lines.append(f"CREATE VIEW v{i} AS SELECT a.id AS id, a.amount AS amount FROM t{i} a JOIN {inner} b ON a.id = b.id;")
        if i % 10 == 5:
            lines.append(f"CREATE INDEX x{i} ON t{i} (amount);")
    middle = count * 2 // 3
    lines.append(f"CREATE VIEW ratio AS SELECT v.id AS id, 100 / t.amount AS ratio FROM v{middle - middle % 3} v JOIN t{middle} t ON v.id = t.id;")
    return "\n".join([*lines, "SELECT id, ratio FROM ratio WHERE ratio IS NULL;", ""])


SQL_TEST = """sqlite3 -bail :memory: <input.sql >out.txt 2>&1 && grep -q '^2|$' out.txt
"""


def make_rules(count=900):
    """A Makefile of which one target depends on itself."""
    draw = random.Random(25)
    lines = ["CC = cc", *(f"FLAGS{i} = -O{i % 4} -DX={i}" for i in range(40)), f"all: target{count - 1}", ""]
    for i in range(count):
        needs = " ".join(f"target{other}" for other in sorted({draw.randrange(max(0, i - 60), i) for _ in range(3)})) if i else ""
        if i == count // 2:
            needs += f" target{i + 5}"
        if i == count // 2 + 5:
            needs += f" target{i - 5}"
        lines += [f"target{i}: {needs}", f"\t@echo $(CC) $(FLAGS{draw.randrange(40)}) -c source{i}.c", ""]
    return "\n".join(lines)


MAKE_TEST = """cpu 3 make -n -f input.mk >out.txt 2>err.txt || exit 1
grep -q 'Circular .* dependency dropped' err.txt
"""


def graph_dot(count=300):
    """A graph of clusters, and an edge to a port that a node does not have."""
    draw = random.Random(26)
    lines = ["digraph g {", "  rankdir=LR;", "  node [shape=record];"]
    for i in range(count):
        if i % 10 == 0:
            lines += ["  }"] * (i > 0) + [f"  subgraph cluster_{i // 10} {{", f'    label="group {i // 10}";']
        lines.append(f'    n{i} [label="<a> left {i}|<b> right", color="#{draw.randrange(1 << 24):06x}"];')
    lines.append("  }")
    for i in range(1, count):
        other, port = draw.randrange(max(0, i - 20), i), draw.choice(["a", "b"])
        lines.append(f"  n{other}:{port} -> n{i}:{'zz' if i == count * 2 // 3 else 'a'} [weight={draw.randrange(9)}];")
    return "\n".join([*lines, "}", ""])


DOT_TEST = """dot -Tplain input.dot >/dev/null 2>err.txt || exit 1
grep -q 'port zz unrecognized' err.txt
"""

# Programs ----------------------------------------------------------------------------------------------------------

C_MARKERS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <netinet/in.h>
#include <sqlite3.h>
#include <zlib.h>
#include <openssl/ssl.h>
struct packet { unsigned kind, size; unsigned char data[64]; struct packet *next; };
static inline __attribute__((always_inline)) unsigned swapped(unsigned x) { return __builtin_bswap32(x); }
static inline __attribute__((always_inline)) unsigned field(const struct packet *p) { return swapped(p->kind) ^ swapped(p->size); }
static struct packet *first;
static int add(const char *text) {
  struct packet *p = malloc(sizeof *p);
  if (!p) return -1;
  p->kind = (unsigned)strlen(text); p->size = crc32(0, (const unsigned char *)text, p->kind); p->next = first;
  strncpy((char *)p->data, text, sizeof p->data - 1);
  first = p;
  return 0;
}
unsigned total(void) {
  unsigned sum = 0;
  for (struct packet *p = first; p; p = p->next) sum += field(p);
  return sum;
}
int report(sqlite3 *base) { return sqlite3_exec(base, "select 1", 0, 0, 0) == SQLITE_OK ? printf("%u\n", total()) : -1; }
int main(int argc, char **argv) { for (int i = 1; i < argc; ++i) add(argv[i]); return total() == 7; }
"""
# Two compilers must accept it, and the second must use the inlined functions. clang 14 knows some words of these headers under other names.
C_MARKERS_TEST = """flags="-D_Float32=float -D_Float64=double -D_Float32x=double"
other() { clang -w -O1 $flags '-D_Float64x=long double' -D_Float128=__float128 '-D__malloc__(...)=__malloc__' "$@"; }
other -x c -c -o a.o input.i 2>/dev/null || exit 1
gcc -w -O1 -S -o b.s input.i 2>/dev/null || exit 1
grep -q bswap b.s
"""


def c_markers():
    return output_of(["gcc", "-E"], "input.c", C_MARKERS)


def c_program():
    """A program from the examples of zlib, with its headers and their line markers."""
    return output_of(["gcc", "-E"], "enough.c", package_file("/usr/share/doc/zlib1g-dev/examples/enough.c"))


C_PROGRAM_TEST = """gcc -w -O1 -o program input.c 2>/dev/null || exit 1
cpu 3 ./program 40 6 9 >out.txt 2>/dev/null || exit 1
grep -q 'maximum of 106 table entries' out.txt && cpu 3 ./program 20 >out.txt 2>/dev/null && grep -q 'maximum of' out.txt
"""

CXX_MIDDLE = r"""
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
namespace shop {
struct item { std::string name; int count = 0; };
template <typename T> struct is_price : std::is_arithmetic<T> {};
template <typename T, typename = std::enable_if_t<is_price<T>::value>> T total(const std::vector<T>& all) { T sum{}; for (const T& one : all) sum += one; return sum; }
template <typename T> auto price_of(const T& value) { std::vector<T> all(3, value); return total(all); }
inline nlohmann::json described(const item& one) { return {{"name", one.name}, {"count", one.count}}; }
inline auto broken() { return price_of(item{"a", 2}); }
}
#include <fmt/format.h>
#include <gtest/gtest.h>
namespace shop {
inline std::string text(const std::map<std::string, std::unique_ptr<item>>& all) { std::string out; for (auto& [name, one] : all) out += fmt::format("{}: {}\n", name, one->count); return out; }
TEST(Shop, Text) { EXPECT_EQ(text({}), ""); EXPECT_EQ(described({"a", 1}).dump(), "x"); }
}
"""
CXX_MIDDLE_TEST = r"""LC_ALL=C clang++ -std=c++20 -fsyntax-only -w -Wno-invalid-constexpr input.cc >out.txt 2>&1 </dev/null
grep -q "no matching function for call to 'total'" out.txt && ! grep 'error:' out.txt | grep -qv "call to 'total'"
"""


def cxx_middle():
    return output_of(["clang++", "-std=c++20", "-E", "-P"], "input.cc", CXX_MIDDLE)


CXX_RUNS = r"""
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
struct order { std::string name; std::vector<int> prices; };
int sum(const order& one) { int total = 0; for (int price : one.prices) total += price; return total; }
int main() {
  const auto parsed = nlohmann::json::parse(R"({"name": "x", "prices": [3, 4, 5]})");
  order one{parsed["name"].get<std::string>(), parsed["prices"].get<std::vector<int>>()};
  std::cout << one.name << " " << sum(one) << "\n";
}
"""
CXX_RUNS_TEST = """g++ -std=c++17 -w -o program input.cc >/dev/null 2>&1 </dev/null || exit 1
cpu 3 ./program 2>/dev/null | grep -q '^x 12$'
"""


def cxx_runs():
    return output_of(["g++", "-std=c++17", "-E", "-P"], "input.cc", CXX_RUNS)


def javascript():
    """A library of functions, and a line that uses two of them."""
    return package_file("/usr/share/javascript/underscore/underscore.js") + """
var made = module.exports && module.exports._ || module.exports;
console.log(JSON.stringify(made.groupBy([1.3, 2.1, 2.4], function (x) { return Math.floor(x); })), made.template("hello <%= name %>")({name: "you"}));
"""


JAVASCRIPT_TEST = """cpu 3 node input.js 2>/dev/null | grep -q '^{"1":\\[1.3\\],"2":\\[2.1,2.4\\]} hello you$'
"""


def python_program():
    """Python's own parser of options, and a few lines that use it."""
    return package_file("/usr/lib/python3.11/argparse.py") + """
parser = ArgumentParser(prog="tool", description="does things")
parser.add_argument("--count", type=int, default=3, help="how many")
group = parser.add_subparsers().add_parser("run")
group.add_argument("file", nargs="+")
print(parser.parse_args(["--count", "4", "run", "a", "b"]).file, parser.format_usage())
"""


PYTHON_TEST = """cpu 3 /usr/bin/python3 -S -E input.py 2>/dev/null >out.txt
grep -q "^\\['a', 'b'\\] usage: tool \\[-h\\] \\[--count COUNT\\] {run} ...$" out.txt
"""


def perl_program():
    return package_file("/usr/share/perl/5.36.0/Getopt/Long.pm").split("\n=head1 NAME")[0] + """
package main;
my ($size, @names) = (0);
@ARGV = ("--size=12", "--name", "a", "--name=b", "rest");
Getopt::Long::GetOptions("size=i" => \\$size, "name=s" => \\@names) or die;
print "$size @names @ARGV\\n";
"""


PERL_TEST = """cpu 3 perl input.pl 2>/dev/null | grep -q '^12 a b rest$'
"""


def java_library(classes=150):
    """Implementations of an interface that use one another, and one unchecked cast that javac must report."""
    draw = random.Random(27)
    lines = ["import java.util.*;", "import java.util.function.*;",
             "interface Shape<T extends Comparable<T>> { T size(); int count(); default boolean larger(Shape<T> other) { return size().compareTo(other.size()) > 0; } }"]
    for i in range(classes):
        kind, value = draw.choice([("Integer", str(i)), ("String", f'"{i}"'), ("Double", f"{i}.5")])
        other = draw.randrange(classes)
        lines += [f"class Shape{i} implements Shape<{kind}> {{", f"  private final List<{kind}> values = new ArrayList<>(List.of({value}));",
                  f"  private final Map<String, Shape{other}> others = new HashMap<>();",
                  f"  public {kind} size() {{ return values.get(0); }}", f"  Function<{kind}, {kind}> changed() {{ return x -> larger(this) ? x : size(); }}",
                  "  public int count() { int n = values.size(); for (var one : others.values()) n += one.count(); return n; }",
                  f"  static int made() {{ return new Shape{other}().count() + {i}; }}"]
        if i == classes * 2 // 3:
            lines.append("  List<Integer> cast(Object o) { return (List<Integer>) o; }")
        lines.append("}")
    return "\n".join([*lines, ""])


JAVA_TEST = """javac -proc:none -Xlint:unchecked -d out Input.java >out.txt 2>&1 || exit 1
grep -q 'warning: \\[unchecked\\] unchecked cast' out.txt
"""


def rust_library(count=150):
    """Traits and generic types that use one another; one function is never used, and rustc must say so of that one."""
    draw = random.Random(28)
    lines = ["use std::collections::HashMap;", "pub trait Shape { type Size; fn size(&self) -> Self::Size; fn name(&self) -> String { String::from(\"shape\") } }"]
    for i in range(count):
        kind, value = draw.choice([("i64", str(i)), ("String", f'String::from("{i}")'), ("f64", f"{i}.5")])
        other = draw.randrange(count)
        lines += ["#[derive(Clone, Debug, Default)]", f"pub struct Item{i} {{ pub value: Option<{kind}>, pub others: Vec<Box<Item{other}>>, pub names: HashMap<String, usize> }}",
                  f"impl Shape for Item{i} {{ type Size = {kind}; fn size(&self) -> {kind} {{ self.value.clone().unwrap_or({value}) }} }}",
                  f"impl Item{i} {{ pub fn count(&self) -> usize {{ self.others.iter().map(|one| one.names.len() + {i}).sum::<usize>() }}",
                  f"  pub fn longest(&self) -> String {{ self.names.keys().max_by_key(|name| name.len()).cloned().unwrap_or_else(|| self.others[0].name()) }} }}"]
        if i == count * 2 // 3:
            lines.append(f"fn lost(one: &Item{i}) -> usize {{ one.count() + lost(one) }}")
    return "\n".join([*lines, ""])


RUST_TEST = """rustc --edition 2021 --crate-type lib --emit=metadata --error-format short input.rs >out.txt 2>&1 || exit 1
grep -q 'function `lost` is never used' out.txt
"""


def go_library(count=200):
    """Structures with methods and interfaces; gccgo must still report the one unused variable, and nothing else."""
    draw = random.Random(29)
    lines = ["package main", 'import "fmt"', 'import "strings"', "type shape interface { size() int; name() string }"]
    for i in range(count):
        other = draw.randrange(count)
        lines += [f"type item{i} struct {{ value int; names []string; next *item{other} }}", f"func (x *item{i}) size() int {{ if x.next != nil {{ return x.next.size() + x.value }}; return {i} }}",
                  f"func (x *item{i}) name() string {{ return strings.Join(x.names, fmt.Sprint(x.value)) }}",
                  f"func make{i}(n int) shape {{ return &item{i}{{value: n, next: &item{other}{{value: {i}}}}} }}"]
        if i == count * 2 // 3:
            lines.append(f"func broken(all []shape) int {{ total, unused := 0, make{i}(3); for _, one := range all {{ total += one.size() }}; return total }}")
    return "\n".join([*lines, "func main() { fmt.Println(broken([]shape{make0(1), make1(2)})) }", ""])


GO_TEST = """gccgo-12 -fsyntax-only input.go >out.txt 2>&1
grep -q "error: .unused. declared but not used\\|error: 'unused' declared" out.txt && ! grep 'error:' out.txt | grep -qv unused
"""


def llvm_module():
    """The same program of zlib's examples as LLVM IR."""
    with tempfile.TemporaryDirectory(prefix="whittle-guard-") as folder:
        pathlib.Path(folder, "enough.c").write_text(package_file("/usr/share/doc/zlib1g-dev/examples/enough.c"))
        subprocess.run(["clang", "-O1", "-g", "-w", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "enough.c"], cwd=folder, check=True)
        return pathlib.Path(folder, "enough.ll").read_text()


LLVM_TEST = """opt -O2 -S -o out.ll input.ll 2>/dev/null && grep -q 'call.*@llvm.umul.with.overflow\\|call.*@llvm.umax' out.ll
"""

WASM_SOURCE = "\n".join(
    [f"int f{i}(int x) {{ int y = x * {i + 3}; for (int k = 0; k < {i % 7 + 2}; ++k) y ^= y << (k & 3); return {'y' if i < 3 else f'y & 1 ? f{i - 1 - i % 3}(y) : f{i // 2}(x + 1)'}; }}"
     for i in range(60)] + ["int answer(int x) { return f41(x & 3) / (x - 7); }", ""])


def wasm_module():
    with tempfile.TemporaryDirectory(prefix="whittle-guard-") as folder:
        pathlib.Path(folder, "a.c").write_text(WASM_SOURCE)
        subprocess.run(["clang", "--target=wasm32", "-O1", "-fno-inline", "-nostdlib", "-Wl,--no-entry", "-Wl,--export-all", "-o", "a.wasm", "a.c"],
                       cwd=folder, check=True, env={**os.environ, "PATH": "/usr/lib/llvm-14/bin:" + os.environ["PATH"]})
        return pathlib.Path(folder, "a.wasm").read_bytes()


def wat_module():
    with tempfile.TemporaryDirectory(prefix="whittle-guard-") as folder:
        pathlib.Path(folder, "a.wasm").write_bytes(wasm_module())
        return subprocess.run(["wasm2wat", "a.wasm"], cwd=folder, check=True, capture_output=True, text=True).stdout


WAT_TEST = """wat2wasm -o a.wasm input.wat 2>/dev/null && wasm-validate a.wasm 2>/dev/null || exit 1
cpu 3 node -e '
const exports = new WebAssembly.Instance(new WebAssembly.Module(require("fs").readFileSync("a.wasm"))).exports;
try { exports.answer(7); } catch (error) { process.exit(/divide by zero/.test(error.message) ? 0 : 1); }
process.exit(1);' 2>/dev/null
"""
WASM_TEST = WAT_TEST.split("\n", 1)[1].replace('"a.wasm"', '"input.wasm"')


def elf_object():
    with tempfile.TemporaryDirectory(prefix="whittle-guard-") as folder:
        pathlib.Path(folder, "a.c").write_text(WASM_SOURCE)
        subprocess.run(["gcc", "-O1", "-g1", "-c", "a.c"], cwd=folder, check=True)
        return pathlib.Path(folder, "a.o").read_bytes()


ELF_TEST = """cpu 3 readelf -sW input.o 2>/dev/null | grep -q 'FUNC .* f41$'
"""

def css():
    """Bootstrap's style sheet, in which one rule uses a variable that is not there."""
    text = package_file("/usr/share/javascript/bootstrap4/css/bootstrap.css")
    rules = text.split("}\n")
    middle = len(rules) * 2 // 3
    rules[middle] = rules[middle].rstrip() + "\n  width: calc-size($nowhere, 2px);\n"
    return "}\n".join(rules)


CSS_TEST = """cpu 3 sassc --stdin <input.css 2>&1 | grep -q 'Error: Undefined variable: "$nowhere"'
"""


def html():
    """The specification of DocBook as one page, with one element that HTML does not have."""
    text = package_file("/usr/share/doc/docbook5-xml/docs/docbook-5.0-spec-cd-01.html")
    places = text.split("<p>")
    places[len(places) * 2 // 3] = "<nowhere>" + places[len(places) * 2 // 3]
    return "<p>".join(places)


HTML_TEST = """cpu 3 tidy -q -e input.html 2>&1 | grep -q 'Error: <nowhere> is not recognized'
"""


def toml_packages(count=300):
    """A lock file of packages that need one another; one of them is listed twice, which Python's reader must report."""
    draw = random.Random(33)
    lines = ['version = 3', "[metadata]", 'tool = "made-up"', 'sources = ["here", "there"]']
    for i in range(count):
        needed = ", ".join(f'"package-{draw.randrange(count)}"' for _ in range(draw.randrange(4)))
        lines += ["[[package]]", f'name = "package-{i}"', f'version = "{draw.randrange(5)}.{draw.randrange(20)}.0"', f"needs = [{needed}]",
                  f"features = {{ default = {str(i % 2 == 0).lower()}, size = {draw.randrange(900)} }}"]
        if i == count * 2 // 3:
            lines.append(f'name = "package-{i}-again"')
    return "\n".join([*lines, ""])


TOML_TEST = """cpu 3 /usr/bin/python3 -I -S -c '
import tomllib
try: tomllib.load(open("input.toml", "rb"))
except tomllib.TOMLDecodeError as error: raise SystemExit("Cannot overwrite a value" not in str(error))
raise SystemExit(1)' 2>/dev/null
"""


def typescript(count=60):
    """Generic classes that use one another, and a program over two of them that must run."""
    draw = random.Random(34)
    lines = ["interface Shape<T> { size(): T; name: string; grow(by: number): Shape<T>; }",
             "type Table<T> = { [key: string]: Shape<T> };", "enum Colour { Red, Green, Blue }"]
    for i in range(count):
        kind, value = draw.choice([("number", str(i)), ("string", f'"{i}"')])
        other = draw.randrange(i) if i else 0
        lines += [f"class Shape{i} implements Shape<{kind}> {{", f"  name: string = 'shape{i}';", f"  private inner: Array<{kind}> = [{value}];",
                  f"  constructor(public colour: Colour = Colour.Green, private others: Table<{kind}> = {{}}) {{ if (colour === Colour.Blue) this.name += '!'; }}",
                  f"  size(): {kind} {{ let found: {kind} = this.inner[0]; for (const key of Object.keys(this.others)) found = this.others[key].size(); return found; }}",
                  f"  grow(by: number): Shape{i} {{ for (let k = 0; k < by; ++k) this.inner.push({value}); return this; }}",
                  f"  count(): number {{ return this.inner.length{f' + new Shape{other}().count()' if i else ''}; }}", "}"]
    return "\n".join([*lines, f"console.log(new Shape{count * 2 // 3}(Colour.Blue).grow(3).count(), new Shape7().name);", ""])


TOOLS = ROOT / "build/guard/node_modules/.bin"
TYPESCRIPT_TEST = f"""{TOOLS}/tsc --strict --target es2020 input.ts >/dev/null 2>&1 || exit 1
cpu 3 node input.js 2>/dev/null | awk '$2 == "shape7" && $1 > 3 {{ found = 1 }} END {{ exit !found }}'
"""


def minified():
    """The library as in `javascript`; a program that uses it must print the same before and after a minifier."""
    text = package_file("/usr/share/javascript/underscore/underscore.js")
    return text + """
;(function () {
  var _ = typeof module === 'object' ? module.exports : this._;
  _ = _._ || _;
  var counts = _.countBy(_.range(1, 40), function (n) { return n % 3 ? 'other' : 'third'; });
  console.log(_.map(_.pairs(counts), function (pair) { return pair.join('='); }).sort().join(' '), _.template('<%= a %>!')({ a: 'b' }));
})();
"""


MINIFIED_TEST = f"""[ "$(cpu 3 node input.js 2>/dev/null)" = 'other=26 third=13 b!' ] || exit 1
{TOOLS}/terser --compress --mangle --toplevel -o min.js input.js 2>/dev/null || exit 1
[ "$(cpu 3 node min.js 2>/dev/null)" = 'other=26 third=13 b!' ]
"""


def assembly():
    with tempfile.TemporaryDirectory(prefix="whittle-guard-") as folder:
        pathlib.Path(folder, "enough.c").write_text(package_file("/usr/share/doc/zlib1g-dev/examples/enough.c"))
        subprocess.run(["gcc", "-O1", "-w", "-S", "enough.c"], cwd=folder, check=True)
        return pathlib.Path(folder, "enough.s").read_text()


ASSEMBLY_TEST = """as -o a.o input.s 2>/dev/null && objdump -d a.o | grep -q '\tdiv ' && objdump -r a.o | grep -q 'R_X86_64_PLT32.*realloc'
"""


def bash_script(count=120):
    """Functions that call one another; two of them run."""
    draw = random.Random(35)
    lines = ["set -u", "declare -A seen=()"]
    for i in range(count):
        lines += [f"f{i}() {{", f"  local n=$1 kind=k{draw.randrange(5)}", f"  seen[$kind]=$((${{seen[$kind]:-0}} + {i}))",
                  f"  if [ \"$n\" -gt {draw.randrange(3, 30)} ]; then", f"    echo \"large $n in f{i}\" >&2", "  fi",
                  f"  case $kind in k0) f{draw.randrange(i) if i else 0} $((n - 1)) ;; *) for x in a b c; do : \"$x$n\"; done ;; esac", "}"]
    return "\n".join([*lines, f"f{count // 2} 1; f{count - 2} 2", 'echo "total: ${#seen[@]}"', ""])


BASH_TEST = """cpu 3 bash input.sh 2>/dev/null | grep -q '^total: [12]$'
"""


def lua_program(count=150):
    """Tables with methods that call one another, of which the last line uses three."""
    draw = random.Random(36)
    lines = ["local shapes = {}"]
    for i in range(count):
        lines += [f"function shapes.make{i}(n)", f"  local self = {{ size = n, kind = 'k{draw.randrange(6)}', parts = {{}} }}",
                  f"  for i = 1, n % {draw.randrange(2, 7)} do self.parts[#self.parts + 1] = i * {i} end",
                  f"  function self:total() local sum = {i}; for _, part in ipairs(self.parts) do sum = sum + part end; return sum end",
                  f"  if n > 100 then return shapes.make{draw.randrange(i) if i else 0}(n - 1) end", "  return self", "end"]
    return "\n".join([*lines, "print(shapes.make20(3):total() > 0, shapes.make90(5).kind:sub(1, 1))", ""])


LUA_TEST = """cpu 3 lua5.4 input.lua 2>/dev/null | grep -q '^true.k$'
"""

INPUTS = [
    Input("relax-ng", "input.rng", relax_ng, RELAX_NG_TEST, 3000, 100, 0.03),
    Input("xml-schema", "input.xsd", xml_schema, XML_SCHEMA_TEST, 1500, 100, 0.05),
    Input("xml-ids", "input.xml", xml_ids, XML_IDS_TEST, 1500, 100, 0.02),
    Input("openapi", "input.json", openapi, OPENAPI_TEST, 1500, 100, 0.2),
    Input("yaml", "input.yaml", yaml_services, YAML_TEST, 1500, 100, 0.08),
    Input("sql", "input.sql", sql_views, SQL_TEST, 1500, 100, 0.02),
    Input("makefile", "input.mk", make_rules, MAKE_TEST, 1500, 100, 0.02),
    Input("dot", "input.dot", graph_dot, DOT_TEST, 1500, 0, 0.1),
    Input("c-markers", "input.i", c_markers, C_MARKERS_TEST, 1000, 100, 0.3),
    Input("c-program", "input.c", c_program, C_PROGRAM_TEST, 1000, 100, 0.15),
    Input("cxx-middle", "input.cc", cxx_middle, CXX_MIDDLE_TEST, 150, 0, 2),
    Input("cxx-runs", "input.cc", cxx_runs, CXX_RUNS_TEST, 100, 0, 3),
    Input("javascript", "input.js", javascript, JAVASCRIPT_TEST, 1000, 100, 0.05),
    Input("python", "input.py", python_program, PYTHON_TEST, 1000, 100, 0.04),
    Input("perl", "input.pl", perl_program, PERL_TEST, 1000, 0, 0.03),
    Input("java", "Input.java", java_library, JAVA_TEST, 100, 0, 2),
    Input("rust", "input.rs", rust_library, RUST_TEST, 300, 0, 0.4),
    Input("go", "input.go", go_library, GO_TEST, 1000, 0, 0.1),
    Input("llvm", "input.ll", llvm_module, LLVM_TEST, 1000, 100, 0.1),
    Input("wat", "input.wat", wat_module, WAT_TEST, 1000, 0, 0.06),
    Input("wasm", "input.wasm", wasm_module, WASM_TEST, 1000, 0, 0.05),
    Input("elf", "input.o", elf_object, ELF_TEST, 1000, 0, 0.01),
    Input("css", "input.css", css, CSS_TEST, 1000, 100, 0.05),
    Input("html", "input.html", html, HTML_TEST, 1000, 0, 0.1),
    Input("toml", "input.toml", toml_packages, TOML_TEST, 1000, 0, 0.05),
    Input("typescript", "input.ts", typescript, TYPESCRIPT_TEST, 150, 0, 1.5),
    Input("minified", "input.js", minified, MINIFIED_TEST, 300, 60, 0.6),
    Input("assembly", "input.s", assembly, ASSEMBLY_TEST, 1000, 0, 0.03),
    Input("bash", "input.sh", bash_script, BASH_TEST, 1000, 0, 0.02),
    Input("lua", "input.lua", lua_program, LUA_TEST, 1000, 0, 0.02),
]
