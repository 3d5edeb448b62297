"""A row of a script as a move of Life~Meaning, and a move as a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.games.kit.cells import in_cell
from generator.games.kit.facts import Changed
from generator.games.kit.tokens import Bundle, tokens_named, tokens_typed
from generator.games.life_meaning.records import NO_TOKENS, TOKENS, TRACKS
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules import moves as act
from generator.games.life_meaning.rules import rounds
from generator.games.life_meaning.rules.state import State
from generator.replay.errors import (
    AmbiguousMove,
    CellError,
    IllegalMove,
    Reason,
    UnreadableMove,
    shown,
)
from generator.replay.moves import NOBODY, Move
from generator.replay.names import card_named, player_named
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary, spellings

VOCABULARY = Vocabulary(
    phases=spellings("event|events|a, turn|turns|c, stability|stability check|mitigation|d"),
    actions=spellings(
        "open|reveal|event, acquire|acquires|take, obtain|obtains, contribute|contributes, "
        "stabilize|stabilizes|stabilise, touchpoint, recalibrate|recalibrates, convert|converts, "
        "mitigate|mitigates, keep|keeps, end turn, check|checks"
    ),
    inheriting=frozenset({"turn"}),
    deeds=spellings("accepted|accepts, completed|completes|complete, met, not met"),
)
"""What people write, to the words that the engine uses."""


def read_move(row: ScriptRow, state: State) -> act.Move:
    """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
    reader = _READERS.get(row.action)
    if reader is None:
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of the phase {row.phase}."))
    return reader(row, state)


# ---------------------------------------------------------------- cells


def _tokens(row: ScriptRow, column: str, state: State) -> Bundle:
    symbols = state.setting.book.symbols
    known = f"tokens: {', '.join(symbols[token].name for token in TOKENS)}"
    return in_cell(column, lambda: tokens_named(getattr(row, column), TOKENS, symbols, known=known))


def _named(name: str, titles: Sequence[str], kind: str) -> int:
    return in_cell("card", lambda: card_named(name, titles, kind))


def _event(row: ScriptRow, state: State) -> act.Move:
    """The row's Event has to be the next one; a row without one lets it come."""
    deck = state.event_deck
    if row.card.strip() and deck:
        card = _named(row.card, [event.title for event in state.setting.events], "Event")
        if card != deck[0]:
            following = f"The next Event of the deck is {state.setting.events[deck[0]].title}"
            sentence = f"{following}, not {shown(row.card)}."
            raise CellError("card", IllegalMove(Reason("event.next", sentence, following)))
    return rounds.Open()


def _acquire(row: ScriptRow, state: State) -> act.Move:
    column = "gains" if row.gains or not row.payment else "payment"
    if not (row.gains or row.payment):
        raise CellError("gains", AmbiguousMove("The row does not say which tokens are taken. Write them."))
    return act.Acquire(_tokens(row, column, state))


def _obtain(row: ScriptRow, state: State) -> act.Move:
    card = _named(row.card, [pattern.title for pattern in state.setting.patterns], "Pattern")
    if row.payment:
        free = row.payment.strip().casefold() in {"0", "nothing", "free", "—"}
        return act.Obtain(card, NO_TOKENS if free else _tokens(row, "payment", state))
    return act.Obtain(card, state.price(state.player, card))


def _contribute(row: ScriptRow, state: State) -> act.Move:
    card = _named(row.card, [project.title for project in state.setting.projects], "Project")
    if not row.payment:
        raise CellError("payment", AmbiguousMove("The row does not say what is paid. Write the tokens."))
    return act.Contribute(card, _tokens(row, "payment", state))


def _touchpoint(row: ScriptRow, state: State) -> act.Move:
    other = in_cell("card", lambda: player_named(row.card, state.names))
    match = re.fullmatch(r"(give|gives|ask|asks)(?: for)?\b(.*)", row.payment.casefold().strip())
    if match is None:
        example = f"1{state.setting.book.symbols['support'].typed}"
        sentence = f"A Touchpoint's payment is give or ask and a token: give {example}."
        raise CellError("payment", UnreadableMove(sentence))
    text = row.payment.strip()[match.start(2) :]
    tokens = _tokens(replace(row, payment=text), "payment", state)
    kinds = [token for token, count in enumerate(tokens) if count]
    count = state.setting.numbers.touchpoint_tokens
    if len(kinds) != 1 or sum(tokens) != count:
        sentence = f"A Touchpoint moves {count} token of one kind, not {text.strip() or 'nothing'}."
        raise CellError("payment", IllegalMove(Reason("touchpoint.tokens", sentence)))
    return act.Touchpoint(other, kinds[0], match[1].startswith("give"))


def _recalibrate(row: ScriptRow, state: State) -> act.Move:
    setting = state.setting
    names = [name.strip() for name in re.split(r"[;,\n]", row.card) if name.strip()]
    patterns = [pattern.title for pattern in setting.patterns]
    projects = [project.title for project in setting.projects]
    folded = {title.casefold() for title in patterns}
    gallery = all(name.casefold() in folded for name in names) if names else True
    titles, kind = (patterns, "Pattern") if gallery else (projects, "Project")
    cards = tuple(dict.fromkeys(_named(name, titles, kind) for name in names))
    lying = state.gallery if gallery else state.projects
    ordered = sorted(cards, key=lambda card: lying.index(card) if card in lying else len(lying))
    return act.Recalibrate(gallery, tuple(ordered))


_READERS: Mapping[str, Callable[[ScriptRow, State], act.Move]] = {
    "open": _event,
    "acquire": _acquire,
    "obtain": _obtain,
    "contribute": _contribute,
    "stabilize": lambda row, state: act.Stabilize(),
    "touchpoint": _touchpoint,
    "recalibrate": _recalibrate,
    "convert": lambda row, state: act.Convert(),
    "mitigate": lambda row, state: rounds.Mitigate(_tokens(row, "payment", state)),
    "keep": lambda row, state: rounds.Mitigate(),
    "end turn": lambda row, state: rounds.EndTurn(),
    "check": lambda row, state: rounds.Check(),
}


# ---------------------------------------------------------------- written

PlayedMove = Move[State, act.Move, say.Fact]


def line_of_move(move: PlayedMove) -> ScriptLine | None:
    """A move as a row; None for one that needs none."""
    state, cells = move.before, _cells(move)
    if cells is None:
        return None
    name = state.names[move.seat] if move.seat != NOBODY else ""
    gains = cells.get("gains", "") or "; ".join(_outcomes(move))
    word, card, payment = cells["action"], cells.get("card", ""), cells.get("payment", "")
    return ScriptLine(state.round, state.phase, name, word, card, payment, gains)


def _cells(move: PlayedMove) -> dict[str, str] | None:
    state, action = move.before, move.action
    setting = state.setting

    def typed(tokens: Bundle) -> str:
        return tokens_typed(tokens, TOKENS, setting.book.symbols)

    match action:
        case rounds.Open():
            opened = move.after.event
            return {"action": "open", "card": setting.events[opened].title} if opened >= 0 else None
        case act.Acquire():
            return {"action": "acquire", "gains": typed(action.tokens)}
        case act.Obtain():
            title = setting.patterns[action.pattern].title
            return {"action": "obtain", "card": title, "payment": typed(action.paid) or "nothing"}
        case act.Contribute():
            title = setting.projects[action.project].title
            return {"action": "contribute", "card": title, "payment": typed(action.tokens)}
        case act.Touchpoint():
            count = setting.numbers.touchpoint_tokens
            token = f"{count}{setting.book.symbols[TOKENS[action.token]].typed}"
            verb = "give" if action.give else "ask"
            card = state.names[action.other]
            return {"action": "touchpoint", "card": card, "payment": f"{verb} {token}"}
        case act.Recalibrate():
            cards = setting.patterns if action.gallery else setting.projects
            return {"action": "recalibrate", "card": "; ".join(cards[card].title for card in action.cards)}
        case act.Stabilize() | act.Convert() | rounds.Check():
            return {"action": type(action).__name__.lower()}
        case rounds.Mitigate() if any(action.tokens):
            return {"action": "mitigate", "payment": typed(action.tokens)}
        case _:
            return None  # answers join their Touchpoint; ends of turns and passes need no row


def _outcomes(move: PlayedMove) -> Iterator[str]:
    """What a row states of its outcome: completions, the players’ tracks, and where Drift stands."""
    if any(isinstance(fact, say.Completed) for fact in move.facts):
        yield "completed"
    yield from ("met" if fact.met else "not met" for fact in move.facts if isinstance(fact, say.Checked))
    yield from _changes(move, TRACKS, move.seat)
    if any(isinstance(fact, Changed) and fact.symbol == "drift" for fact in move.facts):
        yield f"{move.before.setting.book.symbols['drift'].name} {move.after.drift}"


def _changes(move: PlayedMove, tracks: Collection[str], seat: int) -> Iterator[str]:
    """How tracks of players moved; the one whose row it is need not be named."""
    symbols = move.before.setting.book.symbols
    for fact in move.facts:
        if isinstance(fact, Changed) and fact.symbol in tracks:
            who = f"{move.before.names[fact.player]} " if fact.player != seat else ""
            yield f"{who}{fact.asked:+d}{symbols[fact.symbol].typed}"


def lines_of(moves: Sequence[PlayedMove], narrations: Sequence[str] = ()) -> tuple[ScriptLine, ...]:
    """The rows of moves; an accepted answer joins its Touchpoint, and one that is refused leaves no row."""
    lines: list[ScriptLine] = []
    asking: ScriptLine | None = None
    for at, move in enumerate(moves):
        if isinstance(move.action, rounds.Answer):
            if move.action.accept and asking is not None:
                stated = "; ".join(["accepted", *_changes(move, ("reputation",), move.before.player)])
                lines.append(asking._replace(gains=stated))
            continue
        line = line_of_move(move)
        if line is None:
            continue
        line = line._replace(narration=narrations[at] if at < len(narrations) else "")
        if isinstance(move.action, act.Touchpoint) and not move.action.give:
            asking = line
        else:
            lines.append(line)
    return tuple(lines)
