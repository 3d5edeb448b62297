"""A row of a script as a move: the names in its cells become players, cards and tokens.

Three things can be wrong, and they are three exceptions: the cells name nothing that the game knows
(UnreadableMove), they fit more than one move (AmbiguousMove), or the rules forbid it (IllegalMove).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from generator.games.kit import tokens as bundles
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.costs import discount, load_payment, open_boxes, wild_cost
from generator.games.meaning_made.rules.legal import legal_actions
from generator.games.meaning_made.rules.move_words import terms_in, tokens_text
from generator.games.meaning_made.rules.pending import Choose
from generator.games.meaning_made.rules.state import State
from generator.games.meaning_made.terms import begun
from generator.records.notation import Symbols
from generator.replay.errors import (
    AmbiguousMove,
    CellError,
    IllegalMove,
    Reason,
    UnreadableMove,
    shown,
)
from generator.replay.names import card_named, player_named
from generator.replay.script import ScriptRow

Column = str


def read_move(row: ScriptRow, state: State) -> act.Action:
    """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
    reader = _READERS.get(row.action)
    if reader is None:
        phase = terms_in(state).event.low if row.phase == "event" else row.phase
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of the phase {phase}."))
    return reader(row, state)


def tokens_named(text: str, state: State) -> Tokens:
    """Tokens in the notation: `2E 1I`, `+1E +1I`. Raises UnreadableMove."""
    terms = terms_in(state)
    known = f"{terms.token.many}: {terms.energy}, {terms.insight} or {terms.support}"
    return Tokens(*bundles.tokens_named(text, TOKENS, state.setting.game.book.symbols, known=known))


def tokens_typed(bundle: Sequence[int], symbols: Symbols) -> str:
    """Tokens as one types them: `2E 1I`."""
    return bundles.tokens_typed(bundle, TOKENS, symbols)


# ---------------------------------------------------------------- one reader an action


def _cell(column: Column, read: Callable[[], int | Tokens]) -> int | Tokens:
    try:
        return read()
    except (UnreadableMove, AmbiguousMove, IllegalMove) as fault:
        raise CellError(column, fault) from None


def _card(row: ScriptRow, titles: Sequence[str], kind: str) -> int:
    card = _cell("card", lambda: card_named(row.card, titles, kind))
    assert isinstance(card, int)
    return card


def _tokens(row: ScriptRow, column: Column, state: State) -> Tokens:
    text = {"gains": row.gains, "payment": row.payment, "card": row.card}[column]
    tokens = _cell(column, lambda: tokens_named(text, state))
    assert isinstance(tokens, Tokens)
    return tokens


def _reveal(row: ScriptRow, state: State) -> act.Action:
    return act.RevealEvent()


def _gather(row: ScriptRow, state: State) -> act.Action:
    terms = terms_in(state)
    column = next((c for c, text in (("gains", row.gains), ("payment", row.payment)) if text), "")
    if not column:
        which = f"which {state.setting.rules.gather_tokens} {terms.token.many} are {terms.gathered}"
        example = tokens_typed(Tokens(1, 1), state.setting.game.book.symbols)
        fault = f"The row does not say {which}. Write them, such as {example}."
        raise CellError("gains", AmbiguousMove(fault))
    tokens = _tokens(row, column, state)
    if tokens.support:
        never = f"{terms.gather} never takes {terms.support}"
        reason = Reason("gather", f"{never}, and the row takes {tokens_text(tokens, terms)}.")
        raise CellError(column, IllegalMove(reason))
    return act.Gather(tokens.energy, tokens.insight)


def _load(row: ScriptRow, state: State) -> act.Action:
    cards, terms = state.setting.game.patterns, terms_in(state)
    pattern = _card(row, [card.title for card in cards], terms.pattern)
    cost = cards[pattern].tokens
    if not row.payment:
        ways = [
            move for move in legal_actions(state) if isinstance(move, act.Load) and move.pattern == pattern
        ]
        if len(ways) > 1:
            choices = tuple(tokens_text(load_payment(state, way), terms) for way in ways)
            fault = f"{cards[pattern].title} can be paid in {len(ways)} ways: {', or '.join(choices)}."
            raise CellError("payment", AmbiguousMove(f"{fault} Write the payment.", choices))
        return ways[0] if ways else act.Load(pattern)
    paid = _tokens(row, "payment", state)
    more, less = wild_cost(state, state.player, pattern), discount(state, state.player, pattern)
    wild = Tokens(*(max(gift - due, 0) for gift, due in zip(paid, cost, strict=True)))
    saved = Tokens(*(max(due - gift, 0) for gift, due in zip(paid, cost, strict=True)))
    if sum(saved) != less or sum(wild) != more:
        due = tokens_text(cost, terms)
        extra = f" and {more} more of any kind" if more else ""
        extra += f", less {less} of any kind" if less else ""
        sentence = f"{cards[pattern].title} costs {due}{extra}; the row pays {tokens_text(paid, terms)}."
        raise CellError("payment", IllegalMove(Reason("load.tokens", sentence)))
    return act.Load(pattern, wild, saved)


def _contribute(row: ScriptRow, state: State) -> act.Action:
    cards = state.setting.game.initiatives
    initiative = _card(row, [card.title for card in cards], terms_in(state).initiative)
    if row.payment.casefold().strip() in {"", "marker", "marker alone", "layer"}:
        return act.Contribute(initiative)
    words, _, anything = row.payment.casefold().partition("any")
    if anything:  # which tokens go into boxes for any token
        own = _cell("payment", lambda: tokens_named(words.strip(" ;,"), state))
        wild = _cell("payment", lambda: tokens_named(anything, state))
        assert isinstance(own, Tokens) and isinstance(wild, Tokens)
        return act.Contribute(initiative, own, wild)
    paid = _tokens(row, "payment", state)
    if initiative not in state.index:
        return act.Contribute(initiative, paid)
    room = open_boxes(state, state.index.index(initiative))
    if not room[3]:
        return act.Contribute(initiative, paid)
    own = Tokens(*(min(gift, box) for gift, box in zip(paid, room[:3], strict=True)))
    return act.Contribute(initiative, own, Tokens(*(a - b for a, b in zip(paid, own, strict=True))))


def _touchpoint(row: ScriptRow, state: State) -> act.Action:
    word, token = terms_in(state).touchpoint, terms_in(state).token
    partner = _cell("card", lambda: player_named(row.card, state.names))
    assert isinstance(partner, int)
    match = re.fullmatch(
        r"(give|gives|offer|offers|ask|asks|request|requests)\b(.*)", row.payment.casefold().strip()
    )
    if match is None:
        example = tokens_typed(Tokens(support=1), state.setting.game.book.symbols)
        fault = f"{begun(word.a)}'s payment is give or ask and {token.a}: give {example}."
        raise CellError("payment", UnreadableMove(fault))
    text = row.payment.strip()[len(match[1]) :].removeprefix(" for")
    tokens = _cell("payment", lambda: tokens_named(text, state))
    assert isinstance(tokens, Tokens)
    wanted = state.setting.rules.touchpoint_tokens
    kinds = [token for token, count in enumerate(tokens) if count]
    if len(kinds) != 1 or sum(tokens) != wanted:
        moved = tokens_text(tokens, terms_in(state))
        sentence = f"{begun(word.a)} moves {wanted} {token} of one kind, not {moved}."
        raise CellError("payment", IllegalMove(Reason("touchpoint.tokens", sentence)))
    return act.Touchpoint(partner, kinds[0], match[1][0] in "go")


def _recycle(row: ScriptRow, state: State) -> act.Action:
    area, terms = row.card.strip().casefold(), terms_in(state)
    if area in (terms.prism.casefold(), terms.index.casefold()):
        return act.Recycle(area == terms.prism.casefold())
    prism = any(word in area for word in ("prism", "pattern", terms.pattern.casefold()))
    index = any(word in area for word in ("index", "initiative", terms.initiative.casefold()))
    if prism == index:
        neither = f"is neither the {terms.prism} nor the {terms.index}"
        raise CellError("card", UnreadableMove(f"“{shown(row.card)}” {neither}. Write one of the two."))
    return act.Recycle(prism)


def _choose(row: ScriptRow, state: State) -> act.Action:
    column = "payment" if row.payment else "gains" if row.gains else "card"
    tokens = _tokens(row, column, state)
    gain = isinstance(state.choice, Choose) and state.choice.gain
    return act.Take(tokens) if gain or row.action == "gain" else act.Lose(tokens)


def _donate(row: ScriptRow, state: State) -> act.Action:
    return act.Donate(_tokens(row, "payment", state).support if row.payment else 1)


_READERS: Mapping[str, Callable[[ScriptRow, State], act.Action]] = MappingProxyType(
    {
        "reveal": _reveal,
        "gather": _gather,
        "load": _load,
        "contribute": _contribute,
        "touchpoint": _touchpoint,
        "accept": lambda row, state: act.Answer(True),
        "decline": lambda row, state: act.Answer(False),
        "recycle": _recycle,
        "convert": lambda row, state: act.Convert(),
        "pass": lambda row, state: act.Pass(),
        "end turn": lambda row, state: act.EndTurn(),
        "lose": _choose,
        "gain": _choose,
        "donate": _donate,
        "keep": lambda row, state: act.Donate(0),
    }
)
