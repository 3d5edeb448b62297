"""What a narration asks for in square brackets, such as `[change energy]`: what is filled in cannot be wrong.

| asked | gives |
|---|---|
| `[change energy]`, `[change Casey legacy]` | by how much it changed in this step, without its sign |
| `[before meaning]`, `[after Casey legacy]` | how much there was, and how much there is |
| `[card]`, `[player]` | the card and the player of the row |
| `[score]`, `[score Casey]`, `[winner]` | at the end |

Without a name it is about the player of the row; a track that all share needs none. The first word may also
be the one that the sheet Words has for it in the language of the workbook. A row of the setup is answered by
the table on which the first round begins, and nothing was there before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic

from generator.records.languages import words_of
from generator.records.notation import Kind, NotationError, Symbol
from generator.replay.engine import Engine
from generator.replay.errors import MoveError, shown
from generator.replay.moves import TABLE, A, F, S
from generator.replay.names import player_named
from generator.replay.script import ScriptRow

_ASKED = re.compile(r"\[([^\[\]\n]{1,60})\]")
_COUNTED = ("change", "before", "after")
_VERBS = (*_COUNTED, "card", "player", "score", "winner")
"""What is asked for by its first word, which the sheet Words may have in another language."""
_KINDS = (Kind.TOKEN, Kind.TRACK, Kind.SHARED_TRACK)
ANSWERS = "[change …], [before …], [after …], [card], [player], [score …] or [winner]"
"""What a narration may ask for."""


class Unanswered(Exception):
    """Something that cannot be given: with the sentence about it, or without one if it is told elsewhere."""


@dataclass(frozen=True, slots=True)
class Answers(Generic[S, A, F]):
    """What can be asked of one row: the states around it, and what happened.

    `before` is None in a row of the setup.
    """

    engine: Engine[S, A, F]
    row: ScriptRow
    before: S | None
    after: S
    facts: Sequence[F] = ()

    def filled(self, text: str) -> str:
        """A narration with its answers; what cannot be answered stays as it is."""

        def answer(match: re.Match[str]) -> str:
            try:
                return self._answer(match[1])
            except Unanswered:
                return match[0]

        return _ASKED.sub(answer, text)

    def faults(self, text: str) -> Iterator[str]:
        """A sentence for everything that cannot be answered."""
        for match in _ASKED.finditer(text):
            try:
                self._answer(match[1])
            except Unanswered as fault:
                if fault.args:
                    yield f"The narration asks for “{shown(match[0])}”; {fault}."

    def _answer(self, text: str) -> str:
        verb, _, rest = text.strip().partition(" ")
        word = words_of(self.engine.book)
        own = {word(english).casefold(): english for english in _VERBS}
        verb, rest = own.get(verb.casefold(), verb.casefold()), rest.strip()
        if verb in _COUNTED and rest:
            return str(self._counted(verb, rest))
        match verb:
            case "card" | "player" if not rest:
                return self._written(verb)
            case "score":
                return self._score(rest)
            case "winner" if not rest:
                return self._winner()
        raise Unanswered(f"it may ask for {ANSWERS}")

    def _counted(self, verb: str, asked: str) -> int:
        """A number of a symbol; a player's name may stand in front of it."""
        symbol, who = self._symbol(asked)
        seat = TABLE if symbol.kind is Kind.SHARED_TRACK else self._seat(who)
        now = self.engine.measure(self.after, seat, symbol.key)
        was = 0 if self.before is None else self.engine.measure(self.before, seat, symbol.key)
        if was is None or now is None:
            raise Unanswered(f"nobody keeps count of {symbol.name} there")
        if verb == "before" and self.before is None:
            raise Unanswered("nothing is there before the setup")
        return {"before": was, "after": now, "change": abs(now - was)}[verb]

    def _symbol(self, asked: str) -> tuple[Symbol, str]:
        """A symbol, and the name of a player that stands in front of it."""
        name, _, last = asked.rpartition(" ")
        for words, who in ((asked, ""), (last, name)):
            with suppress(NotationError):
                return self.engine.book.symbols.find(words, _KINDS), who
        raise Unanswered(f"“{shown(asked)}” ends with no symbol of the sheet Icons")

    def _seat(self, name: str) -> int:
        names = self.engine.names(self.after)
        try:
            if name or self.row.player:
                return player_named(name or self.row.player, names)
        except MoveError as fault:
            raise Unanswered(str(fault).removesuffix(".")) from None
        raise Unanswered("the row has no player, so it has to name one")

    def _score(self, name: str) -> str:
        shared = {key.casefold(): score for key, score in self.engine.shared_scores(self.after).items()}
        asked = (name or self.row.player).casefold()
        if asked in shared:
            return str(shared[asked])
        return str(self.engine.scores(self.after)[self._seat(name)])

    def _winner(self) -> str:
        scores = self.engine.scores(self.after)
        if not self.engine.over(self.after):
            if self.before is None or self.engine.may_stop(self.after):
                raise Unanswered("nobody has won there, as the game goes on")
            raise Unanswered  # the game is not over, which is told by itself
        names = self.engine.names(self.after)
        best = [name for name, score in zip(names, scores, strict=True) if score == max(scores)]
        return f" {words_of(self.engine.book)('and')} ".join(best)

    def _written(self, column: str) -> str:
        text = str(getattr(self.row, column))
        if not text:
            raise Unanswered(f"the row has nothing under {column.capitalize()}")
        return text
