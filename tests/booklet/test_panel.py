"""Drawings of tables of invented games: any counts, nothing overlaps, nothing is cut, all can be read."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from generator.booklet.appendix import appendix_blocks
from generator.booklet.blocks import Heading, Item, Paragraph, TableBlock
from generator.booklet.flow import Setter, Sink, Written
from generator.booklet.panel import panel
from generator.booklet.sketch import LEAST_MM, Sketch, luminance, on
from generator.booklet.style import INK
from generator.booklet.tagging import unmarked
from generator.faces.face import Face
from generator.records.tables import Book
from generator.replay.told import (
    BoxView,
    CardRow,
    CardView,
    Chip,
    Count,
    Moved,
    Remark,
    SeatView,
    Sign,
    Space,
    TableChange,
    TableView,
    Told,
    ToldEnding,
    ToldPart,
    ToldRound,
    ToldStep,
    Track,
)
from generator.text.fitting import Typesetter
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book
from tests.shared.svg_pictures import check_svg

ROOT = Path(__file__).parents[2]
WIDTHS = (166.0, 171.9)
"""Of the text on A4 and on Letter."""
MATS = tuple(
    Sign(f"mark_{name}", colour)
    for name, colour in (("blue", "#2463b0"), ("red", "#c23434"), ("green", "#2f8a45"), ("yellow", "#f2d24a"))
)
TITLES = ("Nest", "The Long Forest of the Northern Valley", "Market Square", "Unaussprechlichkeitsvermutung")
CLOSE = 0.02
"""Millimetres that are nothing."""
NAMES = ("Ada", "Björn", "Chidi", "Dana", "Emre", "Fatima", "Gus", "Hana", "Ivo")
LONG_NAMES = ("Maximiliana von Hohenlohe-Langenburg-Öhr", "W" * 40, "Jo")


@pytest.fixture(scope="module")
def book() -> Book:
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return book


@pytest.fixture(scope="module")
def typesetter() -> Typesetter:
    return Typesetter(find_fonts(ROOT / "fonts"))


@pytest.fixture
def setter(typesetter: Typesetter, book: Book) -> Setter:
    return Setter(typesetter, book.symbols, Sink(297, 257), {})


# ---------------------------------------------------------------- invented tables


def counts(number: int, seat: int, most: int) -> tuple[Count, ...]:
    return tuple(Count(Sign("energy", "#b57f00"), (seat * 37 + at * 5) % (most + 1)) for at in range(number))


def seats(
    number: int,
    tokens: int,
    values: int = 0,
    stacks: int = 0,
    *,
    most: int = 40,
    names: Sequence[str] = NAMES,
) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            names[at % len(names)],
            MATS[at % 4],
            counts(tokens, at, most),
            counts(values, at, most),
            counts(stacks, at, 12),
        )
        for at in range(number)
    )


def cards(number: int, boxes: int = 0, markers: int = 0, *, chips: bool = False) -> CardRow:
    sign = Sign("boundary", "#1b7f83")
    made = [
        CardView(
            TITLES[at % 4],
            sign,
            "#d5eeec",
            tuple(BoxView(MATS[box % 4], (True, False, None)[box % 3]) for box in range(boxes)),
            tuple(MATS[marker % 4] for marker in range(markers)),
        )
        for at in range(number)
    ]
    return CardRow(tuple(None if at % 6 == 4 else card for at, card in enumerate(made)), chips)


def track(labels: Sequence[object], *markers: int, name: str = "", ring: bool = False) -> Track:
    return Track(name, tuple(Space(str(label)) for label in labels), markers, "#c98a00", ring)


WORDS = ("Temple", "Market of the East", "Harbour", "Old Library", "Gate", "Palace", "Well")
TABLES = {
    "nothing": TableView(),
    "one token": TableView(seats=seats(1, 1)),
    "no token": TableView(seats=seats(5, 0)),
    "one token, no track": TableView(
        seats=seats(2, 1), rows=(cards(3, 2, 1),), chips=(Chip(MATS[0], "Deck: 31"), Chip(MATS[1], "4 left"))
    ),
    "seven tokens and a ring": TableView(
        (track(range(1, 8), 2, name="Clock of the tide", ring=True),), seats(5, 7, 1), (cards(7, 5, 3),)
    ),
    "ring of words": TableView((track(WORDS, 2, 5, name="Circle", ring=True),), seats(9, 7, 3, 10)),
    "long ring of words": TableView((track(WORDS * 6, 2, ring=True),)),
    "rings": TableView(tuple(track(range(number), 0, ring=True) for number in (1, 2, 12, 24, 60, 61))),
    "named rings": TableView(
        tuple(
            track(range(number), 0, name=name, ring=True)
            for number in (3, 7, 24)
            for name in ("Year", "Clock of the tide", "Reputation of the House of the Northern Valley")
        )
    ),
    "tracks": TableView(
        (
            track(range(13), 4, name="Drift"),
            track(range(-5, 6), 5, name="Coherence"),
            track(("Unknown", "Rumoured", "Known"), 1, name="Reputation of the House of the Northern Valley"),
            track(range(41), 7),
            track(WORDS * 3, 7, name="Road"),
        ),
        seats(9, 3, 2, 6),
    ),
    "a long track": TableView((track(range(41), 7, name="Score"),), seats(2, 3, 2, 6)),
    "great numbers": TableView(seats=seats(3, 7, 3, 6, most=1_000_000)),
    "long names": TableView(seats=seats(3, 3, 2, 6, names=LONG_NAMES)),
    "long names, one token": TableView(seats=seats(3, 1, names=LONG_NAMES)),
    "rows of cards": TableView(rows=(cards(1, 3, 2), cards(7), cards(20, 24, 15), cards(0), cards(6, 0, 9))),
    "rows of chips": TableView(rows=tuple(cards(number, chips=True) for number in (1, 7, 12, 20))),
    "long remarks": TableView(
        chips=(Chip(Sign("", "#c23434"), "A remark of many words " * 9), *[Chip(MATS[0], "x")] * 30)
    ),
    **{
        f"{number} seats": TableView((track(range(13), 3),), seats(number, 3, 2, 6))
        for number in (1, 2, 5, 9)
    },
}
PLACES = [(name, width) for name in TABLES for width in WIDTHS]


# ---------------------------------------------------------------- what is drawn


class Part(NamedTuple):
    """Something in a drawing with its edges in mm."""

    kind: str
    left: float
    top: float
    right: float
    bottom: float
    text: str = ""
    size: float = 0.0

    def apart(self, other: Part) -> bool:
        """Whether the two have nothing in common."""
        if "circle" in (self.kind, other.kind):
            ring, one = (self, other) if self.kind == "circle" else (other, self)
            x, y, radius = ring.circle()
            if one.kind == "circle":
                ox, oy, other_radius = one.circle()
                return math.hypot(ox - x, oy - y) >= radius + other_radius - CLOSE
            near = min(max(x, one.left), one.right), min(max(y, one.top), one.bottom)
            return math.hypot(near[0] - x, near[1] - y) >= radius - CLOSE
        across = self.right <= other.left + CLOSE or other.right <= self.left + CLOSE
        return across or self.bottom <= other.top + CLOSE or other.bottom <= self.top + CLOSE

    def inside(self, other: Part) -> bool:
        """Whether this lies wholly in the other."""
        if other.kind == "circle":
            x, y, radius = other.circle()
            corners = itertools.product((self.left, self.right), (self.top, self.bottom))
            return all(math.hypot(cx - x, cy - y) <= radius + CLOSE for cx, cy in corners)
        across = other.left - CLOSE <= self.left and self.right <= other.right + CLOSE
        return across and other.top - CLOSE <= self.top and self.bottom <= other.bottom + CLOSE

    def circle(self) -> tuple[float, float, float]:
        """Centre and radius."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2, (self.right - self.left) / 2


def drawn(made: Written, width: float) -> tuple[float, str]:
    """Height in mm and markup of a drawing."""
    return made.made(width)


def parts(markup: str, typesetter: Typesetter) -> Iterator[Part]:
    for tag, written, text in re.findall(r"<(\w+) ([^>]*?)/?>(?:([^<]*)</text>)?", unmarked(markup)):
        told = dict(re.findall(r'([\w-]+)="([^"]*)"', written))
        if tag == "text":
            x, y, size = (float(told[key]) for key in ("x", "y", "font-size"))
            face = typesetter.measure.face(told["font-family"], int(told["font-weight"]))
            seen = text.rstrip(" ")  # the blank behind it is only heard
            wide = typesetter.measure.width_em(face, seen) * size
            yield Part("text", x, y - 0.66 * size, x + wide, y, seen, size)
        elif tag == "circle":
            x, y, radius = (float(told[key]) for key in ("cx", "cy", "r"))
            yield Part("circle", x - radius, y - radius, x + radius, y + radius)
        else:
            x, y, wide, high = (float(told[key]) for key in ("x", "y", "width", "height"))
            yield Part({"rect": "box", "use": "icon"}[tag], x, y, x + wide, y + high)


def made_of(setter: Setter, name: str) -> Written:
    return panel(setter, TABLES[name], "Before round 12")


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(("name", "width"), PLACES)
def test_nothing_overlaps_and_all_is_inside(name: str, width: float, setter: Setter) -> None:
    high, markup = drawn(made_of(setter, name), width)
    ground, *placed = parts(markup, setter.typesetter)
    assert ground == Part("box", 0, 0, pytest.approx(width, abs=0.001), pytest.approx(high, abs=0.001))  # type: ignore[arg-type]
    assert all(part.inside(ground) for part in placed)
    for one, other in itertools.combinations(placed, 2):
        if one.apart(other):
            continue
        kinds = {one.kind, other.kind}
        assert kinds & {"box", "circle"}, f"{one} lies over {other}"
        assert one.inside(other) or other.inside(one), f"{one} is cut by {other}"
        assert kinds != {"circle"}, f"{one} touches {other}"


@pytest.mark.parametrize(("name", "width"), PLACES)
def test_all_can_be_read_and_no_word_is_cut(name: str, width: float, setter: Setter) -> None:
    made = made_of(setter, name)
    written = [part for part in parts(drawn(made, width)[1], setter.typesetter) if part.kind == "text"]
    assert all(part.size >= LEAST_MM for part in written)
    assert not any("…" in part.text for part in written)


@pytest.mark.parametrize("name", TABLES)
def test_every_drawing_is_of_the_subset_that_is_drawn(name: str, setter: Setter) -> None:
    high, markup = drawn(made_of(setter, name), 166)
    uses = re.sub(r"<use [^>]*/>", "", markup)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 166 {high}">{uses}</svg>'
    assert check_svg(Face("panel", svg, 166, high, "rectangle", "panel")) == ()


def test_every_name_title_label_and_number_is_there(setter: Setter) -> None:
    table = TABLES["ring of words"]
    _, markup = drawn(panel(setter, table, "Now"), 166)
    written = [part.text for part in parts(markup, setter.typesetter) if part.kind == "text"]
    assert {seat.name for seat in table.seats} <= set(written)
    assert {f"{at} {word}" for at, word in enumerate(WORDS, start=1)} <= set(written)
    numbers = [str(one.number) for seat in table.seats for one in (*seat.tokens, *seat.values)]
    assert sorted(text for text in written if text.isdigit()) == sorted([*numbers, *"1234567"])


def test_a_row_has_its_name_and_a_card_what_it_asks_for_and_gives(setter: Setter) -> None:
    sign = Sign("boundary", "#1b7f83")
    card = CardView(
        "Nest", sign, "#d5eeec", (BoxView(Sign("energy", "#b57f00"), None),), gives="{bonus} +1{support}"
    )
    made = panel(setter, TableView(rows=(CardRow((card, None), name="Prism"),)), "Now")
    found = [*parts(drawn(made, 166)[1], setter.typesetter)]
    written = [part for part in found if part.kind == "text"]
    assert [part.text for part in written] == ["Now", "Prism", "Nest", "+1"]
    assert sum(part.kind == "icon" for part in found) == 4
    cost = next(part for part in found if part.kind == "icon" and part.top > written[2].bottom)
    assert written[3].top > cost.bottom


@pytest.mark.parametrize("half_cards", [2, 5, 12])
def test_cards_lie_at_their_spots_and_not_on_each_other(setter: Setter, half_cards: int) -> None:
    sign = Sign("boundary", "#1b7f83")
    spots = tuple((half, line) for line in range(3) for half in range(line % 2, half_cards, 2))
    row = CardRow(tuple(CardView("Nest", sign, "#d5eeec") for _ in spots), name="Matrix", spots=spots)
    found = [*parts(drawn(panel(setter, TableView(rows=(row,)), "Now"), 166)[1], setter.typesetter)][1:]
    titles = [part for part in found if part.text == "Nest"]
    assert len(titles) == len(spots) and setter.problems == []
    for (half, line), title in zip(spots, titles, strict=True):
        for (other_half, other_line), other in zip(spots, titles, strict=True):
            assert (title.left < other.left) == (half < other_half)
            assert (title.top < other.top) == (line < other_line)


def test_what_a_card_gives_never_leaves_the_card(setter: Setter) -> None:
    for gives in ("{energy}" * 60, "W" * 90, "You +1{vitals} · All −1{energy} · " * 9):
        card = CardView("Nest", MATS[0], "#d5eeec", gives=gives)
        row = CardRow((card,) * 6)
        placed = [*parts(drawn(panel(setter, TableView(rows=(row,)), "Now"), 166)[1], setter.typesetter)][1:]
        cards = [part for part in placed if part.kind == "box" and part.bottom - part.top > 5.5]
        words = [part for part in placed if part.kind in ("text", "icon")][1:]
        assert all(any(part.inside(one) for one in cards) for part in words), gives[:20]
        assert setter.problems == []


# ---------------------------------------------------------------- what it looks like


def centres(setter: Setter, table: TableView) -> list[tuple[float, float]]:
    found = parts(drawn(panel(setter, table, "Now"), 166)[1], setter.typesetter)
    return [((p.left + p.right) / 2, (p.top + p.bottom) / 2) for p in found if p.kind == "circle"]


@pytest.mark.parametrize("number", [3, 7, 12, 24, 60])
def test_a_ring_goes_round_clockwise_from_the_top(number: int, setter: Setter) -> None:
    places = centres(setter, TableView((track(range(number), 0, ring=True),)))
    assert len(places) == number
    middle = [sum(axis) / number for axis in zip(*places, strict=True)]
    first = places[0]
    assert first[1] == min(y for _, y in places)
    assert first[0] == pytest.approx(middle[0], abs=0.01)
    turns = [
        (a[0] - middle[0]) * (b[1] - middle[1]) - (a[1] - middle[1]) * (b[0] - middle[0])
        for a, b in zip(places, [*places[1:], first], strict=True)
    ]
    assert all(turn > 0 for turn in turns)  # y grows downwards: clockwise


def test_short_tracks_stand_beside_the_title_and_long_ones_below_it(setter: Setter) -> None:
    one = centres(setter, TableView((track(range(13), 3),)))
    two = centres(setter, TableView((track(range(13), 3), track(range(5), 0))))
    long = centres(setter, TableView((track(range(13), 3), track(range(60), 0))))
    for beside in (one, two):
        assert min(y for _, y in beside) == 6.0
        assert min(x for x, _ in beside) > 50
    assert len({y for _, y in two}) == 2
    assert min(y for _, y in long) > 9


@pytest.mark.parametrize("chips", [False, True])
@pytest.mark.parametrize(("number", "lines"), [(1, 1), (4, 1), (6, 1), (7, 2), (12, 2), (20, 4)])
def test_a_row_of_cards_is_broken_onto_lines_of_one_length(
    number: int, lines: int, chips: bool, setter: Setter
) -> None:
    row = CardRow((None,) * number, chips)
    _, *boxes = parts(drawn(panel(setter, TableView(rows=(row,)), "Now"), 166)[1], setter.typesetter)
    cards = [part for part in boxes if part.kind == "box"]
    assert len(cards) == number
    assert len({card.top for card in cards}) == lines
    assert all(24 - CLOSE <= card.right - card.left <= 52 + CLOSE for card in cards)
    first = [card for card in cards if card.top == cards[0].top]
    assert len(first) == math.ceil(number / lines)


def test_a_marked_space_is_told_apart_in_grey(setter: Setter) -> None:
    for colour in ("#f2d24a", "#c98a00", "#22252e"):
        table = TableView((replace(track(range(3), 1), colour=colour),))
        markup = drawn(panel(setter, table, "Now"), 166)[1]
        fills = re.findall(r'<circle [^>]*fill="([^"]*)" stroke="([^"]*)"', markup)
        assert [fill for fill, _ in fills] == ["#ffffff", colour, "#ffffff"]
        dark = min(luminance(fill) for fill in fills[1])
        assert dark < 0.35


def test_ink_and_white_are_read_on_their_grounds() -> None:
    assert on("#ffffff") == on("#f2d24a") == INK
    assert on("#22252e") == on("#2463b0") == "#ffffff"
    assert on("") == on("blue") == on("#abc") == "#ffffff"  # a cell that was declared as a text


def test_a_word_without_room_is_parted_and_a_line_without_room_is_cut(setter: Setter) -> None:
    sketch = Sketch(setter)
    lines = sketch.wrapped("Donaudampfschifffahrtsgesellschaft", 8, least=2.4, most=9)
    assert len(lines) > 1
    assert all(line.endswith("-") for line in lines[:-1])
    assert "".join(line.removesuffix("-") for line in lines) == "Donaudampfschifffahrtsgesellschaft"
    assert all(sketch.em(line) * LEAST_MM <= 8 for line in lines)
    sketch.text("Word " * 50, 0, 0, 20)
    (cut,) = parts("".join(sketch.made), setter.typesetter)
    assert cut.text.endswith("…")
    assert 15 < cut.right <= 20.001


# ---------------------------------------------------------------- the appendix of an invented game


def step(headline: str, wrong: str = "", **more: Any) -> ToldStep:
    return ToldStep(1, MATS[0], headline, "It works.", "Because.", "there", wrong=wrong, **more)


def test_an_appendix_is_of_any_game(setter: Setter) -> None:
    before = TableView(seats=seats(2, 1))
    after = replace(before, rows=(cards(2),))
    rounds = (
        ToldRound(4, before, (ToldPart("Dawn", (step("A"),)),), after),
        ToldRound(5, after, (ToldPart("Dusk", (step("B", "it breaks a rule"),)),), before),
        ToldRound(6, before, (), before),
    )
    ending = ToldEnding("Over.", (("Player", "Score"), ("Ada", "3")), (Remark("Well played.", "cell"),))
    blocks = appendix_blocks(
        Told("Checked.", (Remark("A is blue.", "row"),), before, rounds, ending, "A begins.")
    )
    headings = [block.text for block in blocks if isinstance(block, Heading)]
    assert headings == [
        *("How to read this game", "Setup", "Round 4", "Dawn", "Round 5", "Dusk", "Round 6", "The end")
    ]
    assert Item("•", "A is blue.", "row") in blocks
    assert Item("•", "Well played.", "cell") in blocks
    assert [Paragraph("A begins."), Paragraph("Over.")] == [
        b for b in blocks if b in (Paragraph("A begins."), Paragraph("Over."))
    ]
    assert TableBlock(ending.rows) in blocks
    titles = [
        part.text
        for block in blocks
        if callable(block)
        for part in parts(drawn(block(setter)[0], 166)[1], setter.typesetter)
        if part.text.endswith(("round 4", "round 5", "round 6", "the end"))
    ]
    assert titles == ["Before round 4", "Before round 5", "Before round 6", "At the end"]


def test_a_step_has_its_number_its_results_and_its_rules(setter: Setter) -> None:
    energy = Sign("energy", "#b57f00")
    change = TableChange("Ada", (Moved(energy, "3", "1"),), gone=("Nest",), new=("Shell",), joined=(MATS[1],))
    first = step("A", results=(change,), rules=("One: so.", "Two: thus."))
    second = replace(step("B", see=12), number=34)
    table = TableView()
    rounds = (ToldRound(1, table, (ToldPart("Day", (first, second)),), table),)
    told = Told("", table=table, rounds=rounds, ending=ToldEnding("Over.", ()))
    entries = [block for block in appendix_blocks(told) if callable(block)][1:3]
    laid = [[*parts(drawn(entry(setter)[0], 80)[1], setter.typesetter)] for entry in entries]
    assert all(part.size >= LEAST_MM for some in laid for part in some if part.text)
    written = [[part.text for part in some if part.text] for some in laid]
    assert written[0][0] == "1" and {"One: so.", "Two: thus."} <= {*written[0]}
    told_all = " ".join(written[0]).replace("\N{NO-BREAK SPACE}", " ")
    assert "Ada" in told_all and "3→1" in told_all and "Nest → Shell" in told_all
    assert written[1][:2] == ["34", "see 12"]
    assert "Nothing changes." in written[1]


def test_what_is_wrong_with_a_step_is_said(setter: Setter) -> None:
    told = Told(
        "Checked.",
        table=TableView(),
        rounds=(
            ToldRound(
                1, TableView(), (ToldPart("Day", (step("A", "it breaks a rule"), step("B"))),), TableView()
            ),
        ),
        ending=ToldEnding("Over.", ()),
    )
    entries = [block for block in appendix_blocks(told) if callable(block)][1:3]
    first, second = (drawn(entry(setter)[0], 166)[1] for entry in entries)
    assert "This step is not valid: it breaks a rule." in first
    assert "not valid" not in second


def test_a_game_that_could_not_begin_has_one_chapter() -> None:
    blocks = appendix_blocks(Told("**Not valid.**", valid=False))
    assert [block.text for block in blocks if isinstance(block, Heading)] == ["How to read this game"]
    assert Paragraph("**Not valid.**", boxed=True) in blocks


def test_the_booklets_know_no_game() -> None:
    rooms = ROOT / "generator" / "booklet"
    named = re.compile(r"generator\.games\.\w+|meaning_made")
    assert [path.name for path in rooms.glob("*.py") if named.search(path.read_text("utf-8"))] == []
