"""What stays the same throughout one game: the cards, the rules, and lookups made ready for speed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from generator.games.meaning_made.records import RULE_KEYS, Event, Game, Initiative, ResolutionTable, Rules
from generator.records.notation import Effect
from generator.replay.errors import SetupError

Needs = tuple[tuple[int, int], ...]
"""Required Layer icons: pairs of Layer and count."""
Boxes = tuple[int, int, int, int]
"""Boxes of an Initiative, or how many are filled: Energy, Insight, Support, any token."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A Game made ready to play. The tuples run parallel to the cards of the Game."""

    game: Game
    rules: Rules
    end: int
    pattern_needs: tuple[Needs, ...]
    initiative_needs: tuple[Needs, ...]
    boxes: tuple[Boxes, ...]
    event_effects: tuple[tuple[Effect, ...], ...]
    group_effects: tuple[tuple[Effect, ...], ...]
    individual_effects: tuple[tuple[Effect, ...], ...]


def setting_of(game: Game) -> Setting:
    """Make a Game ready. Raises SetupError."""
    end = _end(game)
    return Setting(
        game=game,
        rules=game.rules,
        end=end,
        pattern_needs=tuple(_needs(card.layers) for card in game.patterns),
        initiative_needs=tuple(_needs(card.layers) for card in game.initiatives),
        boxes=tuple(_boxes(card, game.rules, at == end) for at, card in enumerate(game.initiatives)),
        event_effects=tuple(_looked_up(game, game.event_table, e.letter, e, e.effect) for e in game.events),
        group_effects=tuple(_looked_up(game, game.group_table, str(e.code), e) for e in game.events),
        individual_effects=tuple(
            _looked_up(game, game.individual_table, str(e.code), e) for e in game.events
        ),
    )


def with_variants(game: Game, names: Iterable[str]) -> Game:
    """The Game with the settings of the named Variants. Raises SetupError.

    Two Variants may not give one setting different values. One that only states what the sheet Rules has
    anyway, as the difficulty Standard does, changes nothing and goes with every other.
    """
    changed: dict[str, int] = {}
    source: dict[str, str] = {}
    for name in names:
        if name not in game.variants:
            known = ", ".join(game.variants) or "none"
            raise SetupError(f"There is no variant “{name}”. The sheet Variants has: {known}.")
        for key, value in game.variants[name].settings.items():
            if key not in RULE_KEYS:
                raise SetupError(f"The variant “{name}” sets “{key}”, which is no row of the sheet Rules.")
            if value == getattr(game.rules, key):
                continue
            if changed.get(key, value) != value:
                raise SetupError(
                    f"The variants “{source[key]}” and “{name}” cannot be played together: "
                    f"one sets {key} to {changed[key]}, the other to {value}."
                )
            changed[key], source[key] = value, name
    return replace(game, rules=replace(game.rules, **changed))


def _end(game: Game) -> int:
    ends = [at for at, card in enumerate(game.initiatives) if card.end]
    if len(ends) != 1:
        raise SetupError(f"{len(ends)} cards are marked as the {game.terms.end}; exactly one must be.")
    return ends[0]


def _needs(layers: tuple[int, ...]) -> Needs:
    return tuple((layer, layers.count(layer)) for layer in sorted(set(layers)))


def _boxes(card: Initiative, rules: Rules, end: bool) -> Boxes:
    extra = rules.end_extra_tokens if end else 0
    return (*card.tokens, card.any_tokens + extra)


def _looked_up(
    game: Game, table: ResolutionTable, key: str, event: Event, own: Effect | None = None
) -> tuple[Effect, ...]:
    """What an Event brings at each highest Layer: its `own` where the card says itself what it does."""
    if event.effect is not None:
        return (own or Effect(()),) * len(game.layers)
    if key not in table:
        card = f"The {game.terms.event} “{event.title}”"
        raise SetupError(f"{card} refers to “{key}”, which a resolution table lacks.")
    return table[key]
