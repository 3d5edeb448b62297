"""What lies otherwise on a table: the results of a step, read off the table before and after it.

Nobody writes them, so they cannot say what did not happen. Chips are left out: they are remarks on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.replay.told import (
    BoxView,
    CardRow,
    CardView,
    Count,
    Moved,
    SeatView,
    Sign,
    TableChange,
    TableView,
    Track,
)


def differences(before: TableView, after: TableView, *, acting: str = "") -> tuple[TableChange, ...]:
    """All that changed: at seats, on tracks, of cards; empty if the two tables are the same.

    What changed for the player who is `acting` stands first; if nobody is, what changed for all.
    """
    changes = (
        *_seats(before.seats, after.seats),
        *_tracks(before.tracks, after.tracks),
        *_cards(before, after),
    )
    return tuple(sorted(changes, key=lambda change: change.name.casefold() != acting.casefold()))


def _seats(before: Sequence[SeatView], after: Sequence[SeatView]) -> Iterator[TableChange]:
    views = {seat.name: seat for seat in before}
    for seat in after:
        was = views.get(seat.name, seat)
        pairs = ((was.tokens, seat.tokens), (was.values, seat.values), (was.stacks, seat.stacks))
        shifts = tuple(shift for mine, theirs in pairs for shift in _counts(mine, theirs))
        if shifts:
            yield TableChange(seat.name, shifts)


def _counts(before: Sequence[Count], after: Sequence[Count]) -> Iterator[Moved]:
    for was, now in zip(before, after, strict=False):
        if was.number != now.number:
            yield Moved(now.sign, str(was.number), str(now.number))


def _tracks(before: Sequence[Track], after: Sequence[Track]) -> Iterator[TableChange]:
    shifts = tuple(
        Moved(Sign(now.icon, now.colour), _labels(was), _labels(now), now.name)
        for was, now in zip(before, after, strict=False)
        if was.markers != now.markers
    )
    if shifts:
        yield TableChange("", shifts)


def _labels(track: Track) -> str:
    return ", ".join(track.spaces[at].label for at in track.markers if 0 <= at < len(track.spaces))


# ---------------------------------------------------------------- cards


def _cards(before: TableView, after: TableView) -> Iterator[TableChange]:
    for was, now in _pairs(before.rows, after.rows):
        yield from _on_cards(was, now)
        gone, new = _titles(was), _titles(now)
        if gone != new:
            yield TableChange(now.name or was.name, gone=_listed(gone - new), new=_listed(new - gone))


def _pairs(before: Sequence[CardRow], after: Sequence[CardRow]) -> Iterator[tuple[CardRow, CardRow]]:
    """Rows of one name, or without one in one place; a row that is gone, or has come, beside an empty one."""
    past, present = ({row.name or at: row for at, row in enumerate(rows)} for rows in (before, after))
    for key in dict.fromkeys((*present, *past)):
        yield past.get(key, CardRow(())), present.get(key, CardRow(()))


def _titles(row: CardRow) -> Counter[str]:
    return Counter(card.title for card in row.cards if card is not None)


def _listed(titles: Counter[str]) -> tuple[str, ...]:
    return tuple(titles.elements())


def _on_cards(before: CardRow, after: CardRow) -> Iterator[TableChange]:
    """Boxes, markers and gifts of the cards that stay."""
    cards: dict[str, list[CardView]] = {}
    for card in before.cards:
        if card is not None:
            cards.setdefault(card.title, []).append(card)
    for card in after.cards:
        if card is None or not cards.get(card.title):
            continue
        was = cards[card.title].pop(0)
        shifts = (*_boxes(was.boxes, card.boxes), *_gives(was, card))
        mine, theirs = Counter(was.markers), Counter(card.markers)
        left, joined = tuple((mine - theirs).elements()), tuple((theirs - mine).elements())
        if shifts or left or joined:
            yield TableChange(card.title, shifts, left=left, joined=joined)


def _gives(before: CardView, after: CardView) -> Iterator[Moved]:
    if before.gives != after.gives:
        yield Moved(Sign("", after.sign.colour), before.gives, after.gives)


def _boxes(before: Sequence[BoxView], after: Sequence[BoxView]) -> Iterator[Moved]:
    """How many boxes of each sign are filled."""
    was, now = (Counter(box.sign for box in boxes if box.filled) for boxes in (before, after))
    for sign in dict.fromkeys(box.sign for box in (*before, *after)):
        if was[sign] != now[sign]:
            yield Moved(sign, str(was[sign]), str(now[sign]))
