"""The shipped workbook as text, so that a change of it can be read in a diff."""

from __future__ import annotations

from pathlib import Path

from generator.workbook.book import dump

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden" / "card_data.txt"


def test_the_workbook_is_what_its_golden_says() -> None:
    assert dump(ROOT / "card_data.xlsx").rstrip() == GOLDEN.read_text(encoding="utf-8").rstrip(), (
        "card_data.xlsx has changed. If that is meant, write its golden anew with "
        "`pnp dump > tests/golden/card_data.txt` and read the diff."
    )
