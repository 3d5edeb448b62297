"""How a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from generator.games.kit.chance import shuffled_below
from generator.games.kit.table import check_seats, laid_out
from generator.games.meaning_made.records import Game, Tokens
from generator.games.meaning_made.rules.setting import Setting, setting_of, with_variants
from generator.games.meaning_made.rules.state import NO_BOXES, Position, State
from generator.games.meaning_made.terms import DECKS
from generator.replay.errors import SetupError


def start(
    game: Game,
    players: Sequence[str],
    *,
    seed: int = 0,
    decks: Mapping[str, Sequence[int]] = MappingProxyType({}),
    variants: Sequence[str] = (),
) -> State:
    """A game at the beginning of round 1, before its first Event.

    `players` are names by seat, clockwise, the starting player first; `variants` are names from the sheet
    Variants. `decks` are the cards on top of the decks pattern, initiative and event, top first; the others
    follow shuffled. Patterns and Initiatives are dealt from there into Prism and Index; the End Initiative is
    in none. Raises SetupError.
    """
    setting = setting_of(with_variants(game, variants))
    _check_players(setting, players)
    top = {key: decks.get(key, ()) for key in DECKS}
    patterns, seed = shuffled_below(top["pattern"], range(len(game.patterns)), seed, game.terms.pattern)
    rest = [card for card in range(len(game.initiatives)) if card != setting.end]
    initiatives, seed = shuffled_below(top["initiative"], rest, seed, game.terms.initiative)
    in_deck = [at for at, card in enumerate(game.events) if card.players_from <= len(players)]
    events, seed = shuffled_below(top["event"], in_deck, seed, game.terms.event)
    return _state(setting, tuple(players), seed, (patterns, initiatives, events))


def _state(setting: Setting, names: tuple[str, ...], seed: int, decks: tuple[tuple[int, ...], ...]) -> State:
    rules = setting.rules
    patterns, initiatives, events = decks
    count, slots = len(names), rules.index_size + 1
    energy = (rules.start_energy + seat * rules.later_seat_energy for seat in range(count))
    return Position(
        setting=setting,
        names=names,
        starter=0,
        seed=seed,
        player=0,
        actions_left=rules.events_per_round,
        meaning=rules.start_meaning,
        tokens=tuple(Tokens(amount, rules.start_insight, rules.start_support) for amount in energy),
        vitals=(rules.start_vitals,) * count,
        legacy=(rules.start_legacy,) * count,
        palettes=((),) * count,
        icons=((0,) * len(setting.game.layers),) * count,
        banned=(0,) * count,
        touchpoints=(0,) * count,
        prism=laid_out(patterns, rules.prism_size),
        index=(*laid_out(initiatives, rules.index_size), setting.end),
        filled=(NO_BOXES,) * slots,
        orders=((),) * slots,
        gave=((),) * slots,
        pattern_deck=patterns[rules.prism_size :],
        initiative_deck=initiatives[rules.index_size :],
        event_deck=events,
    ).kept()


def _check_players(setting: Setting, players: Sequence[str]) -> None:
    rules = setting.rules
    if rules.community and len(players) != 1:
        alone = f"1 player, against the {setting.game.terms.community}"
        raise SetupError(f"This game is for {alone}; {len(players)} are named.")
    least, most = (1, 1) if rules.community else (rules.players_min, rules.players_max)
    check_seats(players, least, most)
