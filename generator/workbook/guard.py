"""What is made sure of a file before anything of it is believed to be a workbook.

A workbook may come from a stranger. The file is read once, within bounds: how large it is, what it
unpacks to, how much XML its parts hold. Only the parts that are needed are parsed, as a stream; what else
lies in the file (charts, pictures, pivot tables, links, macros) is unpacked once to see that it is whole.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat

from generator.ground.files import Unreadable, is_folder_inside, read_bounded
from generator.ground.problems import Complaint, Failed

MOST_BYTES = 50_000_000
MOST_UNPACKED = 150_000_000
MOST_PARTS = 5_000
MOST_ELEMENTS = 3_000_000
DEEPEST = 100
LONGEST_SETTING = 200_000
"""Bytes of one tag with all its attributes."""

SAVE_AGAIN = "Save it again in Excel or LibreOffice, or take it from a backup."
REMOVE = "Remove what makes it so large, or copy the sheets that are needed into a new workbook."
_SAVE_AS = "Open it in Excel or LibreOffice and save it as an Excel workbook (.xlsx)."
_SAVE_AS_ODS = "Open it in LibreOffice and save it as an ODF spreadsheet (.ods)."
_CHUNK = 1 << 16
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # compound file, [MS-CFB] 2.2: an old .xls or an encrypted .xlsx
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # the stream's name, [MS-OFFCRYPTO] 2.3.4.4

Start = Callable[[str, Mapping[str, str]], None]
"""Takes the name of an element without its prefix, and its attributes."""
End = Callable[[str], object]
Nesting = Mapping[str, frozenset[str]]
"""Which elements are looked at, by the element that they have to lie in; the outermost lies in ""."""


class RefusedFile(Complaint):
    """A file that is not read any further."""


def no_excel() -> RefusedFile:
    """The refusal of an archive that holds anything else."""
    return RefusedFile("The file is a zip archive, but no Excel workbook.", _SAVE_AS)


def _refuse_no_excel(names: AbstractSet[str]) -> None:
    if "[Content_Types].xml" not in names:
        raise no_excel()
    if "xl/workbook.bin" in names:
        raise RefusedFile("The file is a workbook in the binary .xlsb format.", _SAVE_AS)


def _refuse_no_ods(names: AbstractSet[str]) -> None:
    if "encrypted-package" in names:  # ODF 1.4, part 2, 3.4.2: all else is packed inside of it
        raise protected()
    if "content.xml" not in names:
        raise RefusedFile("The file is a zip archive, but no ODF spreadsheet.", _SAVE_AS_ODS)


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of workbook in one file, and the words in which its files are refused."""

    name: str
    ending: str
    save_as: str
    refuse: Callable[[AbstractSet[str]], None]
    """Takes the names of an archive's parts. Raises RefusedFile if they are not those of this kind."""


EXCEL = FileKind("an Excel workbook", ".xlsx", _SAVE_AS, _refuse_no_excel)
ODS = FileKind("an ODF spreadsheet", ".ods", _SAVE_AS_ODS, _refuse_no_ods)


def is_csv_folder(path: Path, *, inside: Path | None) -> bool:
    """Whether a workbook is a folder of .csv files; one whose name ends as a file's is a mistake."""
    return is_folder_inside(path, inside or path) and path.suffix.casefold() not in {EXCEL.ending, ODS.ending}


def is_ods(path: Path) -> bool:
    """Whether a workbook is a file of the kind that is read, but never written."""
    return path.suffix.casefold() == ODS.ending


def guarded_bytes(path: Path, *, inside: Path | None, kind: FileKind = EXCEL) -> bytes:
    """The content of a file that is a workbook of that kind by its looks.

    It has to lie in the folder `inside`; None is for a file that the user named. Raises Failed.
    """
    with refused_as(path.name):
        try:
            content = read_bounded(path, inside=inside, most=MOST_BYTES)
        except Unreadable as why:
            raise _refused(why, kind) from None
        _check_kind(content, kind)
        return content


def _refused(why: Unreadable, kind: FileKind) -> RefusedFile:
    """Why a file is not read, in the words of a workbook where there are better ones."""
    if why.missing:
        mend = f"Put an {kind.ending} file there, or correct the path."
        return RefusedFile("The workbook does not exist.", mend)
    if why.is_folder:
        return RefusedFile("This is a folder, not a workbook.", f"Give the path of an {kind.ending} file.")
    return RefusedFile(why.what, REMOVE if why.too_large else why.mend)


def _check_kind(content: bytes, kind: FileKind) -> None:
    if not content:
        raise RefusedFile("The file is empty.", "Take it from a backup.")
    if content.startswith(_OLE):
        if _ENCRYPTED in content:
            raise protected()
        raise RefusedFile("The file is a workbook in the old .xls format.", kind.save_as)
    if zipfile.is_zipfile(io.BytesIO(content)):
        return
    if content.startswith(b"PK\x03\x04"):
        raise RefusedFile("The file is cut off: its end is missing.", "Copy or download it again.")
    if b"\0" not in content[:_CHUNK] or content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RefusedFile("The file holds plain text, such as CSV, not a workbook.", kind.save_as)
    raise RefusedFile(f"The file is not {kind.name}.", kind.save_as)


def protected() -> RefusedFile:
    """The refusal of a workbook that only its password opens."""
    return RefusedFile(
        "The workbook is protected by a password.",
        "Open it in Excel or LibreOffice and save it without a password.",
    )


@contextmanager
def refused_as(name: str) -> Iterator[None]:
    """Says what is refused in a file; `name` is its, or a place in it. Raises Failed."""
    try:
        yield
    except RefusedFile as refused:
        raise Failed(refused.at(name)) from None


class PartReader:
    """Follows the elements of a part, as expat tells them, without their prefixes.

    With `places` all that lies elsewhere is passed over with what is in it. Raises RefusedFile for elements
    that are nested without end.
    """

    def __init__(self, places: Nesting | None = None, *, ends: frozenset[str] | None = None) -> None:
        self._places = places
        self._ends = ends
        """The elements of whose end `end` hears; None are all."""
        self._path = [""]
        self._skipped = 0
        """How deep we are inside of what is passed over."""

    @property
    def inside(self) -> str:
        """The innermost element that is looked at."""
        return self._path[-1]

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def take(self, text: str) -> None:
        """More letters, directly in the element `inside`."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
        """For expat: any element begins."""
        if len(self._path) + self._skipped > DEEPEST:
            raise RefusedFile("The file is damaged: its parts are nested without end.", SAVE_AGAIN)
        tag = name[name.find(":") + 1 :]
        places = self._places
        if self._skipped or (places is not None and tag not in places.get(self._path[-1], ())):
            self._skipped += 1
        else:
            self._path.append(tag)
            self.start(tag, attributes)

    def closed(self, _: str) -> None:
        """For expat: any element ends."""
        if self._skipped:
            self._skipped -= 1
        else:
            tag = self._path.pop()
            if self._ends is None or tag in self._ends:
                self.end(tag)

    def text(self, text: str) -> None:
        """For expat: letters anywhere."""
        if not self._skipped:
            self.take(text)


class _EachElement(PartReader):
    def __init__(self, start: Start, end: End | None) -> None:
        super().__init__()
        self._start, self._end = start, end

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._start(tag, attributes)

    def end(self, tag: str) -> None:
        if self._end is not None:
            self._end(tag)


class Archive:
    """The parts of a workbook, each read within bounds that hold for all of them together.

    Every method raises RefusedFile. zipfile never hands out more of a part than the size that the table of
    contents states, so that the sum of these sizes bounds what is unpacked.
    """

    def __init__(self, content: bytes, kind: FileKind = EXCEL) -> None:
        try:
            self.zip = zipfile.ZipFile(io.BytesIO(content))
        except MemoryError:
            raise
        except Exception:  # zipfile raises a dozen kinds of exception on a damaged archive
            raise _damaged() from None
        self.names = {part.filename for part in self.zip.infolist()}
        self._spellings = {_folded(name): name for name in sorted(self.names)}
        self._tags = 0
        self._seen: set[str] = set()
        self._check(kind)

    def _check(self, kind: FileKind) -> None:
        parts = self.zip.infolist()
        if len(parts) > MOST_PARTS or len(self.names) < len(parts):
            raise RefusedFile("The file is damaged: its table of contents makes no sense.", SAVE_AGAIN)
        if any(part.flag_bits & 1 for part in parts):
            raise RefusedFile("The file is a zip archive with a password.", kind.save_as)
        if any(part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} for part in parts):
            raise RefusedFile("The file is packed in a way that no spreadsheet uses.", SAVE_AGAIN)
        kind.refuse(self.names)
        if sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise RefusedFile(f"The file unpacks to more than {MOST_UNPACKED // 1_000_000} MB.", REMOVE)

    def spelled(self, name: str) -> str:
        """The part that is meant by a name: capitals and the kind of slash make no difference to Excel."""
        return name if name in self.names else self._spellings.get(_folded(name), name)

    def read(self, name: str, *, most: int = MOST_UNPACKED) -> bytes:
        """A part as it is. Raises KeyError if there is none of that name."""
        content = bytearray()
        self._feed(name, content.extend, most)
        return bytes(content)

    def look_through(self) -> None:
        """Unpack what was not read so far, to see that the file is whole; nothing of it is kept."""
        for name in sorted(self.names - self._seen):
            self._feed(name, lambda chunk: None, MOST_UNPACKED)

    def elements(self, name: str, start: Start, end: End | None = None) -> None:
        """Call `start` and `end` for each element of a part. Raises KeyError if there is no such part."""
        self.parse(name, _EachElement(start, end))

    def parse(self, name: str, reader: PartReader) -> None:
        """Read a part as XML without keeping any of it. Raises KeyError if there is no such part."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = refuse_doctype
        parser.StartElementHandler = reader.opened
        parser.EndElementHandler = reader.closed
        parser.CharacterDataHandler = reader.text
        fed = 0

        def feed(chunk: bytes) -> None:
            nonlocal fed
            self.count_tags(chunk.count(b"<"))
            parser.Parse(chunk, False)
            fed += len(chunk)
            if fed - parser.CurrentByteIndex > LONGEST_SETTING:
                raise RefusedFile("The file is damaged: it holds an endless setting.", SAVE_AGAIN)

        try:
            self._feed(name, feed, MOST_UNPACKED)
            parser.Parse(b"", True)
        except expat.ExpatError:
            raise RefusedFile(f"The file is damaged: its part {name} cannot be read.", SAVE_AGAIN) from None

    def count_tags(self, count: int) -> None:
        """So many tags more were read."""
        self._tags += count
        if self._tags > 2 * MOST_ELEMENTS:  # an element has two tags at most
            raise RefusedFile("The workbook holds more cells than can be read.", REMOVE)

    def _feed(self, name: str, take: Callable[[bytes], object], most: int) -> None:
        info = self.zip.getinfo(name)
        self._seen.add(name)
        if info.file_size > most:
            raise RefusedFile(f"The part {name} unpacks to more than {most // 1_000_000} MB.", REMOVE)
        try:
            with self.zip.open(info) as file:
                while chunk := file.read(_CHUNK):
                    take(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError):
            raise _damaged() from None


def _folded(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def _damaged() -> RefusedFile:
    return RefusedFile("The file is damaged: a part of it cannot be unpacked.", SAVE_AGAIN)


def refuse_doctype(*_: object) -> None:
    """A handler for expat: entities can unpack to any length."""
    raise RefusedFile("The file declares XML entities, which no spreadsheet writes.", SAVE_AGAIN)
