"""Numbers in a narration against what happened: “a Chronicle of four Insight” has to be one.

A number counts if it stands right beside a symbol's name or icon. Behind it (“Meaning 5”, `{meaning} at 3`)
it is a value: what somebody who acts or is named had or has. In front of it (`4 {insight}`, “three more
Insight”) it is an amount: a change, what the row pays, what is printed on a card that the row or the
narration names; what somebody has, beside a word such as “has”; what the rules say, in a sentence about what
may be. What the row states is right in both. Signs are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from generator.records.cells import same
from generator.records.notation import Change as PrintedChange
from generator.records.notation import Effect, Kind, NotationError, Requirement, Symbol, Symbols
from generator.records.tables import Row
from generator.records.worksheets import FIELDS, ICONS, is_sample_game
from generator.replay.engine import Engine
from generator.replay.moves import TABLE, A, F, S
from generator.replay.script import ScriptRow

NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
_WORDS = {word: number for number, word in enumerate(NUMBERS.split(), start=1)}
_KINDS = (Kind.TOKEN, Kind.TRACK, Kind.SHARED_TRACK)
_NUMBER = rf"(\d{{1,4}}|(?:{'|'.join(_WORDS)})(?=\W))"
_BEFORE = re.compile(rf"(?<![\w.,/]){_NUMBER}(?:\s+(?:more|further|extra|other))?\s*$", re.IGNORECASE)
_BEHIND = re.compile(
    rf"\s+(?:(?P<verb>is|at|to|of|stands at|stood at)\s+(?!one\b){_NUMBER}(?![\w/])(?![.,]\d)"
    r"|(\d{1,4})(?=\s*(?:[.,;:!?)\u2014\u2013](?!\d)|$)))",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:at|has|have|had|having|holds?|held|with|keeps?|left|owns?|still|is|are|all|of|only|but|these|those|her"
    r"|his|their|its)\W+(?:\w+\W+)?$",
    re.IGNORECASE,
)
"""What stands before an amount that somebody has."""
_MAY_BE = re.compile(
    r"\b(?:worth|first|second|third|every|each|spaces?|places?|most|least|cap|limit|next|if|unless|until"
    r"|may|might|will|would|could|can|needs?|wants?|lack\w*|open|asks?|costs?|for)\b",
    re.IGNORECASE,
)
"""Words of a sentence about what may be, and not about what has happened."""
_WHEN = {"to": "after", "stands at": "after", "stood at": "before"}
"""Words that say at which end of the step something is so much."""
REACH = 30
"""Letters beside a symbol in which its number is looked for."""
LONGEST_TOLD = 2_000
"""Letters of a narration that are looked at."""
SHORTEST_WORD = 4
"""Letters of a word that names a card without the rest of its title."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A number beside a symbol, and the words in which it stands there."""

    count: int
    symbol: Symbol
    said: str
    value: bool = False
    """Whether it is how much there is, and not how much of it."""
    when: str = ""
    """`before` or `after` the step, if its words say which."""
    before: str = ""
    """The words before it in its sentence."""
    sentence: str = ""


class Numbers(Generic[S, A, F]):
    """The numbers that narrations of one game may say; what is printed is looked up when it is needed."""

    def __init__(self, engine: Engine[S, A, F]) -> None:
        self.engine = engine
        self.symbols = engine.book.symbols
        counted = [symbol for symbol in self.symbols if symbol.kind in _KINDS]
        names = sorted({symbol.name for symbol in counted if symbol.name}, key=len, reverse=True)
        self._by_name = {symbol.name.casefold(): symbol for symbol in counted}
        plain = "|".join(map(re.escape, names))
        self._names = re.compile(rf"\b({plain})s?\b", re.IGNORECASE) if plain else None

    def mentions(self, text: str) -> Iterator[Mention]:
        """The numbers beside symbols, in their order."""
        text = text[:LONGEST_TOLD]
        spans = sorted(self._spans(text), key=lambda span: span[:2])
        starts = {start for start, _, _ in spans}
        for start, end, symbol in spans:
            match = _BEFORE.search(text[max(start - REACH, 0) : start])
            if match is not None:
                at = max(start - REACH, 0) + match.start()
                sentence = _sentence(text, at)
                count, said, words = _value(match[1]), text[at:end], text[sentence.start : at]
                yield Mention(count, symbol, said, before=words, sentence=text[sentence])
                continue
            match = _BEHIND.match(text, end)
            if match is not None and not _followed(text, match.end(), starts):
                said, verb = text[start : match.end()], match["verb"] or ""
                when = _WHEN.get(verb.casefold(), "")
                yield Mention(_value(match[2] or match[3]), symbol, said, value=True, when=when)

    def _spans(self, text: str) -> Iterator[tuple[int, int, Symbol]]:
        icons = [*self.symbols.marks(text)]
        for start, end in icons:
            symbol = _found(text[start:end].strip("{} "), self.symbols)
            if symbol is not None:
                yield start, end, symbol
        for match in self._names.finditer(text) if self._names is not None else ():
            if not any(start <= match.start() < end for start, end in icons):
                yield match.start(), match.end(), self._by_name[match[1].casefold()]

    def wrong(
        self, row: ScriptRow, before: S, after: S, facts: Sequence[F]
    ) -> Iterator[tuple[Mention, tuple[int, ...]]]:
        """The numbers of a narration that nothing in the step is, and those that there are."""
        for mention in self.mentions(row.narration):
            numbers: set[int] = set()
            for source in self._sources(row, before, after, facts, mention):
                numbers |= {abs(number) for number in source()}
                if mention.count in numbers:
                    break
            else:
                yield mention, tuple(sorted(numbers))

    def _sources(
        self, row: ScriptRow, before: S, after: S, facts: Sequence[F], mention: Mention
    ) -> Iterator[Callable[[], Iterable[int]]]:
        """Where the number of a mention may come from, the nearest first."""
        symbol = mention.symbol
        if not mention.value:
            seats = self._subjects(row, mention, after)
            yield lambda: self._moved(before, after, facts, symbol.key, seats)
            yield lambda: self._printed(row, symbol)
        yield lambda: self._stated(row, symbol)
        if mention.value or row.action == "score" or _HOLDS.search(mention.before):
            states = {"before": (before,), "after": (after,)}.get(mention.when, (before, after))
            yield lambda: self._held(row, states, symbol.key)
        if mention.value or _MAY_BE.search(mention.sentence):
            yield lambda: self.engine.numbers_told(row, before, after, symbol.key)

    def _seats(self, after: S, symbol: str) -> Sequence[int]:
        """Who may have so much of a symbol."""
        shared = self.symbols[symbol].kind is Kind.SHARED_TRACK
        return (TABLE,) if shared else range(len(self.engine.names(after)))

    def _subjects(self, row: ScriptRow, mention: Mention, after: S) -> Collection[int]:
        """Whom a number may be about: whoever is named before it in its sentence, and the row's player.

        Where nobody is named it may be anybody.
        """
        names, text = self.engine.names(after), mention.before.casefold()
        named = {
            seat for seat, name in enumerate(names) if re.search(rf"\b{re.escape(name.casefold())}\b", text)
        }
        own = self.engine.seat(row, after)
        return named | {own} if named and own is not None else named or range(len(names))

    def _moved(
        self, before: S, after: S, facts: Sequence[F], symbol: str, subjects: Collection[int]
    ) -> Iterator[int]:
        """The changes of some players, one by one and together, or of what all share."""
        for seat in (seat for seat in self._seats(after, symbol) if seat == TABLE or seat in subjects):
            was, now = (self.engine.measure(state, seat, symbol) for state in (before, after))
            if was is not None and now is not None:
                shifts = [shift.asked for shift in self.engine.changes(facts, seat, symbol)]
                gains = sum(change for change in shifts if change > 0)
                yield from (now - was, *shifts, sum(shifts), gains)

    def _held(self, row: ScriptRow, states: Sequence[S], symbol: str) -> Iterator[int]:
        """How much there is in some states, on the table or of whoever acts or is named."""
        names, text = self.engine.names(states[0]), row.narration.casefold()
        for seat in self._seats(states[0], symbol):
            named = seat != TABLE and re.search(rf"\b{re.escape(names[seat].casefold())}\b", text)
            if named or seat in (TABLE, self.engine.seat(row, states[0])):
                for state in states:
                    have = self.engine.measure(state, seat, symbol)
                    yield from () if have is None else (have,)

    def _stated(self, row: ScriptRow, symbol: Symbol) -> Iterator[int]:
        """What the row pays and states."""
        spellings = {symbol.key, symbol.code, symbol.emoji, symbol.name} - {""}
        wanted = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
        counted = re.compile(rf"(\d{{1,4}})\s*(?:{wanted})(?!\w)", re.IGNORECASE)
        reached = re.compile(rf"(?:{wanted})\s*[=:]?\s*(\d{{1,4}})", re.IGNORECASE)
        for cell in (row.card, row.payment, row.gains):
            for pattern in (counted, reached):
                yield from map(int, pattern.findall(cell[:LONGEST_TOLD]))

    # ------------------------------------------------------------ what is printed

    def _printed(self, row: ScriptRow, symbol: Symbol) -> Iterator[int]:
        """The numbers of a symbol on every card that the row or its narration names."""
        words = {*re.findall(r"\w+", same(row.narration)), *re.findall(r"\w+", same(row.card))}
        named = {card.at(""): card for word in words for card in self._cards.get(word, ())}
        for card in named.values():
            yield from _on_card(card, symbol)

    @cached_property
    def _cards(self) -> dict[str, list[Row]]:
        """The rows of the workbook by each longer word of their titles."""
        by_title: dict[str, list[Row]] = {}
        sheets = self.engine.book.tables.items()
        told = (table for name, table in sheets if name not in (FIELDS, ICONS) and not is_sample_game(name))
        for card, title in titled_rows(row for table in told for row in table):
            words = re.findall(r"\w+", same(title))
            for word in {word for word in words if len(word) >= SHORTEST_WORD or len(words) == 1}:
                by_title.setdefault(word, []).append(card)
        return by_title


def titled_rows(table: Iterable[Row]) -> Iterator[tuple[Row, str]]:
    """The rows of a sheet that have a title or a name, each with it."""
    for row in table:
        title = row.values.get("title") or row.values.get("name")
        if isinstance(title, str):
            yield row, title


def _on_card(card: Row, symbol: Symbol) -> Iterator[int]:
    for key, value in card.values.items():
        if isinstance(value, Requirement):
            yield value.count(symbol.key)
        elif isinstance(value, Effect):
            changes = [part for part in value.parts if isinstance(part, PrintedChange)]
            yield from (change.amount for change in changes if change.symbol == symbol.key)
        elif isinstance(value, int) and key in {same(symbol.key), same(symbol.name)}:
            yield value


def _found(spelling: str, symbols: Symbols) -> Symbol | None:
    if spelling in symbols:
        return symbols[spelling] if symbols[spelling].kind in _KINDS else None
    try:
        return symbols.find(spelling, _KINDS)
    except NotationError:
        return None


def _sentence(text: str, at: int) -> slice:
    """The sentence in which a place lies."""
    ends = [match.end() for match in re.finditer(r"[.!?:;](?=\s)", text)]
    return slice(
        max((end for end in ends if end <= at), default=0),
        min((e for e in ends if e > at), default=len(text)),
    )


def _value(text: str) -> int:
    return _WORDS.get(text.casefold()) or int(text)


def _followed(text: str, end: int, starts: set[int]) -> bool:
    """Whether a number counts the symbol behind it."""
    gap = re.compile(r"\s*(?:(?:more|further|extra|other)\s+)?").match(text, end)
    return gap is not None and gap.end() in starts
