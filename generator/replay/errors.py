"""What can go wrong with a move. Unreadable, ambiguous and illegal are three different things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.ground.spelling import nearest


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is illegal: `rule` is the id of one of the game's rules, `sentence` names the numbers.

    Rows that break a rule for one `cause`, such as a card that lies on top all the time, are one mistake.
    """

    rule: str
    sentence: str
    cause: str = ""


LONGEST_SHOWN = 40
"""Letters of a stranger's text that a message repeats."""


def shown(text: str) -> str:
    """Text from a script, as a message repeats it: one line, and not much of it.

    >>> shown("a" * 50)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    begun = " ".join(text[: 4 * LONGEST_SHOWN].split())
    cut = len(text) > 4 * LONGEST_SHOWN or len(begun) > LONGEST_SHOWN
    return f"{begun[: LONGEST_SHOWN - 1]}…" if cut else begun


class MoveError(Exception):
    """The family of everything that can be wrong with a move; the text is a whole sentence."""


class SetupError(MoveError):
    """The game cannot begin this way: players, variants or deck order do not fit."""


class UnreadableMove(MoveError):
    """The text of a move names no action, player, card or token that the game knows."""


class UnknownWord(UnreadableMove):
    """A name that nothing of its kind has. What it may have meant is looked for when it is asked for.

    Comparing names takes time, and of a broken script only some Problems are ever shown.
    """

    def __init__(self, name: str, kind: str, names: Sequence[str]) -> None:
        super().__init__(f"“{shown(name)}” is no {kind} of this game.")
        self._name = name
        self._known = names

    def __str__(self) -> str:
        near = nearest(self._name.strip(), self._known)
        return f"{super().__str__()} Did you mean “{shown(near[0])}”?" if near else super().__str__()


class AmbiguousMove(MoveError):
    """The text of a move fits more than one action. `choices` names what it could mean."""

    def __init__(self, sentence: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.choices = choices


class IllegalMove(MoveError):
    """A move that is understood, but that a rule forbids."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.rule = reason.rule
        self.sentence = reason.sentence
        self.cause = reason.cause


class CellError(Exception):
    """Carries the column that a MoveError is about."""

    def __init__(self, column: str, cause: MoveError) -> None:
        super().__init__()
        self.column = column
        self.cause = cause

    def __str__(self) -> str:
        return str(self.cause)


def rule_of(cause: MoveError) -> str:
    """The id of the rule that a move breaks; empty if it cannot be read or is not clear."""
    return cause.rule if isinstance(cause, IllegalMove) else ""


def common_cause(cause: MoveError) -> str:
    """What this move has in common with others that break the rule; empty if it stands for itself."""
    return cause.cause if isinstance(cause, IllegalMove) else ""
