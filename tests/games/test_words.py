"""Words of pieces and actions are the workbook's: who renames a row reads the new word in every sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.booklet.helpers import other_symbols
from generator.games.kit.english import Term
from generator.games.meaning_made import RULESET
from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.playing.vocabulary import VOCABULARY, vocabulary_in
from generator.games.meaning_made.records import Game, Tokens, game_from
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.rulings import RULES, rules_in
from generator.games.meaning_made.rules.state import BIT
from generator.games.meaning_made.terms import ACTIONS, STANDARD, Terms, terms_of
from generator.games.meaning_made.words.rulebook import load_example, lookup_example
from generator.records.notation import parse_effect, parse_requirement
from generator.records.symbols import Kind, Symbol, Symbols
from generator.records.tables import Book
from generator.workbook.book import read_book
from tests.shared.made import (
    Phase,
    SetupError,
    apply,
    legal_actions,
    start,
    why_illegal,
)
from tests.shared.scripts import (
    ROOT,
    Played,
    replay_book,
    replay_text,
    sample_text,
    shipped_game,
    shipped_sample,
)
from tests.shared.small_game import P, make_game

NEW = MappingProxyType(
    {
        "energy": "Vigour", "insight": "Clue", "support": "Backing", "token": "Counter",
        "meaning": "Purpose", "vitals": "Health", "legacy": "Renown", "layer": "Stratum",
        "pattern": "Motif", "initiative": "Undertaking", "event": "Crisis",
        "prism": "Motif Gallery", "palette": "Motif Easel", "index": "Ledger",
        "end": "Last Undertaking", "order": "Pledge Order", "bonus": "Boon",
        "completion_bonus": "Closing Boon", "completion_penalty": "Closing Toll",
        "consequence": "Aftermath", "discount": "Rebate", "community": "Neighbours",
        "fragile": "Worn Out", "score": "Tally", "collapse": "Downfall",
    }
)  # fmt: skip
"""The icons that are renamed."""
VERBS = MappingProxyType(
    {
        "gather": "Acquire", "load": "Deploy", "contribute": "Pledge", "touchpoint": "Handshake",
        "recycle": "Refresh", "donate": "Offer Up", "convert": "Barter",
    }
)  # fmt: skip
"""The actions that are renamed."""
OLD = re.compile(
    r"\b(energy|insight|support|tokens?|meaning|vitals|legacy|layers?|patterns?|initiatives?|events?|prism|"
    r"palettes?|index|contribut\w*|bonus|completion penalty|penalty|consequences?|discount|community|"
    r"fragile|score|collapses?|gather\w*|load\w*|touchpoints?|recycl\w*|donat\w*|conver[ts]\w*)\b",
    re.IGNORECASE,
)


@cache
def _book(folder: Path) -> Book:
    """The shipped workbook with its icons and actions renamed."""
    workbook = load_workbook(ROOT / "card_data.xlsx")
    for sheet, key, names in (("Icons", "Key", {**NEW, **VERBS}), ("Actions", "Icon", VERBS)):
        header = [str(cell.value) for cell in workbook[sheet][1]]
        for row in workbook[sheet].iter_rows(min_row=2):
            name = names.get(str(row[header.index(key)].value))
            if name:
                row[header.index("Name")].value = name
    workbook.save(folder / "card_data.xlsx")
    made, problems = read_book(folder / "card_data.xlsx")
    assert made is not None and not problems
    return made


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_from(_book(tmp_path_factory.mktemp("renamed")))


def _old(sentences: Iterable[str], game: Game, names: Iterable[str] = ()) -> list[str]:
    """The sentences with an old word in them: titles, names, icons and what a script says are left out."""
    cards = (*game.patterns, *game.initiatives, *game.events)
    quoted = sorted((card.title for card in cards), key=len, reverse=True)  # type: ignore[attr-defined]
    left_out = "|".join(map(re.escape, (*quoted, *names, *(layer.name for layer in game.layers))))
    plain = re.compile(rf"\{{\w+\}}|“[^”]*”|{left_out}")
    return [told for told in sentences if OLD.search(plain.sub("", told))]


# ---------------------------------------------------------------- forms


@pytest.mark.parametrize(
    ("word", "many", "article", "does"),
    [
        ("Initiative", "Initiatives", "an", "initiatives"),
        ("Pass", "Passes", "a", "passes"),
        ("Crisis", "Crises", "a", "crisises"),
        ("Carry On", "Carry Ons", "a", "carries on"),
        ("Species", "Species", "a", "specieses"),
        ("Unit", "Units", "a", "units"),
        ("Umbrella", "Umbrellas", "an", "umbrellas"),
        ("Play", "Plays", "a", "plays"),
        ("XP", "XPs", "a", "XPs"),
    ],
)
def test_forms_of_a_word(word: str, many: str, article: str, does: str) -> None:
    term = Term(word)
    assert (term.many, term.a, term.does) == (many, f"{article} {word}", does)


def test_the_shipped_workbook_has_the_words_of_the_published_rules() -> None:
    assert shipped_game().terms == STANDARD
    assert dict(rules_in(STANDARD)) == dict(RULES)
    assert vocabulary_in(STANDARD).called == {}


def test_a_workbook_without_the_rows_keeps_these_words() -> None:
    small = make_game()
    assert "pattern" not in small.book.symbols and "Actions" not in small.book
    assert terms_of(small.book) == STANDARD == small.terms


def test_short_forms_stay_short_and_new_names_are_whole(game: Game) -> None:
    terms = game.terms
    assert (STANDARD.prism, STANDARD.collapse) == ("Prism", "Collapse")  # Pattern Prism, World Collapse
    assert (terms.prism, terms.index, terms.fragile) == ("Motif Gallery", "Ledger", "Worn Out")
    assert (terms.token, terms.token.many) == ("counter", "counters")
    assert (terms.gather, terms.donate.does) == ("Acquire", "offers up")


def test_a_name_in_a_sentence_is_one_short_line() -> None:
    symbols = Symbols([Symbol("energy", "E", "", "Life\nForce", Kind.TOKEN), _named("vitals", "V" * 900)])
    terms = terms_of(Book({}, Symbols([*symbols, _named("legacy", " "), _named("prism", "Prism")]), ""))
    assert (terms.energy, terms.legacy, terms.prism) == ("Life Force", "Legacy", "Prism")
    assert len(terms.vitals) < 50


def _named(key: str, name: str) -> Symbol:
    return Symbol(key, "", "", name, Kind.SIGN)


def test_an_action_may_be_renamed_in_either_sheet(game: Game) -> None:
    shipped = shipped_game().book
    actions = replace(shipped, tables={**shipped.tables, "Actions": game.book["Actions"]})
    icons = replace(shipped, symbols=game.book.symbols)
    assert terms_of(actions) == replace(STANDARD, **{key: Term(word) for key, word in VERBS.items()})
    assert terms_of(icons) == game.terms


# ---------------------------------------------------------------- what is told


def _told(played: Played) -> Iterator[str]:
    told = played.told()
    yield told.seated
    for turned in told.rounds:
        for part in turned.parts:
            yield part.heading
            for step in part.steps:
                yield from (step.headline, step.outcome, *step.rules)
                yield from (change.name for change in step.results)
    assert told.ending is not None
    yield told.ending.text
    yield from told.ending.rows[0]


def test_the_sample_game_is_told_in_the_new_words(game: Game) -> None:
    played = replay_book(game.book, game)
    assert played is not None and played.valid
    told = list(_told(played))
    standing = [str(row["name"]) for row in game.book["Outcomes"]]
    assert len(told) > 200
    assert _old(told, game, (*played.final.names, *standing) if played.final else ()) == []
    assert "**Casey** pledges {energy}{energy} to **Shared Workshop**." in told
    assert {"Motif Gallery", "Ledger"} <= {*told}
    assert "Worn Out: falling to 0 Health brings one Individual Aftermath." in told


def test_every_rule_and_every_line_of_a_rule_is_in_the_new_words(game: Game) -> None:
    rules = rules_in(game.terms)
    assert rules.keys() == RULES.keys()
    assert _old(rules.values(), game) == []
    assert rules["contribute.marker"] == "A first Pledge needs a Pledge marker."
    engine = MeaningMade(game)
    others = (*engine.mends.values(), engine.play_on_mend)
    assert engine.rules == rules and _old(others, game) == []
    book = (load_example(game), lookup_example(game).replace("Event Table", ""), other_symbols(game.book))
    assert _old(book, game, ("any kind",)) == []


_WILD = (Tokens(), Tokens(1), Tokens(0, 9), Tokens(0, 0, 1))
_MOVES: tuple[act.Action, ...] = (
    *(act.Gather(energy, insight) for energy, insight in ((1, 1), (9, 0), (0, 0))),
    *(act.Load(pattern, wild) for pattern, wild in product((0, 1, P["Moult"], 99), _WILD)),
    *(act.Contribute(at, own, wild) for at, own, wild in product((0, 1, 2, 99), _WILD, _WILD)),
    *(act.Contribute(0, Tokens(-1)), act.Touchpoint(0, 0, True), act.Touchpoint(1, 7, True))[1:],
    *(act.Touchpoint(other, token, give) for other, token, give in product((0, 1), (0, 2), (True, False))),
    *(act.RevealEvent(), act.Recycle(True), act.Recycle(False), act.Convert(), act.Pass(), act.EndTurn()),
    *(act.Answer(True), act.Lose(Tokens(9)), act.Take(Tokens(9)), act.Contribute(3)),
    *(act.Donate(support) for support in (1, 2, 9)),
)


def test_every_reason_is_in_the_new_words(game: Game) -> None:
    """Moves of all kinds at many moments of random games, under settings in which each rule is met."""
    chance = Random(7)
    reasons: dict[str, str] = {}
    changed: tuple[dict[str, Any], ...] = (
        {"donation_support": 9, "donation_cap": 9},
        {"donation_support": 9, "donation_cap": 1, "contribution_markers": 1},
        {"conversion": 1, "recycles_per_round": 1, "load_surcharge": 2},
        {"layer_discount": 1, "contributions_per_initiative": 1, "recycle": 0},
        {"end_meaning_least": 99},
        {"end_round_least": 9},
    )
    events = ("No Touchpoint", "No Donate", "all -9V", "all -1T", "all +1T", "all +3S", "all -9S; all +1S")
    for rules, effect in product(changed, events):
        some = replace(make_game(event_table=dict.fromkeys("AB", effect), **rules), terms=game.terms)
        state = start(some, ("Alex", "Brooke", "Casey", "Drew"), seed=1)
        for _ in range(30):
            taken = replace(state, orders=((state.player - 1,) * 9,) * len(state.orders))
            asked = replace(state, phase=Phase.WINDOW, vitals=(0,) * 4)
            spent = replace(state, vitals=(0,) * 4, conversions=1, prism=(P["Moult"], *state.prism[1:]))
            for moment, move in product((state, taken, asked, spent), _MOVES):
                reason = why_illegal(moment, move)
                if reason is not None:
                    reasons.setdefault(reason.sentence, reason.rule)
            legal = legal_actions(state)
            if not legal:
                break
            state, _ = apply(state, legal[chance.randrange(len(legal))])
    missed = set(RULES) - set(reasons.values())
    assert missed == {"event"}, "which is shown and never broken"
    assert _old(reasons, make_game(), ("Alex", "Brooke", "Casey", "Drew")) == []
    assert any(said.startswith("Acquire takes 2 counters, not") for said in reasons)


def test_a_setup_that_cannot_be_is_refused_in_the_new_words(game: Game) -> None:
    alone = replace(game, rules=replace(game.rules, community=1))
    without_end = replace(game, initiatives=tuple(replace(card, end=False) for card in game.initiatives))
    unknown = replace(game, events=(replace(game.events[0], letter="Z"), *game.events[1:]))
    said = []
    twice = {"decks": {"pattern": (0, 0)}}
    for some, options in ((alone, {}), (without_end, {}), (unknown, {}), (game, twice)):
        with pytest.raises(SetupError) as fault:
            start(some, ("Alex", "Brooke"), **options)  # type: ignore[arg-type]
        said.append(str(fault.value))
    assert said[0] == "This game is for 1 player, against the Neighbours; 2 are named."
    assert said[3].startswith("The Motif number 0")
    assert _old(said, game) == []


# ---------------------------------------------------------------- scripts

SEATED = """
0 | setup | Alex   | seat | Blue
0 | setup | Brooke | seat | Red
0 | setup |        | seed | 1
0 | setup |        | deck | Motifs | Nest; Skin; Pulse; Reciprocity; Breath; Moult; Shell; Trust
0 | setup |        | deck | undertaking | Local Clinic; Food Network; Town Council; Water System
0 | setup |        | deck | Crises | Great Fire; Long Winter; Dry Season
"""
BROKEN = """
1 | crisis | | reveal | Dry Season
1 | crisis | | reveal | X9
1 | crisis | | reveal |
1 | crisis | | reveal | Nonsense
1 | crisis | | pass | |
1 | turn | Alex | acquire | | | 2S
1 | turn | Alex | acquire | | | 3E
1 | turn | Alex | acquire | | |
1 | turn | Alex | acquire | | | 1V
1 | turn | Alex | wander | | |
1 | wander | Alex | pass | | |
1 | turn | Alex | deploy | Nest | 9E
1 | turn | Alex | deploy | Nonsense | 1E
1 | turn | Alex | deploy | Trust |
1 | turn | Alex | pledge | Nonsense | 1E
1 | turn | Alex | pledge | Town Council | 9E
1 | turn | Alex | pledge | Town Council | marker | completed
1 | turn | Alex | handshake | Brooke | 1S
1 | turn | Alex | handshake | Brooke | give 2S
1 | turn | Alex | handshake | Alex | give 1S
1 | turn | Brooke | handshake | Alex | ask 1E | declined
1 | turn | Alex | refresh | something
1 | turn | Alex | barter
1 | turn | Alex | acquire | | | 2E | accepted
1 | turn | Alex | acquire | | | 2E | completed
1 | window | Alex | offer up | | 3S
1 | window | Brooke | offer up | | 1S | Purpose 9
2 | window | Alex | offers up | | 1S
2 | crisis | | reveal | Long Winter
"""


def _findings(script: str, game: Game) -> tuple[list[str], Played]:
    played = replay_text(script, "game.txt", game)
    return [text for problem in played.problems for text in (problem.what, problem.mend)], played


def test_findings_of_a_broken_script_are_in_the_new_words(game: Game) -> None:
    said, _ = _findings(SEATED + BROKEN, game)
    assert len(said) > 35
    assert _old(said, game, ("Alex", "Brooke", "gain, score.")) == []  # every script's rows of scores
    assert any("Round 1, Alex acquire is not legal: Acquire never takes Backing" in told for told in said)
    assert any("Write one of" in told and "acquire, deploy, pledge" in told for told in said)
    for row in ("deck | Nonsense", "deck | Motifs | Nonsense", f"deck | Undertakings | {_end(game)}"):
        said, _ = _findings(f"{SEATED}0 | setup | | {row}\n1 | turn | Alex | pass\n", game)
        assert said and _old(said, game, ("Alex", "Brooke")) == []


def _end(game: Game) -> str:
    return next(card.title for card in game.initiatives if card.end)


def test_new_and_standard_words_are_understood_alike(game: Game) -> None:
    new = (
        "1 | turn | Alex | deploy | Nest | 1E 1I\n1 | turn | Alex | Acquires | | | 2E\n"
        "1 | turn | Brooke | refresh | Motif Gallery\n1 | turn | Brooke | pledge | Food Network | 1E\n"
        "1 | window | Alex | offer up | | 1S\n"
    )
    standard = (
        "1 | turn | Alex | load | Nest | 1E 1I\n1 | turn | Alex | gather | | | 2E\n"
        "1 | turn | Brooke | recycle | Prism\n1 | turn | Brooke | contribute | Food Network | 1E\n"
        "1 | window | Alex | donate | | 1S\n"
    )
    one, other = (_findings(SEATED + rows, game) for rows in (new, standard))
    assert [said for said in one[0] if "stops" not in said] == [
        "Play on to the Last Undertaking or to the downfall."
    ]
    assert one[1].final == other[1].final
    assert len(one[1].steps) == 5


def test_the_words_of_the_workbook_come_first_and_hide_no_other() -> None:
    swapped = vocabulary_in(replace(STANDARD, gather=Term("Load"), load=Term("Gather")))
    assert (swapped.action("Load"), swapped.action("gather")) == ("gather", "load")
    assert (swapped.said("gather"), swapped.said("load")) == ("load", "gather")
    taken = vocabulary_in(replace(STANDARD, gather=Term("Seat"), donate=Term("Pass"), event=Term("Turn")))
    assert (taken.action("seat"), taken.action("pass"), taken.phase("turn")) == ("seat", "pass", "turn")
    assert (taken.said("gather"), taken.said("donate"), taken.said("event")) == ("gather", "donate", "event")
    for word, means in VOCABULARY.actions.items():
        assert vocabulary_in(STANDARD).action(word) == means


def test_a_game_between_bots_is_written_in_the_new_words_and_holds(game: Game) -> None:
    text = sample_text(game, seed=3, players=3)
    assert "\tacquire\t" in text and "\tgather\t" not in text and "deck\tMotifs\t" in text
    played = replay_text(text, "game.txt", game)
    assert played.valid and len(played.steps) > 40


def test_tokens_are_written_with_the_codes_of_the_workbook(game: Game) -> None:
    codes = {"energy": "Vg", "vitals": "", "support": "", "legacy": "Rn"}
    symbols = Symbols(replace(some, code=codes.get(some.key, some.code)) for some in game.book.symbols)
    recoded = replace(game, book=replace(game.book, symbols=symbols))
    text = sample_text(recoded, seed=3, players=3)
    assert re.search(r"\t[^\t\n]*\dVg\b", text) and re.search(r"\d+support", text) and "Rn" in text
    assert replay_text(text, "game.txt", recoded).valid
    said, _ = _findings(f"{SEATED}1 | turn | Alex | acquire | | | joy\n1 | turn | Alex | acquire\n", recoded)
    assert any("Write them, such as 1Vg 1I." in told for told in said)
    said, _ = _findings(f"{SEATED}1 | turn | Alex | deploy | Nest | 1Vg 1I | joy\n", recoded)
    assert any("Write a change such as +1Vg, or a value such as Purpose 5." in told for told in said)


# ---------------------------------------------------------------- checks


def _changed(book: Book, sheet: str, at: int, **values: object) -> Book:
    """The book with other values in one row."""
    table = book[sheet]
    rows = list(table.rows)
    rows[at] = replace(rows[at], values={**rows[at].values, **values})
    return replace(book, tables={**book.tables, sheet: replace(table, rows=tuple(rows))})


def test_checks_speak_of_pieces_in_the_new_words(game: Game) -> None:
    book, symbols = game.book, game.book.symbols
    assert not [problem for problem in RULESET.check(book) if problem.severity == "error"]
    book = _changed(book, "Patterns", 20, layer=9)
    book = _changed(book, "Patterns", 30, requirement=parse_requirement("9V 1L 1Sw", symbols))
    book = _changed(book, "Initiatives", 3, layer=2, spaces=9, end=True)
    book = _changed(book, "Initiatives", 5, requirement=parse_requirement("1V 20Bo", symbols))
    book = _changed(book, "Events", 2, letter="Z", code=99)
    book = _changed(book, "Layers", 3, layer=2)
    book = _changed(book, "Group Table", 1, _3=parse_effect("group consequence", symbols))
    book = _changed(book, "Event Table", 1, _3=parse_effect("individual consequence", symbols))
    book = _changed(book, "Outcomes", 0, to=99)
    book = _changed(book, "Markers", 0, copies=1)
    book = _changed(book, "Track Markers", 0, copies=0)
    said = [text for problem in RULESET.check(book) for text in (problem.what, problem.mend)]
    assert len(said) > 35
    typed = ("Event Table", "Group Table", "Individual Table", "group consequence", "individual consequence")
    assert _old(said, game, typed) == []
    assert "A Crisis calls for an Individual Aftermath, but strikes no single player." in said


# ---------------------------------------------------------------- the code

HOUSE = ROOT / "generator" / "games" / "meaning_made"
ELSEWHERE = {
    "playing/vocabulary.py": "words that a script may hold, whatever the workbook says",
    "rules/rulings.py": "the rulings are for whoever reads the code; the rules are checked above",
    "checks/workbook.py": "sheets, columns and keys",
}
NOT_SAID = {"Event", "End Initiative", "Collapse", "Meaning", "any token"}
"""Values of phases and results, a kind; and Meaning in a cell, if its new name cannot be read there."""
SHEETS = {"Event Table", "Patterns", "Initiatives", "Events", "Layers", "Tokens"}
OTHERS = re.compile(r"\{\w+\}|“[^”]*”|Event Table|Meaning Made|group consequence")
"""Icons, what stands in quotation marks, a sheet, the game's title, and what is typed into a cell."""


def test_no_sentence_in_the_code_has_a_word_of_its_own() -> None:
    """Texts with a capital or a blank are for people; keys, ids of rules and column names are not."""
    found = []
    for path in sorted(
        path for room in ("rules", "words", "playing", "checks") for path in (HOUSE / room).glob("*.py")
    ):
        if path.relative_to(HOUSE).as_posix() in ELSEWHERE:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        exported = (node for node in tree.body if ast.unparse(node).startswith("__all__"))
        notes |= {id(name) for node in exported for name in ast.walk(node)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in notes:
                continue
            text = "" if node.value in SHEETS else OTHERS.sub("", re.sub(r"{w\.[^}]*}", "", node.value))
            for_people = text != text.lower() or " " in text.strip()
            if for_people and text not in NOT_SAID and OLD.search(text):
                found.append(f"{path.name}:{node.lineno}: {node.value}")
    assert found == []


def test_every_action_has_a_word() -> None:
    assert set(ACTIONS) == set(BIT)
    assert {*NEW, *VERBS} == set(Terms.__dataclass_fields__)
    assert shipped_sample().valid
