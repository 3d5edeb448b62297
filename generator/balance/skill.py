"""Whether skill pays: players of two strengths at one table, in half of the seats each.

Where all win or lose together they sit at tables of their own, and the scores of these are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.balance.figures import Estimate, figure_of
from generator.balance.watching import GameFigures

SeriesPlayer = Callable[[tuple[str, ...]], Sequence[GameFigures]]
"""Plays games of the same seeds between players with these names, seat by seat in turn."""
LADDER = (("greedy", "random"), ("strong", "greedy"))
"""Players, each with one that knows less."""


def skill_of(better: str, worse: str, games: Sequence[GameFigures], play: SeriesPlayer) -> Estimate:
    """The share of the wins that fall to the better ones, of which half would be no skill.

    It counts the games that somebody wins. `games` are any of the same kind: where all seats have the same
    score in all of them, it is by how much the score of a table of better ones is higher.
    """
    if all(map(_shared, games)):
        pairs = zip(play((better,)), play((worse,)), strict=True)
        apart = [one["score|of the best|"] - other["score|of the best|"] for one, other in pairs]
        return figure_of(f"skill|tables of {better} ones less those of {worse} ones|points", apart)
    names = tuple(f"character|{name}|wins" for name in (better, worse))
    wins = [tuple(game.get(name, 0.0) for name in names) for game in play((better, worse))]
    shares = [own / (own + other) for own, other in wins if own + other]
    return figure_of(f"skill|{better} beside {worse}|wins", shares)


def _shared(game: GameFigures) -> bool:
    """Whether all seats have the same score."""
    return (
        len({value for name, value in game.items() if name.startswith("seat|") and name.endswith("|score")})
        < 2
    )
