"""What a folder of finished files held when it was made: digests, and of PDFs their pages.

It lies in the folder itself and is not sealed. A forged one makes a wrong statement about files, which are
looked at all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.ground.files import MB, Unreadable, read_bounded
from generator.ground.output import RECORD, Stage
from generator.ground.pdf_record import MOST_PAGES, PageRecord

_MOST_BYTES, _MOST_FILES, _LONGEST = 20 * MB, 50_000, 400
_SHA256, _DRAWN = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{16}")
_EDGES = 12
_LARGEST = 1e6


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file as it was made."""

    sha256: str
    pages: tuple[PageRecord, ...] = ()
    """None for what is no PDF."""


FolderRecord = Mapping[str, FileRecord]
"""The files by their paths below the folder."""


def write_list(stage: Stage, name: str, entries: Iterable[str]) -> None:
    """A list of entries, each as JSON on a line of its own."""
    lines = ",\n".join(entries)
    stage.write(name, f"[\n{lines}\n]\n".encode("utf-8", "replace"))


def read_list(folder: Path, name: str, *, most: int) -> list[Any]:
    """The entries of such a list; none if it is no list, or has more than `most`."""
    try:
        stored = json.loads(read_bounded(folder / name, inside=folder, most=_MOST_BYTES))
    except (Unreadable, ValueError, RecursionError):
        return []
    return stored if isinstance(stored, list) and len(stored) <= most else []


def write_folder_record(stage: Stage, folder: Path, paths: Iterable[str]) -> None:
    """Note the files of these paths: those that the stage has, else what was noted of them before."""
    before = folder_record(folder)
    lines: list[str] = []
    for path in sorted(paths):
        if path in stage.hashes:
            now = FileRecord(stage.hashes[path], stage.pages.get(path, ()))
        elif path in before:
            now = before[path]
        else:
            continue
        pages = [[page.drawn, *page.boxes] for page in now.pages]
        lines.append(json.dumps([path, now.sha256, pages], ensure_ascii=False, separators=(",", ":")))
    write_list(stage, RECORD, lines)


def folder_record(folder: Path) -> FolderRecord:
    """What is noted in a folder. Nothing else that the note may hold is believed."""
    listed = read_list(folder, RECORD, most=_MOST_FILES)
    return {
        entry[0]: FileRecord(entry[1], tuple(map(_page, entry[2]))) for entry in listed if _is_file(entry)
    }


def _page(page: Any) -> PageRecord:
    return PageRecord(page[0], tuple(float(edge) for edge in page[1:]))


def _is_file(entry: Any) -> bool:
    if not isinstance(entry, list) or len(entry) != 3 or not isinstance(entry[2], list):
        return False
    path, sha256, pages = entry
    named = isinstance(path, str) and len(path) <= _LONGEST and path.isprintable()
    whole = isinstance(sha256, str) and _SHA256.fullmatch(sha256)
    return bool(named and whole and len(pages) <= MOST_PAGES and all(map(_is_page, pages)))


def _is_page(page: Any) -> bool:
    if not isinstance(page, list) or len(page) != 1 + _EDGES or not isinstance(page[0], str):
        return False
    return bool(_DRAWN.fullmatch(page[0])) and all(map(_is_edge, page[1:]))


def _is_edge(edge: Any) -> bool:
    return isinstance(edge, int | float) and not isinstance(edge, bool) and -_LARGEST <= edge <= _LARGEST
