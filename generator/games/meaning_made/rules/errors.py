"""What can go wrong with a move. Unreadable, ambiguous and illegal are three different things."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is illegal: `rule` is a key of rulings.RULES, `sentence` names the numbers."""

    rule: str
    sentence: str


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
