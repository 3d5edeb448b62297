"""The data validations of a sheet: its own ones of declared columns are replaced, all others stay.

Elements are those of ECMA-376 part 1, 18.3.1.32 and 18.3.1.33; Excel puts some into an extension of the
sheet, [MS-XLSX] 2.3.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.ground.xml_text import attribute, escaped
from generator.workbook.cell_names import column_number, letter
from generator.workbook.edit import MAIN, Edit, Element, elements, spliced, with_attribute
from generator.workbook.guard import REMOVE, RefusedFile
from generator.workbook.package import is_true

MOST_AREAS = 20_000
"""Areas that the validations of one sheet may name."""
_AREA = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
ORDER = (
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr",
    "sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate",
    "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting", "dataValidations",
    "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks",
    "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing", "legacyDrawing",
    "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems",
    "tableParts", "extLst",
)  # fmt: skip
"""The order of what a sheet holds (CT_Worksheet); Excel repairs a file in which it is another."""


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """What a spreadsheet lets be typed into the cells of an area, and what it says otherwise."""

    area: str
    type: str
    first: str
    second: str = ""
    operator: str = "between"
    allow_blank: bool = True
    title: str = ""
    message: str = ""


def place_for(root: Element, name: str) -> int:
    """The byte at which an element of a sheet belongs that it does not have yet."""
    last = ORDER.index(name)
    earlier = [child for child in root.children if child.name in ORDER[: last + 1]]
    return earlier[-1].end if earlier else root.inside


def with_rules(data: bytes, columns: Sequence[int], rules: Sequence[Rule]) -> bytes:
    """The sheet with these rules on its declared columns; the very bytes if it has them already."""
    root = elements(data, _validations)
    if root.attributes.get(f"xmlns:{root.prefix[:-1]}" if root.prefix else "xmlns") != MAIN:
        mend = "Save it in Excel as an ordinary Excel workbook (.xlsx)."
        raise RefusedFile("The workbook is written in the strict form of Excel's format.", mend)
    owned = sorted(set(columns))
    count = 0
    places: list[tuple[Element, Element, str, str]] = []
    for group in _groups(root):
        for element in group.children:
            area = _area(element)
            count += area.count(" ") + 1
            if count > MOST_AREAS:
                raise RefusedFile("A sheet has more data validations than can be read.", REMOVE)
            rest = " ".join(_outside(area, owned))
            if rest != area:
                places.append((group, element, area, rest))
    now = [_rule(element, area) for _, element, area, rest in places if not rest]
    if len(now) == len(places) and sorted(map(_alike, now)) == sorted(map(_alike, rules)):
        return data
    return _replaced(data, root, places, rules)


def _validations(depth: int, name: str, attributes: Mapping[str, str]) -> bool:
    names = {"ext", "dataValidations", "dataValidation", "formula1", "formula2", "f", "sqref"}
    return depth == 1 or name in names


def _groups(root: Element) -> Iterator[Element]:
    yield from root.named("dataValidations")
    for element in root.named("extLst"):
        for extension in element.named("ext"):
            yield from extension.named("dataValidations")


def _area(element: Element) -> str:
    own = element.first("sqref")
    return " ".join((own.text if own else element.attributes.get("sqref", "")).split())


def _outside(area: str, owned: Sequence[int]) -> Iterator[str]:
    """The pieces of an area that lie in none of the columns."""
    for text in area.split():
        match = _AREA.fullmatch(text)
        if match is None:
            yield text
            continue
        left, top, right, bottom = match.groups()
        first, last = sorted((column_number(left), column_number(right or left)))
        inside = owned[bisect_left(owned, first) : bisect_right(owned, last)]
        if not inside:
            yield text
            continue
        for before, after in zip((first - 1, *inside), (*inside, last + 1), strict=True):
            if before + 1 <= after - 1:
                yield f"{letter(before + 1)}{top}:{letter(after - 1)}{bottom or top}"


def _rule(element: Element, area: str) -> Rule:
    at = element.attributes
    formulas = []
    for name in ("formula1", "formula2"):
        formula = element.first(name)
        inner = formula.first("f") if formula else None
        formulas.append((inner or formula).text if formula else "")
    odd = not is_true(at.get("showErrorMessage")) or is_true(at.get("showDropDown"))
    return Rule(
        area,
        at.get("type", "none") if not odd and at.get("errorStyle", "stop") == "stop" else "",
        formulas[0],
        formulas[1],
        at.get("operator", "between"),
        is_true(at.get("allowBlank")),
        at.get("errorTitle", ""),
        at.get("error", ""),
    )


def _alike(rule: Rule) -> Rule:
    """What two rules share that mean the same.

    LibreOffice leaves out quotes that a name does not need, and gives a list a second formula.
    """
    bare = replace(rule, first=rule.first.replace("'", ""), second=rule.second.replace("'", ""))
    return replace(bare, second="", operator="") if rule.type == "list" else bare


def _replaced(
    data: bytes,
    root: Element,
    places: Sequence[tuple[Element, Element, str, str]],
    rules: Sequence[Rule],
) -> bytes:
    edits: list[Edit] = []
    for _, element, _, rest in places:
        own = element.first("sqref")
        if not rest:
            edits.append((element.start, element.end, b""))
        elif own is not None:
            edits.append((own.inside, own.close, rest.encode()))
        else:
            edits.append(with_attribute(data, element, "sqref", rest))
    new = "".join(_xml(rule, root.prefix) for rule in rules).encode()
    main = root.first("dataValidations")
    for group in _groups(root):
        gone = sum(1 for owner, _, _, rest in places if owner is group and not rest)
        left = len(group.children) - gone + (len(rules) if group is main else 0)
        if left == 0:
            around = _around(root, group)
            edits = [edit for edit in edits if not around.start <= edit[0] < around.end]
            edits.append((around.start, around.end, b""))
            continue
        if gone or (group is main and new):
            edits.append(with_attribute(data, group, "count", str(left)))
        if group is main and new:
            edits.append((group.close, group.close, new))
    if main is None and new:
        at = place_for(root, "dataValidations")
        tag = f"{root.prefix}dataValidations"
        edits.append((at, at, f'<{tag} count="{len(rules)}">'.encode() + new + f"</{tag}>".encode()))
    return spliced(data, edits)


def _around(root: Element, group: Element) -> Element:
    """What falls away with an empty group: its extension, and the list of extensions if it was the last."""
    for element in root.named("extLst"):
        for extension in element.named("ext"):
            if group in extension.children:
                return element if len(element.children) == 1 else extension
    return group


def _xml(rule: Rule, prefix: str) -> str:
    tag = f"{prefix}dataValidation"
    settings = {
        "type": rule.type,
        "operator": rule.operator if rule.operator != "between" else "",
        "allowBlank": "1" if rule.allow_blank else "",
        "showErrorMessage": "1",
        "errorTitle": rule.title,
        "error": rule.message,
        "sqref": rule.area,
    }
    attributes = "".join(attribute(name, value) for name, value in settings.items() if value)
    formulas = f"<{prefix}formula1>{escaped(rule.first)}</{prefix}formula1>"
    if rule.second:
        formulas += f"<{prefix}formula2>{escaped(rule.second)}</{prefix}formula2>"
    return f"<{tag}{attributes}>{formulas}</{tag}>"
