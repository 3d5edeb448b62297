"""Whether finished files are still what was made: none missing, none more, no page other than it was."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.ground.fence import unit
from generator.ground.files import MB, Unreadable, is_file_inside, look_at, read_bounded
from generator.ground.pdf_record import PageRecord, page_records
from generator.ground.problems import Problem, Severity, error, warning
from generator.ground.units import mm
from generator.press.files_made import FileRecord, FolderRecord
from generator.records.cells import counted
from generator.shops.preflight.unpacked import weigh

_LARGEST = 1_000 * MB
_BOXES = ("page", "BleedBox", "TrimBox")
_EXACT_PT = 0.1
_WORDS = (".txt", ".csv", ".md", ".ini", ".db")
"""Endings of what nobody prints: lists and guides, and what systems leave in folders."""
_UNPRINTED = frozenset({"licences"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeFolder:
    """A folder of finished files, and what is known of how they were made."""

    folder: Path
    shown: str
    """The folder as messages name it."""
    record: FolderRecord
    again: str
    """The command that makes the files anew."""
    gravity: Severity = Severity.ERROR
    """Of a file that was not made with the others."""

    def problem(self, path: str, fault: str, page: int = 0) -> Problem:
        """What is wrong with a file or a page of it."""
        where = f"{self.shown}/{path}" + (f":{page}" if page else "")
        return error(where, fault, f"Run {self.again}; it makes the files anew.")


@dataclass(frozen=True, slots=True)
class Altered:
    """What is not as it was made: the Problems, and the pages by file; page 0 is the file as a whole."""

    problems: tuple[Problem, ...]
    pages: Mapping[str, frozenset[int]]


def altered(folder: MadeFolder, paths: Collection[str], *, two_sided: Collection[str] = ()) -> Altered:
    """Compare the files of these paths with what was noted when they were made.

    `two_sided` are those whose fronts and backs alternate. What is not there or cannot be read is not told.
    """
    contents: dict[str, str] = {}
    problems: list[Problem] = []
    pages: dict[str, frozenset[int]] = {}
    for path in paths:
        record = folder.record.get(path)
        if record is None:
            continue
        with unit("preflight", f"{folder.shown}/{path}", times=1 + len(record.pages) / 10):
            try:
                content = read_bounded(folder.folder / path, inside=folder.folder, most=_LARGEST)
                contents[path] = hashlib.sha256(content).hexdigest()
                if contents[path] != record.sha256 and record.pages:
                    weigh(content)
                    changes = tuple(_pages(record, page_records(content), two_sided=path in two_sided))
                    pages[path] = frozenset(page for page, _ in changes)
                    problems += (folder.problem(path, fault, page) for page, fault in _first_of_each(changes))
            except (Unreadable, ValueError):
                continue  # who looks into it says so
    differ = [path for path, digest in contents.items() if digest != folder.record[path].sha256]
    problems += _wholes(folder, [path for path in differ if not pages.get(path)], contents)
    return Altered(tuple(problems), {path: pages.get(path) or frozenset({0}) for path in differ})


def _wholes(folder: MadeFolder, differ: Sequence[str], contents: Mapping[str, str]) -> Iterator[Problem]:
    """Files whose pages say nothing: pictures, lists, and PDFs that were only written anew."""
    paths: dict[str, str] = {folder.record[path].sha256: path for path in differ}
    shown: set[str] = set()
    for path in differ:
        twin = paths.get(contents[path], "")
        if path in shown:
            continue
        if twin and contents[twin] == folder.record[path].sha256:
            shown.add(twin)
            yield folder.problem(
                path, f"This file and {twin} have changed places: each holds what the other should."
            )
        elif folder.record[path].pages:
            fault = "This file was written anew since it was made, with pages that print the same."
            yield warning(f"{folder.shown}/{path}", fault, f"Run {folder.again} if you did not mean it.")
        else:
            yield folder.problem(path, "This file was changed since it was made.")


def _pages(record: FileRecord, now: Sequence[PageRecord], *, two_sided: bool) -> Iterator[tuple[int, str]]:
    """What is not as it was, with the number of the page where that begins."""
    before = record.pages
    was, drawn = [page.drawn for page in before], [page.drawn for page in now]
    if len(was) != len(drawn):
        yield _count(was, drawn)
        return
    differ = [at for at, (old, new) in enumerate(zip(was, drawn, strict=True)) if old != new]
    if differ and Counter(was) == Counter(drawn):
        first = differ[0]
        place = next(at for at in differ[1:] if drawn[at] == was[first])
        sides = ": a front stands where a back should" if two_sided and (first + place) % 2 else ""
        rest = f" So have {len(differ) - 2} more." if len(differ) > 2 else ""
        yield first + 1, f"Pages {first + 1} and {place + 1} have changed places{sides}.{rest}"
    else:
        rest = f", and so were {len(differ) - 1} more of them" if len(differ) > 1 else ""
        yield from ((at + 1, f"This page was changed since it was made{rest}.") for at in differ)
    for number, (old, new) in enumerate(zip(before, now, strict=True), start=1):
        yield from ((number, change) for change in _boxes(old.boxes, new.boxes))


def _first_of_each(changes: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """What is true of several pages, only at the first of them."""
    pages: dict[str, int] = {}
    for page, change in changes:
        pages.setdefault(change, page)
    yield from ((page, change) for change, page in pages.items())


def _count(was: Sequence[str], drawn: Sequence[str]) -> tuple[int, str]:
    """Pages that are missing or too many, with where the first of them would be or is."""
    shorter = min(len(was), len(drawn))
    first = next((at for at in range(shorter) if was[at] != drawn[at]), shorter)
    which = f"what was page {first + 1} is missing" if len(drawn) < len(was) else "this one is too many"
    there, made = (counted(len(pages), "page") for pages in (drawn, was))
    return first + 1, f"The file has {there}, and {made} were made: {which}."


def _boxes(was: Sequence[float], now: Sequence[float]) -> Iterator[str]:
    """The boxes of a page that are not as they were; one that follows from an outer one only there."""
    for number, name in enumerate(_BOXES):
        old, new = was[4 * number : 4 * number + 4], now[4 * number : 4 * number + 4]
        if any(abs(a - b) > _EXACT_PT for a, b in zip(old, new, strict=True)):
            yield f"The {name} {_told(new)}, and was made with {_told(old).removeprefix('is ')}."
            return


def _told(box: Sequence[float]) -> str:
    left, bottom, right, top = (mm(edge) for edge in box)
    return f"is {right - left:.1f} × {top - bottom:.1f} mm at {left:.1f}, {bottom:.1f} mm"


def strangers(
    folder: MadeFolder, listed: Collection[str], *, folders: Collection[str] | None = None
) -> Iterator[Problem]:
    """Files that were not made with the others.

    `folders` are those at the top that are looked into; None is all, and the top itself.
    """

    def parts(path: Path) -> tuple[str, ...]:
        return path.relative_to(folder.folder).parts

    def enters(path: Path) -> bool:
        first = parts(path)[0]
        return (
            not path.name.startswith(".")
            and first not in _UNPRINTED
            and (folders is None or first in folders)
        )

    def wants(path: Path) -> bool:
        at_top = len(parts(path)) == 1 and folders is not None
        return not (at_top or path.name.startswith(".") or path.suffix.lower() in _WORDS)

    state = look_at(folder.folder, enters=enters, wants=wants)
    for path in sorted(state.files if state is not None else ()):
        name = "/".join(parts(path))
        if name not in listed:
            fault = "This file was not made with the others."
            mend = "Take it away, so that nobody prints or uploads it."
            yield Problem(folder.gravity, f"{folder.shown}/{name}", fault, mend)


def missing(folder: MadeFolder, looked_at: Collection[str]) -> Iterator[Problem]:
    """Files that were made and are gone, but for those that somebody looks at by their name."""
    for path in folder.record:
        if path not in looked_at and not is_file_inside(folder.folder / path, folder.folder):
            yield folder.problem(path, "This file was made, and is not there.")


def unrecorded(folder: MadeFolder, paths: Iterable[str]) -> Iterator[Problem]:
    """That nobody can tell whether the files are as they were made."""
    if any(path not in folder.record for path in paths):
        fault = "It is not noted how all of these files were made, so a change since then is not seen."
        yield warning(folder.shown, fault, f"Run {folder.again}; it makes them anew, and notes it.")
