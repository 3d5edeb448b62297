"""Every kind of game that `pnp new` begins is laid out by hand: each face opened, one thing moved."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from generator.checks.checked import look_through, read
from generator.cli.new_game import kinds, new_game
from generator.ground.project import Project
from generator.preview.editing import EditDesk
from generator.preview.live import LiveGame
from generator.preview.pieces import shown_pieces
from generator.text.fonts import game_fonts


def desk_of(folder: Path) -> EditDesk:
    """The editor of a game of which nothing was drawn yet."""
    project = Project(folder)
    checked = look_through(project, *read(project))
    game = SimpleNamespace(
        printables=SimpleNamespace(checked=checked),
        drawings=SimpleNamespace(fonts=game_fonts(project)),
        shown=SimpleNamespace(pieces=shown_pieces(checked.book)),
    )
    return EditDesk(cast(LiveGame, game))


def answer(desk: EditDesk, **order: Any) -> dict[str, Any]:
    told, picture = desk.answer(order)
    assert told["status"] == 200, told["said"]
    assert [problem for problem in told["problems"] if problem["severity"] != "note"] == []
    assert picture.startswith(b"\x89PNG")
    return told


def corner(face: dict[str, Any], mark: int) -> tuple[float, float]:
    place = next(box for box in face["boxes"] if box["mark"] == mark)
    (x, y, _, _), (a, b, c, d, e, f) = place["box"], place["matrix"]
    return a * x + c * y + e, b * x + d * y + f


@pytest.mark.quick(4)
@pytest.mark.parametrize("kind", kinds())
def test_every_face_of_a_kind_is_opened_with_its_boxes_and_moved(kind: str, tmp_path: Path) -> None:
    desk = desk_of(new_game("x", tmp_path, kind))
    pieces = {piece.key[0]: piece for piece in reversed(desk.game.shown.pieces)}
    for piece in pieces.values():
        for side in ("front", "back") if piece.component.values.get("back") else ("front",):
            face = answer(desk, do="open", piece=piece.id, side=side)
            shown = {box["mark"] for box in face["boxes"]}
            named = [one for one in face["marks"] if one["label"]]
            columns = {column["header"] for column in face["columns"]}
            assert side == "back" or {one["slots"]["box_column"][1] for one in named} <= columns
            assert {one["mark"] for one in named} <= shown, (
                "what is named is seen, also where its cell is empty"
            )
            mark = next(one for one in named or face["marks"] if one["mark"] in shown)
            edit = ["x", mark["slots"]["x"][1] + 2] if "x" in mark["slots"] else ["shift", [2, 0]]
            asked = {"piece": piece.id, "side": side, "digest": face["digest"]}
            moved = answer(desk, do="draw", edits=[[mark["mark"], *edit]], **asked)
            (x, y), (new_x, new_y) = corner(face, mark["mark"]), corner(moved, mark["mark"])
            assert (new_x - x, new_y - y) == pytest.approx((2, 0), abs=0.01)
