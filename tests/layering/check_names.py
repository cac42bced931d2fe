#!/usr/bin/env python3
"""check_names.py SRC: names each type that two files of SRC define. A name that is defined once can be found.

A nested type (`Until::Kind`) carries the name of the type around it, so it does not count.
"""

import collections
import pathlib
import re
import sys

DEFINITION = re.compile(r"^(?:class|struct|union|enum class|enum) ([A-Z]\w*)(?: final)?(?: :[^:;{][^;{]*)? ?\{", re.M)


def definitions(root):
    """The files that define each type, by its name."""
    files = collections.defaultdict(list)
    for path in sorted(pathlib.Path(root).rglob("*")):
        if path.suffix in (".cc", ".h"):
            for name in DEFINITION.findall(path.read_text()):
                files[name].append(str(path.relative_to(root)))
    return files


def main(root):
    twice = {name: files for name, files in definitions(root).items() if len(files) > 1}
    for name, files in twice.items():
        print(f"{name} is defined in {', '.join(files)}: give each its own name")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
