"""One self-contained HTML page of all studies that were run: tables, figures as SVG, and the verdicts on the papers' claims."""
import html
import lzma
import os
import shutil
import subprocess

from lab import verdicts
from lab.studies import NAMES
from lab.study import html_table, load_all
from lab.subjects import ROOT

STYLE = """
:root { color-scheme: light dark; --line: #d0d7de; --soft: #59636e; --back: #ffffff; --text: #1f2328; --box: #f6f8fa;
  --good: #1a7f37; --bad: #cf222e; --open: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #9198a1; --back: #0d1117; --text: #f0f6fc; --box: #151b23;
  --good: #3fb950; --bad: #f85149; --open: #d29922; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1240px; margin: 0 auto; padding: 24px; background: var(--back); color: var(--text); }
h1 { margin-bottom: 0; } h2 { margin-top: 56px; border-bottom: 1px solid var(--line); padding-bottom: 6px; }
h3 { font-size: 15px; margin: 28px 0 6px; } .soft { color: var(--soft); font-size: 13px; }
nav { margin: 20px 0; } nav a { margin-right: 14px; } a { color: inherit; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; vertical-align: bottom; white-space: normal; min-width: 60px; } th:first-child, td:first-child { text-align: left; }
td[title] { text-decoration: underline dotted var(--line); cursor: help; }
.claims td, .claims th { text-align: left; white-space: normal; vertical-align: top; min-width: 90px; }
.agrees { color: var(--good); font-weight: 600; } .differs { color: var(--bad); font-weight: 600; }
.same, .too, .warning { color: var(--open); font-weight: 600; }
figure { margin: 16px 0; background: #fff; border: 1px solid var(--line); border-radius: 6px; padding: 8px; color: #1f2328; }
figure svg { width: 100%; height: auto; max-width: 860px; display: block; margin: auto; } figcaption { font-size: 13px; color: #59636e; text-align: center; }
pre { background: var(--box); padding: 10px; border-radius: 6px; overflow-x: auto; font-size: 13px; }
"""


def claims_html(claims):
    rows = "".join(
        f"<tr><td>{html.escape(claim.paper)}</td><td>{html.escape(claim.measured)}</td>"
        f'<td><span class="{claim.word.split()[0]}">{claim.word}</span>{p_of(claim)}: {html.escape(claim.because)}</td></tr>'
        for claim in claims
    )
    return (
        '<div class="scroll"><table class="claims"><thead><tr><th>the paper says</th><th>we measured</th><th>verdict</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def p_of(claim):
    """The p-value after Holm's correction, if the claim has a test."""
    return "" if claim.p is None else f" (corrected p = {claim.p:.2g})"


def counts(claims):
    words = [claim.word for claim in claims]
    return ", ".join(
        f'<span class="{word.split()[0]}">{words.count(word)} {word}</span>'
        for word in verdicts.VERDICTS
        if words.count(word)
    )


def warnings(study):
    """What has changed since the study was run: the rules, and files of algorithms and plans."""
    found = []
    if study.rules != verdicts.rules_hash():
        found.append(f"lab/rules.toml has changed since this study was run (then {study.rules[:12] or 'unknown'})")
    return found + changes_since(study.commits)


def changes_since(revisions):
    """A sentence for each commit since which files of algorithms or plans have changed, or of which that is not known."""
    found = []
    for commit in sorted({revision.removesuffix("-dirty") for revision in revisions}):
        if f"{commit}-dirty" in revisions:
            found.append(f"the work tree had changes that are not in commit {commit}")
        command = ["git", "-C", ROOT, "diff", "--name-only", commit, "--", "src/algorithms", "src/plan"]
        changed = subprocess.run(command, capture_output=True, text=True)
        files = changed.stdout.split()
        if changed.returncode != 0:
            found.append(f"commit {commit} is not in this repository, so that changes since then are not known")
        elif files:
            more = f" and {len(files) - 5} more" if len(files) > 5 else ""
            found.append(f"files of algorithms or plans have changed since {commit}: {', '.join(files[:5])}{more}")
    return found


def study_html(study):
    parts = [
        f'<h2 id="{study.name}">{html.escape(study.title[:1].upper() + study.title[1:])}</h2>',
        f'<p class="soft">{html.escape(study.paper)}<br>{html.escape(study.version)}<br>commit {html.escape(", ".join(study.commits))}</p>',
        *(f'<p class="warning">Warning: {html.escape(text)}.</p>' for text in warnings(study)),
        f"<p>{counts(study.claims)}</p>",
        claims_html(study.claims),
        *(f'<p class="soft">Remark: {html.escape(text)}</p>' for text in study.remarks),
    ]
    for title, svg in study.figures:
        parts.append(f"<figure>{svg}<figcaption>{html.escape(title)}</figcaption></figure>")
    for table in study.tables:
        parts.append(f'<h3>{html.escape(table.title)}</h3><div class="scroll">{html_table(table)}</div>')
        if table.note:
            parts.append(f'<p class="soft">{html.escape(table.note)}</p>')
    parts.append(f"<pre>{html.escape(chr(10).join(study.commands))}</pre>")
    return "\n".join(parts)


def load(data):
    found = load_all(data)
    if not found:
        raise SystemExit("lab: error: no study was run yet\n  try: lab/lab orders")
    return found


BEGIN, END = "<!-- lab/lab page --findings: begin -->", "<!-- lab/lab page --findings: end -->"


PAPERS = {
    "practical": "Practical improvements, 2016",
    "one-pass": "One pass, 2018",
    "probdd": "ProbDD, 2021",
    "cdd": "Understanding ProbDD, 2025",
    "wdd": "Weighted, 2025",
    "ours": "whittle",
}


def in_unit(value, rule):
    """A number as the rule's unit says: shares in percent."""
    is_share = rule["unit"].startswith(("share", "points", "increase", "difference"))
    value += 0.0  # no -0
    return f"{100 * value:.3g} %" if is_share else f"{value:.3g}"


def value_of(rule):
    """What the paper prints."""
    if rule["kind"] == "value":
        value = rule["value"]
        return " to ".join(in_unit(one, rule) for one in value) if isinstance(value, list) else in_unit(value, rule)
    return {"none": f"equal (within {in_unit(rule['margin'], rule)})", "cells": "all cells"}.get(rule["kind"], "better")


def ours_of(rule, claim):
    """What we measured, with its interval and the number of subjects, lists or cells."""
    measure = claim.measure if claim else None
    if not measure or not measure["count"]:
        return "not measured"
    if rule["kind"] == "cells":
        cells = [verdicts.Cell(*cell) for cell in measure["cells"]]
        return f"{sum(abs(cell.ours - cell.theirs) <= cell.tolerance for cell in cells)} of {len(cells)} cells"
    low, high = (in_unit(measure[end], rule) for end in ("low", "high"))
    return f"{in_unit(measure['estimate'], rule)} ({low.removesuffix(' %')} to {high}; {measure['count']})"


def row_of(id_, claim):
    """The claim, its value, ours and the verdict. A star says that the rule was added after the runs."""
    rule, word = verdicts.rules()[id_], claim.word if claim else verdicts.FEW
    short = word.rpartition(", ")[2]  # the table has no room for "same direction"
    return (
        rule["row"] + (" \\*" if "added" in rule else ""),
        value_of(rule),
        ours_of(rule, claim),
        short if word == verdicts.FEW else f"**{short}**",
    )


def rows_by_paper(row):
    """A table with a row for each rule, below the name of its paper; `row` gives the row of a rule's id."""
    parts = ["| claim | paper | ours (95 %; subjects) | verdict |", "| --- | --- | --- | --- |"]
    for paper, name in PAPERS.items():
        parts.append(f"| **{name}** | | | |")
        parts += ["| " + " | ".join(row(id_)) + " |" for id_, rule in verdicts.rules().items() if rule["paper"] == paper]
    return parts


def findings(data, path):
    """Writes a row for each claim into a Markdown file, between two marks, and packs the results into a folder beside it."""
    found = load(data)
    with open(path) as file:
        text = file.read()
    if BEGIN not in text or END not in text:
        raise SystemExit(f"lab: error: {path} has no lines '{BEGIN}' and '{END}'")
    claims = {claim.id: claim for study in found.values() for claim in study.claims}
    words = [claim.word for claim in claims.values()]
    commits = sorted({revision for study in found.values() for revision in study.commits})
    parts = [
        BEGIN,
        *rows_by_paper(lambda id_: row_of(id_, claims.get(id_))),
        "",
        f"{len(verdicts.rules())} claims: " + ", ".join(f"{words.count(word)} {word}" for word in verdicts.VERDICTS[:3]) + ", the others too few. "
        f"Rules: SHA-256 {verdicts.rules_hash()[:12]}. Commits: {', '.join(commits)}.",
        "",
    ]
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    with open(path, "w") as file:
        file.write(before + "\n".join(parts) + after)
    folder = os.path.splitext(path)[0]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    pack_results(data, os.path.join(folder, PACKED))
    return path


PACKED = "results.sqlite.xz"  # in the folder of the findings


def pack_results(data, path):
    """Stores the rows of all runs and lists with the findings, without the events, which are too large."""
    source = os.path.join(data, "results.sqlite")
    if os.path.exists(source):
        with open(source, "rb") as file, lzma.open(path, "wb", preset=9) as packed:
            shutil.copyfileobj(file, packed)


def open_results(packed, data):
    """Unpacks what `pack_results` stored into a data folder; gives the path of the database."""
    target = os.path.join(data, "results.sqlite")
    if os.path.exists(target):
        raise SystemExit(f"lab: error: {target} exists; name another folder: --data DIR")
    os.makedirs(data, exist_ok=True)
    try:
        with lzma.open(packed) as file, open(target, "wb") as unpacked:
            shutil.copyfileobj(file, unpacked)
    except (OSError, lzma.LZMAError) as error:
        if os.path.exists(target):
            os.remove(target)
        raise SystemExit(f"lab: error: cannot open {packed}: {error}") from None
    return target


def write(data):
    """Writes DATA/page.html; gives its path."""
    found = load(data)
    studies = [found[name] for name in NAMES if name in found]
    missing = [name for name in NAMES if name not in found]
    overview = "".join(
        f'<tr><td><a href="#{study.name}">{study.name}</a></td><td style="text-align:left">{html.escape(study.title)}</td>'
        f'<td style="text-align:left">{counts(study.claims)}</td></tr>'
        for study in studies
    )
    # matplotlib numbers the parts of each figure from the start: names must differ within one page.
    body = []
    for number, study in enumerate(studies):
        study.figures = [(title, unique(svg, f"s{number}f{at}")) for at, (title, svg) in enumerate(study.figures)]
        body.append(study_html(study))
    text = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>whittle: the papers' evaluations</title><style>{STYLE}</style></head><body>
<h1>The papers' evaluations, repeated</h1>
<p class="soft">Made by <code>lab/lab page</code>. Underlined cells show the command that prints the queries behind them.
The verdicts follow <code>lab/rules.toml</code>, SHA-256 <code>{verdicts.rules_hash()}</code>; p-values are corrected by Holm's method over all claims
of a paper.
{'Not run yet: ' + ', '.join(missing) + '.' if missing else ''}</p>
<div class="scroll"><table><thead><tr><th>study</th><th style="text-align:left">about</th><th style="text-align:left">claims</th></tr></thead><tbody>{overview}</tbody></table></div>
{''.join(body)}
</body></html>
"""
    path = os.path.join(data, "page.html")
    with open(path, "w") as file:
        file.write(text)
    return path


def unique(svg, prefix):
    """The SVG with all of its ids behind a prefix."""
    for before in ('id="', "url(#", 'xlink:href="#'):
        svg = svg.replace(before, before + prefix)
    return svg
