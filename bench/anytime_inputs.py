"""Inputs of the kinds that were slowest, for `bench/guard --inputs anytime`: with them rules and numbers are chosen, and the guard judges.

Five are of the kinds of the table in issue 31 (a schema, a program that must run in C and in C++, a library that must run before and
after a minifier, and a C++ file with the bug in the middle). The others resemble rows of the guard, with other texts and other tests.
"""
import pathlib
import random
import subprocess
import tempfile

from guard_inputs import ROOT, TOOLS, Input, output_of, package_file


def schema(count=1400):
    """A RELAX NG schema of elements that contain one another, in which one reference leads nowhere."""
    draw = random.Random(41)
    words = "book part page note table row cell list item term name date code link mark".split()
    lines = ['<?xml version="1.0"?>', '<grammar xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">',
             '  <start>', '    <ref name="d0"/>', '  </start>']
    for i in range(count):
        later = [f'<ref name="d{draw.randrange(i + 1, min(count, i + 90))}"/>' for _ in range(draw.choice([0, 1, 2, 3]))] if i + 1 < count else []
        if i == count * 3 // 5:
            later.append('<ref name="nowhere"/>')
        lines += [f'  <define name="d{i}">', f'    <element name="{draw.choice(words)}{i}">']
        if draw.random() < 0.6:
            lines += [f'      <optional><attribute name="{draw.choice(words)}">{draw.choice(["<text/>", "<data type=%s/>" % chr(34).join(["", "string", ""])])}</attribute></optional>']
        if draw.random() < 0.3:
            values = "".join(f"<value>{draw.choice(words)}{k}</value>" for k in range(draw.randrange(2, 5)))
            lines += [f'      <attribute name="kind{i % 7}"><choice>{values}</choice></attribute>']
        lines += [f'      {draw.choice(["<optional>%s</optional>", "<zeroOrMore>%s</zeroOrMore>", "<choice>%s<empty/></choice>"]) % "".join(later)}'] if later else ["      <text/>"]
        lines += ["    </element>", "  </define>"]
    return "\n".join([*lines, "</grammar>", ""])


SCHEMA_TEST = """echo '<a/>' >a.xml
xmllint --noout --relaxng input.rng a.xml >out.txt 2>&1
grep -q 'nowhere' out.txt || exit 1
! grep 'parser error' out.txt | grep -qv 'nowhere'
"""


def c_runs():
    """The decompressor of zlib's examples, without line markers."""
    return output_of(["gcc", "-E", "-P"], "gun.c", package_file("/usr/share/doc/zlib1g-dev/examples/gun.c"))


C_RUNS_TEST = """gcc -w -O1 -o program input.c -lz 2>/dev/null || exit 1
printf 'one line\\nanother line\\n' | gzip >a.gz
[ "$(cpu 3 ./program <a.gz 2>/dev/null)" = "$(printf 'one line\\nanother line')" ] || exit 1
head -c 20 a.gz >b.gz
cpu 3 ./program <b.gz 2>&1 | grep -q 'unexpected end of file'
"""


def js_library():
    """Acorn, a parser of JavaScript, and a line that uses it."""
    return (ROOT / "build/guard/node_modules/acorn/dist/acorn.js").read_text() + """
var made = module.exports.parse("x = f(3) + `a${y}`", {ecmaVersion: 2020}).body[0].expression;
console.log(made.operator, made.right.left.callee.name, made.right.right.expressions.length);
"""


JS_LIBRARY_TEST = """cpu 3 node input.js 2>/dev/null | grep -q '^= f 1$'
"""
MINIFIED_TEST = f"""[ "$(cpu 3 node input.js 2>/dev/null)" = '= f 1' ] || exit 1
{TOOLS}/terser --compress --mangle --toplevel -o min.js input.js 2>/dev/null || exit 1
[ "$(cpu 3 node min.js 2>/dev/null)" = '= f 1' ]
"""

CXX_RUNS = r"""
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>
struct node { virtual ~node() = default; virtual double value() const = 0; };
struct number : node { double x; explicit number(double x) : x(x) {} double value() const override { return x; } };
struct sum : node { std::vector<std::unique_ptr<node>> parts; double value() const override { double all = 0; for (auto& one : parts) all += one->value(); return all; } };
int main() {
  std::map<std::string, std::function<std::unique_ptr<node>(double)>> makers{{"n", [](double x) { return std::make_unique<number>(x); }}};
  sum all;
  std::istringstream text("n 3 n 4 n 5");
  std::string word; double x;
  while (text >> word >> x) all.parts.push_back(makers.at(word)(x));
  std::sort(all.parts.begin(), all.parts.end(), [](auto& a, auto& b) { return a->value() > b->value(); });
  std::cout << all.value() << " " << all.parts[0]->value() << "\n";
}
"""
CXX_RUNS_TEST = """g++ -std=c++17 -w -o program input.cc >/dev/null 2>&1 </dev/null || exit 1
cpu 3 ./program 2>/dev/null | grep -q '^12 5$'
"""


def cxx_runs():
    return output_of(["g++", "-std=c++17", "-E", "-P"], "input.cc", CXX_RUNS)


CXX_MIDDLE = r"""
#include <boost/algorithm/string.hpp>
#include <boost/variant.hpp>
#include <string>
namespace paint {
struct colour { int red = 0, green = 0; };
template <typename T> struct shade { using type = typename T::depth; };
template <typename T, typename U = typename shade<T>::type> U darker(const T& one, int by) { return U(one.red - by); }
template <typename T> auto mixed(const T& a, const T& b) { return darker(a, b.green); }
inline std::string trimmed(std::string text) { boost::algorithm::trim(text); return text; }
inline auto wrong() { return mixed(colour{}, colour{1, 2}); }
}
#include <boost/any.hpp>
#include <boost/range/adaptors.hpp>
#include <iostream>
namespace paint {
inline int count(const std::vector<boost::variant<int, std::string>>& all) { int found = 0; for (auto& one : all) found += one.which(); return found; }
inline void print(const boost::any& any) { if (auto* x = boost::any_cast<colour>(&any)) std::cout << x->red; }
}
"""
CXX_MIDDLE_TEST = r"""LC_ALL=C clang++ -std=c++17 -fsyntax-only -w -Wno-invalid-constexpr input.cc >out.txt 2>&1 </dev/null
grep -q "no type named 'depth' in 'paint::colour'" out.txt && ! grep 'error:' out.txt | grep -qv "no type named 'depth'\|function 'darker'"
"""


def cxx_middle():
    return output_of(["clang++", "-std=c++17", "-E", "-P"], "input.cc", CXX_MIDDLE)


def yaml_jobs(count=260):
    """Jobs of a build with steps; one of them needs a job that comes in a later stage."""
    draw = random.Random(42)
    stages = [f"stage{i}" for i in range(12)]
    tools = "make cmake ninja cargo npm pip go tox".split()
    lines = ["stages:", *(f"  - {stage}" for stage in stages), "variables:", *(f"  VALUE_{i}: \"{draw.randrange(1 << 20)}\"" for i in range(60)), "jobs:"]
    stage_of = [draw.randrange(12) for _ in range(count)]
    for i in range(count):
        earlier = [j for j in range(count) if stage_of[j] < stage_of[i]]
        needs = sorted(draw.sample(earlier, min(len(earlier), draw.randrange(3))))
        if i == count // 2:
            needs = [next(j for j in range(count) if stage_of[j] > stage_of[i])] if stage_of[i] < 11 else needs
        lines += [f"  job{i}:", f"    stage: stage{stage_of[i]}", f"    image: \"builder:{draw.randrange(9)}\"", "    script:"]
        lines += [f"      - {draw.choice(tools)} --level {draw.randrange(9)} $VALUE_{draw.randrange(60)}" for _ in range(draw.randrange(1, 5))]
        if draw.random() < 0.4:
            lines += ["    artifacts:", "      paths:", f"        - out/{i}/", f"      expire: {draw.randrange(1, 30)} days"]
        if needs:
            lines += ["    needs:", *(f"      - job: job{j}\n        optional: {draw.choice(['true', 'false'])}" for j in needs)]
    return "\n".join([*lines, ""])


YAML_TEST = """/usr/bin/python3 - <<'END'
import sys, yaml
try: whole = yaml.load(open("input.yaml"), yaml.CSafeLoader)
except yaml.YAMLError: sys.exit(1)
wrong = 0
try:
    order = whole["stages"].index
    for job in whole["jobs"].values():
        if not all(isinstance(line, str) for line in job["script"]) or not job["script"]: sys.exit(1)
        for need in job.get("needs") or []:
            wrong += order(whole["jobs"][need["job"]]["stage"]) > order(job["stage"])
except (KeyError, TypeError, AttributeError, ValueError): sys.exit(1)
sys.exit(wrong != 1)
END
"""


def python_library():
    """Python's module for differences of texts, and a line that uses two of its classes."""
    return package_file("/usr/lib/python3.11/configparser.py") + package_file("/usr/lib/python3.11/difflib.py").replace("from __future__", "#") + """
reader = ConfigParser()
reader.read_string("[a]\\nx = 1\\ny = %(x)s2\\n[b]\\n")
print(reader.get("a", "y"), reader.sections(), list(unified_diff(["p", "q"], ["p", "r"], lineterm=""))[-2:], get_close_matches("appel", ["ape", "apple"], 1))
"""


PYTHON_TEST = """cpu 3 /usr/bin/python3 -E input.py 2>/dev/null | grep -q "^12 \\['a', 'b'\\] \\['-q', '+r'\\] \\['apple'\\]$"
"""


def make_objects(count=500):
    """A Makefile with a library for each folder, in which one object is in two libraries."""
    draw = random.Random(43)
    lines = ["CFLAGS ?= -O2", *(f"INCLUDE_{i} := -Iinclude/{i} -DPART={i}" for i in range(50)), ".PHONY: all clean", "all: program", ""]
    libraries = []
    for i in range(count // 10):
        objects = [f"o{i}_{k}.o" for k in range(draw.randrange(4, 12))]
        if i == 31:
            lines.append("missing.o: nowhere.c")
            objects.append("missing.o")
        libraries.append(f"lib{i}.a")
        lines += [f"OBJECTS_{i} := {' '.join(objects)}", f"lib{i}.a: $(OBJECTS_{i}) {f'lib{draw.randrange(i)}.a' if i else ''}", "\tar rcs $@ $^", ""]
        for k, one in enumerate(objects):
            if one != "missing.o":
                lines += [f"{one}: | build", f"\t$(CC) $(CFLAGS) $(INCLUDE_{draw.randrange(50)}) -c -o $@ s{i}_{k}.c"]
    return "\n".join([*lines, f"program: {' '.join(libraries)}", "\t$(CC) -o $@ $^", "build:", "\tmkdir -p build", ""])


MAKE_TEST = """cpu 3 make -n -f input.mk program >out.txt 2>err.txt
grep -q "No rule to make target 'nowhere.c', needed by 'missing.o'" err.txt
"""


def llvm_module():
    """The decompressor of zlib's examples as LLVM IR; the optimiser must find a smallest value in it."""
    with tempfile.TemporaryDirectory(prefix="whittle-guard-") as folder:
        pathlib.Path(folder, "gun.c").write_text(package_file("/usr/share/doc/zlib1g-dev/examples/gun.c"))
        subprocess.run(["clang", "-O1", "-g", "-w", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "gun.c"], cwd=folder, check=True)
        return pathlib.Path(folder, "gun.ll").read_text()


LLVM_TEST = """grep -q 'llvm.umin' input.ll && exit 1
opt -O2 -S -o out.ll input.ll 2>/dev/null && grep -q 'call.*@llvm.umin' out.ll
"""


def cmake_script(count=220):
    """A script in CMake's language that sets variables, defines functions and looks at lists; one function is called with too few values."""
    draw = random.Random(44)
    words = "core net image font audio video tools docs tests base".split()
    lines = ["cmake_minimum_required(VERSION 3.20)", *(f"set(LEVEL_{i} {draw.randrange(90)})" for i in range(40)), ""]
    for i in range(count):
        lines += [f"function(part_{i} name kind)", f"  set(label_{i} \"${{name}}-${{kind}}-{draw.choice(words)}\")"]
        for _ in range(draw.randrange(1, 4)):
            lines += [f"  if(LEVEL_{draw.randrange(40)} GREATER {draw.randrange(90)})", f"    list(APPEND found_{i} {draw.choice(words)} {draw.choice(words)})", "  else()",
                      f"    string(TOUPPER \"{draw.choice(words)}\" shout_{i})", "  endif()"]
        if i and draw.random() < 0.4:
            lines += [f"  foreach(one IN ITEMS {' '.join(draw.sample(words, 3))})", f"    part_{draw.randrange(i)}(${{one}} {draw.choice(words)})", "  endforeach()"] if i < 12 else [f"  message(DEBUG \"{draw.choice(words)} ${{name}}\")"]
        lines += ["endfunction()", f"part_{i}({draw.choice(words)} {draw.choice(words)})" if i != count * 2 // 3 else f"part_{i}(alone)", ""]
    return "\n".join(lines)


CMAKE_TEST = """cpu 3 cmake -P input.cmake >out.txt 2>&1
grep -q 'part_146 Function invoked with incorrect arguments' out.txt && ! grep -q 'Parse error' out.txt
"""


def hcl_modules(count=260):
    """Resources as Terraform writes them; one of them refers to a resource that is declared nowhere."""
    draw = random.Random(45)
    kinds = "network subnet server disk address rule".split()
    made, lines = [], [*(f"variable \"size_{i}\" {{\n  type    = number\n  default = {draw.randrange(900)}\n}}\n" for i in range(30))]
    for i in range(count):
        kind = draw.choice(kinds)
        body = [f"  name = \"{kind}-{draw.randrange(9999)}\"", f"  size = var.size_{draw.randrange(30)} + {draw.randrange(9)}"]
        if made and draw.random() < 0.6:
            body.append(f"  parent = {draw.choice(made)}.id")
        if i == count // 2:
            body.append("  parent_of = server.nowhere.id")
        if draw.random() < 0.5:
            body += ["  tags = {", *(f"    {word} = \"{draw.randrange(99)}\"" for word in draw.sample(["team", "cost", "owner", "stage"], 2)), "  }"]
        for _ in range(draw.randrange(3)):
            body += ["  ingress {", f"    from  = {draw.randrange(9000)}", f"    hosts = [\"10.0.{draw.randrange(99)}.0/24\", \"10.1.{draw.randrange(99)}.0/24\"]", "  }"]
        lines += [f"resource \"{kind}\" \"r{i}\" {{", *body, "}", ""]
        made.append(f"{kind}.r{i}")
    return "\n".join(lines)


HCL_TEST = r"""/usr/bin/python3 - <<'END'
import re, sys
text = open("input.tf").read()
if text.count("{") != text.count("}") or text.count('"') % 2: sys.exit(1)
made = {f"{a}.{b}" for a, b in re.findall(r'^resource "(\w+)" "(\w+)" \{$', text, re.M)}
used = re.findall(r'= (\w+\.\w+)\.id$', text, re.M)
sys.exit([one for one in used if one not in made] != ["server.nowhere"])
END
"""


def ini_sections(count=420):
    """Settings with interpolation, in which one value names a key that no section has."""
    draw = random.Random(46)
    lines = ["[DEFAULT]", *(f"root{i} = /srv/{draw.randrange(999)}" for i in range(30)), ""]
    for i in range(count):
        lines += [f"[part {i}]", f"home = %(root{draw.randrange(30)})s/p{i}"]
        lines += [f"{draw.choice(['port', 'limit', 'retry', 'delay', 'size'])}_{k} = {draw.randrange(9999)}" for k in range(draw.randrange(2, 9))]
        if i == count * 3 // 5:
            lines += ["cache = %(home)s/%(nowhere)s"]
        lines += [f"log = %(home)s/log-{draw.randrange(99)}.txt", ""]
    return "\n".join(lines)


INI_TEST = r"""/usr/bin/python3 - <<'END'
import configparser, sys
settings = configparser.ConfigParser()
try:
    settings.read("input.ini")
    [dict(settings[one]) for one in settings.sections()]
except configparser.InterpolationMissingOptionError as error:
    sys.exit("nowhere" not in str(error))
except configparser.Error: pass
sys.exit(1)
END
"""


def ninja_build(count=420):
    """Build statements for objects and libraries; one of them needs a file that nothing makes."""
    draw = random.Random(47)
    lines = ["ninja_required_version = 1.5", *(f"flags{i} = -O{i % 3} -DPART={i}" for i in range(30)), *(f"rule cc{i}\n  command = gcc $flags -c $in -o $out\n  description = CC $out\n  depfile = $out.d" for i in range(12)),
             "rule ar\n  command = ar rcs $out $in", "rule gen\n  command = touch $out", ""]
    objects = []
    for i in range(count):
        lines += [f"build s{i}.c: gen", f"build o{i}.o: cc{draw.randrange(12)} {'nowhere.c' if i == 250 else f's{i}.c'}", f"  flags = $flags{draw.randrange(30)} -I{draw.choice(['a', 'b', 'c'])}/{i % 7}"]
        if draw.random() < 0.3:
            lines.append(f"  pool_name = p{draw.randrange(5)}")
        objects.append(f"o{i}.o")
        if len(objects) == 14:
            lines += [f"build lib{i}.a: ar {' '.join(objects)}", ""]
            objects = []
    return "\n".join([*lines, f"build all: phony {' '.join(f'lib{i}.a' for i in range(13, count, 14))}", "default all", ""])


NINJA_TEST = """cpu 3 ninja -n -f input.ninja >out.txt 2>&1
grep -q "'nowhere.c', needed by 'o250.o', missing and no known rule to make it" out.txt
"""


INPUTS = [
    Input("schema", "input.rng", schema, SCHEMA_TEST, 1000, 100, 0.03),
    Input("c-runs", "input.c", c_runs, C_RUNS_TEST, 600, 100, 0.1),
    Input("js-minified", "input.js", js_library, MINIFIED_TEST, 150, 30, 1.5),
    Input("js-library", "input.js", js_library, JS_LIBRARY_TEST, 600, 100, 0.06),
    Input("cxx-program", "input.cc", cxx_runs, CXX_RUNS_TEST, 100, 30, 2.5),
    Input("cxx-header", "input.cc", cxx_middle, CXX_MIDDLE_TEST, 100, 30, 2),
    Input("yaml-jobs", "input.yaml", yaml_jobs, YAML_TEST, 600, 100, 0.06),
    Input("python-library", "input.py", python_library, PYTHON_TEST, 600, 100, 0.05),
    Input("make-objects", "input.mk", make_objects, MAKE_TEST, 600, 100, 0.02),
    Input("cmake-script", "input.cmake", cmake_script, CMAKE_TEST, 600, 100, 0.02),
    Input("hcl-modules", "input.tf", hcl_modules, HCL_TEST, 600, 100, 0.03),
    Input("ini-sections", "input.ini", ini_sections, INI_TEST, 600, 100, 0.03),
    Input("ninja-build", "input.ninja", ninja_build, NINJA_TEST, 600, 100, 0.01),
    Input("llvm-module", "input.ll", llvm_module, LLVM_TEST, 600, 100, 0.1),
]
