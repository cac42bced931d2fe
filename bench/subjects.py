"""What the scripts here share: which subjects there are, and a folder to run one in.

A subject is a folder with subject.json, its input and test.sh, as ../shared/subjects/README.md says.
"""
import contextlib
import json
import os
import shutil
import tempfile


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
