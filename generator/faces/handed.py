"""A face as one process hands it over to another: texts, numbers and Problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.ground.cache import problems_told, told_problems
from generator.ground.problems import Problem


@dataclass(frozen=True, slots=True)
class HandedFace:
    """What came of rendering a face, and what the maker that rendered it knows since."""

    svg: str | None
    """None if there is no face."""
    problems: tuple[Problem, ...]
    blind: bool
    drawn: str
    """The digest of what is drawn."""
    in_cache: bool
    """Whether it lies in the cache now."""
    readings: tuple[tuple[str, str], ...]
    """What it read, if other components may take it."""
    stopped_by: Problem | None
    """What the maker says of the last face that could not be made."""
    stopped: Problem | None
    """Why its template is not tried again, if it is not."""

    def told(self) -> tuple[Mapping[str, Any], tuple[bytes, ...]]:
        """What JSON can say of it, and its SVG."""
        record = {
            "blind": self.blind,
            "drawn": self.drawn,
            "kept": self.in_cache,
            "readings": self.readings,
            "problems": told_problems(self.problems),
            "stopped_by": _told(self.stopped_by),
            "stopped": _told(self.stopped),
        }
        return record, () if self.svg is None else (svg_bytes(self.svg),)


def face_told(record: Mapping[str, Any], parts: Sequence[bytes]) -> HandedFace:
    """The same face again."""
    return HandedFace(
        svg=bytes_svg(parts[0]) if parts else None,
        problems=problems_told(record["problems"]),
        blind=bool(record["blind"]),
        drawn=str(record["drawn"]),
        in_cache=bool(record["kept"]),
        readings=tuple((str(kind), str(name)) for kind, name in record["readings"]),
        stopped_by=next(iter(problems_told(record["stopped_by"])), None),
        stopped=next(iter(problems_told(record["stopped"])), None),
    )


def _told(problem: Problem | None) -> list[dict[str, Any]]:
    return told_problems([] if problem is None else [problem])


def svg_bytes(svg: str) -> bytes:
    """A drawing on its way; templates write signs that no file may have, and each has to arrive."""
    return svg.encode("utf-8", "surrogatepass")


def bytes_svg(content: bytes) -> str:
    """The same drawing again."""
    return content.decode("utf-8", "surrogatepass")
