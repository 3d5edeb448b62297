"""The script of a game: rows that people write, from the sheet `Sample Game` or a text file.

A row is a step: round, phase, player, action, card, payment, gains, narration. In a text file the
columns are parted by `|` or tabs, `#` begins a comment, and a header line may name the columns. An
empty Round, Phase or Player is the one of the row above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import NamedTuple

from generator.ground.problems import Problem, error
from generator.records.cells import listed
from generator.records.tables import Table, slug
from generator.replay.errors import shown

COLUMNS = ("round", "phase", "player", "action", "card", "payment", "gains", "narration")
LARGEST_TEXT = 1_000_000
MOST_ROWS = 5_000
LONGEST_CELL = 500
"""Letters of a cell that is read as a move; the longest of a game has some eighty."""
LONGEST_LIST = 100_000
"""Letters of a cell that is told or lists a deck."""

READ_AGAIN = "(read again) "
"""Stands before a narration whose step is not what it was when somebody wrote it."""

DRAFT = "(draft) "
"""Stands before a narration that a person has still to write: a new sample game has such for each row."""

_FIRST_PHASES = {"setup": "setup", "start": "setup", "0": "setup"}
_LAST_PHASES = {"end": "end", "scores": "end", "scoring": "end", "end of game": "end"}
_SEATS = {"seat": "seat", "player": "seat", "sit": "seat"}
_FIRST_ACTIONS = {**_SEATS, "seed": "seed", "deck": "deck", "order": "deck"}
_LAST_ACTIONS = {"score": "score", "scores": "score"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game's script: what people write, to the word that the game's engine uses.

    Setup and end, seats, seeds, decks and scores are every game's. In a phase of `inheriting` a row without
    a player is that of the row above. `more` names columns that this game has beside those of every script.
    `deeds` are outcomes in a word, such as “accepted”. `called` are words of the engine for which messages
    and written scripts have another one, which has to be among those that people write.
    """

    phases: Mapping[str, str]
    actions: Mapping[str, str]
    inheriting: frozenset[str] = frozenset()
    deeds: Mapping[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)

    def phase(self, text: str) -> str:
        """The phase that somebody wrote; empty if there is none such."""
        return self.all_phases.get(folded(text), "")

    def action(self, text: str) -> str:
        """The action that somebody wrote; empty if there is none such."""
        return self.all_actions.get(folded(text), "")

    def said(self, word: str) -> str:
        """The engine's word for a phase or an action, as people read it."""
        return self.called.get(word, word)

    @property
    def all_phases(self) -> Mapping[str, str]:
        """The game's phases between those of every game."""
        return {**_FIRST_PHASES, **self.phases, **_LAST_PHASES}

    @property
    def all_actions(self) -> Mapping[str, str]:
        """The game's actions between those of every game."""
        return {**_FIRST_ACTIONS, **self.actions, **_LAST_ACTIONS}

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a script, the narration last."""
        return (*COLUMNS[:-1], *self.more, COLUMNS[-1])


def spellings(text: str) -> Mapping[str, str]:
    """What people may write for the words of an engine, which have these spellings behind bars.

    >>> spellings("weave|weaves, turn over")
    {'weave': 'weave', 'weaves': 'weave', 'turn over': 'turn over'}
    """
    words = (word.split("|") for word in text.split(", "))
    return {spelling: word[0] for word in words for spelling in word}


@dataclass(frozen=True, slots=True)
class ScriptRow:
    """One row as it was written, with the blanks filled in; `places` says where each column stands.

    `action` is the engine's word; `called` is the one for people, if that is another.
    """

    number: int
    round: int
    phase: str
    player: str
    action: str
    card: str
    payment: str
    gains: str
    narration: str
    places: Mapping[str, str]
    more: Mapping[str, str] = field(default_factory=dict)
    called: str = ""

    @property
    def said(self) -> str:
        """The action as messages name it."""
        return self.called or self.action

    @property
    def read_again(self) -> bool:
        """Whether its narration is marked, as a repair does."""
        return self.narration.startswith(READ_AGAIN.strip())

    def at(self, column: str) -> str:
        """The place of a column for a Problem."""
        return self.places.get(column, self.places.get("", ""))

    @property
    def line(self) -> int:
        """Its row in the sheet or its line in the text, else its number."""
        ended = re.search(r"[0-9]+$", self.at("action"))
        return int(ended[0]) if ended else self.number


@dataclass(frozen=True, slots=True)
class Script:
    """A script that could be read; `source` is what it was read from."""

    source: str
    rows: tuple[ScriptRow, ...]
    unread: int = 0
    """How many rows could not be read."""

    @property
    def setup(self) -> tuple[ScriptRow, ...]:
        """The rows before the first round."""
        return tuple(row for row in self.rows if row.phase == "setup")

    @property
    def steps(self) -> tuple[ScriptRow, ...]:
        """The rows of the game."""
        return tuple(row for row in self.rows if row.phase != "setup")


def script_from_table(table: Table, words: Vocabulary) -> tuple[Script, tuple[Problem, ...]]:
    """The script in a sheet of the workbook."""
    raw = (
        (
            {column: _text(row.values.get(column)) for column in words.columns},
            {column: row.at(column) for column in words.columns},
        )
        for row in table
    )
    return _script(table.name, raw, words)


def script_from_text(text: str, source: str, words: Vocabulary) -> tuple[Script, tuple[Problem, ...]]:
    """The script in a text file; `source` names it in Problems as `source:line`."""
    name = shown(PurePath(source).name)
    if len(text) > LARGEST_TEXT:
        fault = f"The file has {len(text):,} characters."
        return Script(name, ()), (error(name, fault, f"A script has at most {LARGEST_TEXT:,}."),)
    return _script(name, _lines(text, name, words.columns), words)


def script_from_lines(lines: Iterable[ScriptLine], words: Vocabulary) -> Script:
    """The script that rows to write will be; the rows are numbered from 1."""
    nowhere: Mapping[str, str] = {}
    raw = ((cells_of(line, words), nowhere) for line in lines)
    return _script("script", raw, words)[0]


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()


def _lines(text: str, name: str, known: tuple[str, ...]) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    columns: Sequence[str] = known
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = [cell.strip() for cell in re.split(r"\t|\|", line)]
        named = [slug(cell) for cell in cells]
        if {"action", "player"} <= set(named) <= {*known, ""}:
            columns = named
            continue
        row = dict.fromkeys(known, "") | dict(zip(columns, cells, strict=False))
        yield row, {"": f"{name}:{number}"}


def _script(
    source: str, raw: Iterable[tuple[Mapping[str, str], Mapping[str, str]]], words: Vocabulary
) -> tuple[Script, tuple[Problem, ...]]:
    rows: list[ScriptRow] = []
    problems: list[Problem] = []
    above = ScriptRow(0, 0, "setup", "", "", "", "", "", "", {})
    unread = 0
    for number, (cells, places) in enumerate(raw, start=1):
        if number > MOST_ROWS:
            problems.append(error(source, f"The script has more than {MOST_ROWS:,} rows.", "Shorten it."))
            break
        row, faults = _row(number, cells, places, above, words)
        problems.extend(faults)
        if row is not None:
            rows.append(row)
            above = row
        else:
            unread += 1
    return Script(source, tuple(rows), unread), tuple(problems)


def _row(
    number: int, cells: Mapping[str, str], places: Mapping[str, str], above: ScriptRow, words: Vocabulary
) -> tuple[ScriptRow | None, tuple[Problem, ...]]:
    """A row with its blanks filled in. A row that has no action at all is narration only."""
    blank = replace(above, number=number, places=places)
    for column in words.columns:
        most = LONGEST_LIST if column in ("narration", "payment") else LONGEST_CELL
        if len(cells[column]) > most:
            fault = f"The {column} of this row has {len(cells[column]):,} characters."
            return None, (error(blank.at(column), fault, f"Write at most {most:,}."),)
    phase = words.phase(cells["phase"]) if cells["phase"] else above.phase
    if cells["phase"] and not phase:
        phases = [words.said(word) for word in dict.fromkeys(words.all_phases.values())]
        return None, (_unreadable(blank, "phase", cells["phase"], f"Write {listed(phases, 'or')}."),)
    action = words.action(cells["action"])
    if not action:
        actions = ", ".join(map(words.said, dict.fromkeys(words.all_actions.values())))
        return None, (_unreadable(blank, "action", cells["action"], f"Write one of {actions}."),)
    turned = above.round
    if cells["round"]:
        match = re.fullmatch(r"(?:round|r)?\s*(\d{1,3})(?:\.0)?", cells["round"].casefold())
        if match is None:
            return None, (_unreadable(blank, "round", cells["round"], "Write its number."),)
        turned = int(match[1])
    inherits = phase == above.phase and turned == above.round and phase in words.inheriting
    player = cells["player"] or (above.player if inherits else "")
    rest = {column: cells[column] for column in ("card", "payment", "gains", "narration")}
    extra = {column: cells[column] for column in words.more}
    called = words.called.get(action, "")
    row = ScriptRow(number, turned, phase, player, action, **rest, places=places, more=extra, called=called)
    return row, ()


def _unreadable(row: ScriptRow, column: str, text: str, mend: str) -> Problem:
    written = (
        f"“{shown(text)}” is no {column} that the script knows." if text else f"The row has no {column}."
    )
    return error(row.at(column), written, mend)


def folded(text: str) -> str:
    """A word as those of a vocabulary are kept: in small letters, without signs, with single blanks."""
    return " ".join(re.sub(r"[^\w\s]", " ", text.casefold()).split())


class ScriptLine(NamedTuple):
    """One row of a script to write, as text; `more` runs parallel to the vocabulary's."""

    round: int
    phase: str
    player: str = ""
    action: str = ""
    card: str = ""
    payment: str = ""
    gains: str = ""
    narration: str = ""
    more: tuple[str, ...] = ()


def line_of(row: ScriptRow) -> ScriptLine:
    """A row that was read, as a row to write."""
    return ScriptLine(*(getattr(row, column) for column in COLUMNS))._replace(more=tuple(row.more.values()))


def cells_of(line: ScriptLine, words: Vocabulary) -> dict[str, str]:
    """The cells of a row to write, by column, in the words that people read."""
    line = line._replace(phase=words.said(line.phase), action=words.said(line.action))
    cells = dict(zip(COLUMNS, map(str, line[: len(COLUMNS)]), strict=True))
    extra = dict(zip(words.more, line.more or ("",) * len(words.more), strict=True))
    return {column: {**cells, **extra}[column] for column in words.columns}


def lines_text(lines: Iterable[ScriptLine], words: Vocabulary) -> str:
    """Rows as a text file: columns parted by tabs, which a spreadsheet takes apart; the header first."""
    cells = [list(words.columns), *(list(cells_of(line, words).values()) for line in lines)]
    return "".join("\t".join(map(_on_one_line, row)).rstrip("\t") + "\n" for row in cells)


def _on_one_line(cell: str) -> str:
    """A cell's text without what would end it or its row."""
    return re.sub(r"\s*[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+\s*", " ", cell)
