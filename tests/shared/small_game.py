"""A small Meaning Made of known cards, and positions in it, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.records import (
    TOKENS,
    Event,
    Game,
    Initiative,
    Layer,
    Pattern,
    Rules,
    Tokens,
    Variant,
)
from generator.games.meaning_made.rules.state import NO_BOXES
from generator.records.notation import Kind, Requirement, Symbol, Symbols, parse_effect, parse_requirement
from generator.records.tables import Book, Row
from tests.shared.made import RULES as RULE_TEXTS
from tests.shared.made import (
    Action,
    Fact,
    IllegalMove,
    Phase,
    RevealEvent,
    State,
    apply,
    legal_actions,
    start,
)

FOUR = ("Alex", "Brooke", "Casey", "Drew")
LAYER_KEYS = (
    *("boundary", "balance", "form", "membership", "prediction", "reinforcement"),
    *("presence", "social", "story", "stewardship"),
)
CODES = ("Bo", "Ba", "Fo", "Me", "Pr", "Re", "Ps", "So", "St", "Sw")
SYMBOLS = Symbols(
    [
        Symbol("energy", "E", "", "Energy", Kind.TOKEN),
        Symbol("insight", "I", "", "Insight", Kind.TOKEN),
        Symbol("support", "S", "", "Support", Kind.TOKEN),
        Symbol("token", "T", "", "Token", Kind.ANY_TOKEN),
        Symbol("meaning", "M", "", "Meaning", Kind.SHARED_TRACK),
        Symbol("vitals", "V", "", "Vitals", Kind.TRACK),
        Symbol("legacy", "L", "", "Legacy", Kind.TRACK),
        *(Symbol(k, c, "", k.title(), Kind.LAYER) for k, c in zip(LAYER_KEYS, CODES, strict=True)),
        *(
            Symbol(key, "", "", key.title(), Kind.ACTION)
            for key in ("gather", "load", "contribute", "touchpoint", "recycle", "donate", "convert")
        ),
    ]
)
RULES = Rules(
    players_min=2,
    players_max=6,
    start_meaning=5,
    start_vitals=5,
    start_legacy=0,
    start_energy=3,
    start_insight=2,
    start_support=1,
    contribution_markers=4,
    meaning_max=12,
    vitals_max=10,
    legacy_max=30,
    prism_size=6,
    index_size=3,
    pattern_layers=6,
    events_per_round=1,
    event_extra_loss=0,
    actions_per_turn=2,
    gather_tokens=2,
    layer_substitute=1,
    load_surcharge=0,
    fatigue_patterns=0,
    fatigue_tokens=0,
    touchpoints_per_round=1,
    touchpoint_tokens=1,
    touchpoint_vitals=1,
    touchpoint_vitals_fragile=2,
    touchpoint_meaning_over=-1,
    recycles_per_round=0,
    conversion=0,
    conversion_energy=2,
    conversion_support=1,
    conversions_per_turn=1,
    donation_support=1,
    donation_meaning=1,
    donation_cap=3,
    legacy_first=6,
    legacy_second=3,
    legacy_other=1,
    end_extra_tokens=0,
    collapse=1,
    round_limit=0,
    score_legacy=1,
    community=0,
    community_recovery=2,
)
# The first six are the Prism of the published example, the first three Initiatives its Index.
PATTERNS = (
    ("Shell", 1, "1E 1I", "+1E"),
    ("Pulse", 2, "1E 2I", "+1I"),
    ("Repair Loop", 3, "1E 1I", "+1E"),
    ("Reciprocity", 4, "1I 1S", "+1S"),
    ("Forecast", 5, "3I", ""),
    ("Habit", 6, "1I 1S", ""),
    ("Skin", 1, "1E", "+1E"),
    ("Nest", 1, "1E 1I", "+1S"),
    ("Moult", 1, "1V", "+1E +1I"),
    ("Body Clock", 2, "2Bo 1I", "+2E"),
    ("Thirst", 2, "1Bo 1I", "+1E"),
    ("Courage", 6, "1Me 2V", "+1S +1V"),
    ("Play", 6, "1Fo 1Me 1E", "+1I +1V"),
)
INITIATIVES = (
    ("Local Clinic", 8, "2E 1I 1S", 1, 3, "", ""),
    ("Food Network", 8, "3E 2I", 1, 4, "", ""),
    ("Learning Archive", 9, "1E 2I 1S 1Ba", 2, 5, "all +1V", ""),
    ("Stewardship", 10, "3E 2I 2S 1Bo 1Ba", 2, 6, "", ""),
    ("Water System", 8, "1E 1I 1S", 1, 3, "", "group consequence"),
    ("Night Watch", 7, "1E 1Bo", 1, 2, "you +1S", "all -1V"),
    ("Double Wall", 7, "1E 2Bo", 1, 4, "", ""),
)
EVENTS = (("Drought", "A", 1), ("Fog", "B", 2), ("Winter", "C", 3), ("Thief", "D", 2))


def row(sheet: str = "Test") -> Row:
    return Row(sheet, 2, MappingProxyType({}), MappingProxyType({}))


def _asked(text: str) -> dict[str, Any]:
    asked: Requirement = parse_requirement(text, SYMBOLS)
    return {
        "requirement": asked,
        "tokens": Tokens(*(asked.count(token) for token in TOKENS)),
        "any_tokens": asked.count("token"),
        "layers": tuple(sorted(LAYER_KEYS.index(key) + 1 for key in asked.icons() if key in LAYER_KEYS)),
    }


def _pattern(title: str, layer: int, asked: str, bonus: str) -> Pattern:
    vitals = parse_requirement(asked, SYMBOLS).count("vitals")
    return Pattern(
        title=title,
        layer=layer,
        vitals=vitals,
        bonus=parse_effect(bonus, SYMBOLS),
        row=row(),
        **_asked(asked),
    )


def _initiative(
    title: str, layer: int, asked: str, meaning: int, spaces: int, bonus: str, penalty: str
) -> Initiative:
    return Initiative(
        title=title,
        layer=layer,
        meaning=meaning,
        spaces=spaces,
        bonus=parse_effect(bonus, SYMBOLS),
        penalty=parse_effect(penalty, SYMBOLS),
        end=title == "Stewardship",
        row=row(),
        **_asked(asked),
    )


def _table(keys: Sequence[str], rows: Mapping[str, str | Sequence[str]]) -> Mapping[str, Any]:
    made = {}
    for key in keys:
        cells = rows.get(key, "")
        texts = [cells] * 10 if isinstance(cells, str) else cells
        made[key] = tuple(parse_effect(text, SYMBOLS) for text in texts)
    return MappingProxyType(made)


def ending_with(game: Game, title: str) -> Game:
    """The game with another End Initiative."""
    cards = tuple(replace(card, end=card.title == title) for card in game.initiatives)
    return replace(game, initiatives=cards)


def make_game(
    *,
    patterns: Sequence[tuple[str, int, str, str]] = PATTERNS,
    initiatives: Sequence[tuple[str, int, str, int, int, str, str]] = INITIATIVES,
    events: Sequence[tuple[str, str, int]] = EVENTS,
    event_table: Mapping[str, str | Sequence[str]] = MappingProxyType({}),
    group_table: Mapping[str, str | Sequence[str]] = MappingProxyType({}),
    individual_table: Mapping[str, str | Sequence[str]] = MappingProxyType({}),
    variants: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
    **rules: int,
) -> Game:
    """A Game of the cards above. Table rows are one effect for all ten Layers, or ten of them."""
    codes = sorted({str(code) for _, _, code in events})
    return Game(
        title="Test",
        version="1",
        rules=replace(RULES, **rules),
        variants={name: Variant(name, "variant", changed, "") for name, changed in variants.items()},
        layers=tuple(Layer(at, key, key.title(), row()) for at, key in enumerate(LAYER_KEYS, start=1)),
        patterns=tuple(_pattern(*card) for card in patterns),
        initiatives=tuple(_initiative(*card) for card in initiatives),
        events=tuple(Event(*card, row()) for card in events),
        event_table=_table(sorted({letter for _, letter, _ in events}), event_table),
        group_table=_table(codes, group_table),
        individual_table=_table(codes, individual_table),
        book=Book(MappingProxyType({}), SYMBOLS, ""),
    )


GAME = make_game()
P = {pattern.title: at for at, pattern in enumerate(GAME.patterns)}
"""The title of a Pattern of GAME -> its number."""
N = {initiative.title: at for at, initiative in enumerate(GAME.initiatives)}
"""The title of an Initiative of GAME -> its number."""


def card(game: Game, title: str) -> int:
    """The index of a Pattern or an Initiative."""
    patterns = {known.title: at for at, known in enumerate(game.patterns)}
    initiatives = {known.title: at for at, known in enumerate(game.initiatives)}
    return (patterns | initiatives)[title]


def at_turn(game: Game = GAME, names: Sequence[str] = FOUR, *, seed: int = 0, **changes: Any) -> State:
    """The first turn of round 1, with the first Event (Drought) lying open and not resolved.

    Cards are dealt in the order of their lists; `changes` replaces fields of the State.
    """
    cards = list(range(len(game.initiatives)))
    end = next(at for at, known in enumerate(game.initiatives) if known.end)
    cards.remove(end)
    began = start(game, names, seed=seed)
    size, slots = game.rules.prism_size, game.rules.index_size
    deck = tuple(range(len(game.patterns)))
    state = replace(
        began,
        phase=Phase.TURNS,
        actions_left=game.rules.actions_per_turn,
        prism=(*deck, *[EMPTY] * size)[:size],
        pattern_deck=deck[size:],
        index=(*(*cards, *[EMPTY] * slots)[:slots], end),
        initiative_deck=tuple(cards[slots:]),
        filled=(NO_BOXES,) * (slots + 1),
        events=(0,),
        event_deck=tuple(range(1, len(game.events))),
    )
    return replace(state, **changes)


def holding(state: State, *tokens: tuple[int, int, int]) -> State:
    """The same with other tokens, for the first players or for all of them if one triple is given."""
    made = [Tokens(*held) for held in tokens]
    if len(made) == 1:
        made *= len(state.names)
    return replace(state, tokens=(*made, *state.tokens[len(made) :]))


def showing(state: State, *titles: str) -> State:
    """The same with these Patterns in the Prism and the other undealt ones in the deck."""
    cards = tuple(card(state.setting.game, title) for title in titles)
    loose = [c for c in (*state.prism, *state.pattern_deck) if c != EMPTY and c not in cards]
    size = len(state.prism)
    return replace(state, prism=(*cards, *[EMPTY] * size)[:size], pattern_deck=tuple(loose))


def offering(state: State, *titles: str) -> State:
    """The same with these Initiatives in the Index."""
    game = state.setting.game
    cards = tuple(card(game, title) for title in titles)
    loose = [c for c in (*state.index[:-1], *state.initiative_deck) if c != EMPTY and c not in cards]
    index = (*(*cards, *[EMPTY] * state.end_slot)[: state.end_slot], state.index[-1])
    return replace(state, index=index, initiative_deck=tuple(loose))


def owning(state: State, player: int, *titles: str) -> State:
    """The same with these Patterns in the player's Palette, taken out of the deck or the Prism."""
    game = state.setting.game
    cards = tuple(card(game, title) for title in titles)
    icons = [0] * len(game.layers)
    for at in cards:
        icons[game.patterns[at].layer - 1] += 1
    highest = max(state.highest, *(game.patterns[at].layer for at in cards))
    return replace(
        state,
        palettes=put(state.palettes, player, cards),
        icons=put(state.icons, player, tuple(icons)),
        prism=tuple(EMPTY if c in cards else c for c in state.prism),
        pattern_deck=tuple(c for c in state.pattern_deck if c not in cards),
        highest=highest,
    )


def built(state: State, title: str, filled: tuple[int, ...], order: Sequence[int]) -> State:
    """The same with boxes filled and markers placed on a face-up Initiative."""
    slot = state.index.index(card(state.setting.game, title))
    boxes = (*filled, 0, 0, 0, 0)[:4]
    return replace(state, filled=put(state.filled, slot, boxes), orders=put(state.orders, slot, tuple(order)))


def put(values: Sequence[Any], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def do(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = apply(state, action)
    return state


def tell(state: State, *actions: Action) -> tuple[State, list[Fact]]:
    told: list[Fact] = []
    for action in actions:
        state, facts = apply(state, action)
        told += facts
    return state, told


def facts_of(told: Sequence[Fact], kind: type[Any]) -> list[Any]:
    return [fact for fact in told if isinstance(fact, kind)]


def reveal(game: Game, *, events: Sequence[int] = (), **changes: Any) -> tuple[State, list[Fact]]:
    """A new game's first Event, resolved; `events` are the top of the deck."""
    began = start(game, FOUR)
    rest = [event for event in began.event_deck if event not in events]
    return tell(replace(began, event_deck=(*events, *rest), **changes), RevealEvent())


def refused(state: State, action: Action, rule: str, sentence: str) -> None:
    """The move breaks this rule and says so; the list of legal moves agrees."""
    with pytest.raises(IllegalMove) as caught:
        apply(state, action)
    assert (caught.value.rule, str(caught.value)) == (rule, sentence)
    assert rule in RULE_TEXTS
    assert action not in legal_actions(state)
