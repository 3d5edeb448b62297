"""`python -m benchmarks.reading [WORKBOOK …]`: what reading cells takes here and in two libraries.

Python-calamine takes part if it is installed (`pip install python-calamine`). The last file is one of 5 KB
with three filled cells, far from each other; each reader has it in a process of its own with 2 GB.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from openpyxl import Workbook, load_workbook

ROOT = Path(__file__).parents[1]
TIMES = 5
MOST_MEMORY = 2_000_000_000


def ours(path: Path) -> int:
    """The number of filled cells, as `pnp` reads them."""
    from generator.workbook.located import read_sheets

    return sum(len(sheet.cells) for sheet in read_sheets(path)[0])


def with_openpyxl(path: Path) -> int:
    """The same by openpyxl."""
    rows = (row for sheet in load_workbook(path, data_only=True).worksheets for row in sheet.iter_rows())
    return sum(cell.value is not None for row in rows for cell in row)


def with_calamine(path: Path) -> int:
    """The same by python-calamine."""
    library = importlib.import_module("python_calamine")
    sheets = library.CalamineWorkbook.from_path(path)
    rows = (row for name in sheets.sheet_names for row in sheets.get_sheet_by_name(name).to_python())
    return sum(value != "" for row in rows for value in row)


READERS: dict[str, Callable[[Path], int]] = {
    "pnp": ours,
    "openpyxl": with_openpyxl,
    "calamine": with_calamine,
}


def far_apart(folder: Path) -> Path:
    """A workbook with a cell in a far row, and one in a far column."""
    book = Workbook()
    for place in ("A1", "B1000000", "ZZ1"):
        book.worksheets[0][place] = "x"
    path = folder / "far.xlsx"
    book.save(path)
    return path


def alone(name: str, path: Path) -> str:
    """How a reader ends in a process of its own."""
    code = (
        "import resource, sys; from pathlib import Path; from benchmarks.reading import MOST_MEMORY, READERS;"
        "resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY));"
        "resource.setrlimit(resource.RLIMIT_CPU, (60, 60)); READERS[sys.argv[1]](Path(sys.argv[2]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, name, str(path)], capture_output=True, text=True, cwd=ROOT
    )
    asked = next((line for line in run.stderr.splitlines() if "memory allocation" in line), "")
    return "reads it" if run.returncode == 0 else f"ends with {run.returncode} {asked}"


def main(paths: list[Path]) -> None:
    """Print a line a workbook and reader, and how each ends with cells that lie far apart."""
    names = [name for name in READERS if name != "calamine" or importlib.util.find_spec("python_calamine")]
    for path in paths:
        for name in names:
            seconds = []
            for _ in range(TIMES):
                begun = time.process_time()
                cells = READERS[name](path)
                seconds.append(time.process_time() - begun)
            print(f"{path.parent.name}/{path.name}: {name} {1000 * min(seconds):.0f} ms, {cells:,} cells")
    with tempfile.TemporaryDirectory() as folder:
        path = far_apart(Path(folder))
        for name in names:
            print(f"three cells far apart, {path.stat().st_size:,} bytes: {name} {alone(name, path)}")


if __name__ == "__main__":
    main(
        [Path(name) for name in sys.argv[1:]]
        or [ROOT / "card_data.xlsx", ROOT / "games/symetra/card_data.xlsx"]
    )
