"""One game between players, and all that is counted in it.

What comes of a game is a mapping of numbers by names: `card|nest|taken`. The name has a group, a subject
and a measure. A name that is missing counts as 0, but for the groups of `GIVEN`, where it says that there
was no occasion: a card that was not offered could not be taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from generator.games.kit.facts import Changed
from generator.ground.fence import unit
from generator.players.player import Player
from generator.players.policy import seated
from generator.replay.engine import NAMES, Engine
from generator.replay.moves import NOBODY, Move
from generator.replay.script import ScriptLine, lines_text, script_from_text

GIVEN = frozenset({"card", "character", "skill"})
SECONDS_A_CHOICE = 15
SECONDS_A_ROUND = 30
"""How the minutes of a game are estimated: people need so long, whatever the game."""
MOST_MOVES = 20_000
"""A game that takes more never ends."""
UNFINISHED = "not ended"
FAULT = "no rule"

GameFigures = dict[str, float]


@dataclass(slots=True)
class _Watch:
    """What is noted while a game is played."""

    choices: list[int] = field(default_factory=list)
    forced: int = 0
    offered: set[str] = field(default_factory=set)
    takers: dict[str, set[int]] = field(default_factory=dict)
    words: Counter[str] = field(default_factory=Counter)
    cells: Counter[str] = field(default_factory=Counter)
    gained: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    standings: list[tuple[int, ...]] = field(default_factory=list)
    """The scores at the end of each round."""


def begun(engine: Engine[Any, Any, Any], *, seed: int, players: int, setup: Sequence[ScriptLine]) -> Any:
    """The game that a seed deals; `setup` are further setup rows, such as a variant. Raises SetupError."""
    rows = (*engine.deal(NAMES[:players], seed=seed), *setup)
    script, _ = script_from_text(lines_text(rows, engine.vocabulary), "setup", engine.vocabulary)
    return engine.begin(script)


def watched_game(
    engine: Engine[Any, Any, Any], sitting: Sequence[Player], *, seed: int, setup: Sequence[ScriptLine] = ()
) -> GameFigures:
    """Play a game to its end and count. The same seed gives the same game."""
    watch, rng = _Watch(), Random(seed)
    with unit("balance", f"the game of seed {seed}"):
        state = begun(engine, seed=seed, players=len(sitting), setup=setup)
        policies = [seated(engine, player, seat) for seat, player in enumerate(sitting)]
        moves: list[Move[Any, Any, Any]] = []
        while not engine.over(state):
            if engine.round(state) > engine.most_rounds or len(moves) > MOST_MOVES:
                return _told(engine, state, sitting, watch, UNFINISHED)
            seat = next(iter(engine.actors(state)), NOBODY)
            legal = engine.legal_actions(state, seat)
            if not legal:
                return _told(engine, state, sitting, watch, FAULT)
            action = legal[0] if seat == NOBODY else policies[seat](state, legal, rng)
            after, facts = engine.apply(state, seat, action)
            moves.append(Move(state, seat, action, after, facts))
            _note(engine, watch, moves[-1], legal)
            if engine.round(after) != engine.round(state):
                watch.standings.append(engine.scores(after))
            state = after
        watch.words.update(line.action for line in engine.write_all(moves))
    return _told(engine, state, sitting, watch, engine.how_ended(state))


def _note(
    engine: Engine[Any, Any, Any],
    watch: _Watch,
    move: Move[Any, Any, Any],
    legal: Sequence[Any],
) -> None:
    state, seat, action, facts = move.before, move.seat, move.action, move.facts
    if seat != NOBODY:
        watch.choices.append(len(legal))
        watch.forced += len(legal) == 1
        watch.offered.update(engine.card_of(one, state) for one in legal)
        taken = engine.card_of(action, state)
        if taken:
            watch.takers.setdefault(taken, set()).add(seat)
    for fact in facts:
        if isinstance(fact, Changed):
            change = fact.after - fact.before
            counts = watch.gained if change > 0 else watch.spent
            counts[fact.symbol] += abs(change)
    watch.cells.update(engine.cells_read(facts))


def _told(
    engine: Engine[Any, Any, Any], state: Any, sitting: Sequence[Player], watch: _Watch, end: str
) -> GameFigures:
    """The figures of a game."""
    seats = range(len(sitting))
    winners = engine.winners(state) if engine.over(state) else ()
    shares = [(1 / len(winners) if seat in winners else 0.0) for seat in seats]
    scores = engine.scores(state)
    rounds = engine.round(state)
    free = len(watch.choices) - watch.forced
    figures: GameFigures = {
        f"end|{end}|share": 1,
        "game|rounds|": rounds,
        "game|minutes|": round((free * SECONDS_A_CHOICE + rounds * SECONDS_A_ROUND) / 60, 3),
        "game|moves to choose from|": round(sum(watch.choices) / max(len(watch.choices), 1), 3),
        "game|choices without a choice|": round(watch.forced / max(len(watch.choices), 1), 4),
        "score|of the best|": max(scores),
        "score|of the last|": min(scores),
        "score|margin|": _margin(scores),
        **_leads(watch.standings, winners),
    }
    for seat in seats:
        figures[f"seat|{seat + 1}|wins"] = round(shares[seat], 4)
        figures[f"seat|{seat + 1}|score"] = scores[seat]
    figures |= _by_character(sitting, shares)
    figures |= _by_card(watch, shares, _printed(engine))
    tokens = {*getattr(engine, "kinds", ())}  # of the tracks one says that they rise and fall
    for word, other, counts in (("gained", "up", watch.gained), ("spent", "down", watch.spent)):
        for symbol, count in counts.items():
            figures[f"symbol|{symbol}|{word if symbol in tokens else other}"] = count
    figures |= {f"cell|{cell}|read": 1 for cell in watch.cells}
    figures |= {f"move|{word}|used": count for word, count in watch.words.items() if word}
    return figures


def _margin(scores: Sequence[int]) -> int:
    """How far the best is ahead of the second."""
    first, *rest = sorted(scores, reverse=True)
    return first - rest[0] if rest else 0


def _leads(standings: Sequence[Sequence[int]], winners: Sequence[int]) -> GameFigures:
    """How often the lead changes from round to round, and whether who lay last at half time wins."""
    leaders = [scores.index(max(scores)) for scores in standings if scores.count(max(scores)) == 1]
    changes = sum(one != other for one, other in pairwise(leaders))
    half = standings[len(standings) // 2] if standings else ()
    behind = [seat for seat in winners if half and half[seat] == min(half) and half.count(half[seat]) == 1]
    return {"score|lead changes|": changes, "score|wins from the last place|": float(bool(behind))}


def _by_character(sitting: Sequence[Player], shares: Sequence[float]) -> GameFigures:
    """How often each kind of player wins, over the seats that it has."""
    names = [player.name for player in sitting]
    return {
        f"character|{name}|wins": round(
            sum(share for share, who in zip(shares, names, strict=True) if who == name) / names.count(name), 4
        )
        for name in dict.fromkeys(names)
        if len(set(names)) > 1
    }


def _printed(engine: Engine[Any, Any, Any]) -> Mapping[str, str]:
    """The titles of cards as they are printed, by their folded ones; a bar would part a figure's name."""
    decks = getattr(engine, "setup_decks", ())
    return {title.casefold(): title.replace("|", "/") for deck in decks for title in deck.titles}


def _by_card(watch: _Watch, shares: Sequence[float], printed: Mapping[str, str]) -> GameFigures:
    """Each card that somebody could take: whether somebody did, and how much more often they win."""
    figures: GameFigures = {}
    for folded in sorted(watch.offered - {""}):
        takers, card = watch.takers.get(folded, set()), printed.get(folded, folded)
        figures[f"card|{card}|taken"] = float(bool(takers))
        if takers and sum(shares):
            own = sum(shares[seat] for seat in takers)
            figures[f"card|{card}|in the winner’s hands"] = round(own, 4)
            figures[f"card|{card}|helps"] = round(own - len(takers) / len(shares), 4)
    return figures


def count_of(figures: Mapping[str, float], name: str) -> float | None:
    """A figure of a game; None where there was no occasion for it."""
    value = figures.get(name)
    return value if value is not None or name.partition("|")[0] in GIVEN else 0.0
