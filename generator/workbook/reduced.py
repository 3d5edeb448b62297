"""A workbook of nothing but cells, made of a stranger's: all that openpyxl gets to read.

Of the texts that cells share and of the sheets the bytes stay as they are, but for what was cut out. The
list of sheets and the number formats are written anew, so that no name, font or property of theirs matters.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

from generator.workbook.guard import REMOVE, Archive, RefusedFile
from generator.workbook.kept import MAIN, Kept, Letters

MOST_TEXTS = 100_000
"""Texts that cells share, used or not; each run of a rich one counts."""
MOST_STYLES = 65_500
"""Formats of cells that a workbook can have (Excel's own limit, rounded up)."""
LONGEST_FORMAT = 255
MOST_BRACKETS = 20
"""Openpyxl's regular expression looks for the end of each bracket, to the end of the format."""
FIRST_OWN = 164
"""Numbers of formats below belong to the built-in ones, 18.8.30."""
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_EMPTY = f'<worksheet xmlns="{MAIN}"><dimension ref="A1"/></worksheet>'.encode()


def strings_part(archive: Archive, part: str | None, letters: Letters) -> bytes:
    """What is kept of the texts that cells share. Raises Refused."""
    if part is None:
        return f'<sst xmlns="{MAIN}"/>'.encode()
    keeper, count = Kept(archive), 0

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal count
        if keeper.start(tag) and tag in {"si", "r"}:
            count += 1
            if count > MOST_TEXTS:
                raise RefusedFile(f"The workbook holds more than {MOST_TEXTS:,} texts.", REMOVE)

    def take(data: str) -> None:
        if keeper.inside == "t":
            letters.add(len(data))

    def end(tag: str) -> None:
        keeper.end(tag)

    archive.parse(part, start, end, take)
    return keeper.of(archive.read(part))


def styles_part(archive: Archive, part: str | None) -> bytes:
    """The number formats of a workbook's cells, without anything else of their looks. Raises Refused."""
    codes: dict[str, str] = {}
    used: list[str] = []
    inside = False

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal inside
        if tag == "numFmt" and len(codes) < MOST_STYLES:
            code = attributes.get("formatCode", "")
            codes[attributes.get("numFmtId", "")] = "General" if _is_endless(code) else code
        elif tag == "cellXfs":
            inside = True
        elif tag == "xf" and inside:
            used.append(attributes.get("numFmtId", "0"))
            if len(used) > MOST_STYLES:
                raise RefusedFile("The workbook holds more formats of cells than can be read.", REMOVE)

    def end(tag: str) -> None:
        nonlocal inside
        inside = inside and tag != "cellXfs"

    if part is not None:
        archive.parse(part, start, end)
    own = {id_: FIRST_OWN + number for number, id_ in enumerate(codes) if codes[id_]}
    formats = "".join(
        f'<numFmt numFmtId="{number}" formatCode={quoteattr(codes[id_])}/>' for id_, number in own.items()
    )
    styles = "".join(f'<xf numFmtId="{own[id_] if id_ in own else int(id_)}"/>' for id_ in used or ["0"])
    return (
        f'<styleSheet xmlns="{MAIN}"><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>'
    ).encode()


def _is_endless(code: str) -> bool:
    return len(code) > LONGEST_FORMAT or code.count("[") > MOST_BRACKETS


def reduced(sheets: Sequence[bytes], *, strings: bytes, styles: bytes, from_1904: bool) -> bytes:
    """The bytes of a workbook of these parts; its sheets are named by their number, from 0."""
    numbers = range(len(sheets))
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_TYPES}">'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}sheet.main+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_TYPE}sharedStrings+xml"/></Types>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{_RELATION}">'
        f'<workbookPr date1904="{int(from_1904)}"/><sheets>'
        + "".join(f'<sheet name="{n}" sheetId="{n + 1}" r:id="r{n}"/>' for n in numbers)
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">'
        + "".join(
            f'<Relationship Id="r{n}" Type="{_RELATION}/worksheet" Target="/xl/worksheets/{n}.xml"/>'
            for n in numbers
        )
        + "</Relationships>",
        "xl/styles.xml": styles,
        "xl/sharedStrings.xml": strings,
        **{f"xl/worksheets/{n}.xml": sheet or _EMPTY for n, sheet in enumerate(sheets)},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()
