"""What a PDF does when it is opened or clicked: scripts, programs, files in it. Paper does nothing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from generator.ground.pdf_letters import is_list
from generator.shops.preflight.limits import Quality
from generator.shops.preflight.seen import Seen

_QUIET = frozenset(("/GoTo", "/URI"))
"""A click that leads on in the booklet, or to an address on the net (ISO 32000-1, table 198)."""
_ANNOTATIONS = frozenset(("/FileAttachment", "/Sound", "/Movie", "/Screen", "/3D", "/RichMedia", "/Widget"))
_CATALOG = {
    "/AA": "actions",
    "/AcroForm": "a form to fill in",
    "/AF": "another file",
    "/Collection": "other files",
}
_NAMES = {"/JavaScript": "a JavaScript", "/EmbeddedFiles": "another file"}
_MOST, _LONGEST_CHAIN = 20_000, 100


def active(pdf: bytes) -> Iterator[tuple[int, Seen]]:
    """Everything in it that acts, with its page; 0 is the file as a whole. Raises ValueError for no PDF."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(pdf)) as opened:
            for action in dict.fromkeys(_of_file(opened.Root)):
                yield 0, _seen(f"The file holds {action}")
            for number, page in zip(range(1, _MOST), opened.pages, strict=False):
                for action in dict.fromkeys(_of_page(page.obj)):
                    yield number, _seen(f"The page holds {action}")
    except (pikepdf.PdfError, TypeError, LookupError, AttributeError) as fault:
        raise ValueError(f"the file is damaged: {fault}") from None


def _seen(fault: str) -> Seen:
    mend = "Make the file again; pnp puts nothing into it that acts."
    return Seen(Quality.ACTION, f"{fault}, and paper can do nothing.", mend, fault)


def _of_file(root: Any) -> Iterator[str]:
    yield from (action for key, action in _CATALOG.items() if key in root)
    if "/OpenAction" in root:
        for kind in _kinds(root.OpenAction):
            if kind != "/GoTo":
                yield f"{_named(kind)} that runs when it is opened"
    names = root.get("/Names", {})
    yield from (action for key, action in _NAMES.items() if key in names)
    yield from _of_bookmarks(root)


def _of_bookmarks(root: Any) -> Iterator[str]:
    """The outline, along its chains (12.3.3)."""
    outlines = root.get("/Outlines")
    waiting, count, seen = [outlines.get("/First")] if outlines is not None else [], 0, set[Any]()
    while waiting and count < _MOST:
        item, count = waiting.pop(), count + 1
        if item is None or _is_known(item, seen):
            continue
        yield from (
            f"{_named(kind)} behind a bookmark" for kind in _kinds(item.get("/A")) if kind not in _QUIET
        )
        waiting += [item.get("/Next"), item.get("/First")]


def _is_known(node: Any, seen: set[Any]) -> bool:
    """Whether an object was met before, as in a ring; if not, it is now."""
    number = getattr(node, "objgen", (0, 0))
    known = number in seen
    if number[0]:
        seen.add(number)
    return known


def _of_page(page: Any) -> Iterator[str]:
    if "/AA" in page:
        yield "actions that run when it is shown"
    for _, note in zip(range(_MOST), page.get("/Annots", []), strict=False):
        kind = str(note.get("/Subtype", ""))
        if kind in _ANNOTATIONS:
            yield f"a note of the kind {kind[1:]}"
        if "/AA" in note:
            yield "a note with actions"
        yield from (f"{_named(kind)} behind a click" for kind in _kinds(note.get("/A")) if kind not in _QUIET)


def _kinds(action: Any) -> Iterator[str]:
    """The kinds of an action and of those that follow it (12.6.2); none for a mere place in the file."""
    waiting, count, seen = [action], 0, set[Any]()
    while waiting and count < _LONGEST_CHAIN:
        node, count = waiting.pop(), count + 1
        if is_list(node) or not hasattr(node, "get") or _is_known(node, seen):
            continue
        yield str(node.get("/S", ""))
        after = node.get("/Next")
        waiting += list(after)[:_LONGEST_CHAIN] if is_list(after) else [after]


def _named(kind: str) -> str:
    name = kind.removeprefix("/")
    return f"a {name}" if name == "JavaScript" else f"an action {name}".rstrip()
