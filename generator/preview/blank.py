"""What server and worker both say: the words of a state, and the one in which nothing is known yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.ground.problems import Problem

READY, DRAWING, BROKEN = "ready", "drawing", "broken"
DPIS = (72, 96, 150, 300)
"""Dots an inch that may be asked for."""
NOTHING_PRINTED: Mapping[str, Any] = {
    "recorded": None,
    "changed": 0,
    "added": 0,
    "removed": 0,
    "removed_titles": [],
}


def problem_told(problem: Problem) -> dict[str, Any]:
    """A Problem as the page reads it."""
    return {
        "severity": str(problem.severity),
        "where": problem.where,
        "what": problem.what,
        "mend": problem.mend,
        "follows": list(problem.consequences),
    }


def blank_state() -> dict[str, Any]:
    """The state before a worker has told anything."""
    lists = ("said", "components", "pieces", "problems", "sheets", "scenes", "booklets")
    return {
        "status": DRAWING,
        "game": {"title": "", "version": ""},
        "print": dict(NOTHING_PRINTED),
        **{name: [] for name in lists},
    }
