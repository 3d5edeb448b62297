"""What goes into JSON comes out the same, and only as what is asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from generator.ground.as_json import as_json, from_json
from generator.ground.problems import NoKey, Problem, Severity, Subject, Unlike, warning


class Place(NamedTuple):
    page: int
    left_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    text: str | None
    places: tuple[Place, ...]
    pair: tuple[str, Place]
    severity: Severity
    about: Subject | None
    problems: Sequence[Problem] | None = None


@pytest.mark.parametrize(
    "shown",
    [
        Shown(None, (), ("", Place(1)), Severity.NOTE, None),
        Shown("é\ud800", (Place(1, 2.5), Place(2)), ("a", Place(3)), Severity.ERROR, NoKey("Rules")),
        Shown("", (), ("a", Place(3)), Severity.WARNING, Unlike.VIEW_BOX, (warning("A", "So.", "Mend."),)),
    ],
)
def test_a_record_comes_out_the_same(shown: Shown) -> None:
    back = from_json(Shown, json.loads(json.dumps(as_json(shown))))
    assert back == shown and type(back.severity) is Severity and type(back.pair[1]) is Place


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Severity, ["Severity", "grave"]),
        (Subject, ["Problem", "A"]),
        (NoKey, ["NoKey"]),
        (Place, 7),
        (Subject, []),
    ],
)
def test_nothing_but_what_is_asked_for_comes_out(kind: Any, value: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_json(kind, value)
