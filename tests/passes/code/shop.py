import os, sys
from collections import OrderedDict as Od

RATE = 19

@dataclass
class Price(Base):
    whole: int
    part: int = 0

    def get(self, scale, unused):
        return self.whole * scale

def twice(n):
    return n + n

def total(values: list, count: int, unit="cm") -> int:
    result = 0
    steps = 0
    for value in values:
        result += value
        steps += 1
    return result

def log(text):
    print(text)
    flush()

price = Price(3, 50)
table = {"a": 1, "b": 2}
other = {"a": 3, "b": 4}
if twice(price.get(1, 2)) > RATE:
    log("over")
total([1, 2], 2, unit="m")
print(Od(), sys.argv)
