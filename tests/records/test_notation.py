# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""The notation for requirements and effects: what people type, and what is printed from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.records.notation import (
    Amount,
    Ban,
    Call,
    Change,
    Effect,
    Kind,
    NotationError,
    Part,
    Requirement,
    Symbol,
    Symbols,
    Who,
    effect_text,
    parse_effect,
    parse_requirement,
    requirement_text,
)
from tests.shared.steps import steps

SYMBOLS = Symbols(
    [
        Symbol("energy", "E", "☀️", "Energy", Kind.TOKEN),
        Symbol("insight", "I", "🔍", "Insight", Kind.TOKEN),
        Symbol("support", "S", "❤️", "Support", Kind.TOKEN),
        Symbol("token", "T", "🎟️", "any token", Kind.ANY_TOKEN),
        Symbol("meaning", "M", "🌟", "Meaning", Kind.SHARED_TRACK),
        Symbol("vitals", "V", "🛡️", "Vitals", Kind.TRACK),
        Symbol("boundary", "Bo", "🧿", "Boundary", Kind.LAYER),
        Symbol("story", "St", "📖", "Story", Kind.LAYER),
        Symbol("recycle", "", "♻️", "Recycle", Kind.ACTION),
        Symbol("load", "", "", "Load", Kind.ACTION),
        Symbol("mark_blue", "", "", "Blue Mark", Kind.SIGN),
        Symbol("consequence", "", "⚠️", "Consequence", Kind.SIGN),
    ]
)
_SUCH = "Use a code of the sheet Icons, such as E (Energy), I (Insight), S (Support), T (any token), "
ASKED, CHANGED = f"{_SUCH}V (Vitals).", f"{_SUCH}M (Meaning)."
AN_EFFECT = (
    "Write a sign, a count and a symbol, such as -2M or all +1V, or no Recycle, or group consequence, "
    "with a semicolon between two parts."
)


# ---------------------------------------------------------------- requirements


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("2E 1I", {"energy": 2, "insight": 1}),
        ("2E1I", {"energy": 2, "insight": 1}),
        ("1I 2E", {"energy": 2, "insight": 1}),
        ("E I E", {"energy": 2, "insight": 1}),
        ("2e, i", {"energy": 2, "insight": 1}),
        ("2 Energy + Insight", {"energy": 2, "insight": 1}),
        ("2 x E", {"energy": 2}),
        ("2×E", {"energy": 2}),
        ("2*energy", {"energy": 2}),
        ("☀️☀️🔍", {"energy": 2, "insight": 1}),
        ("☀☀🔍", {"energy": 2, "insight": 1}),
        ("2☀️1🔍", {"energy": 2, "insight": 1}),
        ("any token", {"token": 1}),
        ("2 Any  Token, 1E", {"energy": 1, "token": 2}),
        ("Bo St", {"boundary": 1, "story": 1}),
        ("st", {"story": 1}),
        ("1V", {"vitals": 1}),
        ("", {}),
        ("  none ", {}),
        ("–", {}),
        ("—", {}),
        ("0", {}),
    ],
)
def test_requirements_as_people_type_them(text: str, amounts: dict[str, int]) -> None:
    assert parse_requirement(text, SYMBOLS) == Requirement(tuple(Amount(*pair) for pair in amounts.items()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1Q", f"“Q” is not a symbol of the sheet Icons. {ASKED}"),
        ("1M", f"“M” (Meaning) is of the kind “shared track”, which has no place here. {ASKED}"),
        ("EEI", "“EEI” runs several symbols together. Part them with blanks: E E I."),
        ("eei", "“eei” runs several symbols together. Part them with blanks: E E I."),
        ("EBo", "“EBo” runs several symbols together. Part them with blanks: E Bo."),
        ("ST", "“ST” runs several symbols together. Part them with blanks: S T."),
        ("0E", "“0E” asks for 0 Energy. Ask for 1 to 99."),
        ("60E 60E", "“60E 60E” asks for 120 Energy. Ask for 1 to 99."),
        (
            "E/I",
            "“/I” cannot be read as a requirement. Write a count and a symbol for each part, such as 2E 1I.",
        ),
        (
            "2",
            "“2” cannot be read as a requirement. Write a count and a symbol for each part, such as 2E 1I.",
        ),
        (
            "-1E",
            "“-1E” cannot be read as a requirement. Write a count and a symbol for each part, such as 2E 1I.",
        ),
        ("1 Enrgy", "“Enrgy” is not a symbol of the sheet Icons. Did you mean E (Energy)?"),
        (
            "1 any tokens",
            f"“any” and “tokens” are not symbols of the sheet Icons. For “any”: {ASKED} For “tokens”: Did you mean T (any token)?",
        ),
        ("2X 1I 3Q", f"“X” and “Q” are not symbols of the sheet Icons. {ASKED}"),
        (
            "2X 1 Enrgy, 3Q",
            f"“X”, “Enrgy” and “Q” are not symbols of the sheet Icons. For “X” and “Q”: {ASKED} For “Enrgy”: Did you mean E (Energy)?",
        ),
        ("A B C D F G H", f"“A”, “B”, “C”, “D”, “F” and 2 more are not symbols of the sheet Icons. {ASKED}"),
        (
            "1M 1Q",
            f"“Q” is not a symbol of the sheet Icons. “M” (Meaning) is of the kind “shared track”, which has no place here. {ASKED}",
        ),
        (
            "EEI 2Q ?",
            f"“Q” is not a symbol of the sheet Icons. “EEI” runs several symbols together. “?” cannot be read as a requirement. For “EEI”: Part them with blanks: E E I. For “Q”: {ASKED} For “?”: Write a count and a symbol for each part, such as 2E 1I.",
        ),
        (
            "0E 1Q",
            f"“Q” is not a symbol of the sheet Icons. “0E 1Q” asks for 0 Energy. For “Q”: {ASKED} For “Energy”: Ask for 1 to 99.",
        ),
        (
            "🎲",
            "“🎲” cannot be read as a requirement. Write a count and a symbol for each part, such as 2E 1I.",
        ),
    ],
)
def test_requirements_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        parse_requirement(text, SYMBOLS)


def test_a_game_without_symbols_is_told_to_add_some() -> None:
    message = "“E” is not a symbol of the sheet Icons. Add a symbol of the kind token, any token, layer or track to the sheet Icons."
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        parse_requirement("E", Symbols([]))


def test_a_requirement_prints_an_icon_each() -> None:
    requirement = parse_requirement("1I 2E", SYMBOLS)
    assert requirement.icons() == ("energy", "energy", "insight")
    assert requirement_text(requirement) == "{energy}{energy}{insight}"
    assert requirement_text(Requirement()) == "—"
    assert requirement.count("energy") == 2
    assert requirement.count("vitals") == 0


asked = [s for s in SYMBOLS if s.kind in {Kind.TOKEN, Kind.ANY_TOKEN, Kind.TRACK, Kind.LAYER}]
requirements = st.dictionaries(st.sampled_from([s.key for s in asked]), st.integers(1, 99)).map(
    lambda counts: Requirement(tuple(Amount(s.key, counts[s.key]) for s in SYMBOLS if s.key in counts))
)


@given(
    requirements, st.sampled_from(["code", "emoji", "name", "key"]), st.sampled_from([" ", ", ", " + ", "  "])
)
def test_every_requirement_can_be_typed(requirement: Requirement, spelling: str, between: str) -> None:
    typed = between.join(f"{a.count} {getattr(SYMBOLS[a.symbol], spelling)}" for a in requirement.amounts)
    assert parse_requirement(typed, SYMBOLS) == requirement


# ---------------------------------------------------------------- effects


def change(symbol: str, amount: int, who: Who = Who.YOU) -> Change:
    return Change(who, symbol, amount)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("+1E", [change("energy", 1)]),
        ("-2M", [change("meaning", -2, Who.GROUP)]),
        ("−2M", [change("meaning", -2, Who.GROUP)]),
        ("–2M", [change("meaning", -2, Who.GROUP)]),
        ("- 2 Meaning", [change("meaning", -2, Who.GROUP)]),
        ("all -2M", [change("meaning", -2, Who.GROUP)]),
        ("+1☀️", [change("energy", 1)]),
        ("+1E +1I", [change("energy", 1), change("insight", 1)]),
        ("+1E+1I", [change("energy", 1), change("insight", 1)]),
        ("+1 any token", [change("token", 1)]),
        ("-2M; all -1V", [change("meaning", -2, Who.GROUP), change("vitals", -1, Who.ALL)]),
        ("-2M, All: -1V", [change("meaning", -2, Who.GROUP), change("vitals", -1, Who.ALL)]),
        ("others +1V\nyou -1E", [change("vitals", 1, Who.OTHERS), change("energy", -1)]),
        ("no Recycle", [Ban(Who.YOU, "recycle")]),
        ("all no ♻️", [Ban(Who.ALL, "recycle")]),
        ("group consequence", [Call("group")]),
        ("-1V; Individual Consequence", [change("vitals", -1), Call("individual")]),
        ("none", []),
        ("", []),
        ("—", []),
        ("-", []),
        (";", []),
    ],
)
def test_effects_as_people_type_them(text: str, parts: list[Part]) -> None:
    assert parse_effect(text, SYMBOLS) == Effect(tuple(parts))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+1St", f"“St” (Story) is of the kind “layer”, which has no place here. {CHANGED}"),
        ("+1Q", f"“Q” is not a symbol of the sheet Icons. {CHANGED}"),
        ("+1EI", "“EI” runs several symbols together. Part them with blanks: E I."),
        ("+0E", "“+0E” changes Energy by 0. Change it by 1 to 99."),
        ("-100M", "“-100M” changes Meaning by -100. Change it by 1 to 99."),
        ("2E", "“2E” cannot be read as an effect. Did you mean “+2E” or “-2E”?"),
        ("all 1V", "“all 1V” cannot be read as an effect. Did you mean “all +1V” or “all -1V”?"),
        ("2E 1V", "“2E 1V” cannot be read as an effect. Did you mean “+2E +1V” or “-2E -1V”?"),
        ("100M", f"“100M” cannot be read as an effect. {AN_EFFECT}"),
        ("-M", f"“-M” cannot be read as an effect. {AN_EFFECT}"),
        ("-2M all -1V", f"“-2M all -1V” cannot be read as an effect. {AN_EFFECT}"),
        ("all", f"“all” cannot be read as an effect. {AN_EFFECT}"),
        ("each -1V", "“each -1V” begins with “each”, which names nobody. Begin with all, you or others, or leave it out."),
        ("no", "“no” does not say which action. Name it, such as no Recycle."),
        ("no Energy", "“Energy” (Energy) is of the kind “token”, which has no place here. Use one of recycle (Recycle), load (Load)."),
        ("consequence", "“consequence” does not say whose consequence. Write group consequence or individual consequence."),
    ],
)  # fmt: skip
def test_effects_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        parse_effect(text, SYMBOLS)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", "—"),
        ("+1E", "+1{energy}"),
        ("-2M; all -1V", "−2{meaning} · All −1{vitals}"),
        ("all -1V +1E", "All −1{vitals} +1{energy}"),
        ("all -1V; all -1E", "All −1{vitals} −1{energy}"),
        ("others no Load; group consequence", "Others no\u00a0{load}\u00a0Load · {consequence}\u00a0Group"),
    ],
)
def test_the_print_of_effects(text: str, printed: str) -> None:
    assert effect_text(parse_effect(text, SYMBOLS), SYMBOLS) == printed


def test_the_print_can_name_the_acting_player() -> None:
    assert (
        effect_text(parse_effect("-1M; -1V", SYMBOLS), SYMBOLS, you="You ") == "−1{meaning} · You −1{vitals}"
    )


people = st.sampled_from([Who.YOU, Who.ALL, Who.OTHERS])
amounts = st.integers(-99, 99).filter(bool)
parts = st.one_of(
    st.builds(Change, people, st.sampled_from(["energy", "token", "vitals"]), amounts),
    st.builds(Change, st.just(Who.GROUP), st.just("meaning"), amounts),
    st.builds(Ban, people, st.sampled_from(["recycle", "load"])),
    st.builds(Call, st.sampled_from(["group", "individual"])),
)


def typed(part: Part, minus: str) -> str:
    if isinstance(part, Call):
        return f"{part.table} consequence"
    who = "" if part.who is Who.GROUP else f"{part.who} "
    if isinstance(part, Ban):
        return f"{who}no {SYMBOLS[part.action].name}"
    return f"{who}{'+' if part.amount > 0 else minus}{abs(part.amount)}{SYMBOLS[part.symbol].code}"


@given(st.lists(parts, max_size=6), st.sampled_from("-−–"), st.sampled_from([";", "; ", ", ", "\n"]))
def test_every_effect_can_be_typed(several: list[Part], minus: str, between: str) -> None:
    effect = Effect(tuple(several))
    assert parse_effect(between.join(typed(part, minus) for part in several), SYMBOLS) == effect
    assert effect_text(effect, SYMBOLS)


@given(st.text(max_size=40) | st.text("EIMVStBo 12x+-;:,nogrupcsequ", max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    for parse in (parse_requirement, parse_effect):
        try:
            parse(text, SYMBOLS)
        except NotationError as refused:
            assert refused.what.endswith((".", "”."))
            assert refused.mend.endswith((".", "?"))


# ---------------------------------------------------------------- symbols


def test_symbols_are_found_by_every_spelling() -> None:
    for spelling in ("energy", "ENERGY", "E", "e", "☀️", "☀", " Energy "):
        assert SYMBOLS.find(spelling, [Kind.TOKEN]).key == "energy"
    assert SYMBOLS.find("blue mark", [Kind.SIGN]).key == "mark_blue"
    assert [symbol.key for symbol in SYMBOLS][:2] == ["energy", "insight"]
    assert "energy" in SYMBOLS
    assert "E" not in SYMBOLS


UNITS = (
    *("(", "{", "*", ";", "+", "-", "1", "E", "x", "☀", " "),
    *("+1E", "1 ", "E ", "+1E;", "2x ", "no ", "all ", "999999999"),
)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("parse", [parse_requirement, parse_effect])
def test_a_long_text_is_read_or_refused_in_a_short_message(parse: Callable[..., object], unit: str) -> None:
    try:
        parse((unit * 20_000)[:20_000], SYMBOLS)
    except NotationError as refused:
        assert len(refused.what) < 200 and len(refused.mend) < 300


@given(st.text(st.sampled_from("12 xE+-−;,☀🔍\ufe0f\nßſVnoal({"), max_size=60) | st.text(max_size=60))
def test_no_text_makes_the_notation_raise_anything_else(text: str) -> None:
    for parse in (parse_requirement, parse_effect):
        with suppress(NotationError):
            parse(text, SYMBOLS)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("2xE", {"energy": 2}),
        ("3 X E", {"energy": 3}),
        ("3X", {"ex": 3}),
        ("2x 3e", {"energy": 3, "ex": 2}),
        ("2-", {"second": 1}),
        ("42-", {"second": 4}),
    ],
)
def test_a_times_and_a_digit_may_belong_to_a_symbol(text: str, amounts: dict[str, int]) -> None:
    both = Symbol("ex", "X", "", "Ex", Kind.TOKEN), Symbol("second", "2-", "", "Second", Kind.TOKEN)
    read = parse_requirement(text, Symbols([*SYMBOLS, *both])).amounts
    assert {amount.symbol: amount.count for amount in read} == amounts


def test_a_spelling_of_several_words_is_the_longest_and_ends_with_its_word() -> None:
    more = Symbols(
        [
            Symbol("st", "St.", "", "St. Vital", Kind.TOKEN),
            Symbol("any", "", "", "Any Token", Kind.TOKEN),
            Symbol("token", "T", "", "Token", Kind.TOKEN),
        ]
    )
    read = {a.symbol: a.count for a in parse_requirement("2 st. \n VITAL, st. 3 any  token T", more).amounts}
    assert read == {"st": 3, "any": 3, "token": 1}
    with pytest.raises(NotationError):
        parse_requirement("any tokens", more)


def test_a_wrong_symbol_among_thousands_is_refused_as_quickly() -> None:
    def asked(n: int) -> int:
        symbols = Symbols(Symbol(f"k{i}", f"c {i}", f"🌿{i}", f"Name {i}", Kind.TOKEN) for i in range(n))
        for _ in range(2):  # the first asks make ready what all others use
            with pytest.raises(NotationError):
                symbols.find("c1", (Kind.TRACK,))
        return steps(lambda: [_refused(symbols, f"qqq{i}") for i in range(20)])

    assert asked(2000) <= 1.2 * asked(500)


def _refused(symbols: Symbols, spelling: str) -> None:
    with suppress(NotationError):
        symbols.find(spelling, (Kind.TRACK,))
