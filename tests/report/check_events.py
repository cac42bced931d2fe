#!/usr/bin/env python3
"""check_events.py SCHEMA FILE...: whether the events of `whittle --json` are as docs/json.md says.

Each line must fit the schema, and the events of a run must fit together: counts are those of the lines,
queries lie between the start and the end of their list, candidates that are told twice are remembered, bests
come in order, a slot does one test at a time.
"""

import json
import sys

import jsonschema


def definition_of(event):
    """The name of the definition in the schema that an event must fit."""
    if event.get("event") == "list":
        return f"list_{event.get('phase')}"
    return event.get("event")


def problems(schema, events):
    """Sentences that say what is wrong, with the line."""
    validators = {
        name: jsonschema.Draft7Validator({"$ref": f"#/definitions/{name}", "definitions": schema["definitions"]})
        for name in ("start", "list_start", "list_end", "query", "slot", "best", "notice", "resume", "end", "error")
    }
    for number, event in enumerate(events, 1):
        validator = validators.get(definition_of(event))
        if not validator:
            yield f"line {number}: no such event: {event}"
            continue
        for error in validator.iter_errors(event):
            yield f"line {number}: {error.message} in {event}"
    for run in runs_in(events):
        yield from contradictions(run)


def runs_in(events):
    """The events of each run: a resumed run appends its own, which begin with a start again."""
    runs = []
    for event in events:
        ended = runs and runs[-1][-1]["event"] == "error"
        if not runs or ended or event["event"] == "start":
            runs.append([])
        runs[-1].append(event)
    return runs


def contradictions(events):
    if events[-1]["event"] == "error":
        events = events[:-1]
        if not events:
            return  # it failed before the search began
    if [i for i, event in enumerate(events) if event["event"] == "start"] != [0]:
        yield "the first line, and no other, must be the start"
    if [i for i, event in enumerate(events) if event["event"] == "end"] not in ([], [len(events) - 1]):
        yield "the end is not the last line"
    lists, current, seen, asked, untested, at, bests, busy = {}, None, set(), 0, 0, 0, 0, {}
    for number, event in enumerate(events, 1):
        if event.get("at", at) < at:
            yield f"line {number}: the time goes back"
        at = event.get("at", at)
        if event["event"] == "list" and event["phase"] == "start":
            if current:
                yield f"line {number}: list {current['list']} has not ended"
            if event["list"] != len(lists) + 1:
                yield f"line {number}: list {event['list']} follows {len(lists)}"
            current = lists[event["list"]] = event
            if "weights" in event and [len(event["weights"]), sum(event["weights"])] != [
                event["elements"],
                event["weight"],
            ]:
                yield f"line {number}: the weights are not those of the list"
        elif event["event"] == "list":
            if not current or event["list"] != current["list"]:
                yield f"line {number}: list {event['list']} ends and has not begun"
            elif "stayed" in event and [
                len(event["stayed"]),
                sum(current["weights"][element] for element in event["stayed"]),
            ] != [event["elements"], event["weight"]]:
                yield f"line {number}: what stayed does not add up"
            elif event["changed"] and event["elements"] == current["elements"]:
                yield f"line {number}: the document changed, and every element stayed"
            current = None
        elif event["event"] == "query":
            asked += 1
            if not current or event["list"] != current["list"] or event["stage"] != current["stage"]:
                yield f"line {number}: a query outside its list"
            elif event.get("elements", 0) > current["elements"]:
                yield f"line {number}: more elements than the list has"
            if event["parts"] and event["part"] >= event["parts"]:
                yield f"line {number}: part {event['part']} of {event['parts']}"
            if event["remembered"] != (event["candidate"] in seen):
                yield f"line {number}: remembered is wrong"
            untested += "untested" in event and event["candidate"] not in seen
            seen.add(event["candidate"])
        elif event["event"] == "best":
            bests += 1
            if event["number"] != bests:
                yield f"line {number}: best {event['number']} follows {bests - 1}"
            if event["list"] and not (before["event"] == "query" and before["interesting"]):
                yield f"line {number}: a best that was not just found interesting"
        elif event["event"] == "slot":
            is_start = event["phase"] == "start"
            if is_start == (event["slot"] in busy) or not is_start and busy.pop(event["slot"]) != event["candidate"]:
                yield f"line {number}: slot {event['slot']} does not do one test at a time"
            if is_start:
                busy[event["slot"]] = event["candidate"]
        elif event["event"] == "resume":
            busy = {}
            if event["queries"] != asked:
                yield f"line {number}: resumed after {event['queries']} queries, and there were {asked}"
        elif event["event"] == "end":
            if event["best"] > bests:
                yield f"line {number}: the result is best {event['best']} of {bests}"
            counts = [asked, len(seen) - untested, asked - len(seen), len(lists)]
            if event.get("untested", 0) != untested:
                yield f"the end counts other than {untested} untested: {event}"
            if [event["asked"], event["tested"], event["remembered"], event["lists"]] != counts:
                yield f"the end counts other than {counts}: {event}"
            if event["ending"] == "finished" and current:
                yield "the run finished in the middle of a list"
        before = event


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    found = 0
    for path in sys.argv[2:]:
        with open(path) as file:
            events = [json.loads(line) for line in file]
        for sentence in problems(schema, events):
            found += 1
            print(f"{path}: {sentence}")
        print(f"{path}: {len(events)} events")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
