"""The HTML page of a difference: one file, no scripts, nothing fetched, every text of a cell escaped."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from generator.ground.project import program_text
from generator.versions.compare import Difference, StatedChange
from generator.versions.seen import FaceShot, SeenFace, SeenPiece
from generator.versions.telling import headline

_WIDE = 1.25
"""A face that is so much wider than high takes a whole row."""
_KINDS = ("new", "removed", "changed")


def difference_html(differs: Difference, pieces: Sequence[SeenPiece], old: str, new: str) -> str:
    """The page; `old` and `new` name the two sides."""
    style = program_text("difference.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    policy = (
        f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    title = f"{differs.new.game} {differs.new.version}"
    body = "\n".join((*_pieces(pieces), *_sheets(differs.facts)))
    if not body:
        body = "<p>Nothing differs.</p>"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}: what differs</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(title)}: what differs</h1>\n"
        f"<p><strong>{escape(old)}</strong> → <strong>{escape(new)}</strong> · {escape(headline(differs))}"
        f"</p></header>\n<main>\n{body}\n</main>\n"
        "<footer>Frames show where the two pictures part. Made by pnp diff.</footer>\n</body>\n</html>\n"
    )


def _pieces(seen: Iterable[SeenPiece]) -> Iterator[str]:
    for component, group in groupby(seen, key=lambda piece: piece.component):
        pieces = list(group)
        yield f"<section><h2>{escape(component)}<small>{_counts(pieces)}</small></h2>"
        yield '<div class="pieces">'
        yield from (_article(piece) for piece in pieces if not piece.folded)
        yield "</div></section>"


def _counts(pieces: Sequence[SeenPiece]) -> str:
    counts = ((sum(piece.kind == kind for piece in pieces), kind) for kind in _KINDS)
    return ", ".join(f"{count} {kind}" for count, kind in counts if count)


def _article(piece: SeenPiece) -> str:
    wide = any(shot.width_mm > _WIDE * shot.height_mm for row in piece.rows() for shot, _, _ in row)
    mark = f'<span class="mark">{escape(piece.mark)}</span>' if piece.mark else ""
    items = "".join(f"<li>{_sentence(text)}</li>" for text in piece.told)
    opening = '<article class="wide">' if wide else "<article>"
    listed = f"<ul>{items}</ul>" if items else ""
    return (
        f"{opening}<h3>{escape(piece.title)}{piece.times}"
        f'<span class="tag {piece.kind}">{piece.kind}</span>{mark}</h3>'
        f"{listed}{''.join(_rows(piece))}</article>"
    )


def _sentence(text: str) -> str:
    """`Cost: 2E → 3E`, with what was in one colour and what is in another."""
    start, arrow, now = text.rpartition(" → ")
    name, colon, was = start.partition(": ")
    if not arrow or not colon:
        return escape(text)
    return f"{escape(name)}: <del>{escape(was)}</del> → <ins>{escape(now)}</ins>"


def _rows(piece: SeenPiece) -> Iterator[str]:
    for row in piece.rows():
        yield f'<div class="faces">{"".join(_figure(*picture) for picture in row)}</div>'
    for face in piece.faces:
        if shared := face.shared_text():
            yield f'<p class="shared">{escape(shared)}</p>'


def _figure(shot: FaceShot, face: SeenFace, caption: str) -> str:
    data = base64.b64encode(shot.jpeg).decode("ascii")
    boxes = "".join(
        f'<rect x="{box.x * 100:.2f}" y="{box.y * 100:.2f}" width="{box.width * 100:.2f}" '
        f'height="{box.height * 100:.2f}" rx="0.6"/>'
        for box in face.boxes
    )
    over = (
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{boxes}</svg>'
        if boxes
        else ""
    )
    return (
        f'<figure><span class="shot"><img alt="{escape(caption)}" src="data:image/jpeg;base64,{data}">'
        f"{over}</span><figcaption>{escape(caption)}</figcaption></figure>"
    )


def _sheets(changes: Iterable[StatedChange]) -> Iterator[str]:
    for sheet, group in groupby(changes, key=lambda change: change.sheet):
        rows = "".join(
            f"<tr><td>{escape(change.row)}</td><td>{escape(change.field)}</td>"
            f"<td><del>{escape(change.old)}</del></td><td><ins>{escape(change.new)}</ins></td></tr>"
            for change in group
        )
        yield (
            f"<section><h2>{escape(sheet)}</h2><table><thead><tr><th>Row</th><th>Column</th><th>Before</th>"
            f"<th>After</th></tr></thead><tbody>{rows}</tbody></table></section>"
        )
