"""One self-contained HTML page of all studies that were run: tables, figures as SVG, and what agrees with the papers."""
import glob
import html
import os
import shutil

from lab.studies import NAMES
from lab.study import Study, html_table

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
.agrees { color: var(--good); font-weight: 600; } .differs { color: var(--bad); font-weight: 600; } .cannot { color: var(--open); font-weight: 600; }
figure { margin: 16px 0; background: #fff; border: 1px solid var(--line); border-radius: 6px; padding: 8px; color: #1f2328; }
figure svg { width: 100%; height: auto; max-width: 860px; display: block; margin: auto; } figcaption { font-size: 13px; color: #59636e; text-align: center; }
pre { background: var(--box); padding: 10px; border-radius: 6px; overflow-x: auto; font-size: 13px; }
"""


def claims_html(claims):
    rows = "".join(
        f"<tr><td>{html.escape(claim.paper)}</td><td>{html.escape(claim.measured)}</td>"
        f'<td><span class="{claim.word.split()[0]}">{claim.word}</span> because {html.escape(claim.because)}</td></tr>'
        for claim in claims
    )
    return (
        '<div class="scroll"><table class="claims"><thead><tr><th>the paper says</th><th>we measured</th><th>agrees or differs, because</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def counts(claims):
    words = [claim.word for claim in claims]
    return ", ".join(
        f'<span class="{word.split()[0]}">{words.count(word)} {text}</span>'
        for word, text in (("agrees", "agree"), ("differs", "differ"), ("cannot say", "cannot be decided here"))
        if words.count(word)
    )


def study_html(study):
    parts = [
        f'<h2 id="{study.name}">{html.escape(study.title[:1].upper() + study.title[1:])}</h2>',
        f'<p class="soft">{html.escape(study.paper)}<br>{html.escape(study.version)}</p><p>{counts(study.claims)}</p>',
        claims_html(study.claims),
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
    found = {
        os.path.basename(path)[:-5]: Study.load(path) for path in glob.glob(os.path.join(data, "studies", "*.json"))
    }
    if not found:
        raise SystemExit("lab: error: no study was run yet\n  try: lab/lab orders")
    return found


BEGIN, END = "<!-- lab/lab page --findings: begin -->", "<!-- lab/lab page --findings: end -->"


def findings(data, path):
    """Writes what the studies found into a Markdown file, between two marks, and their figures into a folder beside it."""
    found = load(data)
    with open(path) as file:
        text = file.read()
    if BEGIN not in text or END not in text:
        raise SystemExit(f"lab: error: {path} has no lines '{BEGIN}' and '{END}'")
    folder = os.path.splitext(path)[0]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    parts = [BEGIN]
    for study in (found[name] for name in NAMES if name in found):
        parts += [
            f"## {study.name}: {study.title}",
            "",
            f"{study.paper}. *{study.version}*",
            "",
            *(f"    {command}" for command in study.commands),
            "",
            "| the paper says | we measured | |",
            "| --- | --- | --- |",
        ]
        for claim in study.claims:
            cells = (claim.paper, claim.measured, f"**{claim.word}** because {claim.because}")
            parts.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        parts.append("")
        for number, (title, svg) in enumerate(study.figures, 1):
            name = f"{study.name}-{number}.svg"
            with open(os.path.join(folder, name), "w") as file:
                file.write(svg)
            parts += [f"![{title}]({os.path.basename(folder)}/{name})", "", f"*{title}.*", ""]
    before, after = text[: text.index(BEGIN)], text[text.index(END) :]
    with open(path, "w") as file:
        file.write(before + "\n".join(parts) + after)
    return path


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
