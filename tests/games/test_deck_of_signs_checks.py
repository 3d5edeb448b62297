# ruff: noqa: E501  (a message stands on a line, as a person reads it)
"""What a wrong cell of the Deck of Signs leads to: each message once, under its cause, with a way to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.games import GameModule
from generator.games.deck_of_signs.counterspell import RULESET as COUNTERSPELL
from generator.games.deck_of_signs.elementary import RULESET as ELEMENTARY
from generator.games.deck_of_signs.scion import RULESET as SCION
from generator.games.rulesets import own_rules
from tests.shared.changed_cells import with_cell

FOLDER = Path(__file__).parents[2] / "games" / "deck_of_signs"

CASES: tuple[tuple[str, GameModule, tuple[str, str, str, Any, int], list[str]], ...] = (
    ("scion", SCION, ("Relations", "1", "Relation", "friendly", 1), []),  # told at its cell
    ("scion", SCION, ("Relations", "3", "To", 9, 1), []),
    (
        *("scion", SCION, ("Relations", "2", "To", 2, 1)),
        [
            "Relations: The sheet Relations does not say how the spaces 2 and 3 are related. Add a row for them."
        ],
    ),
    (
        *("scion", SCION, ("Rules", "Signs On Circle", "Value", 8, 2)),
        [
            "Rules!C2: “Signs On Circle” is 8, and the sheet Spaces has 7 rows. Write 7 here, or add or delete rows there."
        ],
    ),
    (
        *("scion", SCION, ("Rules", "Scion Hand", "Value", 40, 2)),
        ["Rules!C15: “Scion Hand” is 40, and 5 players cannot have so many of 121 cards. Lower it to 24."],
    ),
    (
        *("scion", SCION, ("Rules", "Scion Stack", "Value", 7, 2)),
        [
            "Rules!C18: “Scion Stack” is 7, and there are fewer than 8 tokens of Anvil, Cup, Eye and 8 more. Lower it to 6, or print 8 of each in the sheet Tokens."
        ],
    ),
    (
        *("scion", SCION, ("Tokens", "Anvil", "Copies", 6, 1)),
        [
            "Tokens!G2: There are 6 tokens of Anvil, and Scion needs 7. Print 7, or lower Scion Stack in Rules!C18 to 5."
        ],
    ),
    (
        *("scion", SCION, ("Results", "opposed", "Effect", "+1P", 2)),
        [
            "Results!D13: opposed does something that the rules of Scion do not know. Write items>middle, items>space, deck>hand with a number, or turn the card over."
        ],
    ),
    (
        *("scion", SCION, ("Results", "placed", "When", "dead", 2)),
        ["Results!B14: “dead” stands in Results!B12 already. Write placed."],
    ),
    (
        *("elementary", ELEMENTARY, ("Rules", "Elementary Hand", "Value", 40, 2)),
        ["Rules!C4: “Elementary Hand” is 40; it is at most 9. Write 1 to 9."],
    ),
    (
        *("elementary", ELEMENTARY, ("Sets", "Chain", "Name", "Row", 1)),
        ["Sets!A2: The rules of Elementary know no set Row. Write Chain."],
    ),
    (
        *("elementary", ELEMENTARY, ("Rules", "Set Size", "Value", 4, 2)),
        [
            "Rules!C3: “Set Size” is 4, and Chain and Pack need 3 cards. Write 3; or 4 for both, and at least 6 for Crusade."
        ],
    ),
    (
        *("elementary", ELEMENTARY, ("Sets", "Chain", "Score", "-8P", 1)),
        [
            "Sets!D2: Chain does something that the rules of Elementary do not know. Write points for whoever scores, such as +8P."
        ],
    ),
    (
        *("elementary", ELEMENTARY, ("Bonuses", "Match", "When", "reveal", 1)),
        ["Bonuses!D3: “reveal” stands in Bonuses!D2 already. Write set."],
    ),
    (
        *("counterspell", COUNTERSPELL, ("Rules", "Signs On Circle", "Value", 8, 2)),
        [
            "Rules!C2: “Signs On Circle” is 8, and the sheet Spaces has 7 rows. Write 7 here, or add or delete rows there."
        ],
    ),
    (
        *("counterspell", COUNTERSPELL, ("Rules", "Counterspell Hand", "Value", 30, 2)),
        [
            "Rules!C9: “Counterspell Hand” is 30; hands and Chaos need more than the 121 cards that there are. Lower it to 21, or play with fewer."
        ],
    ),
    (
        *("counterspell", COUNTERSPELL, ("Difficulties", "3", "Chaos", 8, 1)),
        ["Difficulties!E2: 8 cards of Chaos cannot be laid evenly on 7 spaces, 14 at most. Write 7 or 14."],
    ),
    (
        *("counterspell", COUNTERSPELL, ("Results", "double", "When", "complete", 2)),
        ["Results!B5: “complete” stands in Results!B3 already. Write double."],
    ),
    (
        *("counterspell", COUNTERSPELL, ("Results", "match", "Effect", "+5He", 2)),
        [
            "Results!D2: match does something that the rules of Counterspell do not know. Write “each deck>discard” with a number."
        ],
    ),
)
"""What the rules of a game tell of a changed cell, beside what is told of every sheet."""


@pytest.mark.parametrize(("name", "ruleset", "cell", "messages"), CASES)
def test_a_wrong_cell_is_told_once(
    name: str, ruleset: GameModule, cell: tuple[str, str, str, Any, int], messages: list[str]
) -> None:
    *where, key = cell
    book, _ = with_cell(FOLDER, *where, key=key)  # type: ignore[arg-type]
    problems = ruleset.check(own_rules(book, name))
    assert [f"{problem.where}: {problem.what} {problem.mend}" for problem in problems] == messages
