"""Cuts a recorded run at every point: power_cut.py TRACE BEFORE RESULT WORK MOST WHITTLE FILE...

TRACE is what power_cut.c recorded of a run in a folder that was a copy of BEFORE and is now RESULT. Every prefix of the
trace is replayed as a disk may hold it after a power cut. Each FILE must be an old or a new version, and its original must be
there; then `whittle --resume` must end with the bytes of RESULT. Of the different states at most MOST are resumed.
"""
import os
import shutil
import subprocess
import sys


class Node:
    """A file or a folder: as the running system sees it, and as the disk surely has it."""

    def __init__(self, is_folder):
        self.is_folder = is_folder
        self.live, self.synced = ({}, {}) if is_folder else (bytearray(), b"")
        self.unsynced = []  # writes since the last sync

    def sync(self):
        self.synced = dict(self.live) if self.is_folder else bytes(self.live)
        self.unsynced = []

    def write(self, at, data):
        put(self.live, at, data)
        self.unsynced.append((at, data))

    def cut(self, size):
        self.live = bytearray(self.live[:size].ljust(size, b"\0"))
        self.unsynced.append((size, None))

    def torn(self):
        """The first half of the writes, and a part of the next one."""
        data = bytearray(self.synced)
        half = len(self.unsynced) // 2
        for at, new in self.unsynced[:half]:
            if new is None:
                data = bytearray(data[:at].ljust(at, b"\0"))
            else:
                put(data, at, new)
        if half < len(self.unsynced) and self.unsynced[half][1]:
            at, new = self.unsynced[half]
            put(data, at, new[: len(new) // 2])
        return bytes(data)


def put(data, at, new):
    if len(data) < at:
        data.extend(b"\0" * (at - len(data)))
    data[at : at + len(new)] = new


class Disk:
    def __init__(self, folder):
        self.root = Node(True)
        self.open = {}
        for path, _, names in os.walk(folder):
            node = self.find(os.path.relpath(path, folder), make=True)
            for name in names:
                with open(os.path.join(path, name), "rb") as file:
                    node.live[name] = Node(False)
                    node.live[name].live = bytearray(file.read())
        self.sync_all(self.root)

    def sync_all(self, node):
        for child in node.live.values() if node.is_folder else ():
            self.sync_all(child)
        node.sync()

    def find(self, path, make=False):
        node = self.root
        for part in [part for part in path.split("/") if part not in ("", ".")]:
            if make:
                node.live.setdefault(part, Node(True))
            node = node.live.get(part)
            if node is None:
                return None
        return node

    def parent(self, path):
        path = os.path.normpath("/" + path.lstrip("/"))
        return self.find(os.path.dirname(path)), os.path.basename(path)

    def apply(self, line):
        call, rest = line.split(" ", 1)
        if call == "open":
            number, flags, path = rest.split(" ", 2)
            node = self.find(path)
            if node is None:
                folder, name = self.parent(path)
                node = folder.live[name] = Node(False)
            elif int(flags) & os.O_TRUNC:
                node.cut(0)
            self.open[number] = node
        elif call == "write":
            number, at, data = rest.split(" ", 2)
            self.open[number].write(int(at), bytes.fromhex(data))
        elif call == "cut":
            number, size = rest.split()
            self.open[number].cut(int(size))
        elif call == "sync":
            self.open[rest].sync()
        elif call in ("rename", "link"):
            first, second = rest.split("\t")
            folder, name = self.parent(first)
            to, new = self.parent(second)
            to.live[new] = folder.live[name]
            if call == "rename":
                del folder.live[name]
        elif call == "mkdir":
            folder, name = self.parent(rest)
            folder.live[name] = Node(True)
        elif call == "remove":
            folder, name = self.parent(rest)
            del folder.live[name]

    def state(self, names, content):
        """Paths with their bytes, folders with None; `names` and `content` choose the view of a node."""
        found = {}

        def walk(node, path):
            for name, child in names(node).items():
                found[path + name] = None if child.is_folder else content(child)
                if child.is_folder:
                    walk(child, path + name + "/")

        walk(self.root, "")
        return found


def live(node):
    return node.live if node.is_folder else bytes(node.live)


def synced(node):
    return node.synced


VARIANTS = {
    "killed": (live, live),
    "unsynced bytes are lost": (live, synced),
    "unsynced bytes are torn": (live, Node.torn),
    "unsynced names and bytes are lost": (synced, synced),
    "unsynced names are lost": (synced, live),
}
RECORD = ("/events.jsonl", "/bests", "/refusals.jsonl", "/lock")  # for people: nothing depends on it


def tree(folder):
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                found[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return found


def write(state, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for path in sorted(state):
        where = os.path.join(folder, path)
        if state[path] is None:
            os.makedirs(where, exist_ok=True)
        else:
            with open(where, "wb") as file:
                file.write(state[path])
            os.chmod(where, 0o755)  # one of them is the test, and modes are not recorded


def main():
    trace, before, result, work, most, whittle, *names = sys.argv[1:]
    disk, original, expected = Disk(before), tree(before), tree(result)

    def of_user(files):
        """The files that are reduced, of all that are there."""
        return {path: data for path, data in files.items()
                if data is not None and "/.whittle-" not in path and any(path == name or path.startswith(name + "/") for name in names)}

    versions = {path: {data} for path, data in of_user(original).items()}
    states, told = {}, None
    with open(trace, encoding="utf-8", errors="surrogateescape") as lines:
        calls = [line.rstrip("\n") for line in lines]
    for count in range(len(calls) + 1):
        if count:
            disk.apply(calls[count - 1])
        for path, data in of_user(disk.state(live, live)).items():
            versions[path].add(data)
        for variant, (see_names, see_content) in VARIANTS.items():
            state = disk.state(see_names, see_content)
            at = f"after {count} of {len(calls)} calls ({calls[count - 1] [:80] if count else 'none'}): {variant}"
            now = of_user(state)
            for path, data in now.items():
                if data not in versions[path]:
                    sys.exit(f"{at}: {path} is no version, it has {len(data)} bytes")
            for path, data in of_user(original).items():
                name = next(name for name in names if path == name or path.startswith(name + "/"))
                kept = state.get(name + ".orig" + path[len(name):])
                if kept is not None and kept != data or kept is None and now.get(path) != data:
                    sys.exit(f"{at}: the original of {path} is lost")
            key = hash(frozenset((path, data) for path, data in state.items() if not path.endswith(RECORD)))
            states.setdefault(key, (at, state))
    chosen = list(states.values())
    step = max(1.0, len(chosen) / int(most))
    chosen = [chosen[int(i * step)] for i in range(min(len(chosen), int(most)))]
    new_runs = 0
    for at, state in chosen:
        write(state, work)
        run = subprocess.run([whittle, "--resume", names[0]], cwd=work, capture_output=True, text=True)
        if run.returncode == 9 and of_user(tree(work)) == of_user(original) and "has changed" not in run.stderr:
            new_runs += 1  # the run had not begun
            continue
        if run.returncode not in (0, 9) or of_user(tree(work)) != of_user(expected):
            sys.exit(f"{at}: --resume exits with {run.returncode}: {run.stderr}\n{of_user(tree(work))}")
        left = [path for path in tree(work) if ".tmp" in path]
        if left:
            sys.exit(f"{at}: left: {left}")
    if new_runs == len(chosen):
        sys.exit("no state could be resumed: this test shows nothing")
    print(f"{len(calls)} calls, {len(states)} states, {len(chosen)} resumed")


main()
