#!/usr/bin/env python3
"""Includes point one way: checks the #include lines of src/ against the map that ARCHITECTURE.md draws.

The map is made of lines such as "plan -> passes, schedule". A folder may include from the folders its arrows lead to,
from those behind them, from itself and from base. "oracle/oracle.h" names a single header, and leads no further. A folder
that is not on the map is an error, so that a new one gets its place.
"""

import pathlib
import re
import sys

ARROW = re.compile(r"^    ([a-z_, ]+) -> ([a-z_/., ]+)$", re.MULTILINE)


def read_map(text):
    """For each folder on the map, the folders and headers that its arrows lead to."""
    arrows = {}
    for sources, targets in ARROW.findall(text):
        for source in sources.split(", "):
            arrows.setdefault(source, set()).update(targets.split(", "))
        for target in targets.split(", "):
            if not target.endswith(".h"):
                arrows.setdefault(target, set())
    arrows.setdefault("base", set())
    return arrows


def allowed(arrows, folder):
    """The folders and headers that `folder` may include from."""
    found, waiting = {folder, "base"}, [folder]
    while waiting:
        for target in arrows.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def wrong_includes(source, arrows):
    """(file, line number, header) of each include in `source` that points where it may not."""
    for path in sorted(source.rglob("*")):
        if path.suffix not in {".h", ".cc", ".c", ".in"}:
            continue
        may = allowed(arrows, path.relative_to(source).parts[0])
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if found and found.group(1).split("/")[0] not in may and found.group(1) not in may:
                yield path, number, found.group(1)


def main():
    source = pathlib.Path(sys.argv[1])
    arrows = read_map((source.parent / "ARCHITECTURE.md").read_text())
    folders = sorted(path.name for path in source.iterdir() if path.is_dir())
    unknown = [folder for folder in folders if folder not in arrows]
    for folder in unknown:
        print(f"src/{folder}: has no place on the map in ARCHITECTURE.md")
    circles = [folder for folder in arrows if any(folder in allowed(arrows, to) for to in arrows[folder])]
    for folder in circles:
        print(f"src/{folder}: the arrows of the map lead back to it")
    wrong = list(wrong_includes(source, arrows))
    for path, number, header in wrong:
        print(f'{path}:{number}: "{header}" is not below {path.relative_to(source).parts[0]}')
    print(f"{len(folders)} folders, {len(wrong)} includes that point upwards")
    return 1 if wrong or unknown or circles else 0


if __name__ == "__main__":
    sys.exit(main())
