#!/usr/bin/env python3
"""faults.py WHITTLE [--sample N] [--only [INPUT/]CALL[:N[-M]]] [--jobs J]: every system call of a short run fails once.

There are two runs: one on a file, and one on a folder that was stopped and is resumed.

inject.c counts the calls of an undisturbed run with the default plan. Then, for each call of each kind, one run in which
it fails with an error and one that ends in its place as if by a power switch. After each: FILE is interesting, FILE.orig
is the original, the process ended in a documented way, and `--resume` (or the same command, if the run had not begun) ends
with the bytes of the undisturbed run. No process is left. A run that ended by itself leaves nothing that it does not name
(but its run folder, if it can be resumed); what a killed run leaves, `--resume` removes (its scratch folder, the next run).

link is called only on file systems that cannot rename without replacing, so those runs pretend to be on one. The program
calls no mmap itself: the C library and SQLite do, where they cannot be interposed or do not need it.

--sample N runs N of them, evenly spread over all kinds. --only write:17 repeats one on each input, with all that it printed; folder/write:1-50
is a part of all.
"""
import argparse
import concurrent.futures
import errno
import glob
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
NAMES = "write pwrite fsync rename link unlink mkdir open close mmap fork pipe poll ftruncate rmdir".split()
# The errors that a manual page allows for each call. The n-th call gets the n-th of them, in turn.
ERRORS = {
    "write": [errno.EIO, errno.ENOSPC, errno.EINTR], "pwrite": [errno.EIO, errno.ENOSPC], "fsync": [errno.EIO, errno.ENOSPC],
    "rename": [errno.EIO, errno.ENOSPC], "link": [errno.EIO, errno.ENOSPC], "unlink": [errno.EIO], "mkdir": [errno.ENOSPC, errno.EIO],
    "open": [errno.EMFILE, errno.EIO, errno.ENOSPC], "close": [errno.EIO, errno.EINTR], "mmap": [errno.ENOMEM], "fork": [errno.EAGAIN, errno.ENOMEM],
    "pipe": [errno.EMFILE], "poll": [errno.EINTR], "ftruncate": [errno.EIO, errno.ENOSPC], "rmdir": [errno.EIO],
}
ENDED_IN_PLACE = 99
# Documented exit codes; 70 is a mistake of ours.
ALLOWED = {0, 2, 3, 4, 5, 6, 7, 9, 10, ENDED_IN_PLACE}
TEXT = b"int first;\nint needle(int x) { return x + 1; }\nint last;\n"
# The files of each input, the one that the test reads, and the words of the run that is disturbed. An input whose run resumes is stopped first.
INPUTS = {
    "file": {"target": "input.c", "files": {"input.c": TEXT}, "needed": "input.c", "options": [], "resumes": False},
    "folder": {"target": "p", "files": {"p/a.c": b"int other;\n", "p/sub/b.c": TEXT, "p/sub/c.c": b"int c;\n"}, "needed": "p/sub/b.c",
               "options": ["--unit=lines"], "resumes": True},
}


class Broken(Exception):
    pass


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def processes_in(folder):
    """Processes of ours that work in `folder` or in a scratch folder of its runs: those of a run carry its folder in FAULT_COUNTS."""
    found = []
    mark = f"FAULT_COUNTS={folder}/counts".encode()
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            if mark in pathlib.Path(path).read_bytes().split(b"\0") and is_alive(int(path.split("/")[2])):
                found.append(int(path.split("/")[2]))
        except OSError:
            pass
    return found


def wait_until(holds, seconds=60):
    """For all that takes its time. The limit only ends a wait for something that never happens."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Place:
    """A folder with an input and the test, in which whittle runs."""

    def __init__(self, whittle, library, name, is_old=False):
        self.whittle, self.library, self.input = whittle, library, INPUTS[name]
        self.target = self.input["target"]
        self.old = {"FAULT_OLD": "1"} if is_old else {}
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="whittle-faults-"))
        self.pids, self.said = [], []
        (self.folder / "tmp").mkdir()
        for path, content in self.input["files"].items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_bytes(content)
        (self.folder / "test.sh").write_text(f"#!/bin/sh\nexec grep -q needle {self.input['needed']}\n")
        (self.folder / "test.sh").chmod(0o755)
        self.clear_counts()
        self.start = ["-j1", "-q", *self.input["options"], "./test.sh", self.target]
        self.disturbed = self.start
        if self.input["resumes"]:
            self.run(["--max-tests=3", *self.start])
            if not (self.folder / f"{self.target}.whittle/journal.db").exists():
                raise Broken("the run that is resumed was not stopped")
            self.disturbed = ["--resume", "-q", self.target]
            self.clear_counts()

    def clear_counts(self):
        (self.folder / "counts").write_bytes(bytes(16 * 8))

    def run(self, words, fault=""):
        environment = {**os.environ, "TMPDIR": str(self.folder / "tmp"), "FAULT_COUNTS": f"{self.folder}/counts", "LC_ALL": "C"}
        # A sanitizer wants to be loaded first.
        environment |= {**self.old, "FAULT_PROGRAM": self.whittle, "FAULT_AT": fault, "LD_PRELOAD": self.library, "ASAN_OPTIONS": "verify_asan_link_order=0"}
        process = subprocess.Popen([self.whittle, "--leave=orig", *words], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.pids.append(process.pid)
        try:
            text = process.communicate(timeout=300)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            process.kill()
            raise Broken(f"whittle {' '.join(words)} hangs")
        self.said.append(f"$ whittle {' '.join(words)}: {process.returncode}\n{text}")
        if not wait_until(lambda: not processes_in(self.folder)):
            raise Broken(f"processes are left: {processes_in(self.folder)}")
        return process.returncode, text

    def counts(self):
        return dict(zip(NAMES, struct.unpack("16Q", (self.folder / "counts").read_bytes())))

    def files_of(self, name):
        """The bytes by path of a file or a folder, with the paths of the input."""
        top = self.folder / name
        found = sorted(path for path in [top, *top.rglob("*")] if path.is_file())
        return {str(pathlib.Path(self.target) / path.relative_to(top) if path != top else self.target): path.read_bytes() for path in found}

    def result(self):
        return self.files_of(self.target)

    def check_file(self):
        original, result = self.input["files"], self.result()
        if not (self.folder / self.target).exists():
            raise Broken("FILE is gone")
        if b"needle" not in result.get(self.input["needed"], b""):
            raise Broken(f"FILE is not interesting: {result!r}")
        kept = (self.folder / f"{self.target}.orig").exists()
        if kept and self.files_of(f"{self.target}.orig") != original:
            raise Broken(f"FILE.orig is not the original: {self.files_of(f'{self.target}.orig')!r}")
        if not kept and result != original:
            raise Broken("FILE has changed, and there is no FILE.orig")

    def is_of_another_run(self, pid):
        """Numbers of processes come back: a run of another place, at the same time, may have this one now."""
        try:
            environment = pathlib.Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False
        return bool(environment) and f"FAULT_COUNTS={self.folder}/counts".encode() not in environment.split(b"\0")

    def scratch_folders(self):
        found = [(pid, name) for pid in self.pids for name in glob.glob(f"/dev/shm/whittle-scratch-{pid}-*")]
        # That the folder is still there is asked last: the other run may have ended meanwhile.
        return [name for pid, name in found if not self.is_of_another_run(pid) and os.path.exists(name)]

    def left_behind(self):
        left = self.scratch_folders()
        left += [str(path) for path in (self.folder / "tmp").iterdir()]
        return left + [path.name for path in self.folder.iterdir() if path.name.startswith(".whittle-") or path.name.endswith(".whittle")]

    def check_names_all_left(self, code, text):
        """After a run that ended by itself: what it left, it must have named. The folder of a run that was resumed was there before."""
        # A message that says how to continue names the run folder too.
        says_how = code and f"--resume {self.target}" in text and (self.folder / f"{self.target}.whittle/journal.db").exists()
        is_known = says_how or self.input["resumes"]
        silent = [path for path in self.left_behind() if path not in text and not (is_known and path == f"{self.target}.whittle")]
        if silent:
            raise Broken(f"left without a word: {silent}")

    def check_nothing_left(self, text=""):
        """After the run was resumed, or had ended. `text`: a folder that is kept for the user is named there."""
        left = [path for path in self.left_behind() if path not in text]
        if left and all("whittle-scratch-" in path for path in left):
            # A run that was killed at its end. The next run removes it, as docs/safety.md says.
            self.run(["--unit=lines", *self.start])
            # A run of another place, at the same time, may be removing it, and holds its lock until it is gone.
            end = time.monotonic() + 10
            while (left := [path for path in self.left_behind() if path not in text]) and time.monotonic() < end:
                time.sleep(0.1)
        if left:
            raise Broken(f"left behind: {left}")

    def remove(self):
        for pid in processes_in(self.folder):
            os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in self.scratch_folders():
            shutil.rmtree(name, ignore_errors=True)


def goes_on(place):
    """Resumes the run, or starts it if it had not begun, or does nothing if it had ended. Returns which."""
    code, text = place.run(["--resume", "-q", place.target])
    if code == 0:
        return "resumed"
    if code != 9:
        raise Broken(f"--resume ends with {code}")
    is_new = place.result() == place.input["files"]
    if "has finished" in text and not is_new:
        return "had ended"
    if "no unfinished run" not in text:
        raise Broken("the run cannot be resumed")
    if is_new:
        # A run that could not begin; what it left must not stop the next one.
        code, _ = place.run(place.start)
        if code:
            raise Broken(f"after a run that did not begin, the next one ends with {code}")
        return "started again"
    return "had ended"


def one(whittle, library, expected, name, call, number, how):
    """Returns a line that says what broke, or nothing; and all that was printed."""
    place = Place(whittle, library, name, call == "link")
    try:
        code, text = place.run(place.disturbed, f"{call}:{number}:{how}")
        if code not in ALLOWED:
            raise Broken(f"exit code {code}")
        place.check_file()
        if how != "exit":
            place.check_names_all_left(code, text)
        if code == 0 and place.result() != expected[name]:
            raise Broken(f"exit code 0, and another result: {place.result()!r}")
        if code or place.left_behind():
            goes_on(place)
            place.check_file()
        if place.result() != expected[name]:
            raise Broken(f"after --resume another result: {place.result()!r}")
        place.check_nothing_left(text)
        return None, "".join(place.said)
    except Broken as broken:
        error = "exit" if how == "exit" else errno.errorcode[how]
        return f"{name}/{call}:{number} {error}: {broken}", "".join(place.said)
    finally:
        place.remove()


def faults_of(name, counts):
    for call, count in counts.items():
        for number in range(1, count + 1):
            yield name, call, number, ERRORS[call][number % len(ERRORS[call])]
            yield name, call, number, "exit"


def undisturbed(whittle, library, name, is_old=False):
    place = Place(whittle, library, name, is_old)
    try:
        code, text = place.run(place.disturbed)
        if code:
            sys.exit(f"the undisturbed run ends with {code}:\n{text}")
        counts, expected = place.counts(), place.result()
        place.check_file()
        place.check_nothing_left()
        if counts["write"] == 0 or counts["fork"] == 0:
            sys.exit(f"calls are not seen, so this shows nothing: {counts}")
        return counts, expected
    finally:
        place.remove()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("whittle")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    whittle = os.path.realpath(options.whittle)
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/inject.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-w", "-o", library, HERE / "inject.c"], check=True)
        expected, faults = {}, []
        for name in INPUTS:
            counts, expected[name] = undisturbed(whittle, library, name)
            counts["link"] = undisturbed(whittle, library, name, is_old=True)[0]["link"]
            print(f"{name}:", " ".join(f"{call} {count}" for call, count in counts.items()), flush=True)
            faults += faults_of(name, counts)
        if options.only:
            name, _, chosen = options.only.rpartition("/")
            call, _, numbers = chosen.partition(":")
            first, _, last = numbers.partition("-")
            faults = [fault for fault in faults if name in ("", fault[0]) and call in ("", fault[1]) and
                      (not first or int(first) <= fault[2] <= int(last or first))]
        if options.sample and options.sample < len(faults):
            faults = [faults[len(faults) * i // options.sample] for i in range(options.sample)]
        broken = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for line, said in pool.map(lambda fault: one(whittle, library, expected, *fault), faults):
                broken += line is not None
                if line:
                    print(line, flush=True)
                if options.only or line:
                    print("    " + said.replace("\n", "\n    "), flush=True)
    print(f"{len(faults)} faults, {broken} broken promises")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
