"""Requirements, effects and lists as messages write them: in the notation that a designer types."""

from __future__ import annotations

from collections.abc import Sequence

from generator.records.notation import Call, Change, Effect, Part, Requirement, Symbols, Who


def typed_requirement(requirement: Requirement, symbols: Symbols) -> str:
    """A requirement as one types it: `2E 1I`, or `none`."""
    return " ".join(f"{a.count}{_code(a.symbol, symbols)}" for a in requirement.amounts) or "none"


def typed_effect(effect: Effect, symbols: Symbols) -> str:
    """An effect as one types it: `-2M; all -1V`, or `none`."""
    return "; ".join(_typed_part(part, symbols) for part in effect.parts) or "none"


def quoted_list(names: Sequence[str]) -> str:
    """Names for a sentence: `“A”, “B” or “C”`."""
    quoted = [f"“{name}”" for name in names]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}" if len(quoted) > 1 else "".join(quoted)


def _typed_part(part: Part, symbols: Symbols) -> str:
    if isinstance(part, Call):
        return f"{part.table} consequence"
    who = "" if part.who in {Who.YOU, Who.GROUP} else f"{part.who} "
    if isinstance(part, Change):
        return f"{who}{part.amount:+d}{_code(part.symbol, symbols)}"
    return f"{who}no {symbols[part.action].name}"


def _code(key: str, symbols: Symbols) -> str:
    return symbols[key].code or symbols[key].name
