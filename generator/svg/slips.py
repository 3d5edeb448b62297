"""What expat says about broken XML, in words for somebody who draws."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.parsers import expat

from generator.ground.problems import Problem, error

_NAME = re.compile(rb"[^\s<>/=&;\"']+")
_PREFIX = re.compile(rb"\s(?!xml:|xmlns:)([\w.-]+):[\w.-]+\s*=|<([\w.-]+):")
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[\w.:-]+;")
_LOOSE = re.compile(rb"&[\w.-]*\Z")
_MARK = re.compile(rb'(?:<[^\s<>]+ )?data-at="([^"]+)"')
_FAR = 200
"""How many bytes before a slip, or behind it, tell what it is."""

_MEND = 'Attributes are written name="value" with a space between them, comments hold no “--”.'
_PLAIN = {
    expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: (
        "Something stands behind the end of the <svg>.",
        "Put it inside the <svg>, or delete it.",
    ),
    expat.errors.XML_ERROR_MISPLACED_XML_PI: (
        "Something stands before <?xml …?>, which has to come first.",
        "Delete what stands there, be it an empty line, or delete <?xml …?>.",
    ),
    expat.errors.XML_ERROR_UNCLOSED_TOKEN: (
        "A tag, a comment or a quotation mark that begins here has no end.",
        'Write the > or the " that is missing.',
    ),
    expat.errors.XML_ERROR_BAD_CHAR_REF: (
        "A sign is written by a number that XML does not allow.",
        "Write the sign itself.",
    ),
}


def slip_problem(
    slip: expat.ExpatError, data: bytes, at: int, key: str, opened: Sequence[tuple[str, str]]
) -> Problem:
    """The Problem of a slip at byte `at` of a document called `key`.

    `opened` are (name, place) of the elements that are open there, the outermost first.
    """
    kind = expat.errors.messages[slip.code]
    where = _place(data, at) or f"{key}:{slip.lineno}"
    closing = _name(data, at)
    if kind == expat.errors.XML_ERROR_TAG_MISMATCH and opened:
        name, place = opened[-1]
        if closing in (outer for outer, _ in opened):
            return _unclosed(name, place, f"</{closing}> comes first")
        fault = f"There is a </{closing}>, but the element that is open here is <{name}>."
        return error(where, fault, f"Write </{name}>, or delete it.")
    if kind == expat.errors.XML_ERROR_NO_ELEMENTS:
        if opened:
            return _unclosed(*opened[-1], "the file ends first")
        return error(where, "The file is empty.", "Draw something in an <svg>, or take another file.")
    return error(where, *(_PLAIN.get(kind) or _read(kind, data, at, slip.offset)))


def _unclosed(name: str, where: str, why: str) -> Problem:
    mend = f"Write </{name}> where it ends, or end its tag with /> if nothing is in it."
    return error(where, f"The element <{name}> is not closed: {why}.", mend)


def _read(kind: str, data: bytes, at: int, column: int) -> tuple[str, str]:
    """What is wrong, and how to mend it, where the bytes at the place have to be looked at."""
    if kind == expat.errors.XML_ERROR_UNDEFINED_ENTITY:
        mend = "Write the sign itself, or &amp; if a plain “&” is meant."
        match = _ENTITY.search(data, at, at + 10 * _FAR)
        return f"SVG does not know {_shown(match[0]) if match else 'an entity'}.", mend
    if kind == expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE:
        return f"An element has the attribute {_name(data, at)} twice.", "Delete one of them."
    if kind == expat.errors.XML_ERROR_UNBOUND_PREFIX:
        match = _PREFIX.search(data, at, at + 10 * _FAR)
        prefix = _shown((match[1] or match[2]) if match else b"")
        mend = "Leave it off, as in href for xlink:href, or declare it in the <svg>."
        return f"The prefix “{prefix}:” is not declared.", mend
    if kind == expat.errors.XML_ERROR_INVALID_TOKEN:
        before = data[max(0, at - _FAR) : at]
        if _LOOSE.search(before):
            return "A plain “&” is no XML.", "Write &amp; for it."
        if before.endswith(b"<") or data[at : at + 1] == b"<":
            return "A plain “<” in a text or an attribute is no XML.", "Write &lt; for it."
        return f"The markup cannot be read at “{_shown(data[at : at + 20])}”.", _MEND
    return f"The SVG cannot be read: {kind}, column {column + 1}.", "Mend the markup at this place."


def _name(data: bytes, at: int) -> str:
    match = _NAME.search(data, at, at + _FAR)
    return _shown(match[0]).rpartition(":")[2] if match else ""


def _shown(content: bytes) -> str:
    """Bytes as they may stand in a message: printable, and not too many."""
    text = content[:_FAR].decode("utf-8", "replace")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _place(data: bytes, at: int) -> str:
    """The template's line of the element at a place, or of the one before it; empty for other files."""
    here = _MARK.match(data, at) or _MARK.match(data, max(0, data.rfind(b"data-at=", 0, at)))
    return _shown(here[1]) if here else ""
