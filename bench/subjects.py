"""What the scripts here share: which subjects there are, and a folder to run one in.

A subject is a folder with subject.json, its input and test.sh, as ../shared/subjects/README.md says.
"""
import contextlib
import hashlib
import json
import os
import shlex
import shutil
import tempfile


# Asks the cache, then the test, and notes for each test the size of the candidate, its microseconds and whether they
# are remembered. What is killed meanwhile leaves no verdict, nor does the input itself: a test that makes a /dev of its
# own refuses it once, before whittle goes elsewhere with its folders.
REMEMBERING = """#!/bin/bash
size=$(stat -c %s {name}) && key=$(sha256sum <{name}) || exit 1
key=${{key%% *}}
if [ "$key" = {original} ]; then exec {test}; fi
verdict={cache}/$key
if [ -e "$verdict" ]; then
  read -r status micros <"$verdict"
  echo "$size $micros 1" >>{times}
  exit "$status"
fi
begin=${{EPOCHREALTIME/./}}
{test}
status=$?
micros=$((${{EPOCHREALTIME/./}} - begin))
echo "$status $micros" >"$verdict.$$" && mv "$verdict.$$" "$verdict"
echo "$size $micros 0" >>{times}
exit "$status"
"""


def remember(folder, cache, subject, name):
    """Puts a script in the folder that asks the cache before it runs the subject's test."""
    cache = os.path.join(os.path.abspath(cache), os.path.basename(subject))
    os.makedirs(cache, exist_ok=True)
    os.rename(os.path.join(folder, "test.sh"), os.path.join(folder, "asked.sh"))
    path = os.path.join(folder, "test.sh")
    with open(os.path.join(folder, name), "rb") as file:
        original = hashlib.sha256(file.read()).hexdigest()
    with open(path, "w") as file:
        file.write(REMEMBERING.format(name=shlex.quote(name), cache=shlex.quote(cache), original=original,
                                      times=shlex.quote(os.path.join(folder, "times")),
                                      test=shlex.quote(os.path.join(folder, "asked.sh"))))
    os.chmod(path, 0o755)


def times(folder):
    """(size of the candidate, seconds, whether remembered) of each test that the script above ran, in order."""
    try:
        with open(os.path.join(folder, "times")) as file:
            return [(int(size), int(micros) / 1e6, cached == "1") for size, micros, cached in map(str.split, file)]
    except OSError:
        return []


def saved_seconds(folder):
    """How long the remembered tests took when they were run."""
    return sum(seconds for _, seconds, cached in times(folder) if cached)


def chosen(folder, words):
    """The subjects in the folder, in order; with words, those whose names hold one of them."""
    return sorted(os.path.join(folder, name) for name in os.listdir(folder)
                  if os.path.exists(os.path.join(folder, name, "subject.json"))
                  and (not words or any(word in name for word in words)))


@contextlib.contextmanager
def workspace(subject):
    """A folder that holds the subject's input and test.sh, for as long as it is used; and the input's name."""
    with open(os.path.join(subject, "subject.json")) as file:
        name = json.load(file)["input"]
    with tempfile.TemporaryDirectory(prefix="whittle-bench-") as folder:
        for part in (name, "test.sh"):
            shutil.copy(os.path.join(subject, part), folder)
        yield folder, name


def last_event(folder):
    """The last of the events that `--json events` wrote there; nothing if there is none."""
    try:
        with open(os.path.join(folder, "events")) as file:
            return json.loads(file.readlines()[-1])
    except (OSError, IndexError):
        return {}
