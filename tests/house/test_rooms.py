"""The floors of the house: imports run downwards only, no room names a game, and a library has one home."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from itertools import chain

import pytest

from generator.records import worksheets
from tests.shared.house import FLOORS, HOUSE, modules

MOST_ENTRIES = 25
MOST_FLOORS = 12
"""Every folder and every module at the top of the house, lowest first. Those of one floor do not know
each other."""
HOMES: dict[str, tuple[str, ...]] = {
    "resvg_py": ("svg/fallback.py",),
    "distributed": ("balance/cluster.py",),
    "jinja2": ("faces/",),
    "markdown_it": ("booklet/markdown.py",),
    "markupsafe": ("faces/",),
    "openpyxl": ("workbook/values.py", "workbook/new_book.py"),
    "PIL": ("svg/", "cmyk/", "ground/raster.py", "shops/preflight/", "versions/seen.py", "shops/exports/"),
    "numpy": ("art/marks/",),
    "platformdirs": ("ground/home.py",),
    "pypdfium2": ("ground/raster.py",),
    "shapely": ("art/marks/",),
    "starlette": ("preview/",),
    "brotli": ("text/font_kinds.py",),
    "icu4py": ("records/breaks.py",),
    "pyphen": ("records/breaks.py",),
    "fontTools": ("text/font_kinds.py", "text/shaping.py"),
    "tinycss2": ("svg/stylesheets.py", "svg/quantities.py"),
    "uharfbuzz": ("text/shaping.py", "text/font_kinds.py"),
    "uvicorn": ("preview/",),
    "watchfiles": ("preview/watching.py",),
    # One module a room writes PDFs with it: how a file ends, what it is, sheets, booklets, faces, a drawing.
    # Content is read in one, too.
    "pikepdf": (
        "ground/pdf_content.py",
        "ground/pdf_steps.py",
        "ground/pdf_file.py",
        "ground/pdf_layers.py",
        "ground/pdf_letters.py",
        "ground/pdf_record.py",
        "cmyk/",
        "sheets/sheet_pdf.py",
        "booklet/binding.py",
        "shops/preflight/",  # the only one that reads files that are finished
        "versions/faces_pdf.py",
        "versions/page_pdf.py",
    ),
    # Designs, the canvas of a sheet's furniture, and the test pages of a printer.
    "reportlab": ("svg/", "sheets/furniture.py", "sheets/scripts.py", "sheets/printers/test_page.py"),
}
"""An outside library -> the one room or the modules that may import it."""
REGISTRY = "games/__init__.py"


def imported(path: str) -> Iterator[tuple[int, str]]:
    """What a module imports, with its line, wherever the import stands: also inside a function."""
    for node in ast.walk(modules()[path]):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}:{node.lineno} names no whole module"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def room(path: str) -> str:
    return path.partition("/")[0].removesuffix(".py")


def is_room(name: str) -> bool:
    return (HOUSE / name / "__init__.py").is_file() or (HOUSE / f"{name}.py").is_file()


def ways() -> Iterator[tuple[str, int, str]]:
    """Every import of another room: the module, its line and that room."""
    for path in modules():
        for line, name in imported(path):
            first, _, rest = name.partition(".")
            target = rest.partition(".")[0]
            if first == "generator" and is_room(target) and target != room(path):
                yield path, line, target


def test_every_room_stands_on_one_floor() -> None:
    built = {room(path) for path in modules()} - {"__init__"}
    assert sorted(chain(*FLOORS)) == sorted(built)


def test_the_house_has_few_doors_on_few_floors() -> None:
    """What one sees in the folder of the package, folders of data counted."""
    entries = sorted(path.name for path in HOUSE.iterdir() if path.name != "__pycache__")
    assert len(entries) <= MOST_ENTRIES, entries
    assert len(FLOORS) <= MOST_FLOORS


def test_imports_run_downwards_only() -> None:
    height = {name: floor for floor, names in enumerate(FLOORS) for name in names}
    ups = [
        f"{path}:{line} reaches up to {target}"
        for path, line, target in ways()
        if height[target] >= height[room(path)]
    ]
    assert ups == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside of functions are counted; those for the type checker alone are not."""
    unsorted = {name: set(needed) for name, needed in module_ways().items()}
    while free := [name for name, needed in unsorted.items() if not needed & unsorted.keys()]:
        for name in free:
            del unsorted[name]
    assert unsorted == {}


def module_ways() -> dict[str, set[str]]:
    """Every module of the house by its dotted name, and the modules of the house that it imports."""
    homes = {f"generator.{path[:-3].replace('/', '.').removesuffix('.__init__')}": path for path in modules()}
    return {
        name: {
            target if target in homes else target.rpartition(".")[0]
            for target in imported_when_run(modules()[path])
            if target.startswith("generator.")
        }
        - {name, "generator"}
        for name, path in homes.items()
    }


def imported_when_run(tree: ast.Module) -> Iterator[str]:
    for_types = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in for_types:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import) and id(node) not in for_types:
            yield from (alias.name for alias in node.names)


def test_the_rooms_are_looked_into() -> None:
    """What the tests above rest on: these imports stand there, the second one inside a function."""
    found = {(path, target) for path, _, target in ways()}
    assert {
        ("press/decks.py", "sheets"),
        ("story/drawn.py", "faces"),
        ("cli/edit.py", "workbook"),
    } <= found
    assert len(found) > 200


@pytest.mark.parametrize("name", sorted(path.parent.name for path in HOUSE.glob("*/__init__.py")))
def test_every_room_says_at_its_door_what_it_is_for(name: str) -> None:
    sentence = (ast.get_docstring(modules()[f"{name}/__init__.py"]) or "").partition("\n\n")[0]
    assert 20 < len(sentence) < 200 and sentence.endswith((".", ":"))


# ---------------------------------------------------------------- games


def games() -> list[str]:
    folders = {path.parent.name for path in HOUSE.glob("games/*/__init__.py")}
    return sorted(folders - {"kit"})  # what rulesets have in common is none itself


def texts(path: str) -> Iterator[tuple[int, str]]:
    """Every word of a module that is no comment: imports, names, texts and docstrings."""
    yield from imported(path)
    for node in ast.walk(modules()[path]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id


def naming(game: str) -> Iterator[str]:
    """Where a module outside of a game's own folder speaks of it, in code or in words."""
    spellings = {game, game.replace("_", " "), game.replace("_", ""), game.replace("_", "-")}
    for path in modules():
        if not path.startswith(f"games/{game}/"):
            for line, text in texts(path):
                if any(spelling in text.lower() for spelling in spellings):
                    yield f"{path}:{line}"


@pytest.mark.parametrize("game", games())
def test_nothing_outside_its_folder_names_a_game(game: str) -> None:
    said = list(naming(game))
    registered = {place for place in said if place.startswith(f"{REGISTRY}:")}
    assert len(registered) == 1, "the registry's line, and no other"
    assert [place for place in said if place not in registered] == []


# ---------------------------------------------------------------- what the workbook calls things


def test_names_of_worksheets_and_facts_have_one_home() -> None:
    known = {name for key, name in vars(worksheets).items() if key.isupper()}
    assert {"Game", "Fields", "Components", "Icons", "Layers", "Sample Game"} <= known
    loose = [
        f"{path}:{node.lineno} says {node.value!r}"
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in known
        if path != "records/worksheets.py" and not re.match(r"games/\w+/", path)
    ]
    assert loose == [], "take it from generator.records.worksheets"
    readers = [path for path in modules() if ".facts(GAME)" in (HOUSE / path).read_text("utf-8")]
    assert readers == ["records/worksheets.py"], "ask game_facts, or stated"


# ---------------------------------------------------------------- libraries


def test_a_library_has_one_home() -> None:
    strangers = []
    for path in modules():
        for line, name in imported(path):
            library = name.partition(".")[0]
            if library in sys.stdlib_module_names or library == "generator":
                continue
            homes = HOMES.get(library, ())
            if not any(path.startswith(home) if home.endswith("/") else path == home for home in homes):
                strangers.append(f"{path}:{line} imports {library}")
    assert strangers == []


def test_every_home_is_lived_in() -> None:
    used = {(name.partition(".")[0], path) for path in modules() for _, name in imported(path)}
    empty = [
        (library, home)
        for library, homes in HOMES.items()
        for home in homes
        if not any(user == library and path.startswith(home) for user, path in used)
    ]
    assert empty == []
