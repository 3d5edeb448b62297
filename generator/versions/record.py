"""The record of what was printed: `printed/record.json`, a line a piece, sorted, made to be kept in git.

It is sealed with a checksum, so that one that was damaged, merged or changed by hand is noticed. It may come
from a stranger like everything in a game folder: nothing in it is believed but texts, counts and digests.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from generator import __version__
from generator.ground.fence import unit
from generator.ground.files import (
    MB,
    Unreadable,
    delete,
    entries_of,
    is_file_inside,
    is_folder_inside,
    is_link,
    make_folder,
    read_bounded,
    write_all,
)
from generator.ground.problems import Failed, Problem, error
from generator.ground.project import Project
from generator.sheets.amounts import MOST_FACES, MOST_PIECES
from generator.svg.drawn import DIGITS
from generator.versions.pieces import PieceRecord, Snapshot, StatedCell

PRINTED, RECORD, FACES, EARLIER = "printed", "record.json", "faces.pdf", "earlier"
"""The folder in the game folder, and what lies in it."""
WORKBOOK_FILES = ("card_data.xlsx", "card_data.ods")
"""The workbook of the print, as it was; of a folder of .csv files none is kept."""
MOST_RECORD = 60 * MB
MOST_FACES_PDF = 100 * MB
MOST_EARLIER = 10
"""As many older records are kept."""
MOST_FACTS = 300_000
MOST_VALUES = 400
"""Cells of one piece."""
LONGEST = 40_000
"""Signs of one text; a cell holds 32,767."""
FORMAT = 1
_SEALED = re.compile(r'(.*\n)"seal": "([0-9a-f]{64})"\n\}\n?', re.DOTALL)
_DIGEST = re.compile(rf"([0-9a-f]{{{DIGITS}}})?")
_SHA = re.compile(r"([0-9a-f]{64})?")
_MARK = re.compile(r"[0-9A-Za-z]{0,8}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_OLDER = re.compile(r"\d{4}-\d{2}-\d{2}(-\d{1,4})?\.json")
_PIECE = [entry.name for entry in fields(PieceRecord)]
_PATTERNS = {"mark": _MARK, "front": _DIGEST, "back": _DIGEST}
"""How some texts of a piece have to look."""
_WHERE = f"{PRINTED}/{RECORD}"
_MEND = (
    f"Take back one that pnp wrote, from {PRINTED}/{EARLIER} or from git, or delete it and run pnp printed."
)


def print_day() -> str:
    """Today, or the day of SOURCE_DATE_EPOCH if that is set: `2026-11-20`."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    with suppress(ValueError, OverflowError, OSError):
        return dt.datetime.fromtimestamp(int(seconds), dt.UTC).date().isoformat()
    return time.strftime("%Y-%m-%d")


# ---------------------------------------------------------------- reading


def read_record(project: Project) -> Snapshot | None:
    """What was printed last, as it was recorded; None if nothing was. Raises Failed for a damaged record."""
    path = project.root / PRINTED / RECORD
    try:
        content = read_bounded(path, inside=project.root, most=MOST_RECORD)
    except Unreadable as unreadable:
        if unreadable.missing and not os.path.lexists(path):
            return None
        raise Failed(error(_WHERE, unreadable.what, unreadable.mend)) from None
    return record_of(content, _WHERE)


def kept_workbook(project: Project) -> Path | None:
    """The workbook as it was at the last print; None if none is kept."""
    places = (project.root / PRINTED / kind for kind in WORKBOOK_FILES)
    return next((path for path in places if is_file_inside(path, project.root)), None)


def printed_workbook(project: Project) -> Path:
    """The workbook as it was at the last print. Raises Failed if none is kept."""
    kept = kept_workbook(project)
    if kept is None:
        mend = "Run pnp printed when you have printed, or name what to compare with, such as HEAD."
        raise Failed(error(PRINTED, "No workbook of a print is kept.", mend))
    return kept


def record_of(content: bytes, where: str) -> Snapshot:
    """The Snapshot of a record's bytes; `where` names the file. Raises Failed."""
    with unit("record", where):
        try:
            return _snapshot(content)
        except _Damaged as damaged:
            raise Failed(error(where, str(damaged), _MEND)) from None


class _Damaged(Exception):
    """Its text says why a record cannot be read."""


_NO_RECORD = "This is no record of a print, or a damaged one."
_EDITED = "The record was changed by hand or damaged: it does not go with its seal."


def _snapshot(content: bytes) -> Snapshot:
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
        sealed = _SEALED.fullmatch(text)
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise _Damaged(_NO_RECORD) from None
    if sealed is None or not isinstance(record, dict):
        raise _Damaged(_NO_RECORD)
    if hashlib.sha256(sealed[1].encode()).hexdigest() != sealed[2]:
        raise _Damaged(_EDITED)
    if record.get("format") != FORMAT:
        raise _Damaged("The record was written by another version of pnp, and this one cannot read it.")
    pieces, facts = record.get("pieces"), record.get("facts")
    if not isinstance(pieces, list) or not isinstance(facts, list):
        raise _Damaged(_NO_RECORD)
    if len(pieces) > MOST_FACES or len(facts) > MOST_FACTS:
        raise _Damaged(f"The record has more than {MOST_FACES:,} pieces or {MOST_FACTS:,} other cells.")
    snapshot = Snapshot(
        game=_text(record.get("game")),
        version=_text(record.get("version")),
        pieces=tuple(map(_piece, pieces)),
        facts=tuple(map(_fact, facts)),
        printed=_text(record.get("printed"), _DAY),
        faces=_text(record.get("faces"), _SHA),
        made_by=_text(record.get("pnp")),
    )
    if len({piece.place for piece in snapshot.pieces}) < len(snapshot.pieces):
        raise _Damaged("The record has a piece twice.")
    return snapshot


def _piece(record: Any) -> PieceRecord:
    if not isinstance(record, dict) or set(record) != set(_PIECE) or not isinstance(record["values"], dict):
        raise _Damaged(_NO_RECORD)
    copies, values = record["copies"], record["values"]
    if type(copies) is not int or not 0 <= copies <= MOST_PIECES or len(values) > MOST_VALUES:
        raise _Damaged("The record has a count that no print can have.")
    names = [name for name in _PIECE if name not in ("copies", "values")]
    texts = {name: _text(record[name], _PATTERNS.get(name)) for name in names}
    cells = tuple(sorted((_text(column), _text(text)) for column, text in values.items()))
    return PieceRecord(**texts, copies=copies, values=cells)


def _fact(record: Any) -> StatedCell:
    if not isinstance(record, list) or len(record) != 4:
        raise _Damaged(_NO_RECORD)
    return StatedCell(*map(_text, record))


def _text(text: Any, pattern: re.Pattern[str] | None = None) -> str:
    fits = isinstance(text, str) and len(text) <= LONGEST and _can_be_written(text)
    if not fits or (pattern is not None and not pattern.fullmatch(text)):
        raise _Damaged(_NO_RECORD)
    return str(text)


def _can_be_written(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


# ---------------------------------------------------------------- writing


def record_text(snapshot: Snapshot) -> str:
    """A Snapshot as the text of its record: the same Snapshot, the same text."""
    head = {
        "format": FORMAT,
        "pnp": snapshot.made_by,
        "game": snapshot.game,
        "version": snapshot.version,
        "printed": snapshot.printed,
        "faces": snapshot.faces,
    }
    lines = ["{", *(f"{_json(name)}: {_json(value)}," for name, value in head.items())]
    pieces = [_json(_told(piece)) for piece in sorted(snapshot.pieces, key=_order)]
    facts = [_json([cell.sheet, cell.row, cell.field, cell.text]) for cell in sorted(snapshot.facts)]
    lines += ['"pieces": [', *_parted(pieces), "],", '"facts": [', *_parted(facts), "],"]
    body = "".join(f"{line}\n" for line in lines)
    return f'{body}"seal": "{hashlib.sha256(body.encode()).hexdigest()}"\n}}\n'


def _told(piece: PieceRecord) -> Mapping[str, Any]:
    return {name: dict(piece.values) if name == "values" else getattr(piece, name) for name in _PIECE}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parted(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"{line}," for line in lines[:-1])
    yield from lines[-1:]


def _order(piece: PieceRecord) -> tuple[str, list[tuple[int, str]], str]:
    """By component, then as people count: 2 before 10."""
    parts = re.split(r"(\d+)", piece.identity)
    counted = [(len(part.lstrip("0")) if part.isdecimal() else -1, part) for part in parts]
    return piece.component, counted, piece.title


def write_record(
    project: Project, snapshot: Snapshot, *, faces: bytes | None = None, workbook: Path | None = None
) -> Snapshot:
    """Record a print, with its faces.pdf and its workbook if there are any; the record before it is kept.

    Returns the Snapshot as it is recorded. Raises Failed; then everything is as it was.
    """
    snapshot = _dated(snapshot, faces)
    folder = project.root / PRINTED
    text = record_text(snapshot).encode()
    record_of(text, _WHERE)  # what this program could not read again it does not write
    try:
        _refuse_links(project, folder)
        before = {name: _content(folder / name, project) for name in (RECORD, FACES, *WORKBOOK_FILES)}
        now: dict[str, bytes | None] = {FACES: faces} if faces is not None else {}
        if workbook is not None:
            now[workbook.name] = _content(workbook, project)
        now[RECORD] = text
        contents: dict[Path, tuple[bytes | None, bytes]] = {}
        old = before[RECORD]
        if old is not None and old != text:
            make_folder(folder / EARLIER, inside=project.root)
            contents[folder / EARLIER / _free_name(folder / EARLIER, old)] = (None, old)
        for name, content in now.items():
            if content is not None and before[name] != content:
                contents[folder / name] = (before[name], content)
        write_all(contents, inside=project.root)
    except Unreadable as unreadable:
        raise Failed(error(PRINTED, unreadable.what, unreadable.mend)) from None
    except OSError as fault:
        flaw = f"The record cannot be written: {fault.strerror or fault}."
        mend = f"See that the folder {PRINTED} may be written and that the disk is not full, then try again."
        raise Failed(error(PRINTED, flaw, mend)) from fault
    for name in before.keys() - now.keys():
        delete(folder / name)
    for path in older_records(project)[:-MOST_EARLIER]:
        delete(path)
    return snapshot


def _dated(snapshot: Snapshot, faces: bytes | None) -> Snapshot:
    return replace(
        snapshot,
        pieces=tuple(sorted(snapshot.pieces, key=_order)),
        facts=tuple(sorted(snapshot.facts)),
        printed=snapshot.printed or print_day(),
        faces=hashlib.sha256(faces).hexdigest() if faces is not None else "",
        made_by=__version__,
    )


def _refuse_links(project: Project, folder: Path) -> None:
    """Make the folder. Raises Failed if it, or what is to be written in it, is a link or no file."""
    books = (folder / kind for kind in WORKBOOK_FILES)
    for path in (folder, folder / EARLIER, folder / RECORD, folder / FACES, *books):
        if is_link(path):
            raise Failed(_in_the_way(project, path, "a link"))
    for path in (folder, folder / EARLIER):
        if os.path.lexists(path) and not is_folder_inside(path, project.root):
            raise Failed(_in_the_way(project, path, "a file"))
    make_folder(folder, inside=project.root)


def _in_the_way(project: Project, path: Path, kind: str) -> Problem:
    where = path.relative_to(project.root).as_posix()
    return error(where, f"{where} is {kind}, and what is recorded cannot be written.", "Rename or delete it.")


def _content(path: Path, project: Project) -> bytes | None:
    """What a file holds that may be replaced; None if there is none. Raises Unreadable."""
    if not os.path.lexists(path):
        return None
    return read_bounded(path, inside=project.root, most=max(MOST_RECORD, MOST_FACES_PDF))


def _free_name(folder: Path, old: bytes) -> str:
    """A name for a record among the older ones: its day, numbered if there is one of that day."""
    try:
        day = record_of(old, _WHERE).printed
    except Failed:
        day = "0000-00-00"
    numbers = [_number(path) for path in entries_of(folder, ending=".json") if path.name.startswith(day)]
    count = max(numbers, default=0) + 1
    return f"{day}.json" if count == 1 else f"{day}-{count}.json"


def _number(older: Path) -> int:
    """Which record of its day it is; 0 for what is none."""
    return int(older.stem[11:] or 1) if _OLDER.fullmatch(older.name) else 0


def older_records(project: Project) -> list[Path]:
    """The records before the last one, oldest first."""
    folder = project.root / PRINTED / EARLIER
    if not is_folder_inside(folder, project.root):
        return []
    names = [path for path in entries_of(folder, ending=".json") if _OLDER.fullmatch(path.name)]
    return sorted(names, key=lambda path: (path.name[:10], _number(path)))
