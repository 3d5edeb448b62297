"""A row of a script as a move of Counterspell, and a move as a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.games.deck_of_signs.cells import CARD, CARD_OR_NONE, SIGNS, SPACE, SPACES
from generator.games.deck_of_signs.counterspell import facts as say
from generator.games.deck_of_signs.counterspell.moves import Done, Grow, Lay, Resolve, Weave, cleared
from generator.games.deck_of_signs.counterspell.records import HEALTH, MATCH, Case
from generator.games.deck_of_signs.counterspell.state import State
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.cells import MoveRows
from generator.games.kit.facts import Changed
from generator.replay.moves import Move as Played
from generator.replay.script import ScriptLine, Vocabulary, spellings

PlayedMove = Played[State, SignMove, say.Fact]

TOO_LOW, CLEARED = "too low", "cleared"
"""Of a run that is complete and changes nothing; of a space whose cards and token go."""
VOCABULARY = Vocabulary(
    phases=spellings("weave|weaving, resolve, lay, chaos"),
    actions=spellings(
        "level|difficulty, hand|deal, weave|weaves|play, done|fill, resolve|resolves, lay|lays, chaos|grow"
    ),
    deeds={word: word for word in (MATCH, *Case, TOO_LOW, CLEARED)},
    more=("space",),
)
"""What people write, to the words that the engine uses; a column says the space, Gains the case."""


def _turned(card: int, move: PlayedMove) -> str:
    """The hidden card that was turned over, whether a row said it or not."""
    titles = [
        move.before.setting.deck.title(fact.card) for fact in move.facts if isinstance(fact, say.Turned)
    ]
    return "".join(titles)


def _cleared(spaces: tuple[int, ...], move: PlayedMove) -> str:
    """The spaces that were without a token, whether a row said them or not."""
    return move.before.setting.deck.numerals_of(cleared(move.before))


_ROWS = MoveRows(
    {
        "weave": (Weave, {"card": CARD, "space": SPACE}),
        "done": (Done, {}),
        "resolve": (Resolve, {"space": SPACE, "card": replace(CARD_OR_NONE, write=_turned)}),
        "lay": (Lay, {"spaces": replace(SPACES, write=_cleared), "signs": SIGNS}),
        "chaos": (Grow, {"spaces": SPACES}),
    },
    VOCABULARY.more,
)
read_move = _ROWS.read_move


def line_of_move(move: PlayedMove) -> ScriptLine:
    """A move as a row."""
    return _ROWS.line(move, move.before.phase)._replace(gains=", ".join(_gains(move)))


def _gains(move: PlayedMove) -> Iterator[str]:
    """What came of a move: matches, the cases of a space, and the Health that has gone."""
    yield from dict.fromkeys(MATCH for fact in move.facts if isinstance(fact, say.Matched))
    for fact in move.facts:
        if isinstance(fact, say.Resolved):
            yield from fact.cases or (TOO_LOW,)
        if isinstance(fact, Changed) and fact.symbol == HEALTH:
            yield f"{fact.asked}{move.before.setting.book.symbols[HEALTH].typed}"


def deeds_in(facts: tuple[say.Fact, ...]) -> Iterator[str]:
    """The deeds that came about, in the words of the vocabulary."""
    for fact in facts:
        match fact:
            case say.Matched():
                yield MATCH
            case say.Resolved(cases=cases, clears=clears):
                yield from cases or (TOO_LOW,)
                if clears:
                    yield CLEARED
