"""What is made sure of a file before a library opens it as a workbook.

A workbook may come from a stranger. The file is read once, within bounds: how large it is, what it
unpacks to, how much XML it holds, how far its ranges reach. openpyxl expands merged cells, links and
notes cell by cell, so that a range over a whole sheet would keep it busy for days.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.parsers import expat

from generator.problems import Failed, error

MOST_BYTES = 50_000_000
MOST_UNPACKED = 150_000_000
MOST_PARTS = 5_000
MOST_ELEMENTS = 3_000_000
DEEPEST = 100
LONGEST_ATTRIBUTE = 100_000
LARGEST_RANGE = 100_000
"""The most cells of one merged range or link."""

_CHUNK = 1 << 16
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # compound file, [MS-CFB] 2.2: an old .xls or an encrypted .xlsx
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # the stream's name, [MS-OFFCRYPTO] 2.3.4.4
_EXPANDED = {
    "mergeCell": ("merged range", "Unmerge it."),
    "hyperlink": ("link", "Remove it."),
    "comment": ("note", "Delete it."),
}
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_SAVE_AS = "Open it in Excel or LibreOffice and save it as an Excel workbook (.xlsx)."
_SAVE_AGAIN = "Save it again in Excel or LibreOffice, or take it from a backup."
_REMOVE = "Remove what makes it so large, or copy the sheets that are needed into a new workbook."


class _Refused(Exception):
    def __init__(self, what: str, mend: str) -> None:
        super().__init__(what)
        self.what = what
        self.mend = mend


def guarded_bytes(path: Path) -> tuple[bytes, bool]:
    """The content of a file that is safe to open as a workbook, and whether it holds formulas.

    Raises Failed with one Problem.
    """
    try:
        content = _content(path)
        return content, _check_archive(content)
    except _Refused as refused:
        what, mend = refused.what, refused.mend
    except OSError as why:
        what, mend = f"The file cannot be read ({why.strerror}).", "Close it elsewhere and check its rights."
    except MemoryError:
        raise
    except Exception:  # zipfile and zlib raise a dozen kinds of exception on a damaged archive
        what, mend = "The file is damaged: a part of it cannot be unpacked.", _SAVE_AGAIN
    raise Failed(error(path.name, what, mend))


def _content(path: Path) -> bytes:
    if path.is_dir():
        raise _Refused("This is a folder, not a workbook.", "Give the path of an .xlsx file.")
    if not path.exists():
        raise _Refused("The workbook does not exist.", "Put an .xlsx file there, or correct the path.")
    if not path.is_file():
        raise _Refused("This is not a file.", "Give the path of an .xlsx file.")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _Refused(f"The file is larger than {MOST_BYTES // 1_000_000} MB.", _REMOVE)
    _check_kind(content)
    return content


def _check_kind(content: bytes) -> None:
    if not content:
        raise _Refused("The file is empty.", "Take it from a backup.")
    if content.startswith(_OLE):
        if _ENCRYPTED in content:
            raise _Refused(
                "The workbook is protected by a password.",
                "Open it in Excel or LibreOffice and save it without a password.",
            )
        raise _Refused("The file is a workbook in the old .xls format.", _SAVE_AS)
    if zipfile.is_zipfile(io.BytesIO(content)):
        return
    if content.startswith(b"PK\x03\x04"):
        raise _Refused("The file is cut off: its end is missing.", "Copy or download it again.")
    if b"\0" not in content[:_CHUNK] or content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _Refused("The file holds plain text, such as CSV, not a workbook.", _SAVE_AS)
    raise _Refused("The file is not an Excel workbook.", _SAVE_AS)


def _check_archive(content: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        names = {part.filename for part in parts}
        if len(parts) > MOST_PARTS or len(names) < len(parts):
            raise _Refused("The file is damaged: its table of contents makes no sense.", _SAVE_AGAIN)
        if any(part.flag_bits & 1 for part in parts):
            raise _Refused("The file is a zip archive with a password.", _SAVE_AS)
        if any(part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} for part in parts):
            raise _Refused("The file is packed in a way that no spreadsheet uses.", _SAVE_AGAIN)
        if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
            raise _Refused("The file is a zip archive, but no Excel workbook.", _SAVE_AS)
        if "xl/workbook.bin" in names:
            raise _Refused("The file is a workbook in the binary .xlsb format.", _SAVE_AS)
        # zipfile never hands out more than the size that the directory states, so that this sum holds
        if sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise _Refused(f"The file unpacks to more than {MOST_UNPACKED // 1_000_000} MB.", _REMOVE)
        scan = _Scan()
        for name in sorted(names):
            if name.endswith((".xml", ".rels")):
                scan.part(archive, name)
        return scan.formulas


class _Scan:
    """One pass over the XML of all parts, without building anything."""

    def __init__(self) -> None:
        self.formulas = False
        self._elements = 0
        self._depth = 0

    def part(self, archive: zipfile.ZipFile, name: str) -> None:
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        self._depth = 0
        try:
            with archive.open(name) as file:
                while chunk := file.read(_CHUNK):
                    parser.Parse(chunk, False)
            parser.Parse(b"", True)
        except expat.ExpatError:
            raise _Refused(f"The file is damaged: its part {name} cannot be read.", _SAVE_AGAIN) from None

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1
        self._depth += 1
        name = tag.rpartition(":")[2]
        if name == "f":
            self.formulas = True
        if self._elements > MOST_ELEMENTS:
            raise _Refused("The workbook holds more cells than can be read.", _REMOVE)
        if self._depth > DEEPEST:
            raise _Refused("The file is damaged: its parts are nested without end.", _SAVE_AGAIN)
        if any(len(value) > LONGEST_ATTRIBUTE for value in attributes.values()):
            raise _Refused("The file is damaged: it holds an endless setting.", _SAVE_AGAIN)
        if name in _EXPANDED:
            _check_range(name, attributes.get("ref", ""))

    def _end(self, tag: str) -> None:
        self._depth -= 1


def _refuse_doctype(*_: object) -> None:
    raise _Refused("The file declares XML entities, which no spreadsheet writes.", _SAVE_AGAIN)


def _check_range(name: str, ref: str) -> None:
    match = _RANGE.fullmatch(ref)
    kind, mend = _EXPANDED[name]
    if match is None:
        raise _Refused(f"The file is damaged: a {kind} lies at “{ref[:40]}”.", _SAVE_AGAIN)
    left, top, right, bottom = match.groups()
    width = abs(_column(right or left) - _column(left)) + 1
    height = abs(int(bottom or top) - int(top)) + 1
    if width * height > LARGEST_RANGE:
        raise _Refused(f"A {kind} covers the cells {ref}.", mend)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
