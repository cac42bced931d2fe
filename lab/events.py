"""What the events of a run say, as docs/json.md defines them. Everything here reads; nothing asks."""
import gzip
import json
from collections import defaultdict


def read(path):
    """The events of a file, packed or not."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt") as file:
        return [json.loads(line) for line in file]


def pack(source, target):
    with open(source, "rb") as file, gzip.open(target, "wb", compresslevel=6) as packed:
        packed.writelines(file)


def queries(events, stage=None):
    """The queries; with a stage, those of lists whose stage begins with it."""
    return [
        event for event in events if event["event"] == "query" and (stage is None or event["stage"].startswith(stage))
    ]


def is_test(query):
    """Whether a test was run for it."""
    return not query["remembered"] and not query.get("untested")


def removed(events):
    """(query, how many elements it asks to remove) for each query of each list. A list has all of its elements at
    its start; a success leaves those that the query keeps."""
    left = {}
    for event in events:
        if event["event"] == "list" and event["phase"] == "start":
            left[event["list"]] = event["elements"]
        elif event["event"] == "query":
            before = left.get(event["list"], event["elements"])
            yield event, before - event["elements"]
            if event["interesting"]:
                left[event["list"]] = event["elements"]


def by_list(events):
    """For each list: its start, its end (None if the run was stopped in it) and its queries."""
    starts, ends, asked = {}, {}, defaultdict(list)
    for event in events:
        if event["event"] == "list":
            (starts if event["phase"] == "start" else ends)[event["list"]] = event
        elif event["event"] == "query":
            asked[event["list"]].append(event)
    return [(start, ends.get(number), asked[number]) for number, start in sorted(starts.items())]


def pieces(elements, parts):
    """The elements in so many parts as ddmin cuts them: as equal as possible, the smaller ones first."""
    size, larger = divmod(len(elements), parts)
    ends = [number * size + max(0, number - (parts - larger)) for number in range(parts + 1)]
    return [elements[begin:end] for begin, end in zip(ends, ends[1:])]


def removals(start, asked, backward, restart):
    """(how often the list had been cut, the elements that went) of each success in one list of ddmin that begins again, or, if
    not `restart`, of opdd, which cuts the list anew in each round. A query says into how many parts the list is cut and which
    of them it is about."""
    left = list(range(start["elements"]))
    if backward:
        left.reverse()
    cuts, parts, live, again, round_ = 0, [], 0, False, None
    for query in asked:
        if query["kind"] == "none":  # all elements, as one more step before or after the algorithm
            cuts, going = cuts + 1, left
        else:
            if query["round"] != round_:
                if not again:
                    cuts, parts = cuts + 1, pieces(left, query["parts"])
                    live = len(parts)
                again, round_ = False, query["round"]
            part = parts[query["part"]]
            going = [element for element in left if element not in part] if query["kind"] == "subset" else part
        if query["interesting"]:
            yield cuts, going
            left = [element for element in left if element not in going]
            live -= 1
            again = restart and query["kind"] != "subset" and live > 1  # one part alone is cut


KINDS = {"subset": "Complement", "revisit": "Revisit"}


def figure_2_kind(query):
    """The names of Figure 2 in the CDD paper: what whittle calls a subset keeps one part and removes its complement."""
    return KINDS.get(query["kind"], "Other")


def curve(events):
    """(tests so far, seconds of tests so far, tokens of the best so far): a row for each improvement, and one at the end. The seconds
    are those of one slot."""
    best, tests, seconds, rows = None, 0, 0.0, []
    for event in events:
        if event["event"] == "start":
            best = event["tokens"]
            rows.append((0, 0.0, best))
        elif event["event"] == "query" and is_test(event):
            tests += 1
            seconds += event.get("lab_seconds", event["seconds"])
            if event["interesting"] and event["tokens"] < best:
                best = event["tokens"]
                rows.append((tests, seconds, best))
    if rows and rows[-1][0] < tests:
        rows.append((tests, seconds, best))
    return rows


def total(curve_):
    """(tests, seconds of tests) of a whole run."""
    return curve_[-1][:2]


def tokens_at(curve_, tests=None, seconds=None):
    """The tokens of the best result after so many tests, or after so many seconds of tests."""
    which, budget = (0, tests) if seconds is None else (1, seconds)
    return [row[2] for row in curve_ if row[which] <= budget][-1]


def limit_that_stops(totals, share):
    """A limit that stops this share of runs that take so long, as nearly as their number allows: it lies between two of the totals."""
    ranked = sorted(totals)
    finish = len(ranked) - round(share * len(ranked))
    below, above = ([0.0, *ranked][finish], [*ranked, ranked[-1] * 1.01][finish])
    return (below + above) / 2


def put_times(events, times):
    """Gives each tested query the seconds of its test where the test was answered from a cache: `times` has (size of
    the candidate, seconds, cached) of every test that was run, in order. Tests before and after the search, and what a
    search never used, are passed over: they are found by their size. False if the two do not fit together."""
    position = 0
    for event in events:
        if event["event"] != "query" or not is_test(event):
            continue
        at = position
        while at < len(times) and times[at][0] != event["bytes"]:
            at += 1
        if at == len(times):
            return False
        event["lab_seconds"] = times[at][1]
        position = at + 1
    return True
