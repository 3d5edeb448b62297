"""Figures of many games: means and shares with 95 % intervals, quantiles, and how many games they rest on.

The games are told in the order of their seeds, and sums are made in that order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from generator.balance.watching import GIVEN, GameFigures, count_of

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
QUANTILES = (0.05, 0.5, 0.95)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure by its name, with the ends of its interval and the number of games it rests on."""

    name: str
    value: float
    low: float
    high: float
    games: int
    share: bool = False
    """Whether it is a share of games, from 0 to 1."""

    @property
    def group(self) -> str:
        """The part of the report in which it stands."""
        return self.name.split("|")[0]

    @property
    def subject(self) -> str:
        """What it is about."""
        return self.name.split("|")[1]

    @property
    def measure(self) -> str:
        """What is measured of it."""
        return self.name.split("|")[2]

    @property
    def title(self) -> str:
        """Both, as the report calls the figure."""
        return " ".join(filter(None, (self.subject, self.measure)))


def figures_of(games: Sequence[GameFigures]) -> tuple[Estimate, ...]:
    """All figures of some games, in the order in which they were met first; those of a group together."""
    names = dict.fromkeys(name for game in games for name in game)
    groups = list(dict.fromkeys(name.partition("|")[0] for name in names))
    ordered = sorted(names, key=lambda name: (groups.index(name.partition("|")[0]), _subject(name)))
    return tuple(figure_of(name, values_of(games, name)) for name in ordered)


def _subject(name: str) -> str:
    group, subject, _ = name.split("|")
    return subject if group in GIVEN | {"cell", "symbol", "move", "seat"} else ""


def values_of(games: Iterable[GameFigures], name: str) -> list[float]:
    """The values of one figure in those games that have it."""
    counts = (count_of(game, name) for game in games)
    return [value for value in counts if value is not None]


def figure_of(name: str, values: Sequence[float]) -> Estimate:
    """A share by Wilson's interval if all values are 0 or 1, else a mean by the normal one."""
    if not values:
        return Estimate(name, math.nan, math.nan, math.nan, 0)
    if all(value in (0, 1) for value in values) and not _is_count(name):
        low, high = wilson(sum(values), len(values))
        return Estimate(name, sum(values) / len(values), low, high, len(values), share=True)
    value, error = mean_and_error(values)
    return Estimate(name, value, value - Z * error, value + Z * error, len(values), _is_share(name))


def _is_count(name: str) -> bool:
    """Whether it counts how often something comes in a game, though that may be once at most."""
    return name.partition("|")[0] in {"symbol", "move"} or name == "score|lead changes|"


def _is_share(name: str) -> bool:
    """Wins that are shared are shares, though one game may count a half."""
    return name.rpartition("|")[2] in {"wins", "in the winner’s hands", "share"}


def wilson(hits: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share, which stays between 0 and 1 and is honest for few games."""
    share, z2 = hits / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error; of a single value the error is not known and infinite."""
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return mean, math.inf
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(variance / count)


def quantiles(values: Sequence[float]) -> tuple[tuple[float, float, float], ...]:
    """The 5th, 50th and 95th percentile, each with the ends of its interval.

    The ends are values that lie so many places before and behind, as the binomial distribution has it.
    """
    ordered = sorted(values)
    last = len(ordered) - 1
    told = []
    for part in QUANTILES:
        half = Z * math.sqrt(len(ordered) * part * (1 - part))
        places = (part * last, part * last - half, part * last + half)
        value, low, high = (ordered[min(max(round(place), 0), last)] for place in places)
        told.append((value, low, high))
    return tuple(told)
