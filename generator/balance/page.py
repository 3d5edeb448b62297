"""The report as an HTML page: one file, no script, plots drawn as SVG, nothing fetched."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from generator.balance.figures import Estimate, values_of
from generator.balance.report import HONEST, NOTHING, PARTS, SPREAD, Report, spread_text, told
from generator.ground.project import program_text

_WIDTH = 300
_MOST_COLUMNS = 40


def report_html(report: Report) -> str:
    """The page."""
    style = program_text("balance.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    title = escape(report.title)
    body = "\n".join(_body(report))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"{body}\n</body>\n</html>\n"
    )


def _body(report: Report) -> Iterator[str]:
    setting = "; ".join(f"{key.capitalize()}: {value}" for key, value in report.setting.items())
    yield f'<p class="soft">{escape(setting)}</p>'
    yield "<h2>What strikes</h2><ul>"
    yield from (f"<li>{escape(sentence)}</li>" for sentence in report.striking or (NOTHING,))
    yield "</ul>"
    for name in SPREAD:
        values = values_of(report.games, name)
        heading = name.split("|")[1].capitalize()
        yield f"<h2>{heading}</h2>{_histogram(values, heading)}"
        yield f'<p class="soft">{escape(spread_text(report.games, name))}</p>'
    for group, heading in PARTS.items():
        rows = [figure for figure in report.figures if figure.group == group]
        if rows and group != "cell":
            yield f"<h2>{escape(heading)}</h2><table>"
            yield from (_row(row, _scale(row, rows)) for row in rows)
            yield "</table>"
    if report.never_read:
        yield f"<h2>Cells that were never read</h2><p>{escape('; '.join(report.never_read))}</p>"
    if report.never_used:
        yield "<h2>Actions of the script that no game has, or no row says</h2>"
        yield f"<p>{escape('; '.join(report.never_used))}</p>"
    yield f'<p class="soft">{escape(HONEST)} Lines are 95 % intervals.</p>'


def _scale(row: Estimate, rows: Sequence[Estimate]) -> float:
    """What the whole width of a plot stands for."""
    if row.share:
        return 1.0
    same = [
        other.high for other in rows if other.measure == row.measure and not other.share and other.games > 1
    ]
    return max((value for value in same if value == value), default=1.0) or 1.0


def _row(row: Estimate, scale: float) -> str:
    plot = _plot(row, scale) if row.games > 1 and row.measure != "helps" else ""
    cells = f'<td class="name">{escape(row.title)}</td><td class="told">{escape(told(row))}</td>'
    return f"<tr>{cells}<td>{plot}</td></tr>"


def _plot(row: Estimate, scale: float) -> str:
    """A bar as long as the figure, and its interval as a line."""
    value, low, high = (min(max(part / scale, 0.0), 1.0) * _WIDTH for part in (row.value, row.low, row.high))
    return (
        f'<svg viewBox="0 0 {_WIDTH} 14" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(told(row))}">'
        f'<rect class="bar" x="0" y="2" width="{value:.1f}" height="10"/>'
        f'<line class="whisker" x1="{low:.1f}" y1="7" x2="{high:.1f}" y2="7"/>'
        f'<rect class="point" x="{max(value - 1, 0):.1f}" y="3" width="2" height="8"/></svg>'
    )


def _histogram(values: Sequence[float], heading: str) -> str:
    """How many games had which value, in columns of equal width."""
    first, last = min(values), max(values)
    step = max(1, -(-(int(last) - int(first) + 1) // _MOST_COLUMNS))
    counts = Counter((int(value) - int(first)) // step for value in values)
    columns = max(counts) + 1
    width, most = 400 / columns, max(counts.values())
    bars = "".join(
        f'<rect class="bar" x="{30 + at * width:.1f}" y="{120 - 110 * count / most:.1f}" '
        f'width="{max(width - 1, 1):.1f}" height="{110 * count / most:.1f}"/>'
        for at, count in sorted(counts.items())
    )
    ticks = range(0, columns, max(1, columns // 10))
    labels = "".join(
        f'<text x="{30 + (at + 0.5) * width:.1f}" y="135" text-anchor="middle">'
        f"{int(first) + at * step}</text>"
        for at in ticks
    )
    return (
        f'<svg class="tall" viewBox="0 0 440 140" role="img" aria-label="{escape(heading)}: games by value">'
        f'<text x="0" y="16">{most}</text><text x="0" y="122">0</text>{bars}{labels}</svg>'
    )
