"""What Meaning Made says of a played game beside its steps: mats, setup, phases, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.meaning_made.records import Game
from generator.games.meaning_made.rules.score import scores, winners
from generator.games.meaning_made.rules.state import Phase, State
from generator.games.meaning_made.terms import Terms
from generator.records.tables import Row
from generator.replay.told import Sign

EVENT = Sign("event", "#1b7f83")


def heading(phase: str, terms: Terms) -> str:
    """A phase as the rules call it, by its word in a script."""
    return {"event": terms.event, "turn": "Turns", "window": Phase.WINDOW}.get(phase, phase.capitalize())


def seated(start: State) -> str:
    """Who sits where, and who begins."""
    order = ", ".join(start.names[seat] for seat in start.order())
    return f"They sit in this order, clockwise: {order}. {start.names[start.starter]} is the starting player."


def ending(final: State, game: Game) -> str:
    """How the world stands at the end."""
    standing = next((row["name"] for row in game.book["Outcomes"] if _covers(row, final.meaning)), "")
    over = "The game is over" if final.phase is Phase.OVER else "The script stops here"
    stands = f"{over}. {game.terms.meaning} {{meaning}} stands at {final.meaning}"
    told = f"{stands}: the world is **{standing}**." if standing else f"{stands}."
    return f"{told}{_alone(final, game)}"


def _alone(final: State, game: Game) -> str:
    """What a game against the Community that is won comes to, where the workbook has names for scores."""
    if not (final.setting.rules.community and winners(final) and "Solo Results" in game.book):
        return ""
    total = scores(final)[0]
    rows = game.book["Solo Results"]
    name = next((row["name"] for row in rows if row["from"] <= total <= (row["to"] or total)), "")
    return f" {final.names[0]} has {total} {{score}}: **{name}**." if name else ""


def _covers(outcome: Row, meaning: int) -> bool:
    """Whether an outcome is that of a Meaning: it says one, or from which to which."""
    least = outcome.values.get("from", outcome.values.get("meaning"))
    return bool(least <= meaning <= outcome.values.get("to", least))


def score_rows(final: State, terms: Terms) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the best score first."""
    yield (
        "Player",
        f"{{vitals}} {terms.vitals}",
        f"{{legacy}} {terms.legacy}",
        f"{{score}} {terms.score}",
        "",
    )
    won, totals = winners(final), scores(final)
    for seat in sorted(range(len(final.names)), key=lambda seat: -totals[seat]):
        vitals, legacy, total = (
            str(number) for number in (final.vitals[seat], final.legacy[seat], totals[seat])
        )
        yield f"**{final.names[seat]}**", vitals, legacy, f"**{total}**", "wins" if seat in won else ""
