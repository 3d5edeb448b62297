"""The script of a game: rows that people write, from the sheet `Sample Game` or a text file.

A row is a step: round, phase, player, action, card, payment, gains, narration. In a text file the
columns are parted by `|` or tabs, `#` begins a comment, and a header line may name the columns. An
empty Round, Phase or Player is the one of the row above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from types import MappingProxyType

from generator.games.meaning_made.rules.errors import shown
from generator.ground.problems import Problem, error
from generator.records.tables import Table, slug

SHEET = "Sample Game"
COLUMNS = ("round", "phase", "player", "action", "card", "payment", "gains", "narration")
LARGEST_TEXT = 1_000_000
MOST_ROWS = 5_000
LONGEST_CELL = 500
"""Letters of a cell that is read as a move; the longest of a game has some eighty."""
LONGEST_LIST = 100_000
"""Letters of a cell that is told or lists a deck."""

PHASES: Mapping[str, str] = MappingProxyType(
    {
        "setup": "setup", "start": "setup", "0": "setup",
        "event": "event", "events": "event", "1": "event",
        "turn": "turn", "turns": "turn", "player turns": "turn", "player turn": "turn", "2": "turn",
        "window": "window", "stability window": "window", "stability": "window", "3": "window",
        "end": "end", "scores": "end", "scoring": "end", "end of game": "end",
    }
)  # fmt: skip
"""What people write for a phase, to the word that the replay uses."""

ACTIONS: Mapping[str, str] = MappingProxyType(
    {
        "seat": "seat", "player": "seat", "sit": "seat",
        "seed": "seed", "deck": "deck", "order": "deck", "variant": "variant",
        "reveal": "reveal", "event": "reveal", "flip": "reveal",
        "gather": "gather", "take": "gather", "gathers": "gather",
        "load": "load", "loads": "load",
        "contribute": "contribute", "contributes": "contribute", "contribution": "contribute",
        "touchpoint": "touchpoint", "touch": "touchpoint",
        "accept": "accept", "accepts": "accept", "decline": "decline", "declines": "decline",
        "recycle": "recycle", "recycles": "recycle",
        "convert": "convert", "converts": "convert", "conversion": "convert",
        "pass": "pass", "passes": "pass", "end turn": "end turn",
        "donate": "donate", "donates": "donate", "donation": "donate", "give": "donate",
        "keep": "keep", "keeps": "keep", "no donation": "keep",
        "lose": "lose", "loses": "lose", "choose": "lose", "gain": "gain",
        "score": "score", "scores": "score",
    }
)  # fmt: skip
"""What people write for an action, to the word that the replay uses."""


@dataclass(frozen=True, slots=True)
class ScriptRow:
    """One row as it was written, with the blanks filled in; `places` says where each column stands."""

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

    def at(self, column: str) -> str:
        """The place of a column for a Problem."""
        return self.places.get(column, self.places.get("", ""))


@dataclass(frozen=True, slots=True)
class Script:
    """A script that could be read; `source` is what it was read from."""

    source: str
    rows: tuple[ScriptRow, ...]

    @property
    def setup(self) -> tuple[ScriptRow, ...]:
        """The rows before the first round."""
        return tuple(row for row in self.rows if row.phase == "setup")

    @property
    def steps(self) -> tuple[ScriptRow, ...]:
        """The rows of the game."""
        return tuple(row for row in self.rows if row.phase != "setup")


def script_from_table(table: Table) -> tuple[Script, tuple[Problem, ...]]:
    """The script in a sheet of the workbook."""
    raw = (
        (
            {column: _text(row.values.get(column)) for column in COLUMNS},
            {column: row.at(column) for column in COLUMNS},
        )
        for row in table
    )
    return _script(table.name, raw)


def script_from_text(text: str, source: str) -> tuple[Script, tuple[Problem, ...]]:
    """The script in a text file; `source` names it in Problems as `source:line`."""
    name = shown(PurePath(source).name)
    if len(text) > LARGEST_TEXT:
        what = f"The file has {len(text):,} characters."
        return Script(name, ()), (error(name, what, f"A script has at most {LARGEST_TEXT:,}."),)
    return _script(name, _lines(text, name))


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()


def _lines(text: str, name: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    columns: Sequence[str] = COLUMNS
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = [cell.strip() for cell in re.split(r"\t|\|", line)]
        named = [slug(cell) for cell in cells]
        if {"action", "player"} <= set(named) <= {*COLUMNS, ""}:
            columns = named
            continue
        row = dict.fromkeys(COLUMNS, "") | dict(zip(columns, cells, strict=False))
        yield row, {"": f"{name}:{number}"}


def _script(
    source: str, raw: Iterable[tuple[Mapping[str, str], Mapping[str, str]]]
) -> tuple[Script, tuple[Problem, ...]]:
    rows: list[ScriptRow] = []
    problems: list[Problem] = []
    above = ScriptRow(0, 0, "setup", "", "", "", "", "", "", {})
    for number, (cells, places) in enumerate(raw, start=1):
        if number > MOST_ROWS:
            problems.append(error(source, f"The script has more than {MOST_ROWS:,} rows.", "Shorten it."))
            break
        row, found = _row(number, cells, places, above)
        problems.extend(found)
        if row is not None:
            rows.append(row)
            above = row
    return Script(source, tuple(rows)), tuple(problems)


def _row(
    number: int, cells: Mapping[str, str], places: Mapping[str, str], above: ScriptRow
) -> tuple[ScriptRow | None, tuple[Problem, ...]]:
    """A row with its blanks filled in. A row that has no action at all is narration only."""
    blank = replace(above, number=number, places=places)
    for column in COLUMNS:
        most = LONGEST_LIST if column in ("narration", "payment") else LONGEST_CELL
        if len(cells[column]) > most:
            what = f"The {column} of this row has {len(cells[column]):,} characters."
            return None, (error(blank.at(column), what, f"Write at most {most:,}."),)
    phase = PHASES.get(_fold(cells["phase"]), "") if cells["phase"] else above.phase
    if cells["phase"] and not phase:
        known = "setup, event, turn, window or end"
        return None, (_unreadable(blank, "phase", cells["phase"], f"Write {known}."),)
    action = ACTIONS.get(_fold(cells["action"]), "")
    if not action:
        known = ", ".join(dict.fromkeys(ACTIONS.values()))
        return None, (_unreadable(blank, "action", cells["action"], f"Write one of {known}."),)
    turned = above.round
    if cells["round"]:
        found = re.fullmatch(r"(?:round|r)?\s*(\d{1,3})(?:\.0)?", cells["round"].casefold())
        if found is None:
            return None, (_unreadable(blank, "round", cells["round"], "Write its number."),)
        turned = int(found[1])
    inherits = phase == above.phase and turned == above.round and phase == "turn"
    player = cells["player"] or (above.player if inherits else "")
    rest = {column: cells[column] for column in ("card", "payment", "gains", "narration")}
    return ScriptRow(number, turned, phase, player, action, **rest, places=places), ()


def _unreadable(row: ScriptRow, column: str, text: str, mend: str) -> Problem:
    written = (
        f"“{shown(text)}” is no {column} that the script knows." if text else f"The row has no {column}."
    )
    return error(row.at(column), written, mend)


def _fold(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", " ", text.casefold()).split())
