"""The log of a game: lines of JSON that are only ever added to, each on the disk before it counts.

The first line says which game it is; the others are moves, what was taken back, notes, who sits where, and
when somebody went on with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from generator.ground.files import Unreadable, append, entries_of, make_folder, read_bounded
from generator.ground.problems import Failed, error

FOLDER = "plays"
"""Where the logs of a game folder lie."""
ENDING = ".jsonl"
LARGEST_LOG = 8_000_000
MOST_MOVES = 20_000
LONGEST_NOTE = 2_000
VERSION = 1


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move of a seat: its row as cells, and who made it (`person`, `bot` or `rules`)."""

    seat: int
    cells: Mapping[str, str]
    by: str
    why: str = ""
    at: int = -1
    """Its place among the legal actions: of two that read alike it says which."""


@dataclass(frozen=True, slots=True)
class TableNote:
    """A remark of somebody at the table; `at` is after how many moves, `card` may be empty."""

    text: str
    card: str
    at: int
    by: str
    when: str


@dataclass(frozen=True, slots=True)
class Opening:
    """What the first line says: the ruleset by its sample game's sheet, names, seed, and the setup rows."""

    sheet: str
    names: tuple[str, ...]
    seed: int
    setup: str
    """The setup rows as the text of a script; empty for a game without rules."""
    begun: str = ""


@dataclass(slots=True)
class GameLog:
    """A log, as far as it was written. Without a `path` it is kept in memory alone."""

    opening: Opening
    path: Path | None = None
    root: Path | None = None
    """The game folder, out of which nothing is written."""
    moves: list[LoggedMove] = field(default_factory=list)
    """Those that were not taken back."""
    notes: list[TableNote] = field(default_factory=list)
    kinds: tuple[str, ...] = ()
    """Who holds each seat."""
    loads: list[tuple[str, str]] = field(default_factory=list)
    """When somebody went on with it, and who."""
    marked: bool = False
    """Whether somebody took back more than tables agree on."""
    torn: bool = False
    """Whether the last line was not written whole."""

    def add(self, **facts: Any) -> None:
        """Write a line, and wait until it is on the disk. Raises Failed."""
        if self.path is None or self.root is None:
            return
        line = json.dumps(facts, ensure_ascii=False, sort_keys=True) + "\n"
        content = b"\n" * self.torn + line.encode("utf-8", "replace")
        try:
            append(self.path, content, inside=self.root)
        except OSError as fault:
            flaw = f"The move cannot be written down: {fault.strerror or fault}."
            raise Failed(error(f"{FOLDER}/{self.path.name}", flaw, "Make room, then move again.")) from None
        self.torn = False

    def take(self, facts: Mapping[str, Any]) -> None:
        """Count a line that was written."""
        if "cells" in facts:
            self.moves.append(_move(facts))
        elif "keep" in facts:
            del self.moves[max(0, int(facts["keep"])) :]
            self.marked |= bool(facts.get("free"))
        elif "note" in facts:
            self.notes.append(_note(facts))
        elif "loaded" in facts:
            self.loads.append((str(facts["loaded"])[:40], str(facts.get("by", ""))[:80]))
        elif "seats" in facts:
            self.kinds = tuple(map(str, facts["seats"]))

    def write(self, **facts: Any) -> None:
        """Write a line and count it. Raises Failed."""
        self.add(**facts)
        self.take(facts)


def begun_log(opening: Opening, kinds: Sequence[str], root: Path | None) -> GameLog:
    """The log of a new game in a game folder; in memory alone without one. Raises Failed."""
    record = GameLog(opening, root=root, kinds=tuple(kinds))
    if root is None:
        return record
    folder = root / FOLDER
    try:
        make_folder(folder, inside=root)
    except OSError as fault:
        raise Failed(
            error(FOLDER, f"It cannot be made: {fault.strerror or fault}.", "See to the folder’s rights.")
        ) from None
    stem, number = now()[:19].replace(":", "-"), 1
    path = folder / f"{stem}{ENDING}"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{ENDING}"
    record.path = path
    facts = {"sheet": opening.sheet, "names": opening.names, "seed": opening.seed, "setup": opening.setup}
    record.add(game=VERSION, begun=now(), **facts)
    record.write(seats=list(kinds))
    return record


def read_log(path: Path, *, inside: Path | None) -> GameLog:
    """A log that was written. A last line that is not whole does not count. Raises Failed."""
    try:
        content = read_bounded(path, inside=inside, most=LARGEST_LOG)
    except Unreadable as fault:
        raise Failed(error(path.name, str(fault), "Name a file of the folder plays.")) from None
    *lines, last = content.decode("utf-8", "replace").split("\n")
    facts = list(_facts(lines))
    try:
        first = facts[0] if facts else {}
        names = tuple(str(name)[:40] for name in first["names"])
        opening = Opening(str(first["sheet"]), names, int(first["seed"]), str(first["setup"]), first["begun"])
        record = GameLog(opening, path, inside, torn=bool(last))
        for line in facts[1 : MOST_MOVES + 1]:
            record.take(line)
    except (KeyError, TypeError, ValueError):
        raise Failed(
            error(path.name, "This is no log of a game.", "Name a file that pnp play has written.")
        ) from None
    return record


def logs_in(root: Path) -> list[Path]:
    """The logs of a game folder, the newest last."""
    plays = root / FOLDER
    return sorted(entries_of(plays, ending=ENDING)) if plays.is_dir() else []


def notes_in(root: Path) -> list[tuple[str, TableNote]]:
    """The notes of all games of a folder, each with the name of its log."""
    listed = []
    for path in logs_in(root):
        try:
            listed += [(path.stem, note) for note in read_log(path, inside=root).notes]
        except Failed:
            continue
    return listed


def names_piece(card: str, title: str) -> bool:
    """Whether a note about a card is about the piece of a title; `Ice 2` is `Ice` with a remark behind."""
    return card.casefold() == title.casefold() or card.casefold().startswith(f"{title.casefold()} ")


def now() -> str:
    """The time, as logs say it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _facts(lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            facts = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(facts, dict):
            yield facts


def _move(facts: Mapping[str, Any]) -> LoggedMove:
    cells = {str(column): str(text) for column, text in facts["cells"].items()}
    by, why = str(facts.get("by", "")), str(facts.get("why", ""))
    return LoggedMove(int(facts["seat"]), cells, by, why, int(facts.get("at", -1)))


def _note(facts: Mapping[str, Any]) -> TableNote:
    text, card = str(facts["note"])[:LONGEST_NOTE], str(facts.get("card", ""))[:200]
    return TableNote(text, card, int(facts["at"]), str(facts.get("by", ""))[:80], str(facts.get("when", "")))
