"""What a cell shows of a number in a number format: 0.25 as 25%, 7 as 007, 1000 as 1,000.

Formats are those of ECMA-376 part 1, 18.8.31, as far as they fill digits into one pattern, with
words around it.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal

_AROUND = r'"[^"]*"|\\.|\[\$[^\]]*\]|_.|\*.|[ %€$£¥()+-]'
"""A word in quotation marks, a sign, a currency, a blank as wide as a sign, a sign that fills the cell."""
_FORMAT = re.compile(
    rf"((?:{_AROUND})*)(\#,\#\#)?(0{{1,20}})(?:\.(0{{1,15}}))?((?:{_AROUND})*)",
)
_TOKEN = re.compile(_AROUND)
_EXACT = Context(prec=60)
"""Digits enough for the largest number that is shown with the most decimals, as per cents of per cents."""
_MOST_SHARES = 2
_COLOUR = re.compile(r"\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]", re.IGNORECASE)


def shown_as(number: float, code: str) -> str | None:
    """The text of a finite number in a format; None for one that is not understood here, such as a date.

    >>> shown_as(0.25, "0%"), shown_as(7, "000"), shown_as(-1234.5, "#,##0.00"), shown_as(45000, "yyyy")
    ('25%', '007', '-1,234.50', None)
    """
    section, sign = _section(number, code)
    match = _FORMAT.fullmatch(_COLOUR.sub("", section, count=1))
    if match is None:
        return None
    before, thousands, zeros, decimals, after = match.groups()
    shares = (_bare(before) + _bare(after)).count("%")
    if shares > _MOST_SHARES:
        return None
    amount = abs(Decimal(repr(number))).scaleb(2 * shares)
    digits = f"{amount.quantize(Decimal(1).scaleb(-len(decimals or '')), ROUND_HALF_UP, _EXACT):f}"
    whole, point, fraction = digits.partition(".")
    whole = f"{int(whole):,}" if thousands else whole.zfill(len(zeros))
    return f"{sign}{_words(before)}{whole}{point}{fraction}{_words(after)}".strip()


def _section(number: float, code: str) -> tuple[str, str]:
    """The part of a format that a number takes, and the minus if that part does not bring its own."""
    sections = code.split(";")
    if number < 0:
        return (sections[1], "") if len(sections) > 1 else (sections[0], "-")
    return (sections[2] if number == 0 and len(sections) > 2 else sections[0]), ""


def _bare(around: str) -> str:
    """The signs of a pattern that are not quoted."""
    return "".join(token for token in _TOKEN.findall(around) if len(token) == 1)


def _words(around: str) -> str:
    """What stands around the digits."""
    return "".join(map(_word, _TOKEN.findall(around)))


def _word(token: str) -> str:
    if token.startswith('"'):
        return token[1:-1]
    if token.startswith("["):
        return token[2:-1].partition("-")[0]
    if token.startswith("\\"):
        return token[1:]
    return {"_": " ", "*": ""}.get(token[0], token)
