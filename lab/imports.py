"""Subjects from the published artifacts of papers: `lab/lab import chisel|probdd|perses|wdd FOLDER`.

FOLDER is a local copy of the artifact: a work tree, or a git directory without one. Nothing of it becomes part of whittle. `lab/lab import
files FOLDER` takes files of this machine instead. Two layouts of artifacts are known:

- *Compiler bugs* (Perses, ProbDD, WDD): a folder with `r.sh` and an input. The compilers with the faults are not to be had, so that the
  oracle is ported in two steps: first to the compilers at hand, where nearly every fault is fixed; then the fault is replaced with a
  property of the same input that few of its lines have (`replaced_oracle`). `subject.json` says which oracle a subject has.
- *CHISEL's programs*: a folder with `test.sh` and `NAME.c.origin.c`. The oracle stays, with those of its sanitizers and environments
  that work on this machine. It runs in bwrap, because a wrongly reduced rm or chown must not touch files.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import tempfile

from lab import subjects

REPOSITORIES = {
    "chisel": ["aspire-project/chisel-bench", "Amocy-Wang/ProbDD"],
    "probdd": ["Amocy-Wang/ProbDD"],
    "perses": ["uw-pluverse/perses"],
    "wdd": ["the artifact of the paper"],
    "files": [],
}
INPUTS = ("small.c", "input.xml", "mutant.rs", "small.go", "main.go")
LANGUAGES = {".c": "C", ".xml": "XML", ".json": "JSON", ".rs": "Rust", ".go": "Go"}


class Unusable(Exception):
    """A sentence that says why a subject cannot be used."""


class Artifact:
    """A local copy: a folder, or a git directory without a work tree."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        if not os.path.isdir(folder):
            raise SystemExit(f"lab: error: there is no folder {folder}")
        self.bare = not os.path.exists(os.path.join(folder, ".git")) and os.path.exists(os.path.join(folder, "HEAD"))
        if self.bare:
            self.paths = self._git("ls-tree", "-r", "--name-only", "-z", "HEAD").decode().split("\0")[:-1]
        else:
            self.paths = sorted(
                os.path.relpath(os.path.join(place, name), folder)
                for place, _, names in os.walk(folder)
                if ".git" not in place.split(os.sep)
                for name in names
            )
        self.files = set(self.paths)

    def _git(self, *words):
        place = ["--git-dir", self.folder] if self.bare else ["-C", self.folder]
        return subprocess.run(["git", *place, *words], capture_output=True, check=True).stdout

    def read(self, path):
        if self.bare:
            return self._git("show", f"HEAD:{path}")
        with open(os.path.join(self.folder, path), "rb") as file:
            return file.read()

    def copy(self, below, target, skip=("original",)):
        """Copies the files of a folder, without some of its folders. Programs stay executable."""
        for path in self.paths:
            inner = os.path.relpath(path, below)
            if inner.startswith("..") or inner.split("/")[0] in skip:
                continue
            place = os.path.join(target, inner)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb") as file:
                file.write(self.read(path))
            if file_is_script(place):
                os.chmod(place, 0o755)

    def provenance(self, suite, path):
        return {"repository": self.repository(suite), "commit": self.commit(), "path": path, "licence": self.licence(path)}

    def repository(self, suite):
        """What the copy says of its origin; else the known repository whose name is part of the folder's; else all that it can be."""
        try:
            return self._git("remote", "get-url", "origin").decode().strip()
        except (subprocess.CalledProcessError, OSError):
            known = REPOSITORIES[suite]
            named = [one for one in known if one.partition("/")[2].lower() in self.folder.lower()]
            return " or ".join(sorted(named, key=len)[-1:] or known)

    def commit(self):
        try:
            return self._git("rev-parse", "HEAD").decode().strip()
        except (subprocess.CalledProcessError, OSError):
            return "unknown: the copy has no git directory"

    def licence(self, path):
        """The beginning of the licence that is closest to the subject: beside it, beside the original program, or above."""
        while True:
            for name in ("LICENSE", "LICENSE.txt", "COPYING"):
                for place in (os.path.join(path, name), os.path.join(path, "original", name)):
                    if place in self.files:
                        text = re.sub(r"^\W+", "", self.read(place).decode(errors="replace"))
                        first = text.partition("\n\n")[0]
                        return f"{place}: {' '.join(first.split())[:120]}"
            if not path:
                return "not stated in the copy"
            path = os.path.dirname(path)


def file_is_script(path):
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def find(artifact, suite):
    """(kind, folder, input) of each subject in the artifact."""
    found = []
    for path in artifact.paths:
        folder, name = os.path.split(path)
        if folder.split("/")[-2:-1] in (["fine_tune_benchmark"], ["subject-for-profiling"]):
            continue  # inputs of Perses's benchmark that are reduced already, under the same names
        if name == "r.sh" and suite != "chisel":
            source = source_of(artifact, folder)
            found.append(("bug", folder, source))
        elif name.endswith(".c.origin.c") and f"{folder}/test.sh" in artifact.files and suite in ("chisel", "probdd"):
            found.append(("program", folder, name))
    return found


def source_of(artifact, folder):
    """The name of the input beside r.sh: as info.properties says, or one of the usual names; None if there is none."""
    told = f"{folder}/info.properties"
    if told in artifact.files:
        named = re.search(r"^source_file=(.+)$", artifact.read(told).decode(), re.M)
        if named and f"{folder}/{named.group(1).strip()}" in artifact.files:
            return named.group(1).strip()
    return next((name for name in INPUTS if f"{folder}/{name}" in artifact.files), None)


def program_version(name):
    """ "gcc 12.2.0"; None if the program is not there."""
    if not shutil.which(name):
        return None
    said = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
    number = re.search(r"\d+\.\d[\d.]*", said)
    return f"{name} {number.group() if number else ''}".strip()


def faulty_compilers(script):
    """Those of the oracle's BADCC variables."""
    lines_ = [line for line in script.splitlines() if re.match(r"\s*BADCC\d*=\(.*\S.*\)", line)]
    return sorted({word for line in lines_ for word in re.findall(r"\b(?:gcc|clang)-[\w.]+", line)})


def port_compilers(script):
    """The oracle with the compilers at hand in place of those it names; CompCert, which only confirms a result, with gcc -O0."""
    script = re.sub(r"\b(gcc|clang)-(?:\d[\d.]*|trunk)", r"\1", script)
    return re.sub(r"\bccomp\b(?!\*)(?: -interp)?(?: -fall)?", "gcc -O0", script)


def is_bash(script):
    """Whether bash can read the script: a script with a syntax error may end with status 0."""
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
    return done.returncode == 0 and not done.stderr  # a faulty [[ ]] is only said, with status 0


def rarest(names, count=3):
    """The names that occur least; the first in the alphabet of those that occur as often."""
    counts = collections.Counter(names)
    return sorted(counts, key=lambda name: (counts[name], name))[:count]


def symbols_of(name, content):
    """The names in the object that tcc makes of a C program, by their kind in nm's list; None if tcc does not compile it."""
    with tempfile.TemporaryDirectory(prefix="whittle-lab-") as folder:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        if subprocess.run(["tcc", "-w", "-c", "-o", "prog.o", name], cwd=folder, capture_output=True).returncode != 0:
            return None
        said = subprocess.run(["nm", "prog.o"], cwd=folder, capture_output=True, text=True).stdout
    found = collections.defaultdict(list)
    for line in said.splitlines():
        found[line.split()[-2]].append(line.split()[-1])
    return found


def replaced_oracle(language, name, content):
    """(a test, its description, the same for whittle-judge) of a property that a small part of the input has."""
    if language == "C":
        kinds = symbols_of(name, content)
        if kinds is None:
            raise Unusable(f"{program_version('tcc') or 'tcc'} does not compile the input")
        words = collections.Counter(re.findall(r"[A-Za-z_]\w*", content.decode(errors="replace")))
        # A function that is called and not defined, a function, and a variable: each lies in another place of the tree.
        kept = []
        for letters in ("U", "Tt", "DdBbCR"):
            names = [one for letter in letters for one in kinds[letter] if words[one] and one != "main"]
            kept += sorted(names, key=lambda one: (words[one], one))[:1]
        if not kept:
            raise Unusable("its object has no symbol")
        command = f"tcc -w -c -o prog.o {name} 2>/dev/null || exit 1"
        count = f"[ \"$(nm prog.o | awk '{{ print $NF }}' | grep -cxF {' '.join('-e ' + one for one in kept)})\" = {len(kept)} ]"
        judge = {"command": ["tcc", "-w", "-c", "-o", "prog.o", "@@"], "object": "prog.o", "symbols": kept}
        return subjects.lines("ulimit -t 5", command, count), f"tcc compiles it, and the object has {', '.join(kept)}", judge
    if language == "XML":
        kept = [one.decode() for one in rarest(re.findall(rb"<([A-Za-z][\w.-]*)", content))]
        if not kept:
            raise Unusable("the input has no element")
        query = " and ".join(f"//*[name()='{one}']" for one in kept)
        test = f'[ "$(xmllint --nonet --xpath "boolean({query})" {name} 2>/dev/null)" = true ]'
        return subjects.lines(test), f"well-formed, with elements {', '.join(kept)}", {"xml": query}
    if language == "JSON":
        kept = [one.decode() for one in rarest(re.findall(rb'"(\w+)"\s*:', content))]
        if not kept:
            raise Unusable("the input has no object")
        filter_ = f"([.. | objects | keys_unsorted[]] | unique) as $all | {json.dumps(kept)} - $all == []"
        test = f"jq -es 'length == 1 and (.[0] | {filter_})' {name} >/dev/null 2>&1"
        return subjects.lines(test), f"one document, with keys {', '.join(kept)}", {"jq": filter_}
    raise Unusable(f"there is no other property for {language} here")


def import_bug(artifact, suite, folder, source, target):
    """Makes a subject of a compiler bug; gives it, or says why it cannot be used."""
    if source is None:
        raise Unusable("there is no input beside r.sh")
    language = LANGUAGES.get(os.path.splitext(source)[1])
    if language is None:
        raise Unusable(f"the language of {source} is not known here")
    script = artifact.read(f"{folder}/r.sh").decode(errors="replace")
    content = artifact.read(f"{folder}/{source}")
    bad = faulty_compilers(script)
    fault = f"{', '.join(bad)} cannot be had" if bad else "its versions of the tools cannot be had"
    oracle = "as published, with the compilers at hand"
    subject = None
    if language == "C" and is_bash(port_compilers(script)):
        subject = write(target, source, content, port_compilers(script), language, oracle, artifact.provenance(suite, folder))
        if not subjects.ask(subject, content, 60)[0]:
            subject = None  # the fault is fixed
    if subject is None:
        try:
            test, what, judge = replaced_oracle(language, source, content)
        except Unusable as why:
            raise Unusable(f"{fault}, and {why}") from None
        oracle = f"replaced, since {fault}: {what}"
        subject = write(target, source, content, test, language, oracle, artifact.provenance(suite, folder), judge)
    return subject


def import_file(path, target):
    """Makes a subject of a file of this machine, with a property of its own text."""
    language = LANGUAGES.get(os.path.splitext(path)[1])
    with open(path, "rb") as file:
        content = file.read()
    name = f"input{os.path.splitext(path)[1]}"
    test, what, judge = replaced_oracle(language, name, content)
    package = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True).stdout.partition(":")[0]
    return write(target, name, content, test, language, what, {"path": path, "package": package or "none"}, judge)


SANDBOX = """#!/bin/bash
# In a view of this machine that cannot be written to, except for /mnt: a wrongly reduced program must not touch files.
exec timeout -k 1 120 bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /mnt --unshare-pid --unshare-net --die-with-parent \\
  --cap-drop ALL --cap-add CAP_CHOWN --setenv TMPDIR /mnt --chdir "$PWD" /bin/bash {support}/oracle.sh "$PWD/{name}" </dev/null >/dev/null 2>&1
"""
ORACLE = """[ -s "$1" ] || exit 1
mkdir -p /mnt/home/benchmark/{inner}
cp -r {support}/lib {support}/test-base.sh /mnt/home/benchmark/
cp -r {support}/files/. /mnt/home/benchmark/{inner}/
cd /mnt/home/benchmark/{inner} || exit 1
cp "$1" {name}
export CHISEL_BENCHMARK_HOME=/mnt/home CC={compiler} LC_ALL={locale} LIBRARY_PATH={support}/absent
script -qec 'bash ./test.sh' /dev/null  # gzip's oracle expects a terminal
"""


def import_program(artifact, suite, folder, source, target, quick=False):
    """Makes a subject of one of CHISEL's programs, with its own oracle."""
    for tool in ("bwrap", "clang", "script"):
        if not shutil.which(tool):
            raise Unusable(f"{tool} is not installed")
    name = source[: -len(".origin.c")]
    merged = os.path.basename(folder) == "merged"
    program = os.path.dirname(folder) if merged else folder
    base = os.path.dirname(program)
    inner = f"{os.path.basename(program)}{'/merged' if merged else ''}"
    content = artifact.read(f"{folder}/{source}")
    support = os.path.join(target, "support")
    provenance = artifact.provenance(suite, folder)
    subject = write(target, name, content, SANDBOX.format(support=support, name=name), "C", "CHISEL's", provenance)
    artifact.copy(folder, os.path.join(support, "files"))
    artifact.copy(f"{base}/lib", os.path.join(support, "lib"))
    test = artifact.read(f"{folder}/test.sh").decode(errors="replace")
    # The limits of 0.1 s and 0.5 s are too short for sanitizers on a machine with other load.
    test = re.sub(r'TIMEOUT="-k [\d.]+ [\d.]+"', 'TIMEOUT="-k 2 5"', test)
    for library in ("memwrap", "filewrap"):
        place = os.path.join(support, "lib", library)
        subprocess.run(["clang", "-w", "-c", "-o", f"{place}.o", f"{place}.c"], capture_output=True)
        subprocess.run(["ar", "rcs", os.path.join(support, "lib", f"lib{library}.a"), f"{place}.o"], capture_output=True)
    origin = os.path.join(support, "files", f"{name[:-2]}.origin")
    flags = re.search(r'BENCHMARK_CFLAGS="?([^"\n]*)"?', test)
    command = ["clang", "-w", "-o", origin, os.path.join(target, name), *(flags.group(1).split() if flags else [])]
    missing = absent_functions(command)
    if missing:
        command += make_absent(missing, set(re.findall(r"-l(\w+)", test)), os.path.join(support, "absent"))
    write_file(os.path.join(support, "files", "test.sh"), test)
    if subprocess.run(command, capture_output=True, timeout=120).returncode != 0:
        raise Unusable(f"{program_version('clang')} does not compile the original program")
    test_base = artifact.read(f"{base}/test-base.sh").decode()

    def compile_with(compiler, locale):
        write_file(
            os.path.join(support, "oracle.sh"),
            ORACLE.format(support=support, inner=inner, name=name, compiler=compiler, locale=locale),
        )

    pass_once(subject, test_base, content, compile_with, ("tcc", "clang") if quick else ("clang",))
    if not quick:
        keep_what_works(subject, test_base, support, content)
    if subjects.ask(subject, b"int main(void) { return 0; }\n", 120)[0]:
        raise Unusable("its oracle accepts a program that does nothing")
    if missing:
        subject.about["oracle"] += f"; functions that are not here do nothing: {', '.join(missing)}"
    subject.about["debloat"] = True
    subject.save()
    return subject


def absent_functions(command):
    """The functions that the linker misses, of libraries that this machine does not have."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    return sorted(set(re.findall(r"undefined reference to `(\w+)'", done.stderr)))


def make_absent(functions, libraries, folder):
    """Archives with functions that do nothing, under the names of the oracle's libraries that this machine does not have. Gives options that
    link the original program with them."""
    write_file(os.path.join(folder, "absent.c"), "".join(f"int {one}() {{ return 0; }}\n" for one in functions))
    subprocess.run(["clang", "-w", "-c", "absent.c"], cwd=folder, capture_output=True)
    for library in ["absent", *sorted(libraries)]:
        if subprocess.run(["ld", f"-l{library}", "-o", "linked"], cwd=folder, capture_output=True).returncode != 0:
            subprocess.run(["ar", "rcs", f"lib{library}.a", "absent.o"], cwd=folder, capture_output=True)
    return ["-L", folder, "-labsent"]


def with_arrays(base, chosen):
    """test-base.sh with other sanitizers and environments."""
    for name, values in chosen.items():
        base = re.sub(rf"^{name}=\(.*?\)$", lambda _, n=name, v=values: f"{n}=({' '.join(v)})", base, flags=re.M | re.S)
    return base


NO_ARRAYS = {"sanitizers": [], "environments": [], "environment_libs": []}


def pass_once(subject, base, content, compile_with, compilers):
    """Makes the oracle one plain compilation and its desired functions, with the first compiler and locale with which the original program
    passes: sort's expects the quotation marks of UTF-8."""
    base = re.sub(r"^ *undesired .*\n", "", with_arrays(base, NO_ARRAYS | {"sanitizers": ['""']}), flags=re.M)
    write_file(os.path.join(subject.folder, "support", "test-base.sh"), base)
    for compiler in filter(shutil.which, compilers):
        for locale in ("C", "C.UTF-8"):
            compile_with(compiler, locale)
            if subjects.ask(subject, content, 120)[0]:
                subject.about["oracle"] = f"the desired functions of CHISEL's, compiled once by {program_version(compiler)}"
                return
    raise Unusable("the original program does not pass its oracle on this machine, even without sanitizers")


def keep_what_works(subject, base, support, content):
    """Sets the sanitizers and environments of the oracle to those with which the original program passes."""
    arrays = {}
    for name in NO_ARRAYS:
        inside = re.search(rf"^{name}=\((.*?)\)$", base, re.M | re.S).group(1)
        arrays[name] = re.findall(r'"[^"]*"', inside)

    def set_to(chosen):
        write_file(os.path.join(support, "test-base.sh"), with_arrays(base, chosen))

    kept = {name: [] for name in NO_ARRAYS}
    for sanitizer in arrays["sanitizers"]:
        set_to({**NO_ARRAYS, "sanitizers": [sanitizer]})
        if subjects.ask(subject, content, 120)[0]:
            kept["sanitizers"].append(sanitizer)
    for environment, library in zip(arrays["environments"], arrays["environment_libs"]):
        set_to({**NO_ARRAYS, "environments": [environment], "environment_libs": [library]})
        if subjects.ask(subject, content, 120)[0]:
            kept["environments"].append(environment)
            kept["environment_libs"].append(library)
    if not kept["sanitizers"]:
        raise Unusable("the original program passes its oracle with none of the sanitizers on this machine")
    set_to(kept)
    subject.about["oracle"] = (
        f"CHISEL's, with {len(kept['sanitizers'])} of {len(arrays['sanitizers'])} sanitizers ({', '.join(kept['sanitizers'])}) and "
        f"{len(kept['environments'])} of {len(arrays['environments'])} environments"
    )


def write_file(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def write(target, name, content, test, language, oracle, provenance, judge=None):
    """Writes a subject's folder, in place of what was there."""
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(target)
    with open(os.path.join(target, name), "wb") as file:
        file.write(content)
    write_file(os.path.join(target, "test.sh"), test)
    os.chmod(os.path.join(target, "test.sh"), 0o755)
    about = {
        "name": os.path.basename(target),
        "language": language,
        "input": name,
        "bytes": len(content),
        "oracle": oracle,
        "provenance": provenance,
    } | ({"judge": judge} if judge else {})
    write_file(os.path.join(target, "subject.json"), json.dumps(about, indent=1))
    return subjects.Subject(target)


def find_files(folder):
    """("file", path, None) of the XML, JSON and C files of 20 to 200 kB below a folder: the first of each language below each of its
    folders, so that no package has more than its share."""
    found = {}
    for place, inner, names in os.walk(folder):
        inner.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            top, suffix = os.path.relpath(path, folder).split("/")[0], os.path.splitext(name)[1]
            if LANGUAGES.get(suffix) in ("C", "XML", "JSON") and not os.path.islink(path) and 20_000 <= os.path.getsize(path) <= 200_000:
                found.setdefault((top, suffix), ("file", path, None))
    return [found[key] for key in sorted(found)]


def run(suite, folder, out, words, repeat, say, quick=False):
    """Imports the subjects of an artifact. Gives (rows of the subjects that can be used, sentences about the others)."""
    artifact = None if suite == "files" else Artifact(folder)
    found = find_files(folder) if suite == "files" else find(artifact, suite)
    if not found:
        raise SystemExit(f"lab: error: {folder} has no subject of {suite}: no folder with r.sh, or with test.sh and *.c.origin.c")
    rows, unusable = [], []
    for kind, place, source in found:
        parts = [part for part in place.split("/") if part not in ("merged", "benchmark", "benchmarks")]
        name = f"{suite}-{parts[-1] if parts else 'subject'}"
        if kind == "file":
            name = f"file-{os.path.relpath(place, folder).split('/')[0]}-{os.path.basename(place)}"
        if words and not any(word in name for word in words):
            continue
        say(f"{name}: {place}")
        target = os.path.join(os.path.abspath(out), name)
        try:
            if kind == "file":
                subject = import_file(place, target)
            elif kind == "bug":
                subject = import_bug(artifact, suite, place, source, target)
            else:
                subject = import_program(artifact, suite, place, source, target, quick)
            row, wrong = subjects.check(subject, repeat=repeat)
            if wrong:
                raise Unusable("; ".join(wrong))
            rows.append({**row, "oracle": subject.about["oracle"]})
            say(f"  can be used: {subject.about['oracle']}")
        except (Unusable, subprocess.SubprocessError, AttributeError, OSError) as why:
            shutil.rmtree(target, ignore_errors=True)
            unusable.append(f"{name} ({place}) cannot be used: {why}.")
            say(f"  cannot be used: {why}")
    return rows, unusable
