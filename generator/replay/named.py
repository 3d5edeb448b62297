"""Names in a narration against what happened: who, which card, Layer, row and column, band, ban, winner.

Only what is surely about the step is held against it, so that nothing true is doubted: a player at the
beginning who does something, a card that lies nowhere, a number behind the header of a column that the
named cards have. What a ruleset knows of its tables, bans and bands it says itself (`Engine.places_told`,
`bans_told`, `bands_told`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic

from generator.records.cells import same
from generator.records.notation import Kind
from generator.records.tables import Row
from generator.records.worksheets import is_sample_game
from generator.replay.engine import Engine
from generator.replay.moves import A, F, S
from generator.replay.narrated import LONGEST_TOLD, titled_rows
from generator.replay.script import Script, ScriptRow
from generator.replay.told import CardView, TableView

_DOES = r"(?!is\b|was\b|has\b|’s\b)[a-z]+s\b"
_FIRST = r"(?:(?:With|In|At|Now|Then|So)\b[^.!?]*?\s)?"
"""What may stand before the name at the beginning."""
_COUNTED = (Kind.TOKEN, Kind.ANY_TOKEN, Kind.TRACK, Kind.SHARED_TRACK)
"""Symbols whose numbers are held against what happened elsewhere."""
_WINS = re.compile(r"\b(?P<who>[\w~’'-]+)\s+(?:wins|has won|won)\b(?!\s+the\s+(?:cycle|round|match))")
_PRONOUNS = frozenset({"he", "she", "they", "who"})


class ToldNames(Generic[S, A, F]):
    """The names that narrations of one script may say."""

    def __init__(self, engine: Engine[S, A, F], script: Script) -> None:
        self.engine = engine
        self.script = script
        self._seen: set[str] = set()
        """Cards that rows have named so far, folded."""

    def wrong(self, row: ScriptRow, before: S, after: S, facts: Sequence[F]) -> Iterator[str]:
        """A sentence for each name that is surely another one."""
        self._seen |= {card.strip().casefold() for card in re.split(r"[;,]", f"{row.card};{row.payment}")}
        text = row.narration[:LONGEST_TOLD]
        if not text:
            return
        if row.phase == "end" or row.action == "score":
            yield from self._winner(row, text, after)
            return
        yield from self._actor(row, text, after)
        yield from self._cards(text, before, after)
        yield from self._columns(row, text, facts)
        yield from self._bans(text, after)
        yield from self._bands(text, before, after)

    # ------------------------------------------------------------ who

    def _winner(self, row: ScriptRow, text: str, after: S) -> Iterator[str]:
        if not self.engine.over(after):
            return
        names, scores = self.engine.names(after), self.engine.scores(after)
        best = [name for name, score in zip(names, scores, strict=True) if score == max(scores)]
        for match in _WINS.finditer(text):
            who = row.player if match["who"].casefold() in _PRONOUNS else match["who"]
            if who in names and who not in best:
                yield f"The narration says “{match[0]}”; the winner is {' and '.join(best)}"

    def _actor(self, row: ScriptRow, text: str, after: S) -> Iterator[str]:
        """A narration that begins with somebody who does something, in a row of somebody else."""
        names = self.engine.names(after)
        others = [name for name in names if name.casefold() != row.player.casefold()]
        if not row.player or len(others) == len(names) or re.search(rf"\b{re.escape(row.player)}\b", text):
            return
        told = f"{row.card} {row.payment} {row.gains}"
        for name in others:
            begins = re.match(rf"{_FIRST}{re.escape(name)}\s+{_DOES}", text)
            if begins and not re.search(rf"\b{re.escape(name)}\b", told):
                yield f"The narration says what {name} does; this row is of {row.player}"
                return

    # ------------------------------------------------------------ which card

    def _cards(self, text: str, before: S, after: S) -> Iterator[str]:
        """A card that lies open nowhere, and that no row has named so far."""
        wanted = [
            (title, sheet)
            for sheet, titles in self._titles.items()
            for title in titles
            if title in text and title.casefold() not in self._seen
        ]
        if not wanted:
            return
        lying = {*self._lying(before), *self._lying(after)}
        for title, sheet in wanted:
            lies = any(title.casefold() in there for there in lying)
            if not lies and not lying.isdisjoint(self._folded[sheet]) and _names_card(text, title):
                yield f"The narration names “{title}”, which lies nowhere on the table"

    @cached_property
    def _folded(self) -> Mapping[str, Collection[str]]:
        return {sheet: {title.casefold() for title in titles} for sheet, titles in self._titles.items()}

    @cached_property
    def _titles(self) -> Mapping[str, Sequence[str]]:
        """Titles of four letters at least, by the sheets of which rows name cards, but for those of two."""
        named = {row.card.strip().casefold() for row in self.script.steps}
        everywhere = {
            sheet: {title for _, title in titled_rows(table) if len(title) > 3}
            for sheet, table in self.engine.book.tables.items()
            if not is_sample_game(sheet)
        }
        times = Counter(title for titles in everywhere.values() for title in titles)
        titles: dict[str, Sequence[str]] = {}
        for sheet, here in everywhere.items():
            if sum(title.casefold() in named for title in here) > 1:
                titles[sheet] = sorted(title for title in here if times[title] == 1)
        return titles

    def _lying(self, state: S) -> Iterator[str]:
        """The titles on the table, folded."""
        view: TableView = self.engine.table(state, self.script)
        cards: Iterable[CardView | None] = (card for row in view.rows for card in row.cards)
        yield from (card.title.casefold() for card in cards if card is not None)

    # ------------------------------------------------------------ Layers, rows, columns

    def _columns(self, row: ScriptRow, text: str, facts: Sequence[F]) -> Iterator[str]:
        """“Layer 4” has to be the Layer of a card that is named, or what was looked up."""
        known = self._known_columns(row, text, facts)
        for word, values in known.items():
            for match in re.finditer(rf"\b({re.escape(word)})\s+(\d{{1,2}}|[A-Z])\b", text, re.IGNORECASE):
                if match[2] not in values:
                    there = " or ".join(sorted(values))
                    yield f"The narration says “{match[0]}”; here it is {match[1]} {there}"

    def _known_columns(self, row: ScriptRow, text: str, facts: Sequence[F]) -> Mapping[str, set[str]]:
        known = {word.casefold(): {*values} for word, values in self.engine.places_told(facts).items()}
        capital = (word for word in re.findall(r"\w+", text) if word[0].isupper())
        named = [card for word in {*map(same, capital)} for card, _ in self._by_word.get(word, ())]
        own = same(row.card)
        longest = max(re.findall(r"\w+", own), key=len, default="")
        named += [card for card, title in self._by_word.get(longest, ()) if same(title) == own]
        for card in named:
            for key, value in card.values.items():
                if isinstance(value, int) and not isinstance(value, bool) and key not in ("no", "copies"):
                    known.setdefault(key.replace("_", " "), set()).add(str(value))
        symbols = [symbol for symbol in self.engine.book.symbols if symbol.kind in _COUNTED]
        counted = {folded for symbol in symbols for folded in (same(symbol.key), same(symbol.name))}
        return {word: values for word, values in known.items() if len(word) > 2 and same(word) not in counted}

    @cached_property
    def _by_word(self) -> Mapping[str, Sequence[tuple[Row, str]]]:
        """The cards with their titles by each longer word of these."""
        by_word: dict[str, list[tuple[Row, str]]] = {}
        for sheet in self._titles:
            for row, title in titled_rows(self.engine.book[sheet]):
                for word in {word for word in re.findall(r"\w+", same(title)) if len(word) > 3}:
                    by_word.setdefault(word, []).append((row, title))
        return by_word

    # ------------------------------------------------------------ bans and bands

    def _bans(self, text: str, after: S) -> Iterator[str]:
        bans, actions = self.engine.bans_told(after), self._actions
        if bans is None or not actions:
            return
        plain = "|".join(map(re.escape, actions))
        forbids = rf"\b(?:no\s+(?P<a>{plain})\s+for\b|forbids\s+(?P<b>{plain})\b|"
        for match in re.finditer(rf"{forbids}(?P<c>{plain})s?\s+(?:is|are)\s+(?:banned|forbidden))", text):
            if actions[match["a"] or match["b"] or match["c"]] not in bans:
                named = [name for name, key in actions.items() if key in bans]
                there = f"what is forbidden is {' and '.join(named)}" if named else "nothing is forbidden"
                yield f"The narration says “{match[0]}”; {there}"

    @cached_property
    def _actions(self) -> Mapping[str, str]:
        """The names of actions, and their symbols."""
        symbols = self.engine.book.symbols
        return {symbol.name: symbol.key for symbol in symbols if symbol.kind is Kind.ACTION}

    def _bands(self, text: str, before: S, after: S) -> Iterator[str]:
        every, true = self.engine.bands_told(before, after)
        for name in every:
            found = re.search(rf"\b(?:is|are|stands|becomes|stays)\s+{re.escape(name)}\b", text)
            if found and name not in true:
                yield f"The narration says “{found[0]}”; it is {' or '.join(sorted(true))}"


def _names_card(text: str, title: str) -> bool:
    """Whether a title stands in a text as a name: one word at the beginning of a sentence may be any word."""
    named = re.search(rf"(?<![\w’-]){re.escape(title)}(?![\w-])", text)
    begins = named is not None and re.search(r"(?:^|[.!?:]\s+)$", text[: named.start()])
    return named is not None and (" " in title or not begins)
