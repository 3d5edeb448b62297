"""Words and icons of a text as SVG, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import zip_longest

from generator.booklet.tagging import icon_mark
from generator.text.fitting import FittedText, PlacedIcon, Run

_LEAST_GAP = 0.1
"""Of the font size: what is nearer stands in one word."""
_JOINING = ("-", "\u2013", "\u2014", "/")
"""At the end of a line: the word goes on in the next one."""


def as_read(layout: FittedText) -> Iterator[tuple[Run | PlacedIcon, bool]]:
    """What a text consists of, line by line, and whether a blank is behind each.

    There is one behind a line as well, for a text may go on in the next column.
    """
    parts: list[Run | PlacedIcon] = [*layout.runs, *layout.icons]
    lines: list[list[Run | PlacedIcon]] = []
    for part in sorted(parts, key=_middle):
        if lines and _middle(part) - _middle(lines[-1][0]) < layout.size / 2:
            lines[-1].append(part)
        else:
            lines.append([part])
    for line in lines:
        line.sort(key=lambda part: (part.order, part.x))
        for part, after in zip_longest(line, line[1:]):
            if after is None:
                joins = isinstance(part, Run) and part.text.endswith(_JOINING)
                yield part, len(lines) > 1 and not joins
            else:
                apart = max(after.x - _right(part), part.x - _right(after))
                gap = apart > _LEAST_GAP * layout.size
                yield part, gap or _would_run_together(part, after)


def _would_run_together(before: Run | PlacedIcon, after: Run | PlacedIcon) -> bool:
    """Whether of two neighbours one is an icon, and both would be read as one word."""
    if isinstance(before, Run) and isinstance(after, Run):
        return False
    ends = not isinstance(before, Run) or before.text[-1:].isalnum()
    return ends and (not isinstance(after, Run) or after.text[:1].isalnum())


def _middle(part: Run | PlacedIcon) -> float:
    """How far down it lies: the letters are about two thirds of their size high."""
    return part.y - part.size / 3 if isinstance(part, Run) else part.y + part.size / 2


def _right(part: Run | PlacedIcon) -> float:
    return part.x + (part.width if isinstance(part, Run) else part.size)


def run_markup(run: Run, color: str, x_mm: float, y_mm: float, *, blank: bool = False) -> str:
    """One run of text as SVG, with the blank behind it that parts words for readers who hear them."""
    slant = ' font-style="italic"' if run.face.italic else ""
    space = ' xml:space="preserve"' if blank else ""
    asked = "".join(f' {name}="{value}"' for name, value in run.face.asked.items())
    return (
        f'<text x="{run.start + x_mm:.4f}" y="{run.y + y_mm:.4f}" font-family="{escape(run.face.family)}" '
        f'font-size="{run.size:g}" font-weight="{run.face.weight}"{slant}{space}{asked} fill="{color}">'
        f"{escape(run.text)}{' ' if blank else ''}</text>"
    )


def icon_markup(key: str, x_mm: float, y_mm: float, size_mm: float, color: str, spoken: str = "") -> str:
    """One icon as SVG, which is read as what is `spoken`; the leaf's definitions hold its drawing."""
    label = icon_mark(spoken) if spoken else ""
    return (
        f'<use href="#icon-{escape(key)}" x="{x_mm:.4f}" y="{y_mm:.4f}" '
        f'width="{size_mm:.4f}" height="{size_mm:.4f}" color="{color}"{label}/>'
    )
