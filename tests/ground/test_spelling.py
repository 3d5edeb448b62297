"""What somebody probably meant."""

from __future__ import annotations

import pytest

from generator.ground.spelling import LONGEST, nearest

CARDS = ["Shell", "Skin", "Cell Wall", "Scales"]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("shel", ["Shell"]), ("SKIN", ["Skin"]), ("cellwall", ["Cell Wall"]), ("Zebra", []), ("", [])],
)
def test_the_likeliest_name_whatever_its_case(wrong: str, meant: list[str]) -> None:
    assert nearest(wrong, CARDS) == meant


def test_no_more_than_asked_for_and_the_likeliest_first() -> None:
    assert nearest("shells", CARDS, count=2, cutoff=0.3) == ["Shell", "Scales"]
    assert nearest("shells", [], count=2) == []


def test_only_the_beginning_of_a_long_name_is_compared() -> None:
    assert nearest("a" * LONGEST + "b" * 10**6, ["a" * LONGEST]) == ["a" * LONGEST]
