#!/usr/bin/env python3
"""check_functions.py ROOT [FOLDER...]: names the functions of C++ files in ROOT/src/FOLDER that have more than 50 lines.

A function is counted from its first line to its closing brace. Lambdas belong to the function around them.
"""

import pathlib
import re
import sys

MOST_LINES = 50
FOLDERS = ["cli", "page", "report", "run", "store"]

# Text that has no braces of the program: comments, raw strings, strings, characters.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
NAME = re.compile(r"([~\w:]+|operator\S+)\s*\(")


def without_texts(source):
    """The source with all such text blank, line by line as before."""
    return NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)


def functions(source):
    """(name, first line, number of lines) of each function."""
    code = without_texts(source)
    scopes = []  # of each open brace: None, or (name, first line) of a function
    begin = 0  # of the text that is not ended yet
    for place in re.finditer(r"[{};]|^\s*#.*$|^\s*(?:public|private|protected):", code, re.M):
        symbol = place.group()
        inside = any(scopes)
        if symbol == "{":
            head = code[begin : place.start()]
            first = code.count("\n", 0, begin + len(head) - len(head.lstrip())) + 1
            name = NAME.search(head)
            is_type = re.match(r"\s*(?:template\s*<.*>\s*)?(?:class|struct|union|enum|namespace|extern)\b[^()]*$", head, re.S)
            scopes.append((name.group(1), first) if name and not is_type and not inside else None)
        elif symbol == "}":
            function = scopes.pop() if scopes else None
            if function:
                last = code.count("\n", 0, place.start()) + 1
                yield function[0], function[1], last - function[1] + 1
        if not any(scopes):
            begin = place.end()


def main(root, *folders):
    root = pathlib.Path(root)
    long = 0
    for folder in folders or FOLDERS:
        for path in sorted(root.glob(f"src/{folder}/**/*")):
            if path.suffix not in (".cc", ".h"):
                continue
            for name, line, lines in functions(path.read_text()):
                if lines > MOST_LINES:
                    long += 1
                    print(f"{path.relative_to(root)}:{line}: {name} has {lines} lines, and {MOST_LINES} are allowed")
    return 1 if long else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
