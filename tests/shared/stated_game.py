"""A small game whose sheet Checks is asked."""

from __future__ import annotations

from collections.abc import Mapping

from generator.checks.stated import KINDS
from tests.shared.workbooks import Rows

SIGNS = ("Sun", "Moon", "Star")


CARDS = tuple((f"{sign} {number}", sign, number, 1) for sign in SIGNS for number in (1, 2, 3))


HEADER = ("Check", "Sheet", "Columns", "Where", "Value", "Message", "Severity")


CHECKS: Rows = (
    HEADER,
    ("unique together", "Cards", "Sign, Number"),
    ("unordered pair", "Relations", "From, To", None, None, "A relation counts for both."),
    ("differ", "Relations", "From, To", None, None, "[From] cannot be related to itself"),
    ("number of rows", "Cards", None, None, 9, "The deck has nine cards."),
    ("count by", "Cards", "Sign", None, 3, None, "warning"),
    ("sum by", "Cards", "Copies by Sign", "Number > 1", "at most 2"),
    ("every value", "Cards", "Number", None, "1 to 3"),
    ("every value", "Cards", "Sign"),
    ("at most", "Signs", "Rank", None, "Rules.Highest Rank"),
    (
        "refers to",
        "Relations",
        "From",
        "Kind = enmity",
        "Signs.Name where Rank ≥ 2",
        "Only the high ones have enemies.",
    ),
    ("same by", "Relations", "Tone by Kind"),
    ("at least", "Signs", "Top", None, "Rank"),
)


GAME: Mapping[str, Rows] = {
    "Fields": (
        ("Sheet", "Column", "Type", "Required", "Unique", "Least", "Most", "Values", "Note"),
        ("Signs", "Name", "text", "yes", "yes"),
        ("Signs", "Rank", "integer"),
        ("Signs", "Top", "integer"),
        ("Cards", "Title", "text"),
        ("Cards", "Sign", "reference", None, None, None, None, "Signs.Name"),
        ("Cards", "Number", "integer"),
        ("Cards", "Copies", "integer"),
        ("Relations", "From", "reference", None, None, None, None, "Signs.Name"),
        ("Relations", "To", "reference", None, None, None, None, "Signs.Name"),
        ("Relations", "Kind", "choice", None, None, None, None, "affinity | enmity"),
        ("Relations", "Tone", "text"),
        ("Rules", "Key", "text"),
        ("Rules", "Value", "integer"),
        ("Checks", "Check", "choice", "yes", None, None, None, " | ".join(KINDS)),
        ("Checks", "Sheet", "text", "yes"),
        ("Checks", "Columns", "text"),
        ("Checks", "Where", "text"),
        ("Checks", "Value", "text"),
        ("Checks", "Message", "text"),
        ("Checks", "Severity", "choice", None, None, None, None, "error | warning"),
    ),
    "Signs": (("Name", "Rank", "Top"), ("Sun", 3, 3), ("Moon", 2, 9), ("Star", 1, 1)),
    "Cards": (("Title", "Sign", "Number", "Copies"), *CARDS),
    "Relations": (
        ("From", "To", "Kind", "Tone"),
        ("Sun", "Moon", "affinity", "warm"),
        ("Moon", "Star", "enmity", "cold"),
    ),
    "Rules": (("Key", "Value"), ("Highest Rank", 3)),
    "Checks": CHECKS,
}
