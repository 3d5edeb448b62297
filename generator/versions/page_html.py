"""The HTML page of a difference: one file, no scripts, nothing fetched, every text of a cell escaped."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from generator.versions.compare import Difference, StatedChange
from generator.versions.seen import FaceShot, SeenFace, SeenPiece
from generator.versions.telling import headline

_STYLE = """
:root { color-scheme: light dark; --ground: #f4f2ee; --card: #ffffff; --ink: #1f2329; --soft: #646b75;
  --line: #dcd8d0; --new: #1c7a44; --newer: #e3f3e8; --gone: #b3261e; --goner: #fbe6e3;
  --changed: #8a5a00; --changeder: #fbeed3; --mark: #d6006c; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181c; --card: #202329; --ink: #e9e7e2;
  --soft: #a2a8b1; --line: #363a42; --new: #7fd6a0; --newer: #1d3527; --gone: #ff9d93; --goner: #44211e;
  --changed: #f0c26a; --changeder: #3d3018; --mark: #ff5aa5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main, header { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; padding-bottom: .5rem; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; }
header p { margin: .4rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
header strong { color: var(--ink); font-weight: 600; }
h2 { margin: 2.5rem 0 1rem; padding-bottom: .35rem; border-bottom: 2px solid var(--line); font-size: 1.25rem;
  overflow-wrap: anywhere; }
h2 small { color: var(--soft); font-weight: 400; font-size: .95rem; margin-left: .5rem; }
.pieces { columns: 24rem auto; column-gap: 1rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem;
  margin: 0 0 1rem; break-inside: avoid; }
article.wide { column-span: all; }
h3 { margin: 0; font-size: 1.05rem; display: flex; gap: .5rem; align-items: baseline; flex-wrap: wrap;
  overflow-wrap: anywhere; }
.tag { font-size: .75rem; font-weight: 600; padding: .1rem .5rem; border-radius: 1rem; }
.tag.new { color: var(--new); background: var(--newer); }
.tag.removed { color: var(--gone); background: var(--goner); }
.tag.changed { color: var(--changed); background: var(--changeder); }
.mark { color: var(--soft); font: .8rem ui-monospace, Menlo, Consolas, monospace; margin-left: auto; }
ul { margin: .6rem 0 0; padding: 0; list-style: none; font-size: .95rem; }
li { padding: .15rem 0; overflow-wrap: anywhere; }
.faces { display: flex; gap: .75rem; margin-top: .9rem; }
figure { margin: 0; flex: 0 1 calc(50% - .375rem); min-width: 0; }
.shot { position: relative; display: block; }
.shot img { display: block; width: 100%; height: auto; border-radius: .4rem;
  box-shadow: 0 0 0 1px var(--line); }
.shot svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.shot rect { fill: none; stroke: var(--mark); stroke-width: 2.5px; vector-effect: non-scaling-stroke; }
figcaption { margin-top: .35rem; color: var(--soft); font-size: .8rem; text-align: center; }
.nothing { display: grid; place-items: center; min-height: 6rem; border: 1px dashed var(--line);
  border-radius: .4rem; color: var(--soft); font-size: .85rem; padding: .5rem; text-align: center; }
.shared { margin: .5rem 0 0; color: var(--soft); font-size: .85rem; }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem; overflow: hidden; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem; border-top: 1px solid var(--line);
  overflow-wrap: anywhere; }
thead th { border-top: 0; color: var(--soft); font-weight: 600; font-size: .8rem; }
del { color: var(--gone); text-decoration: none; } ins { color: var(--new); text-decoration: none; }
footer { max-width: 76rem; margin: 3rem auto 2rem; padding: 0 1.25rem; color: var(--soft);
  font-size: .85rem; }
@media print { body { background: #fff; } }
"""
_WIDE = 1.25
"""A face that is so much wider than high takes a whole row."""
_KINDS = ("new", "removed", "changed")


def difference_html(differs: Difference, pieces: Sequence[SeenPiece], old: str, new: str) -> str:
    """The page; `old` and `new` name the two sides."""
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode("ascii")
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
        f"<title>{escape(title)}: what differs</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
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
    wide = any(
        shot is not None and shot.width_mm > _WIDE * shot.height_mm
        for face in piece.faces
        for shot in (face.old, face.new)
    )
    marks = " → ".join(mark for mark in dict.fromkeys(piece.marks) if mark)
    copies = f" × {piece.copies}" if piece.copies != 1 else ""
    mark = f'<span class="mark">{escape(marks)}</span>' if marks else ""
    items = "".join(f"<li>{_sentence(text)}</li>" for text in piece.told)
    opening = '<article class="wide">' if wide else "<article>"
    listed = f"<ul>{items}</ul>" if items else ""
    return (
        f"{opening}<h3>{escape(piece.title)}{copies}"
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
    """A row for each face before and after; faces that are there once stand in one row."""
    single = [face for face in piece.faces if face.old is None or face.new is None]
    if single:
        yield f'<div class="faces">{"".join(_figures(piece, face) for face in single)}</div>'
    for face in piece.faces:
        if face not in single:
            yield f'<div class="faces">{_figures(piece, face)}</div>'
    for face in piece.faces:
        if shared := face.shared_text():
            yield f'<p class="shared">{escape(shared)}</p>'


def _figures(piece: SeenPiece, face: SeenFace) -> str:
    old = _figure(face.old, face, piece.caption(face, before=True))
    return old + _figure(face.new, face, piece.caption(face, before=False))


def _figure(shot: FaceShot | None, face: SeenFace, caption: str) -> str:
    if shot is None:
        return ""
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
