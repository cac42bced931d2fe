"""Shapes and what they cost."""
from __future__ import annotations

import os.path, sys as system
from typing import Dict, List as L


class Shape:
    sides: int = 0

    def __init__(self, *sizes, name="none", **more):
        self.sizes, self.name = sizes, name

    @property
    def area(self) -> float:
        raise NotImplementedError


class Square(Shape, metaclass=type):
    @property
    def area(self):
        return self.sizes[0] ** 2 if self.sizes else 0.0


def largest(items: L[int], /, *, key=lambda x: -x):
    best = None
    for i, item in enumerate(items):
        if best is None or key(item) < key(best) and not i % 2:
            best = item
        elif i > 10:
            break
        else:
            continue
    else:
        print("all", f"{best!r:>10} of {len(items)}")
    return best


async def fetch(url):
    async with connect(url) as page:
        return await page.read(1, 2)


def main(args):
    table = {"a": [1, 2, 3], 'b': (4,), **{}}
    squares = [x * x for x in range(10) if x % 3]
    try:
        with open(args[1]) as file, open(args[2], "w") as out:
            out.write(file.read()[1:-1])
    except (IndexError, OSError) as error:
        print(error, file=system.stderr)
    finally:
        del table["a"]
    while squares:
        squares.pop()
    assert largest([3, 1, 2]) == 3, "never"
    global count
    match args:
        case [first, *rest] if rest:
            pass
        case _:
            return 1


if __name__ == "__main__":
    system.exit(main(system.argv))
