"""The workbooks of all games as text, so that a change of one can be read in a diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.workbook.book import dump
from tests.shared.game_folders import ROOT, game_folders, golden_of, name_of


@pytest.mark.parametrize("folder", game_folders(), ids=name_of)
def test_the_workbook_is_what_its_golden_says(folder: Path) -> None:
    golden = golden_of(folder)
    asked = "" if folder == ROOT else f" --game games/{folder.name}"
    written = golden.read_text(encoding="utf-8") if golden.exists() else ""
    assert dump(folder / "card_data.xlsx").rstrip() == written.rstrip(), (
        "card_data.xlsx has changed. If that is meant, write its golden anew with "
        f"`pnp dump{asked} > tests/golden/{golden.name}` and read the diff."
    )


def test_every_golden_of_a_workbook_has_its_game() -> None:
    goldens = {path.name for path in (ROOT / "tests" / "golden").glob("*.txt")}
    assert goldens == {golden_of(folder).name for folder in game_folders()}
