"""What a look at a finished file comes upon, and how it is told: once for all pieces that share it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.ground.problems import Problem, Severity, shortened
from generator.shops.preflight.ink import Xy
from generator.shops.preflight.limits import Limits, Quality

_LONGEST = 60
"""Letters of the name of a piece."""


class Seen(NamedTuple):
    """One thing that does not keep to a limit."""

    look: Quality
    what: str
    """A sentence that stands behind the piece and the place."""
    mend: str
    key: str = ""
    """Equal where the same has to be mended, whichever piece shows it."""
    at: Xy | None = None
    """Where, in points of its page."""
    gravity: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """The same with the file, the page and the piece that it was seen on."""

    seen: Seen
    file: str
    """As a person finds it, such as output/A4/Game_Cards_A4.pdf."""
    page: int = 0
    """Counted from 1; 0 for the whole file."""
    component: str = ""
    card: str = ""
    at_mm: Xy | None = None
    """From the left and upper edges of the page."""


@dataclass(slots=True)
class _Group:
    worst: Found
    pieces: dict[tuple[str, str], None] = field(default_factory=dict)


def told(found: Iterable[Found], limits: Limits) -> Iterator[Problem]:
    """The Problems, the gravest of each kind with how many pieces have it."""
    groups: dict[tuple[object, ...], _Group] = {}
    for each in found:
        key = (each.seen.look, each.component or each.file, each.seen.key)
        group = groups.setdefault(key, _Group(each))
        if each.seen.gravity > group.worst.seen.gravity:
            group.worst = each
        group.pieces[(each.component, each.card)] = None
    for group in groups.values():
        yield _problem(group.worst, len(group.pieces), limits.severity(group.worst.seen.look))


def _problem(found: Found, pieces: int, severity: Severity) -> Problem:
    where = f"{found.file}:{found.page}" if found.page else found.file
    place = [_piece(found), _place(found.at_mm)]
    begin = ", ".join(part for part in place if part)
    also = (
        " 1 more piece of it has the same."
        if pieces == 2
        else f" {pieces - 1} more pieces of it have the same."
    )
    what = f"{begin}: {found.seen.what}" if begin else found.seen.what
    return Problem(severity, where, what + (also if pieces > 1 else ""), found.seen.mend)


def _piece(found: Found) -> str:
    card = shortened(" ".join(found.card.split()), _LONGEST)
    return f"{found.component} “{card}”" if card and card != found.component else found.component


def _place(at_mm: Xy | None) -> str:
    return f"{at_mm[0]:.0f} mm from the left and {at_mm[1]:.0f} mm from the top" if at_mm is not None else ""
