"""Content as steps: its paths are taken out whole, and nothing else is."""

from __future__ import annotations

import tracemalloc

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.ground.pdf_steps import INLINE, PATH, content_of, content_steps

PATHS = ("1 2 m", "-.5 +3 l", "1 2 3 4 5 6 c", "1 2 3 4 v", "1. 2 3 4 y", "0 0 10 10 re", "h")
OTHERS = (
    "f",
    "0 1 0 rg",
    "/X1 Do",
    "(1 2 m ) Tj",
    "((a) 1 2 m b) Tj",
    "<3132> Tj",
    "q",
    "[1 2] 0 d",
    "7",
    "Q",
)
LINES = st.lists(st.sampled_from((*PATHS, *OTHERS, "% 1 2 m", "0 pnpPath", "BI /W 1 /H 1 ID 1 2 m EI")))


FILE = pikepdf.new()


def plain(content: bytes) -> list[tuple[object, str]]:
    """The operations of a stream as pikepdf parses them; of a picture no operands."""
    return [
        (
            str(instruction.operator) == INLINE or [str(each) for each in instruction.operands],
            str(instruction.operator),
        )
        for instruction in pikepdf.parse_content_stream(pikepdf.Stream(FILE, content))
    ]


@pytest.mark.filterwarnings("ignore:Unexpected end of stream")
@given(LINES, st.sampled_from((" ", "\n")))
def test_steps_are_the_operations_that_pikepdf_parses(lines: list[str], between: str) -> None:
    content = between.join(lines).encode()
    steps = list(content_steps(pikepdf.Stream(FILE, content)))
    assert plain(content_of(steps)) == plain(content)
    for operands, name in steps:
        if name == PATH:
            assert operands[0].count == len(plain(operands[0].content))


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("1 2 m 3 4 l h f", [PATH, "f"]),
        ("q 1 0 0 rg\n1 2 m\n3 4 l\nS 0 0 5 5 re W n Q", ["q", "rg", PATH, "S", PATH, "W", "n", "Q"]),
        ("(1 2 m ) Tj", ["Tj"]),
        ("9 1 2 m f", [PATH, "f"]),
        ("1 2 mm f", ["mm", "f"]),
    ],
)
def test_a_path_is_one_step(content: str, names: list[str]) -> None:
    assert [name for _, name in content_steps(pikepdf.Stream(FILE, content.encode()))] == names


def test_a_long_path_takes_little_more_memory_than_its_content() -> None:
    content = b"0 0 m\n" + b"1.5 -2 l\n" * 100_000 + b"f\n"
    source = pikepdf.Stream(FILE, content)
    tracemalloc.start()
    try:
        steps = list(content_steps(source))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [name for _, name in steps] == [PATH, "f"]
    assert peak < 5 * len(content)
