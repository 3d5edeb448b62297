"""Ways to pay, and the actions made of them. Pure functions of small numbers, so their answers are kept."""

from __future__ import annotations

from functools import lru_cache

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules.actions import NONE, Contribute, Gather, Load, Touchpoint

_KEPT = 1 << 14


@lru_cache(maxsize=_KEPT)
def mixes(amount: int, energy: int, insight: int, support: int) -> tuple[Tokens, ...]:
    """Every way to take exactly `amount` tokens out of so many of each type."""
    return tuple(
        Tokens(e, i, amount - e - i)
        for e in range(min(amount, energy), -1, -1)
        for i in range(min(amount - e, insight), -1, -1)
        if amount - e - i <= support
    )


@lru_cache(maxsize=_KEPT)
def gathers(amount: int) -> tuple[Gather, ...]:
    """Every mix of Energy and Insight."""
    return tuple(Gather(amount - insight, insight) for insight in range(amount + 1))


@lru_cache(maxsize=_KEPT)
def loads(
    pattern: int, amount: int, energy: int, insight: int, support: int, saved: Tokens
) -> tuple[Load, ...]:
    """Every way to pay the tokens of any type for one Pattern out of what is left."""
    return tuple(Load(pattern, wild, saved) for wild in mixes(amount, energy, insight, support))


@lru_cache(maxsize=_KEPT)
def contributions(
    initiative: int, tokens: tuple[int, int, int], open_boxes: tuple[int, int, int, int]
) -> tuple[Contribute, ...]:
    """Every choice of at least one token for the unfilled boxes of an Initiative.

    >>> len(contributions(0, (1, 5, 0), (2, 1, 1, 0)))  # one Energy, one Insight, or both
    3
    """
    energy, insight, support, room = open_boxes
    moves: list[Contribute] = []
    for e in range(min(tokens[0], energy) + 1):
        for i in range(min(tokens[1], insight) + 1):
            for s in range(min(tokens[2], support) + 1):
                own = Tokens(e, i, s)
                rest = (tokens[0] - e, tokens[1] - i, tokens[2] - s)
                moves += (
                    Contribute(initiative, own, wild)
                    for amount in range(room + 1)
                    for wild in mixes(amount, *(min(amount, count) for count in rest))
                    if own != NONE or amount
                )
    return tuple(moves)


@lru_cache(maxsize=_KEPT)
def touchpoints(player: int, players: int, givable: tuple[bool, bool, bool]) -> tuple[Touchpoint, ...]:
    """Every Touchpoint of a player: giving what there is, requesting anything."""
    partners = [partner for partner in range(players) if partner != player]
    gifts = [Touchpoint(partner, token, True) for partner in partners for token in range(3) if givable[token]]
    return (*gifts, *(Touchpoint(partner, token, False) for partner in partners for token in range(3)))
