"""What differs, in words: lines for a terminal, a text for players, and data for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from generator.records.cells import brief
from generator.versions.compare import Difference, FieldChange, PiecePair, StatedChange
from generator.versions.pieces import PieceRecord

_LONGEST = 60
"""Signs of a cell in a line for a terminal."""
_IDENTIFYING = ("component", "identity", "title", "copies", "mark")
"""What is said of each piece for other programs."""

Beside = Callable[[str], Iterable[str]]
"""What else is said of a piece with a title, a line each."""


def _nothing(_title: str) -> Iterable[str]:
    return ()


def difference_text(differs: Difference, old: str, new: str, beside: Beside = _nothing) -> str:
    """All that differs, component by component, then sheet by sheet; `old` and `new` name the two sides."""
    if not differs:
        return f"Nothing differs between {old} and {new}."
    lines = [f"{headline(differs)} between {old} and {new}.", ""]
    for name in _components(differs):
        lines += [name, *(f"  {line}" for line in _component_lines(differs, name, beside)), ""]
    for sheet, changes in groupby(differs.facts, key=lambda change: change.sheet):
        lines += [sheet, *(f"  {line}" for line in _fact_lines(list(changes))), ""]
    return "\n".join(lines).rstrip()


def headline(differs: Difference) -> str:
    """How much differs: `2 added, 1 removed, 8 changed`."""
    looks = sum(bool(pair.looks) for pair in differs.pairs)
    parts = (
        (len(differs.added), "added"),
        (len(differs.removed), "removed"),
        (len(differs.differing), "changed" + (f" ({looks} of them look different)" if looks else "")),
        (len(differs.facts), "other cells" if len(differs.facts) != 1 else "other cell"),
    )
    return ", ".join(f"{count:,} {noun}" for count, noun in parts if count) or "Nothing"


def _components(differs: Difference) -> list[str]:
    """The components of which anything differs, in the order of the new side."""
    pieces = (*differs.added, *differs.removed, *(pair.new for pair in differs.differing))
    touched = {piece.component for piece in pieces}
    return [name for name in differs.components if name in touched]


def _component_lines(differs: Difference, name: str, beside: Beside) -> Iterator[str]:
    yield from (f"+ {_named(piece)}" for piece in differs.added if piece.component == name)
    yield from (f"- {_named(piece)}" for piece in differs.removed if piece.component == name)
    for pair in differs.differing:
        if pair.new.component == name:
            yield from _pair_lines(pair)
            yield from (f"    {line}" for line in beside(pair.new.title))


def _named(piece: PieceRecord) -> str:
    return piece.title + (f" × {piece.copies}" if piece.copies != 1 else "")


def _pair_lines(pair: PiecePair) -> Iterator[str]:
    looks = f"  [{' and '.join(pair.looks)} {'look' if len(pair.looks) > 1 else 'looks'} different]"
    yield f"~ {pair.new.title}{looks if pair.looks else ''}"
    yield from (f"    {pair_sentence}" for pair_sentence in pair_sentences(pair))


def pair_sentences(pair: PiecePair) -> Iterator[str]:
    """What became of a piece, a short line each: `Cost: 2E → 3E`."""
    if pair.renamed:
        yield f"was {pair.old.title}"
    if pair.old.component != pair.new.component:
        yield f"moved from {pair.old.component} to {pair.new.component}"
    elif pair.moved:
        yield f"No: {pair.old.identity} → {pair.new.identity}"
    if pair.old.copies != pair.new.copies:
        yield f"Copies: {pair.old.copies} → {pair.new.copies}"
    for change in told_fields(pair):
        yield f"{change.field}: {_cell(change.old)} → {_cell(change.new)}"


def told_fields(pair: PiecePair) -> Iterator[FieldChange]:
    """The cells of a piece that say something else, but for those that are told otherwise."""
    copied = pair.old.copies != pair.new.copies
    for change in pair.fields:
        if change.old == pair.old.title and change.new == pair.new.title:
            continue
        if (change.field == "Copies" and copied) or (change.field == "No" and pair.moved):
            continue
        yield change


def _cell(text: str) -> str:
    line = " ".join(text.split())
    return "(empty)" if not line else line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def _fact_lines(changes: Sequence[StatedChange]) -> Iterator[str]:
    for row, cells in groupby(changes, key=lambda change: change.row):
        stated_changes = list(cells)
        if all(not change.old for change in stated_changes):
            yield f"+ {row}: {_cells(stated_changes, new=True)}"
        elif all(not change.new for change in stated_changes):
            yield f"- {row}: {_cells(stated_changes, new=False)}"
        else:
            yield from (f"~ {fact_sentence(change)}" for change in stated_changes)


def _cells(changes: Iterable[StatedChange], *, new: bool) -> str:
    return _cell(
        ", ".join(text for change in changes if (text := change.new if new else change.old) != change.row)
    )


def fact_sentence(change: StatedChange) -> str:
    """A cell of another sheet: `Start Energy: 3 → 4`."""
    return f"{change.place}: {_cell(change.old)} → {_cell(change.new)}"


# ---------------------------------------------------------------- for players


def changelog(differs: Difference) -> str:
    """What differs, in plain sentences for players, to be pasted where they read it."""
    old, new = differs.old, differs.new
    since = f", changes since {old.version}" if old.version != new.version else ""
    lines = [line for name in _components(differs) for line in _section(differs, name)]
    lines += _rules(differs)
    return (
        "\n".join([f"{new.game} {new.version}{since}", "", *(lines or ["Nothing changed."])]).rstrip() + "\n"
    )


def _section(differs: Difference, name: str) -> Iterator[str]:
    lines = [f"- New: {_named(piece)}." for piece in differs.added if piece.component == name]
    lines += [f"- Removed: {piece.title}." for piece in differs.removed if piece.component == name]
    pairs = [pair for pair in differs.pairs if pair.new.component == name]
    lines += [f"- {sentence}" for pair in pairs if (sentence := _sentence(pair))]
    redrawn = [pair.new.title for pair in pairs if pair.looks and not _sentence(pair)]
    if redrawn:
        names = ", ".join(map(brief, redrawn)) if len(redrawn) <= 6 else f"{len(redrawn)} pieces"
        lines.append(f"- Drawn anew: {names}.")
    if lines:
        yield from (name, *lines, "")


def _sentence(pair: PiecePair) -> str:
    """What became of a piece in a sentence; nothing if only its looks changed."""
    parts: list[str] = []
    if pair.renamed:
        parts.append(f"was called {pair.old.title} before")
    if pair.old.component != pair.new.component:
        parts.append(f"came from {pair.old.component}")
    if pair.old.copies != pair.new.copies:
        was, is_now = pair.copies
        parts.append(f"is there {_times(is_now)}, no longer {_times(was)}")
    parts += (_changed(*change) for change in told_fields(pair))
    return f"{pair.new.title}: {'; '.join(parts)}." if parts else ""


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _changed(name: str, old: str, new: str) -> str:
    if not old:
        return f"{name} is {_quoted(new)} now"
    return (
        f"{name} is {_quoted(new)}, it was {_quoted(old)}"
        if new
        else f"{name} is empty now, it was {_quoted(old)}"
    )


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"“{line}”" if " " in line and len(line) > 12 else line


def _rules(differs: Difference) -> Iterator[str]:
    for sheet, changes in groupby(differs.facts, key=lambda change: change.sheet):
        yield sheet
        yield from (f"- {_changed(change.place, change.old, change.new)}." for change in changes)
        yield ""


# ---------------------------------------------------------------- for other programs


def difference_json(differs: Difference, old: str, new: str) -> str:
    """All that differs as JSON."""
    record = {
        "old": {"name": old, "game": differs.old.game, "version": differs.old.version},
        "new": {"name": new, "game": differs.new.game, "version": differs.new.version},
        "added": [_piece(piece) for piece in differs.added],
        "removed": [_piece(piece) for piece in differs.removed],
        "changed": [_pair(pair) for pair in differs.differing],
        "cells": [change._asdict() for change in differs.facts],
        "pieces_that_differ": differs.count,
    }
    return json.dumps(record, indent=1)


def _piece(piece: PieceRecord) -> dict[str, Any]:
    return {name: getattr(piece, name) for name in _IDENTIFYING}


def _pair(pair: PiecePair) -> dict[str, Any]:
    return {
        **_piece(pair.new),
        "was": _piece(pair.old),
        "renamed": pair.renamed,
        "moved": pair.moved,
        "looks_different": list(pair.looks),
        "since_print": str(pair.since_print),
        "fields": [change._asdict() for change in pair.fields],
    }
