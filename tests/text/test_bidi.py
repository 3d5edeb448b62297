"""What runs from right to left stands where the Unicode Bidirectional Algorithm puts it."""

from __future__ import annotations

import re

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from generator.text.bidi import base_is_rtl, levels_of, visual_order

_UNSEEN = re.compile("[\u200e\u200f\u2066-\u2069]")
SIGNS = "abאבجد12٣٤,:%$ .!?()[]<>\u0300\u05b0\u200e\u200f\u2066\u2067\u2068\u2069〈〉"
"""Of all classes but the embeddings and signs of numbers, in which the other library goes ways of its own."""


def shown(text: str, *, rtl: bool) -> str:
    return "".join(text[at] for at in visual_order(levels_of(text, rtl)))


@pytest.mark.parametrize(
    ("text", "rtl", "order"),
    [
        ("שלום עולם 12", True, "12 םלוע םולש"),
        ("Level שלום 12 cost", False, "Level 12 םולש cost"),
        ("שלום (abc) 12", True, "12 )abc( םולש"),  # which are drawn mirrored
        ("עולה -5 היום", True, "םויה -5 הלוע"),
        ("מ 3-5", True, "3-5 מ"),
        ("מ 10%", True, "10% מ"),
        ("ב 1,000.50", True, "1,000.50 ב"),
        ("سلام ١٢٣", True, "١٢٣ مالس"),
    ],
)
def test_numbers_and_brackets_come_out_as_typed(text: str, rtl: bool, order: str) -> None:
    assert shown(text, rtl=rtl) == order


@pytest.mark.parametrize(
    ("text", "language", "rtl"),
    [
        ("שלום", False, True),
        ("PnP הוא", False, False),
        ("PnP הוא", True, True),
        ("Marriage", True, False),
        ("12/5", True, False),
        ("12 שלום", False, True),
        ("", True, False),
    ],
)
def test_a_paragraph_runs_as_its_language_and_its_letters_say(text: str, language: bool, rtl: bool) -> None:
    assert base_is_rtl(text, language) is rtl


@given(text=st.text(alphabet=SIGNS, min_size=1, max_size=14), rtl=st.booleans())
def test_the_order_is_that_of_another_library(text: str, rtl: bool) -> None:
    order = get_display(text, base_dir="R" if rtl else "L")
    assert _UNSEEN.sub("", shown(text, rtl=rtl)) == _UNSEEN.sub("", order)


def test_embeddings_deeper_than_allowed_are_left_alone() -> None:
    assert max(levels_of("\u202b" * 200 + "a", rtl=False)) <= 126
