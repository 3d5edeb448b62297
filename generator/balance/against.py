"""Two decks compared game by game: the same seeds and seats, and only what chance does not explain.

For each figure the differences of the paired games are weighed as if their signs had been tossed: their sum,
measured by the root of the sum of their squares, which is nearly normal and for few differing games on the
safe side. All figures are judged together (Holm), so that of a hundred decks compared with themselves some
five at most have anything that is called real.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from generator.balance.figures import CONFIDENCE, Z, mean_and_error
from generator.balance.watching import GameFigures, count_of

ERROR = 1 - CONFIDENCE
POWER_Z = NormalDist().inv_cdf(0.8)
"""How many games would do: so many that a difference of this size is found in four of five trials."""
LEAST_PAIRS = 20
HARDLY = 0.3
"""Below so many standard errors nobody can say how many games would do."""
UNJUDGED = frozenset({"cell"})
MOST_DOUBTFUL = 12


@dataclass(frozen=True, slots=True)
class Deviation:
    """How a figure differs between two decks."""

    name: str
    before: float
    after: float
    low: float
    high: float
    """The ends of the interval of the difference, for this figure alone."""
    games: int
    weight: float
    """The difference in standard errors, if there were none."""
    real: bool = False
    enough: int | None = None
    """So many games would do to tell a difference of this size; None if nobody can say."""

    @property
    def difference(self) -> float:
        """After less before."""
        return self.after - self.before


def changes_between(old: Sequence[GameFigures], new: Sequence[GameFigures]) -> tuple[Deviation, ...]:
    """All figures that differ, the surest first; `old` and `new` are games of the same seeds, in order."""
    names = dict.fromkeys(name for game in (*old, *new) for name in game)
    judged = [name for name in names if name.partition("|")[0] not in UNJUDGED]
    weighed = [change for name in judged if (change := _weighed(name, old, new)) is not None]
    weighed.sort(key=lambda change: (-abs(change.weight), change.name))
    return tuple(_judged(weighed, len(old)))


def _weighed(name: str, old: Sequence[GameFigures], new: Sequence[GameFigures]) -> Deviation | None:
    """A figure in the games that have it in both; None if it differs in no game, or there are too few."""
    paired = ((count_of(one, name), count_of(other, name)) for one, other in zip(old, new, strict=True))
    pairs = [(one, other) for one, other in paired if one is not None and other is not None]
    differences = [other - one for one, other in pairs]
    if len(pairs) < LEAST_PAIRS or not any(differences):
        return None
    weight = math.fsum(differences) / math.sqrt(math.fsum(value * value for value in differences))
    mean, error = mean_and_error(differences)
    before = math.fsum(one for one, _ in pairs) / len(pairs)
    return Deviation(name, before, before + mean, mean - Z * error, mean + Z * error, len(pairs), weight)


def _judged(weighed: Sequence[Deviation], games: int) -> Iterator[Deviation]:
    """Holm: the surest has to bear the error shared by all, the next that of one fewer, and so on."""
    standing = True
    for at, change in enumerate(weighed):
        bound = NormalDist().inv_cdf(1 - ERROR / (len(weighed) - at) / 2)
        standing = standing and abs(change.weight) > bound
        enough = None if standing else _enough(change, bound, games)
        yield replace(change, real=standing, enough=enough)


def _enough(change: Deviation, bound: float, played: int) -> int | None:
    """So many games would do for this difference, to two digits."""
    if abs(change.weight) < HARDLY:
        return None
    games = played * ((bound + POWER_Z) / abs(change.weight)) ** 2
    digits: int = 10 ** max(int(math.log10(games)) - 1, 0)
    return math.ceil(games / digits) * digits


# ---------------------------------------------------------------- words


def changes_text(changes: Sequence[Deviation], old: str, new: str, games: int) -> str:
    """What differs, as text."""
    real = [change for change in changes if change.real]
    doubtful = [change for change in changes if not change.real]
    lines = [f"{new}, compared with {old}: {games} games of each, the same seeds and seats."]
    lines += ["", f"Real (of {len(changes)} figures together, {ERROR:.0%} error for all of them)"]
    lines += [f"  {change_text(change)}" for change in real] or ["  Nothing."]
    if doubtful:
        lines += ["", f"Cannot be told with {games} games"]
        lines += [f"  {change_text(change)}" for change in doubtful[:MOST_DOUBTFUL]]
        rest = len(doubtful) - MOST_DOUBTFUL
        lines += [f"  … and {rest} more, less sure than these"] if rest > 0 else []
    return "\n".join(lines) + "\n"


def change_text(change: Deviation, *, with_subject: bool = True) -> str:
    """A figure that differs, with the interval of the difference, and how sure it is if it is not real."""
    parts = change.name.split("|")
    name = " ".join(filter(None, parts if with_subject else parts[2:]))
    interval = f"{change.low:+.2f} to {change.high:+.2f}"
    line = f"{name}  {change.before:.2f} → {change.after:.2f}  ({interval}, n {change.games})"
    if change.real:
        return line
    enough = change.enough
    do = f"about {enough:,} games would do" if enough else "nobody can say how many games would do"
    return f"{line}: cannot be told, {do}"


def changes_facts(changes: Iterable[Deviation], old: str, new: str, games: int) -> dict[str, object]:
    """The same for machines."""
    numbers = ("before", "after", "low", "high", "games", "real")
    facts = [
        {
            "figure": change.name,
            **{key: getattr(change, key) for key in numbers},
            "games_that_would_do": change.enough,
        }
        for change in changes
    ]
    return {"old": old, "new": new, "games": games, "changes": facts}


def changes_json(changes: Iterable[Deviation], old: str, new: str, games: int) -> str:
    """The same as JSON."""
    return json.dumps(changes_facts(changes, old, new, games), indent=2, ensure_ascii=False)
