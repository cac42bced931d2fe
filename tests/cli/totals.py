"""totals.py WHITTLE FOLDER: resumes the run in a folder, and compares the figures of all that show it. For totals.sh."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
import time
import urllib.request

WHITTLE, FOLDER = sys.argv[1:]
os.chdir(FOLDER)
CLOCK = re.compile(r"\d+:\d\d  [\d.]+ % removed")
FIGURES = re.compile(r"([\d,]+) tests? run, ([\d,]+) used, ([\d,]+) remembered")


def number(text):
    return int(text.replace(",", ""))


class Terminal:
    """whittle on a terminal of 120 columns, and all that it wrote there."""

    def __init__(self, *arguments):
        self.text = ""
        self.terminal, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", NO_COLOR="1")
        self.process = subprocess.Popen(
            [WHITTLE, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=other, env=environment
        )
        os.close(other)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        while True:
            try:
                got = os.read(self.terminal, 65536)
            except OSError:
                return
            if not got:
                return
            self.text += got.decode("utf-8", "replace")

    def wait_for(self, what, holds):
        for _ in range(6000):
            if holds():
                return
            assert self.process.poll() is None or holds(), f"{what} never came:\n{self.text}"
            time.sleep(0.02)
        raise AssertionError(f"{what} never came:\n{self.text}")


def last_news(address, into):
    """The last message of the page of a run."""
    address = address.replace("/?", "/events?")
    with urllib.request.urlopen(address) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                into.update(json.loads(line[6:]))


def figures_of_page(news):
    counts = news["counts"]
    names = ["started", "tested", "remembered", "untested", "timed_out", "interesting", "asked"]
    return [counts[name] for name in names] + [
        news["removed"],
        news["end"]["time"],
        news["end"]["tokens"],
        news["end"]["bytes"],
        sum(row[8] for row in news["passes"]),
        sum(row[9] for row in news["passes"]),
    ]


def main():
    run = Terminal("--resume", "--json", "events.json", "--leave", "history", "--serve", "0", "input.json")
    run.wait_for("the address", lambda: re.search(r"http:\S+token=\w+", run.text))
    news = {}
    page = threading.Thread(target=last_news, args=(re.search(r"http:\S+token=\w+", run.text).group(), news))
    page.start()
    # Only the last test that waits is the final one, but the flaky watch may test a candidate twice before.
    drawn, removed = None, None
    while run.process.poll() is None:
        if not os.path.exists("held"):
            time.sleep(0.02)
            continue
        run.wait_for("a picture", lambda: CLOCK.search(run.text))
        before = len(CLOCK.findall(run.text))
        clock = CLOCK.findall(run.text)[-1]
        run.wait_for("a later picture", lambda: CLOCK.findall(run.text)[-1] != clock and len(CLOCK.findall(run.text)) > before)
        drawn = [number(text) for text in FIGURES.findall(run.text)[-1]]
        removed = re.search(r"([\d.]+ %) removed", CLOCK.findall(run.text)[-1]).group(1)
        os.remove("held")
    run.reader.join()
    page.join()
    assert run.process.returncode == 0, run.text

    end = [json.loads(line) for line in open("events.json")][-1]
    assert end["event"] == "end", end
    names = ["started", "tested", "remembered"]
    figures = [end[name] for name in names]
    print("started, tested, remembered:", figures, "untested, timed out:", end["untested"], end["timed_out"])
    assert end["remembered"] > 0 and end["untested"] > 0 and end["timed_out"] > 0, end
    # The terminal.
    assert drawn == figures, (drawn, figures)
    # The summary.
    tail = re.sub(r"\s+", " ", run.text[run.text.rindex("whittle: ") :])
    summary = re.search(r"([\d,]+) tokens, ([\d,]+) bytes -> ([\d,]+) tokens?, ([\d,]+) bytes?; .* remembered; (.*? m?s) ", tail)
    assert summary, tail
    assert [number(text) for text in FIGURES.search(tail).groups()] == figures, tail
    late = re.search(r"([\d,]+) of ([\d,]+) tests? reached the time limit", tail)
    assert [number(text) for text in late.groups()] == [end["timed_out"], end["tested"]], tail
    assert f"{end['untested']:,} candidate" in tail, tail
    before, after = number(summary.group(1)), number(summary.group(3))
    assert [after, number(summary.group(4))] == [end["tokens"], end["bytes"]], tail
    by_passes = re.search(r"tokens removed by: (.*?) (?:the final|\d+ of|\d+ cand)", tail).group(1)
    by_passes = [number(text) for text in re.findall(r" (-?[\d,]*\d)(?=,? |,|$)(?! bytes?)", " " + by_passes)]
    assert sum(by_passes) == before - after, (by_passes, before, after)
    # The page of the run, and the report, which is made from the record.
    subprocess.run([WHITTLE, "report", "input.json"], check=True, stderr=subprocess.DEVNULL)
    report = open("input.json.html").read()
    data = json.loads(re.search(r'<script type="application/json" id="data"[^>]*>(.*?)</script>', report, re.S).group(1))
    expected = figures + [end["untested"], end["timed_out"], end["interesting"], end["asked"]]
    expected += [removed, summary.group(5), end["tokens"], end["bytes"], before - after, number(summary.group(2)) - end["bytes"]]
    for name, shown in (("page", figures_of_page(news)), ("report", figures_of_page(data["news"]))):
        assert shown == expected, (name, shown, expected)
    assert data["news"]["counts"]["resumed"] == news["counts"]["resumed"] == 1


main()
