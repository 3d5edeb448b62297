"""The examples in docstrings, run as they stand."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOWING = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in sorted(ROOT.glob("generator/**/*.py"))
    if ">>> " in file.read_text("utf-8")
]


def test_there_are_examples() -> None:
    assert len(SHOWING) >= 4


@pytest.mark.parametrize("module", SHOWING)
def test_examples_hold(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted and not result.failed
