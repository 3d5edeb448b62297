"""What happened, in words: the facts of a step as rich text, in which `{key}` is an icon.

`headline` says who does what, `outcomes` what comes of it, `rules_shown` which rules the step shows. All
three read a finished Step and the cards; names of players and cards are set in bold by the headline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from generator.games.kit.shown import written_out
from generator.games.kit.tokens import token_icons
from generator.games.meaning_made.records import TOKENS, Game, Pattern, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.costs import load_payment, open_boxes
from generator.games.meaning_made.rules.facts import Acted
from generator.games.meaning_made.rules.state import State
from generator.games.meaning_made.words.narrate_facts import sentences
from generator.games.meaning_made.words.narrate_rules import PlayedStep, rules_shown
from generator.records.notation import effect_text

__all__ = ["headline", "icons", "outcomes", "rules_shown"]


SHORT_ROW = 3
"""So many icons are not parted by the end of a line."""


def headline(step: PlayedStep, game: Game) -> str:
    """Who does what: `**Alex** loads **Nest** for {energy}{insight}.`"""
    action = next((fact.action for fact in step.facts if isinstance(fact, Acted)), None)
    if action is None:
        return written_out(step.row)
    who = next(fact.player for fact in step.facts if isinstance(fact, Acted))
    name = f"**{step.before.names[who]}**" if who >= 0 else ""
    return _SAYS[type(action)](action, name, step.before, game)


def outcomes(step: PlayedStep, game: Game) -> str:
    """What comes of a step, sentence by sentence. Empty if nothing is to be seen but the action itself."""
    sentences_told = [*sentences(step.facts, step.before, step.after, game)]
    for fact in step.facts:
        if isinstance(fact, Acted) and isinstance(fact.action, act.Contribute):
            sentences_told += _still_open(fact.action.initiative, step.after, game)
    return " ".join(sentences_told)


def icons(tokens: Tokens) -> str:
    """Tokens as a row of icons."""
    return token_icons(tokens, TOKENS)


def _still_open(initiative: int, state: State, game: Game) -> list[str]:
    """What an Initiative still lacks after a contribution; nothing if it is complete."""
    if initiative not in state.index:
        return []
    slot = state.index.index(initiative)
    energy, insight, support, wild = open_boxes(state, slot)
    open_ones = [f"{{{key}}}" for key in (*TOKENS, "token")]
    boxes = _in_a_row(zip(open_ones, (energy, insight, support, wild), strict=True))
    keys = {layer.number: f"{{{layer.key}}}" for layer in game.layers}
    layers = "".join(keys[layer] for layer in state.missing_layers(slot))
    if boxes and layers:
        return [f"Still open: {boxes}; still missing: {layers}."]
    if boxes:
        return [f"Still open: {boxes}."]
    return [f"Every box is full; still missing: {layers}."]


def _in_a_row(counted: Iterable[tuple[str, int]]) -> str:
    """Icons side by side; a few of them stay on one line."""
    shown = [icon for icon, count in counted for _ in range(count)]
    return ("\N{NO-BREAK SPACE}" if len(shown) <= SHORT_ROW else "").join(shown)


def _reveal(action: act.RevealEvent, name: str, state: State, game: Game) -> str:
    word = game.terms.event
    if not (state.event_deck or state.event_discard):
        return f"The {word} deck is empty."
    if not state.event_deck:
        return f"The discarded {word.many} become a new deck, and its top card is revealed."
    event = game.events[state.event_deck[0]]
    sign = f"{event.letter}{event.code}" if event.effect is None else ""
    sign = sign or effect_text(state.setting.event_effects[state.event_deck[0]][0], game.book.symbols)
    return f"The {word} **{event.title}** ({sign}) is revealed."


def _gather(action: act.Gather, name: str, state: State, game: Game) -> str:
    return f"{name} {game.terms.gather.does} {icons(Tokens(action.energy, action.insight))}."


def _load(action: act.Load, name: str, state: State, game: Game) -> str:
    card = game.patterns[action.pattern]
    paid = load_payment(state, action)
    parts = [icons(paid)] if sum(paid) else []
    if card.vitals:
        parts.append(f"{card.vitals}{{vitals}}")
    paying = f" for {' and '.join(parts)}" if parts else ""
    if action.saved != act.NONE:
        fewer = "\N{NO-BREAK SPACE}".join(("{discount}", str(sum(action.saved)), "fewer"))
        paying = f"{paying or ' for nothing'}, {fewer}"
    return f"{name} {game.terms.load.does} **{card.title}**{paying}{_icons_met(card, state, game)}."


def _icons_met(card: Pattern, state: State, game: Game) -> str:
    """Required Layer icons: those that the Palette shows, and those that tokens stand in for."""
    needs, have = card.layers, state.icons[state.player]
    keys = {layer.number: f"{{{layer.key}}}" for layer in game.layers}
    met = [keys[layer] for at, layer in enumerate(needs) if needs[:at].count(layer) < have[layer - 1]]
    lacking = [keys[layer] for at, layer in enumerate(needs) if needs[:at].count(layer) >= have[layer - 1]]
    icons_text = ""
    if met:
        icons_text += (
            f"; {''.join(met)} {'is' if len(met) == 1 else 'are'} in the {game.terms.palette} already"
        )
    if lacking:
        token = game.terms.token
        stands = f"{token.a} stands in" if len(lacking) == 1 else f"{token.many} stand in"
        icons_text += f"; {stands} for {''.join(lacking)}"
    return icons_text


def _contribute(action: act.Contribute, name: str, state: State, game: Game) -> str:
    title = game.initiatives[action.initiative].title
    paid = Tokens(*(own + wild for own, wild in zip(action.tokens, action.wild, strict=True)))
    if not sum(paid):
        return f"{name} joins **{title}** with the marker alone."
    return f"{name} {game.terms.contribute.does} {icons(paid)} to **{title}**."


def _touchpoint(action: act.Touchpoint, name: str, state: State, game: Game) -> str:
    partner, token = state.names[action.other], f"{{{TOKENS[action.token]}}}"
    if action.give:
        return f"{name} offers **{partner}** {token}."
    return f"{name} asks **{partner}** for {token}."


def _answer(action: act.Answer, name: str, state: State, game: Game) -> str:
    return f"{name} {'accepts' if action.accept else 'declines'}."


def _recycle(action: act.Recycle, name: str, state: State, game: Game) -> str:
    terms = game.terms
    fault = f"the unstarted {terms.initiative.many} of the {{index}} {terms.index}"
    if action.prism:
        fault = f"the {{prism}} {terms.prism}"
    return f"{name} {terms.recycle.does} {fault}."


def _convert(action: act.Convert, name: str, state: State, game: Game) -> str:
    rules = state.setting.rules
    paid, tokens = Tokens(rules.conversion_energy), Tokens(0, 0, rules.conversion_support)
    return f"{name} {game.terms.convert.does} {icons(paid)} into {icons(tokens)}."


def _donate(action: act.Donate, name: str, state: State, game: Game) -> str:
    if not action.support:
        return f"{name} {game.terms.donate.does} nothing."
    return f"{name} {game.terms.donate.does} {icons(Tokens(0, 0, action.support))}."


def _plain(verb: str) -> Callable[[Any, str, State, Game], str]:
    return lambda action, name, state, game: f"{name} {verb}."


_SAYS: Mapping[type, Callable[[Any, str, State, Game], str]] = MappingProxyType(
    {
        act.RevealEvent: _reveal,
        act.Gather: _gather,
        act.Load: _load,
        act.Contribute: _contribute,
        act.Touchpoint: _touchpoint,
        act.Answer: _answer,
        act.Recycle: _recycle,
        act.Convert: _convert,
        act.Pass: _plain("passes"),
        act.EndTurn: _plain("ends the turn"),
        act.Donate: _donate,
        act.Lose: lambda action, name, state, game: f"{name} gives up {icons(action.tokens)}.",
        act.Take: lambda action, name, state, game: f"{name} takes {icons(action.tokens)}.",
    }
)
