"""Requirements, effects and lists as messages write them: in the notation that a designer types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.records.cells import displayed, listed
from generator.records.grammar import NotationWord, term_with
from generator.records.notation import Ban, Call, Effect, Part, Requirement, Shift, Symbols, Who


def typed_requirement(requirement: Requirement, symbols: Symbols) -> str:
    """A requirement as one types it: `2E 1I`, or `none`."""
    return " ".join(f"{a.count}{_code(a.symbol, symbols)}" for a in requirement.amounts) or "none"


def typed_effect(effect: Effect, symbols: Symbols) -> str:
    """An effect as one types it: `-2M; all -1V`, or `none`."""
    return "; ".join(_typed_part(part, symbols) for part in effect.parts) or "none"


def typed(value: Any, symbols: Symbols) -> str:
    """Any value as one types it into its cell; empty for an empty cell."""
    if isinstance(value, Requirement):
        return typed_requirement(value, symbols) if value.amounts else ""
    if isinstance(value, Effect):
        return typed_effect(value, symbols) if value else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return displayed(value)


def quoted_list(names: Sequence[str]) -> str:
    """Names for a sentence: `“A”, “B” or “C”`."""
    return listed([f"“{name}”" for name in names], "or")


def _typed_part(part: Part, symbols: Symbols) -> str:
    grammar = symbols.grammar
    who = "" if part.who in {Who.YOU, Who.GROUP} else f"{_word(grammar.who, part.who)} "
    match part:
        case Call():
            return f"{who}{_word(grammar.calls, part.table)}"
        case Ban():
            bans = grammar.bans
            return f"{who}no {_word(bans, part.action) if bans else symbols[part.action].name}"
        case Shift():
            source, target = (_word(grammar.places, key) for key in (part.source, part.target))
            symbol = _code(part.symbol, symbols) if part.symbol else ""
            return f"{who}{source}>{target} {part.amount}{symbol}"
    return f"{who}{part.amount:+d}{_code(part.symbol, symbols)}"


def _word(terms: Sequence[NotationWord], key: str) -> str:
    term = term_with(terms, key)
    return term.word if term is not None else key


def _code(key: str, symbols: Symbols) -> str:
    return symbols[key].code or symbols[key].name
