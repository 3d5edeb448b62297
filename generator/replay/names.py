"""Names in the cells of a script: the player or card that somebody means."""

from __future__ import annotations

from collections.abc import Sequence

from generator.replay.errors import AmbiguousMove, UnknownWord, UnreadableMove, shown

LONGEST_NAME = 40
"""Letters of a player's name: messages and the appendix repeat it in every sentence."""


def player_named(name: str, names: Sequence[str]) -> int:
    """The seat of a player by name or by the beginning of it. Raises UnreadableMove or AmbiguousMove."""
    folded = name.strip().casefold()
    exact = [seat for seat, player in enumerate(names) if player.casefold() == folded]
    begun = [seat for seat, player in enumerate(names) if folded and player.casefold().startswith(folded)]
    seats = exact or begun
    if len(seats) == 1:
        return seats[0]
    if seats:
        raise AmbiguousMove(f"“{shown(name)}” could be {' or '.join(shown(names[seat]) for seat in seats)}.")
    raise UnreadableMove(f"“{shown(name)}” is nobody at this table: {', '.join(map(shown, names))}.")


def card_named(title: str, titles: Sequence[str], kind: str) -> int:
    """The number of a card by its title, whatever its case. Raises UnreadableMove."""
    if not title.strip():
        raise UnreadableMove(f"The row names no {kind}.")
    folded = [name.casefold() for name in titles]
    folded_title = title.strip().casefold()
    if folded_title in folded:
        return folded.index(folded_title)
    raise UnknownWord(title, kind, titles)
