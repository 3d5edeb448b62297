"""What Meaning Made says of a played game: its steps, setup, phases, and how it ended.

Rich text, in which `{key}` is an icon; names of players and cards are set in bold by the headline.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.kit.shown import score_table
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.facts import Acted
from generator.games.meaning_made.rules.score import scores, winners
from generator.games.meaning_made.rules.state import Phase, State
from generator.games.meaning_made.words.narrate_facts import sentences as facts_told
from generator.games.meaning_made.words.narrate_rules import PlayedStep
from generator.records.tables import Row
from generator.replay.told import Sign

EVENT = Sign("event", "#1b7f83")


def headline(step: PlayedStep, acted: Acted) -> str:
    """Who does what: `**Alex** loads **Nest** for {energy}{insight}.`"""
    name = f"**{step.before.names[acted.player]}**" if acted.player >= 0 else ""
    return str(acted.move.told(step.before, name))


def sentences(step: PlayedStep) -> Iterator[str]:
    """What comes of a step; nothing if nothing is to be seen but the action itself."""
    yield from facts_told(step.facts, step.before)
    for fact in step.facts:
        if isinstance(fact, Acted) and isinstance(fact.move, act.Contribute):
            yield fact.move.still_open(step.after)


def ending(final: State) -> str:
    """How the world stands at the end."""
    game = final.setting.game
    standing = next((row["name"] for row in game.book["Outcomes"] if _covers(row, final.meaning)), "")
    over = "The game is over" if final.phase is Phase.OVER else "The script stops here"
    stands = f"{over}. {game.terms.meaning} {{meaning}} stands at {final.meaning}"
    told = f"{stands}: the world is **{standing}**." if standing else f"{stands}."
    return f"{told}{_alone(final)}"


def _alone(final: State) -> str:
    """What a game against the Community that is won comes to, where the workbook has names for scores."""
    rows = final.setting.game.book.tables.get("Solo Results")
    if not (final.setting.rules.community and winners(final) and rows is not None):
        return ""
    total = scores(final)[0]
    name = next((row["name"] for row in rows if row["from"] <= total <= (row["to"] or total)), "")
    return f" {final.names[0]} has {total} {{score}}: **{name}**." if name else ""


def _covers(outcome: Row, meaning: int) -> bool:
    """Whether an outcome is that of a Meaning: it says one, or from which to which."""
    least = outcome.values.get("from", outcome.values.get("meaning"))
    return bool(least <= meaning <= outcome.values.get("to", least))


def score_rows(final: State) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the best score first."""
    heads = [f"{{{key}}} {getattr(final.terms, key)}" for key in ("vitals", "legacy", "score")]
    totals = scores(final)
    columns = zip(final.vitals, final.legacy, totals, strict=True)
    cells = [(str(vitals), str(legacy), f"**{total}**") for vitals, legacy, total in columns]
    return score_table(final.names, heads, cells, totals, winners(final))
