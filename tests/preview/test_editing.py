"""The editor of the preview behind its page: what may be asked for, what is written, and what never is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.preview.answers import understood
from generator.preview.app import EDIT_POST, wanted_edit
from generator.workbook.located import read_sheets
from generator.workbook.type_in import type_in
from tests.shared.laid_out import DRAWING, game_at, lay
from tests.shared.preview_made import Visitor, shown

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return game_at(tmp_path_factory.mktemp("edited"))


@pytest.fixture(scope="module")
def visitor(folder: Path) -> Iterator[Visitor]:
    with shown(folder) as running:
        running.ready()
        yield running


def post(visitor: Visitor, **order: Any) -> dict[str, Any]:
    reply = visitor.ask(EDIT_POST, method="POST", headers=JSON, body=json.dumps(order).encode())
    told: dict[str, Any] = json.loads(reply.body)
    assert told["status"] == reply.status
    return told


def opened(visitor: Visitor) -> dict[str, Any]:
    return post(visitor, do="open", piece=visitor.state()["pieces"][0]["id"], side="front")


def title_of(face: dict[str, Any]) -> int:
    number: int = next(mark["mark"] for mark in face["marks"] if mark["kind"] == "text")
    return number


def test_a_change_is_drawn_then_written_in_one_line_then_undone_to_the_byte(
    visitor: Visitor, folder: Path
) -> None:
    path = folder / "templates/card.svg"
    before = path.read_bytes()
    face = opened(visitor)
    piece, edits = visitor.state()["pieces"][0]["id"], [[title_of(face), "x", 12]]
    asked = {"piece": piece, "side": "front", "digest": face["digest"], "edits": edits}
    drawn = post(visitor, do="draw", **asked)
    assert drawn["picture"] not in ("", face["picture"])
    assert visitor.ask(f"/picture/{drawn['picture']}.png").body.startswith(b"\x89PNG")
    assert path.read_bytes() == before, "drawing writes nothing"
    written = post(visitor, do="write", **asked)
    assert written["undo"] == 1
    changed = [
        (a, b) for a, b in zip(before.split(b"\n"), path.read_bytes().split(b"\n"), strict=True) if a != b
    ]
    assert len(changed) == 1
    assert b"text(card.title, 12, 20" in changed[0][1]
    assert (folder / "templates/card.svg.before-edit").read_bytes() == before
    assert post(visitor, do="write", **asked)["status"] == 409, "the page knows an older file"
    assert post(visitor, do="undo")["said"] == "templates/card.svg"
    assert path.read_bytes() == before
    assert post(visitor, do="redo")["undo"] == 1
    post(visitor, do="undo")
    assert post(visitor, do="undo")["status"] == 400


def test_a_file_that_was_changed_elsewhere_is_not_written_over(visitor: Visitor, folder: Path) -> None:
    path = folder / "templates/card.svg"
    face, before = opened(visitor), path.read_bytes()
    asked = {"piece": visitor.state()["pieces"][0]["id"], "side": "front", "digest": face["digest"]}
    path.write_bytes(before + b"\r\n")
    told = post(visitor, do="write", edits=[[title_of(face), "x", 12]], **asked)
    assert told["status"] == 409
    assert "changed elsewhere" in told["said"]
    assert path.read_bytes() == before + b"\r\n"
    path.write_bytes(before)


def test_a_box_that_is_too_small_tells_its_problem_while_it_is_drawn(visitor: Visitor) -> None:
    face = opened(visitor)
    asked = {"piece": visitor.state()["pieces"][0]["id"], "side": "front", "digest": face["digest"]}
    told = post(visitor, do="draw", edits=[[title_of(face), "width", 2]], **asked)
    assert [problem["severity"] for problem in told["problems"]] == ["error"]
    assert told["problems"][0]["where"] == "Cards!A2"


def test_a_drawing_in_pixels_is_moved_by_millimetres(visitor: Visitor, folder: Path) -> None:
    lay(folder, DRAWING)
    try:
        face = opened(visitor)
        places = {box["mark"]: box for box in face["boxes"]}
        title = title_of(face)
        pixels = 744 / 63
        assert places[title]["matrix"][0] == pytest.approx(1 / pixels, rel=0.003)
        x = face["marks"][title]["slots"]["x"][1] + 5 / places[title]["matrix"][0]
        asked = {"piece": visitor.state()["pieces"][0]["id"], "side": "front", "digest": face["digest"]}
        told = post(visitor, do="write", edits=[[title, "x", x]], **asked)
        moved = next(box for box in told["boxes"] if box["mark"] == title)
        way = (moved["box"][0] - places[title]["box"][0]) * moved["matrix"][0]
        assert way == pytest.approx(5, abs=0.05)
        (line,) = set((folder / "templates/card.svg").read_text("utf-8-sig").split("\n")) - set(
            DRAWING.split("\n")
        )
        assert 'serif:id="Title"' in line
        post(visitor, do="undo")
        assert (folder / "templates/card.svg").read_text("utf-8-sig") == DRAWING
    finally:
        lay(folder)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://example.com"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "example.com:80"}, 403),
        ({"Cookie": ""}, 401),
        ({"Content-Type": "text/plain"}, 415),
    ],
)
def test_foreign_pages_write_nothing(
    visitor: Visitor, folder: Path, headers: dict[str, str], status: int
) -> None:
    """The same order that the editor's own page would have carried out."""
    path, face = folder / "templates/card.svg", opened(visitor)
    before = path.read_bytes()
    order = {"do": "write", "piece": visitor.state()["pieces"][0]["id"], "side": "front"}
    order |= {"digest": face["digest"], "edits": [[title_of(face), "x", 12]]}
    body = json.dumps(order).encode()
    assert visitor.ask(EDIT_POST, method="POST", headers={**JSON, **headers}, body=body).status == status
    assert path.read_bytes() == before
    assert visitor.ask(EDIT_POST, method="POST", headers=JSON, body=body).status == 200
    post(visitor, do="undo")
    assert path.read_bytes() == before


def test_a_template_that_became_a_link_is_neither_opened_nor_written(visitor: Visitor, folder: Path) -> None:
    path, face = folder / "templates/card.svg", opened(visitor)
    piece, elsewhere = visitor.state()["pieces"][0]["id"], folder.parent / "elsewhere.svg"
    before = path.read_bytes()
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    try:
        asked = {"piece": piece, "side": "front", "digest": face["digest"]}
        told = post(visitor, do="write", edits=[[title_of(face), "x", 12]], **asked)
        assert (told["status"], told["said"].split(",")[0]) == (409, "The template is a link")
        assert post(visitor, do="open", piece=piece, side="front")["status"] == 409
        assert path.is_symlink()
        assert elsewhere.read_bytes() == before
    finally:
        path.unlink()
        elsewhere.rename(path)


def test_while_others_may_look_on_there_is_no_editor(visitor: Visitor) -> None:
    visitor.preview.table.addresses = ("192.0.2.7",)
    try:
        reply = visitor.ask(EDIT_POST, method="POST", headers=JSON, body=b'{"do": "undo"}')
        assert reply.status == 403
        visitor.preview.hub._body = b""
        assert visitor.state()["editable"] is False
    finally:
        visitor.preview.table.addresses = ()
        visitor.preview.hub._body = b""


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"do": "delete"}',
        b'{"do": "open", "path": "card.svg"}',
        b'{"do": "write", "source": "x"}',
        b'{"do": ["open"]}',
    ],
)
def test_what_a_page_cannot_have_said_is_not_understood(body: bytes) -> None:
    assert understood(body, wanted_edit) is None


@pytest.mark.parametrize("name", ["../card_data.xlsx", "../../x.svg", "sub/card.svg", "linked.svg"])
def test_only_templates_of_the_folder_are_opened(visitor: Visitor, folder: Path, name: str) -> None:
    from generator.faces.editing.slots import BadEdit
    from generator.ground.problems import Failed
    from generator.preview.edit_files import read_template

    link = folder / "templates/linked.svg"
    link.unlink(missing_ok=True)
    link.symlink_to(folder.parent / "elsewhere.svg")
    (folder.parent / "elsewhere.svg").write_text("<svg/>")
    try:
        with pytest.raises((BadEdit, Failed)):
            read_template(folder, name)
    finally:
        link.unlink()


# ---------------------------------------------------------------- cells


def test_a_cell_is_typed_checked_and_undone(visitor: Visitor, folder: Path) -> None:
    held = post(visitor, do="cell", cell="Cards!A2")["value"]
    told = post(visitor, do="type", cell="Cards!A2", value="Another Name", before=held)
    assert told["undo"] == 1
    visitor.wait(lambda state: state["pieces"][0]["title"] == "Another Name")
    assert (folder / "card_data.before-edit.xlsx").is_file()
    assert post(visitor, do="type", cell="Cards!A2", value="x", before=held)["status"] == 409
    cost = next(one["cell"] for one in opened(visitor)["columns"] if one["type"] == "requirement")
    before = post(visitor, do="cell", cell=cost)["value"]
    post(visitor, do="type", cell=cost, value="9 nothing", before=before)
    visitor.wait(lambda state: any(problem["where"] == cost for problem in state["problems"]))
    assert post(visitor, do="undo")["said"] == cost
    assert post(visitor, do="undo")["said"] == "Cards!A2"
    visitor.wait(lambda state: state["pieces"][0]["title"] == held and not state["problems"])
    assert post(visitor, do="cell", cell="Fields!A2")["status"] == 400


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return game_at(tmp_path) / "card_data.xlsx"


def refusal(path: Path, sheet: str, place: tuple[int, int], before: str) -> str:
    from generator.ground.problems import Failed

    content = path.read_bytes()
    with pytest.raises(Failed) as failed:
        type_in(path, sheet, place, "new", before=before, inside=path.parent)
    assert path.read_bytes() == content
    return failed.value.problems[0].what


def test_what_is_no_plain_cell_is_not_written(workbook: Path) -> None:
    book = load_workbook(workbook)
    book["Cards"]["H2"] = "=1+1"
    book["Cards"].merge_cells("J2:K3")
    book.save(workbook)
    assert refusal(workbook, "Cards", (2, 8), "") == "A formula gives this cell its value."
    assert refusal(workbook, "Cards", (3, 11), "") == "The cell is merged with others."
    assert "declares the columns" in refusal(workbook, "Fields", (2, 1), "")
    assert "by now" in refusal(workbook, "Cards", (2, 1), "something else")
    (workbook.parent / "~$card_data.xlsx").touch()
    assert "is open in Excel" in refusal(workbook, "Cards", (2, 1), str(cell(workbook, (2, 1))))


def cell(path: Path, place: tuple[int, int]) -> object:
    sheets, _ = read_sheets(path, inside=path.parent)
    return next(sheet for sheet in sheets if sheet.name == "Cards").cells.get(place)


def test_a_cell_of_a_csv_file_is_written_too(tmp_path: Path) -> None:
    tables = tmp_path / "card_data"
    tables.mkdir()
    (tables / "Cards.csv").write_bytes(b"Title;Text\r\nOne;a\r\n")
    type_in(tables, "Cards", (2, 2), "b; c", before="a", inside=tmp_path)
    assert (tables / "Cards.csv").read_bytes() == b'Title;Text\r\nOne;"b; c"\r\n'
    assert (tmp_path / "card_data.before-edit/Cards.csv").read_bytes() == b"Title;Text\r\nOne;a\r\n"


def test_an_ods_workbook_is_told_and_not_written(tmp_path: Path, workbook: Path) -> None:
    from generator.ground.problems import Failed
    from tests.shared.sheets_made import save_ods

    path = save_ods(load_workbook(workbook), tmp_path)
    content = path.read_bytes()
    with pytest.raises(Failed) as failed:
        type_in(path, "Cards", (2, 1), "new", before="", inside=path.parent)
    assert "Cards.A2" in failed.value.problems[0].mend
    assert path.read_bytes() == content


def test_a_number_stays_a_number(workbook: Path) -> None:
    book = load_workbook(workbook)
    book["Cards"]["H2"] = 4
    book.save(workbook)
    assert type_in(workbook, "Cards", (2, 8), "2.5", before="4", inside=workbook.parent) == 2.5
    assert type_in(workbook, "Cards", (2, 8), "", before="2.5", inside=workbook.parent) is None
