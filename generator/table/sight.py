"""What a seat is sent, and nothing else ever is: all of it follows from what the seat knows.

Of a game in which seats hold hands, a move of another seat is told by its word and by what it changed on the
table as this seat sees it, never by its row.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from random import Random
from typing import Any

from generator.replay.differences import differences
from generator.replay.moves import NOBODY, Deed
from generator.replay.script import script_from_lines
from generator.replay.told import CardRow, CardView, Count, SeatView, Sign, TableView
from generator.table.free import FreePlay
from generator.table.options import row_of
from generator.table.session import Session, TurnTaken

MOST_TOLD = 80
"""As many turns are told again, the newest last."""
UNSEEN = -1_000_000
"""The number of something that a seat does not know; a card that it does not know has no title."""
_BLANK = "#e6e2d8"
_WORLDS = 6
"""What is the same in so many worlds in which a seat may be, it knows."""


@dataclass(slots=True)
class SeatSight:
    """What one seat has seen of a session; bring it up to date by asking for it."""

    session: Session
    seat: int
    _entries: list[tuple[TurnTaken, Mapping[str, Any]]] = field(default_factory=list)
    _tables: dict[int, TableView] = field(default_factory=dict)

    def body(self) -> bytes:
        """All that the seat is sent, as JSON: the same for the same knowledge."""
        return json.dumps(self.told(), ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")

    def told(self) -> Mapping[str, Any]:
        """All that the seat is sent."""
        session, engine, seat = self.session, self.session.engine, self.seat
        view, names = session.view(seat), session.names
        listed = session.options(seat)
        table = self._table(len(session.turns))
        by_seat = sorted(table.seats, key=lambda mat: names.index(mat.name))  # not from the starter on
        ending = engine.ending(view) if session.over else None
        return {
            "seat": seat,
            "names": names,
            "kinds": session.record.kinds,
            "moves": len(session.turns),
            "round": engine.round(view),
            "phase": engine.vocabulary.said(engine.phase(view)),
            "moment": engine.moment(view),
            "actions_left": engine.actions_left(view),
            "actors": [] if session.over else engine.actors(view),
            "over": session.over,
            "ending": {"text": ending[0], "rows": ending[1]} if ending else None,
            "table": asdict(replace(table, seats=tuple(by_seat))),
            "laid": [asdict(row) for row in engine.laid(view)],
            "piles": engine.piles(view),
            "discards": engine.discards(view),
            "free": engine.spread(view) if isinstance(engine, FreePlay) else None,
            "hand": engine.hand(view, seat) if seat != NOBODY else (),
            "held": [len(engine.hand(view, other)) for other in range(len(names))],
            "mats": [row.card for row in session.script.setup if row.action == "seat"],
            "secret": engine.keeps_hands,
            "options": [option.cells for option in listed],
            "log": [entry for _, entry in self._log()[-MOST_TOLD:]],
            "undo": session.last_decision(seat) is not None,
            "marked": session.record.marked,
            "broken": session.broken,
            "notes": [asdict(note) for note in session.record.notes],
        }

    def _log(self) -> list[tuple[TurnTaken, Mapping[str, Any]]]:
        """An entry for every turn; those that were taken back are gone."""
        turns = self.session.turns
        same = 0
        for (turn, _), now in zip(self._entries, turns, strict=False):
            if turn is not now:
                break
            same += 1
        del self._entries[same:]
        self._tables = {at: table for at, table in self._tables.items() if at <= same}
        for at in range(same, len(turns)):
            self._entries.append((turns[at], self._entry(at)))
        self._tables = {at: table for at, table in self._tables.items() if at == len(turns)}
        return self._entries

    def _entry(self, at: int) -> Mapping[str, Any]:
        turn, engine = self.session.turns[at], self.session.engine
        move = turn.move
        line = row_of(engine, move)
        who = self.session.names[move.seat] if move.seat != NOBODY else ""
        entry: dict[str, Any] = {
            "round": engine.round(move.before),
            "seat": move.seat,
            "by": turn.by,
            "words": engine.vocabulary.said(str(line.action)),
            "text": "",
            "why": "",
            "changes": [
                asdict(change) for change in differences(self._table(at), self._table(at + 1), acting=who)
            ],
        }
        if move.seat == self.seat or not engine.keeps_hands:
            entry["why"] = turn.why
            row = script_from_lines([line], engine.vocabulary).rows
            if row and engine.write(move) is not None:
                entry["text"] = engine.headline(Deed(row[0], move.before, move.after, move.facts, None))
        return entry

    def _table(self, at: int) -> TableView:
        """The table as the seat saw it after so many turns."""
        if at not in self._tables:
            session = self.session
            state = session.turns[at - 1].move.after if at else session.start
            view, engine = session.engine.view(state, self.seat), session.engine
            worlds = [view]
            if engine.keeps_hands:
                worlds += [engine.determinize(view, self.seat, Random(at * 31 + n)) for n in range(_WORLDS)]
            self._tables[at] = known([engine.table(world, session.script) for world in worlds])
        return self._tables[at]


def known(tables: Sequence[TableView]) -> TableView:
    """What is the same on the tables of all worlds: cards that differ are face down, numbers are unseen."""
    first = tables[0]
    if all(table == first for table in tables):
        return first
    rows = tuple(
        _known_row([table.rows[at] for table in tables]) for at in range(_least(t.rows for t in tables))
    )
    seats = tuple(_known_seat([table.seats[at] for table in tables]) for at in range(len(first.seats)))
    chips = tuple(chip for chip in first.chips if all(chip in table.chips for table in tables))
    tracks = tuple(track for track in first.tracks if all(track in table.tracks for table in tables))
    return TableView(tracks, seats, rows, chips)


def _least(lists: Iterable[Sequence[object]]) -> int:
    return min(map(len, lists))


def _known_row(rows: Sequence[CardRow]) -> CardRow:
    cards = []
    for at, card in enumerate(rows[0].cards):
        same = all(at < len(row.cards) and row.cards[at] == card for row in rows)
        cards.append(card if same or card is None else CardView("", Sign("", _BLANK), _BLANK))
    return replace(rows[0], cards=tuple(cards))


def _known_seat(seats: Sequence[SeatView]) -> SeatView:
    first = seats[0]
    return replace(
        first,
        tokens=_known_counts([seat.tokens for seat in seats]),
        values=_known_counts([seat.values for seat in seats]),
        stacks=_known_counts([seat.stacks for seat in seats]),
    )


def _known_counts(counts: Sequence[Sequence[Count]]) -> tuple[Count, ...]:
    worlds = zip(*counts, strict=False)
    return tuple(count[0] if len(set(count)) == 1 else replace(count[0], number=UNSEEN) for count in worlds)
