#!/usr/bin/env python3
"""Includes point one way: reads the #include lines of src/ and names each that points upwards.

A folder may include from the folders listed for it, and from itself. "oracle/oracle.h" names a single
header. A folder missing here is an error, so that a new one gets its place.
"""

import pathlib
import re
import sys

ALLOWED = {
    "base": "",
    "graph": "base",
    "algorithms": "graph base",
    "cxx_graph": "graph base",
    "document": "base",
    "syntax": "document base",
    "process": "document base",
    "passes": "process/tools.h graph syntax document base",
    "oracle": "process document base",
    "report": "document base",
    "schedule": "algorithms oracle/oracle.h report/event.h document base",
    "plan": "passes process/tools.h schedule algorithms graph syntax document report base",
    "store": "algorithms base document oracle passes report schedule syntax",
    "run": "algorithms base document oracle passes plan process report schedule store syntax",
    "cli": "algorithms base document passes plan report run syntax",
}


def wrong_includes(source):
    """(file, line number, header) of each include in `source` that points where it may not."""
    for path in sorted(source.rglob("*")):
        if path.suffix not in {".h", ".cc", ".c", ".in"}:
            continue
        folder = path.relative_to(source).parts[0]
        allowed = set(ALLOWED.get(folder, "").split()) | {folder}
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not found:
                continue
            header = found.group(1)
            if header.split("/")[0] not in allowed and header not in allowed:
                yield path, number, header


def main():
    source = pathlib.Path(sys.argv[1])
    folders = sorted(path.name for path in source.iterdir() if path.is_dir())
    unknown = [folder for folder in folders if folder not in ALLOWED]
    for folder in unknown:
        print(f"src/{folder}: has no place in {__file__}")
    wrong = list(wrong_includes(source))
    for path, number, header in wrong:
        print(f'{path}:{number}: "{header}" is not below {path.relative_to(source).parts[0]}')
    print(f"{len(folders)} folders, {len(wrong)} includes that point upwards")
    return 1 if wrong or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
