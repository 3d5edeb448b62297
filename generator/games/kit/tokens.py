"""Tokens of any number of kinds: a bundle is a count for each kind, in the order in which a game has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from generator.records.notation import NotationError, Requirement, Symbols, parse_requirement
from generator.replay.errors import UnreadableMove, shown

Bundle = tuple[int, ...]
LONGEST_TOKENS = 60
"""Letters of tokens: three counts with their names in full have some forty."""


def plus(first: Sequence[int], second: Sequence[int]) -> Bundle:
    """Both together."""
    return tuple([a + b for a, b in zip(first, second, strict=True)])


def minus(first: Sequence[int], second: Sequence[int]) -> Bundle:
    """What the first has more than the second; of no kind less than none."""
    return tuple([a - b if a > b else 0 for a, b in zip(first, second, strict=True)])


def covers(have: Sequence[int], need: Sequence[int]) -> bool:
    """Whether all that is needed is there."""
    return all(a >= b for a, b in zip(have, need, strict=True))


def smaller(first: Sequence[int], second: Sequence[int]) -> Bundle:
    """What is in both."""
    return tuple([a if a < b else b for a, b in zip(first, second, strict=True)])


def parts(bundle: Sequence[int]) -> Iterator[Bundle]:
    """Every part of a bundle, the whole of it too, without the empty one."""
    return (part for part in product(*(range(count + 1) for count in bundle)) if any(part))


def of_kind(kind: int, count: int, kinds: Sequence[str]) -> Bundle:
    """So many tokens of one kind, by its place in `kinds`."""
    return tuple([count if at == kind else 0 for at in range(len(kinds))])


def in_requirement(requirement: Requirement, kinds: Sequence[str]) -> Bundle:
    """The tokens that a card asks for."""
    return tuple(requirement.count(kind) for kind in kinds)


def tokens_named(text: str, kinds: Sequence[str], symbols: Symbols, *, known: str) -> Bundle:
    """Tokens in the notation: `2E 1I`, `+1E +1I`. Raises UnreadableMove, which says what is `known`."""
    unknown = UnreadableMove(f"“{shown(text)}” has to be {known}.")
    if len(text) > LONGEST_TOKENS:
        raise unknown
    try:
        requirement = parse_requirement(re.sub(r"[+−–-](?=\s*\d)", " ", text), symbols)
    except NotationError as fault:
        raise UnreadableMove(f"{fault.what} {fault.mend}") from None
    if any(amount.symbol not in kinds for amount in requirement.amounts):
        raise unknown
    return in_requirement(requirement, kinds)


def tokens_typed(tokens: Sequence[int], kinds: Sequence[str], symbols: Symbols) -> str:
    """Tokens as one types them: `2E 1I`."""
    counts = zip(tokens, kinds, strict=True)
    return " ".join(f"{count}{symbols[key].typed}" for count, key in counts if count)


def token_icons(tokens: Sequence[int], kinds: Sequence[str]) -> str:
    """Tokens as a row of icons, in rich text."""
    return "".join(f"{{{key}}}" * count for count, key in zip(tokens, kinds, strict=True))
