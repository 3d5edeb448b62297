"""What a look at a finished file comes upon, and how it is told: once for all pieces that share it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.ground.matrices import Xy
from generator.ground.problems import Problem, Severity, shortened
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


def told(sightings: Iterable[Found], limits: Limits) -> Iterator[Problem]:
    """The Problems, the gravest of each kind with how many pieces have it."""
    groups: dict[tuple[object, ...], _Group] = {}
    for sighting in sightings:
        key = (sighting.seen.look, sighting.component or sighting.file, sighting.seen.key)
        group = groups.setdefault(key, _Group(sighting))
        if sighting.seen.gravity > group.worst.seen.gravity:
            group.worst = sighting
        group.pieces[(sighting.component, sighting.card)] = None
    for group in groups.values():
        yield _problem(group.worst, len(group.pieces), limits.severity(group.worst.seen.look))


def _problem(sighting: Found, pieces: int, severity: Severity) -> Problem:
    where = f"{sighting.file}:{sighting.page}" if sighting.page else sighting.file
    place = [_piece(sighting), _place(sighting.at_mm)]
    begin = ", ".join(part for part in place if part)
    also = (
        " 1 more piece of it has the same."
        if pieces == 2
        else f" {pieces - 1} more pieces of it have the same."
    )
    fault = f"{begin}: {sighting.seen.what}" if begin else sighting.seen.what
    return Problem(severity, where, fault + (also if pieces > 1 else ""), sighting.seen.mend)


def _piece(sighting: Found) -> str:
    card = shortened(" ".join(sighting.card.split()), _LONGEST)
    return f"{sighting.component} “{card}”" if card and card != sighting.component else sighting.component


def _place(at_mm: Xy | None) -> str:
    return f"{at_mm[0]:.0f} mm from the left and {at_mm[1]:.0f} mm from the top" if at_mm is not None else ""
