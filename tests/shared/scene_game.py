"""A game folder with a sheet Scenes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from generator.ground.project import Project
from generator.story import examine
from tests.shared.games_made import starter_game

COLUMNS = (
    *(("Scene", "text"), ("Component", "text"), ("Card", "text"), ("On", "text"), ("Place", "text")),
    *(("X", "number"), ("Y", "number"), ("Turn", "number"), ("Face", "choice"), ("Count", "integer")),
)


BOARD = """<svg xmlns="http://www.w3.org/2000/svg" width="300mm" height="200mm" viewBox="0 0 300 200">
  <rect x="-3" y="-3" width="306" height="206" fill="#336655"/>
  <rect data-place="Tiles" x="10" y="10" width="60" height="52" fill="#ffffff"/>
  <g transform="translate(100 10)"><rect data-place="Tiles 1" width="60" height="52" fill="#ffffff"/></g>
  <g transform="translate(200 10)"><rect data-place="Tiles 2" width="60" height="52" fill="#ffffff"/></g>
  <circle data-place="Start" cx="150" cy="150" r="10" fill="#ffffff"/>
  <rect data-place="Under" x="10" y="180" width="60" height="52" fill="none"/>
</svg>"""


def game(folder: Path, rows: list[tuple[Any, ...]] | None = None, *, board: bool = False) -> Project:
    starter_game(folder)
    book = load_workbook(folder / "card_data.xlsx")
    if board:
        columns = [cell.value for cell in book["Components"][1]]
        row = {"Name": "Board", "Front": "board.svg", "Shape": "rectangle", "Width": 300, "Height": 200}
        row |= {"Copies": 1, "Title": "The Board", "Layout": "board"}
        book["Components"].append([row.get(column) for column in columns])
        (folder / "templates" / "board.svg").write_text(BOARD)
    if rows is not None:
        for column, kind in COLUMNS:
            needed = "yes" if column in {"Scene", "Component"} else "no"
            book["Fields"].append(
                ("Scenes", column, kind, needed, "no", None, None, "up | down" if kind == "choice" else None)
            )
        sheet = book.create_sheet("Scenes")
        sheet.append([column for column, _ in COLUMNS])
        for row_ in rows:
            sheet.append(row_)
    book.save(folder / "card_data.xlsx")
    return Project(folder)


def told(project: Project) -> list[str]:
    return [f"{one.severity} {one.where}: {one.what} {one.mend}" for one in examine(project)]
