"""What can be done by a ruleset that has a class a move: whether it is legal, and what it does."""

from __future__ import annotations

from typing import Any

from generator.replay.errors import Reason


class RuleMove:
    """Something that a seat, or nobody, can do. It carries all that its row says.

    `why_not` judges, `do` never checks: a step that is forced does what it says.
    """

    __slots__ = ()

    def why_not(self, state: Any, seat: int) -> Reason | None:
        """Why it is not legal, phase and turn aside; None if it is."""
        raise NotImplementedError

    def do(self, draft: Any, seat: int) -> None:
        """What it does to a state that is being worked on."""
        raise NotImplementedError
