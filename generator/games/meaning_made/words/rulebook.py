"""What the rulebook's text asks for by name: counts, tables and a worked lookup, all from the workbook.

Every function gives Markdown in which `{key}` is an icon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.games.meaning_made.records import PATTERN_LAYERS, TOKENS, Game
from generator.records.notation import effect_text
from generator.records.tables import slug

EXAMPLE_LAYER = 4
"""The highest Layer of the worked lookup: far enough along that the tables have grown harsher."""


def rulebook_names(game: Game) -> Mapping[str, object]:
    """The names that `templates/rulebook.md` may use beside those of every template."""
    functions: tuple[Callable[..., str], ...] = (
        load_example,
        lookup_example,
        outcomes_table,
        difficulties_table,
        variants_table,
        glossary_table,
        layers_table,
        action_symbols,
        player_symbols,
        other_symbols,
    )

    def bound(function: Callable[..., str]) -> Callable[..., str]:
        return lambda *args: function(game, *args)

    return {
        "rules": game.rules,
        "builds": next(
            (card.title for card in game.patterns if card.layers and len(card.layers) < sum(card.tokens)), ""
        ),
        "count": lambda sheet: len(game.book[sheet]),
        "copies": lambda sheet, *icons: sum(
            row["copies"] for row in game.book[sheet] if not icons or row["icon"] in icons
        ),
        # The icon and the name of a Layer stay on one line.
        "layers_patterns": ", ".join(
            f"{layer.number}\u00a0{{{layer.key}}}\u00a0{layer.name}"
            for layer in game.layers
            if layer.number in PATTERN_LAYERS
        ),
        **{function.__name__: bound(function) for function in functions},
    }


def load_example(game: Game) -> str:
    """A Pattern that asks for an icon twice, loaded by somebody who has one of the two; else nothing."""
    card = next(
        (card for card in game.patterns if sum(card.tokens) and len(set(card.layers)) < len(card.layers)),
        None,
    )
    if card is None:
        return ""
    layer = game.layers[max(card.layers, key=card.layers.count) - 1]
    paid = "".join(f"{{{key}}}" * count for key, count in zip(TOKENS, card.tokens, strict=True))
    layers = "".join(f"{{{game.layers[number - 1].key}}}" for number in card.layers)
    terms = game.terms
    lacking = card.layers.count(layer.number) - 1
    price = lacking * game.rules.layer_substitute
    token = terms.token if price == 1 else terms.token.many
    return (
        f"> **An example.** *{card.title}* asks for {layers}{paid}. The {terms.palette} of the player who "
        f"{terms.load.does} it holds one {terms.pattern} of {layer.name}, so one {{{layer.key}}} is met. "
        f"For what is lacking the player pays {price} {token} of any kind, and on top of that {paid}."
    )


def lookup_example(game: Game) -> str:
    """One Event looked up in all three tables, as a quotation."""
    symbols, terms = game.book.symbols, game.terms
    event = next(card for card in game.events if game.event_table[card.letter][EXAMPLE_LAYER - 1])
    layer = game.layers[EXAMPLE_LAYER - 1]
    column = EXAMPLE_LAYER - 1

    def cell(table: Mapping[str, Any], key: str) -> str:
        return effect_text(table[key][column], symbols)

    code = str(event.code)
    return (
        f"> **An example.** The {terms.event} of this round is *{event.title}*: letter {event.letter}, code "
        f"{code}. Somebody has {terms.has_loaded} {terms.pattern.a} of {{{layer.key}}} {layer.name}, "
        f"{terms.layer} {layer.number}, and nothing higher is in play. So row {event.letter} and column "
        f"{layer.number} of the Event Table hold: {cell(game.event_table, event.letter)}. As long as this "
        f"{terms.event} lies open, a Group {terms.consequence} is row {code} of the Group Table: "
        f"{cell(game.group_table, code)}. And a player who falls to 0 {{vitals}} suffers row {code} of the "
        f"Individual Table: {cell(game.individual_table, code)}."
    )


def outcomes_table(game: Game) -> str:
    """How Meaning reads at the end."""
    rows = [f"| {{meaning}} {game.terms.meaning} | The world is | In other words |", "|---|---|---|"]
    for row in game.book["Outcomes"]:
        span = f"{row['from']}" if row["from"] == row["to"] else f"{row['from']}–{row['to']}"
        rows.append(f"| {span} | **{row['name']}** | {row['text']} |")
    return "\n".join(rows)


def difficulties_table(game: Game) -> str:
    """What a solo player begins with, difficulty by difficulty."""
    some = [variant for variant in game.variants.values() if variant.kind == "solo difficulty"]
    keys = list(dict.fromkeys(key for variant in some for key in variant.settings if key != "community"))
    heads = [f"{{{key.removeprefix('start_')}}}" for key in keys]
    rows = [f"| Difficulty | {' | '.join(heads)} | What it is like |", "|---" * (len(keys) + 2) + "|"]
    for variant in some:
        values = (str(variant.settings.get(key, getattr(game.rules, key))) for key in keys)
        rows.append(f"| **{variant.name}** | {' | '.join(values)} | {variant.text} |")
    return "\n".join(rows)


def variants_table(game: Game, *kinds: str) -> str:
    """The variants of some kinds, each with its settings in plain words."""
    rows = ["| Name | What changes | In numbers |", "|---|---|---|"]
    for variant in game.variants.values():
        if variant.kind in kinds:
            said = (_setting(game, key, value) for key, value in variant.settings.items())
            rows.append(f"| **{variant.name}** | {variant.text} | {'; '.join(filter(None, said))} |")
    return "\n".join(rows)


def _setting(game: Game, key: str, value: object) -> str:
    """A changed setting as the sheet Rules words it; nothing if it leaves that to the variant's text."""
    row = next((row for row in game.book["Rules"] if slug(row["key"]) == key), None)
    words = str(row.values.get("in_words") or "") if row is not None else ""
    return words.replace("[Value]", str(value))


def glossary_table(game: Game) -> str:
    """Every term that has a symbol, two a line."""
    return _pairs(f"| {{{row['icon']}}} | **{row['term']}.** {row['text']} " for row in game.book["Glossary"])


def layers_table(game: Game) -> str:
    """The ten Layers, two a line."""
    return _pairs(
        f"| {{{layer.key}}} | **{layer.number} {layer.name}.** {layer.row['text']} " for layer in game.layers
    )


def _pairs(cells: Iterable[str]) -> str:
    made = list(cells)
    made += ["| | "] * (len(made) % 2)
    rows = [f"{one}{two}|" for one, two in zip(made[::2], made[1::2], strict=True)]
    return "\n".join(["| | | | |", "|---|---|---|---|", *rows])


def action_symbols(game: Game) -> str:
    """The actions with their symbols, in one line."""
    return _named((row["icon"], row["name"]) for row in game.book["Actions"])


def player_symbols(game: Game) -> str:
    """Each colour with its mark."""
    return _named((row["mark"], row["name"]) for row in game.book["Players"])


def other_symbols(game: Game) -> str:
    """Signs that are neither in the Glossary nor an action, a Layer or a player's mark."""
    known = {row["icon"] for row in game.book["Glossary"]} | {row["mark"] for row in game.book["Players"]}
    return _named(
        (row["key"], f"{game.terms.token.begun} of any kind" if row["kind"] == "any token" else row["name"])
        for row in game.book["Icons"]
        if row["kind"] in {"any token", "sign"} and row["key"] not in known
    )


def _named(signs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{{{key}}}\u00a0{name}" for key, name in signs)
