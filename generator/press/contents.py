"""What lies where in the output folder: a list for people, and the same as data for the next build."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import MISSING, asdict, fields
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, get_type_hints

from generator.ground.files import MB, Unreadable, is_file_inside, read_bounded
from generator.ground.output import CONTENTS, README, Stage
from generator.ground.project import program_text
from generator.press.files_made import write_folder_record
from generator.press.printing import OutputFile
from generator.press.summing import ink_told, set_told
from generator.records.edition import Edition
from generator.records.languages import Lexicon
from generator.sheets.sheet import PAPERS

_LINE = 98
_MOST_LISTED, _MOST_SAID = 5 * MB, 200
"""Bytes of the list as data, and letters of a word in it."""
_MOST_COUNTED = 10**10
"""Of bytes, square centimetres and pieces."""
_MOST_PAGES = 100_000
_LATER = {field.name: field.default for field in fields(OutputFile) if field.default is not MISSING}
_KINDS = get_type_hints(OutputFile)
"""The type of each field."""
_OURS = re.compile(
    rf"({'|'.join(paper.name for paper in PAPERS)})/[\w.-]{{1,200}}_\1(_[\w-]{{1,40}}){{0,5}}(-\d+)?"
    r"\.(pdf|svg|dxf)"
)
"""The names that `printing` and the booklets give."""


@cache
def guide() -> tuple[tuple[str, str], ...]:
    """What the list for people says first: paragraphs, each behind the pattern of files that it is for."""
    paragraphs = tomllib.loads(program_text("output_guide.toml"))["paragraph"]
    return tuple((paragraph.get("files", ""), paragraph["text"]) for paragraph in paragraphs)


def write_contents(
    stage: Stage,
    output: Path,
    edition: Edition,
    files: Sequence[OutputFile],
    *,
    complete: Iterable[str] = (),
    errands: Iterable[str] = (),
) -> None:
    """Describe the new files and those of earlier builds that stay.

    `complete` names the papers whose whole set was made: what an earlier build in the same language left
    there and this one did not make again is stale and is deleted. So are the earlier sheets of each component
    that was made whole, on the same paper. `errands` names the papers of which a reprint was made: the older
    ones there go.
    """
    new = {file.path: file for file in files}
    papers, reprinted, listed = set(complete), set(errands), dict(new)
    whole = {(file.paper, file.name) for file in files if file.name and not file.partial}
    for old in listed_files(output):
        if old.path in new:
            continue
        same = old.language == edition.language
        again = (old.paper, old.name) in whole and not old.partial
        older = old.paper in reprinted and old.path.endswith("_reprint.pdf")
        if same and (old.paper in papers or again or older):
            stage.stale.append(old.path)
        elif is_file_inside(output / old.path, output):
            listed[old.path] = old
    every = [listed[path] for path in sorted(listed)]
    data = json.dumps([asdict(file) for file in every], indent=1, ensure_ascii=False)
    stage.write(CONTENTS, f"{data}\n".encode())
    stage.write(README, contents_text(edition, every, fresh=new).encode())
    write_folder_record(stage, output, listed)


def contents_text(
    edition: Edition, files: Sequence[OutputFile], *, fresh: Container[str] | None = None
) -> str:
    """The list for people, paper by paper, in the words of the edition.

    What holds only some pieces, for one errand, stands apart; so do those that are not `fresh`, by their
    paths: they are from an earlier errand.
    """
    word = edition.word
    names = " ".join(f"{file.path} {file.kind} use:{file.use} size:{file.size}" for file in files)
    errand = [file for file in files if file.partial and (fresh is None or file.path in fresh)]
    earlier = [file for file in files if file.partial and file not in errand]
    lines = [f"{edition.game} v{edition.version}"]
    for needed, text in guide():
        if re.search(needed, names):
            lines += ["", *(text if text not in word else wrapped(word(text))).splitlines()]
    lines += _totals([file for file in files if file.language == edition.language], word)
    there = [file for file in files if not file.partial]
    lines += _listed("", [file for file in there if file.language == edition.language], word)
    others = [file for file in there if file.language != edition.language]
    lines += _listed("in another language, and no part of this set", others, word)
    lines += _listed("for this errand alone, and no part of the set", errand, word)
    lines += _listed("from an earlier errand: not current, and no part of the set", earlier, word)
    return "\n".join(lines) + "\n"


def _totals(files: Sequence[OutputFile], word: Lexicon) -> Iterator[str]:
    """How much paper and ink one set takes, paper by paper."""
    for paper in sorted({file.paper for file in files if not file.partial}):
        own = [file for file in files if file.paper == paper]
        totals = [*set_told(own, word), *ink_told(own, word)]
        yield from ("", *wrapped(f"{paper}: {' '.join(totals)}").splitlines())


def _listed(title: str, files: Sequence[OutputFile], word: Lexicon) -> Iterator[str]:
    """Some files paper by paper, under a line that is their `title`, if there is one."""
    for paper in sorted({file.paper for file in files}):
        yield from ("", f"{paper}/{f', {word(title)}' if title else ''}", "")
        own = [file for file in files if file.paper == paper]
        width = max(len(PurePosixPath(file.path).name) for file in own)
        yield from (f"  {PurePosixPath(file.path).name:<{width}}  {about(file, word)}" for file in own)


def about(file: OutputFile, word: Lexicon | None = None) -> str:
    """One line about a file."""
    word = word or Lexicon()
    if file.aside:
        return f"{file.component}: {', '.join(word(part) for part in (file.kind, file.said) if part)}"
    paper = _counted(file.sheets, "1 sheet of paper", "{count} sheets of paper", word)
    sides = f", {word(f'both sides, flip on the {file.flip} edge')}" if file.flip else ""
    pieces = _counted(file.pieces, "1 piece", "{count} pieces", word)
    pieces += f" {word('of {size}', size=file.size)}" if file.size else ""
    sides += f", {word(file.said)}" if file.said else ""
    if file.light and file.ink:
        sides += f", {word('ink on {light} % (else {full} %)', light=file.ink, full=file.full_ink)}"
    return f"{file.component}: {pieces}, {paper}, {word.numbered(file.kind)}{sides}"


def _counted(count: int, single: str, several: str, word: Lexicon) -> str:
    return word(single) if count == 1 else word(several, count=count)


def wrapped(text: str) -> str:
    """A paragraph in lines as long as those of the English list; a number and its % stay together."""
    bound = text.replace(" %", "\u00a0%")
    lines = textwrap.fill(bound, _LINE, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\u00a0%", " %")


def listed_files(output: Path) -> list[OutputFile]:
    """The files that earlier builds listed. Whatever else the list holds is not believed."""
    data = _data(output)
    entries = [_file(entry) for entry in data] if isinstance(data, list) else []
    by_path = {file.path: file for file in entries if file is not None and _OURS.fullmatch(file.path)}
    return list(by_path.values())


def list_is_unusable(output: Path) -> bool:
    """Whether there is a list, and not all that it holds can be believed."""
    data = _data(output)
    return data is not None and not (isinstance(data, list) and len(listed_files(output)) == len(data))


def _data(output: Path) -> Any:
    """What stands in the list; None if there is none, and an empty text for what is no list."""
    try:
        return json.loads(read_bounded(output / CONTENTS, inside=output, most=_MOST_LISTED))
    except Unreadable as fault:
        return None if fault.missing else ""
    except (ValueError, RecursionError):
        return ""


def _file(entry: Any) -> OutputFile | None:
    if not isinstance(entry, dict):
        return None
    entry = {**_LATER, **entry}  # lists of older builds do not know them
    if entry.keys() != _KINDS.keys():
        return None
    if any(not isinstance(entry[name], kind) for name, kind in _KINDS.items()):
        return None
    texts = (text for text in entry.values() if isinstance(text, str))
    sane = all(len(text) <= _MOST_SAID and text.isprintable() for text in texts)
    counts = (count for count in entry.values() if isinstance(count, int))
    sane = sane and all(0 <= count <= _MOST_COUNTED for count in counts) and entry["pages"] <= _MOST_PAGES
    return OutputFile(**entry) if sane else None
