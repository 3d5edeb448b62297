"""What the rulebook's text asks for by name: counts, tables and a worked lookup, all from the workbook.

Every function gives Markdown in which `{key}` is an icon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.games.meaning_made.records import PATTERN_LAYERS, Game
from generator.notation import effect_text

EXAMPLE_LAYER = 4
"""The highest Layer of the worked lookup: far enough along that the tables have grown harsher."""


def rulebook_names(game: Game) -> Mapping[str, Any]:
    """The names that `templates/rulebook.md` may use beside those of every template."""
    functions: tuple[Callable[..., str], ...] = (
        lookup_example,
        outcomes_table,
        variants_table,
        glossary_table,
    )

    def bound(function: Callable[..., str]) -> Callable[..., str]:
        return lambda *args: function(game, *args)

    return {
        "rules": game.rules,
        "count": lambda sheet: len(game.book[sheet]),
        "layers_patterns": ", ".join(
            f"{layer.number} {{{layer.key}}} {layer.name}"
            for layer in game.layers
            if layer.number in PATTERN_LAYERS
        ),
        **{function.__name__: bound(function) for function in functions},
    }


def lookup_example(game: Game) -> str:
    """One Event looked up in all three tables, as a quotation."""
    symbols = game.book.symbols
    event = next(card for card in game.events if game.event_table[card.letter][EXAMPLE_LAYER - 1])
    layer = game.layers[EXAMPLE_LAYER - 1]
    column = EXAMPLE_LAYER - 1

    def cell(table: Mapping[str, Any], key: str) -> str:
        return effect_text(table[key][column], symbols)

    code = str(event.code)
    return (
        f"> **An example.** The Event of this round is *{event.title}*: letter {event.letter}, code "
        f"{code}. Somebody "
        f"has loaded a Pattern of {{{layer.key}}} {layer.name}, Layer {layer.number}, and nothing higher "
        f"is in play. So "
        f"row {event.letter} and column {layer.number} of the Event Table hold: "
        f"{cell(game.event_table, event.letter)}. If a Group Consequence were called for while this Event "
        f"lies open, row "
        f"{code} of the Group Table would give {cell(game.group_table, code)}; for a player who falls to "
        f"0 {{vitals}}, row "
        f"{code} of the Individual Table gives {cell(game.individual_table, code)}."
    )


def outcomes_table(game: Game) -> str:
    """How Meaning reads at the end."""
    rows = ["| {meaning} Meaning | The world is |  |", "|---|---|---|"]
    for row in game.book["Outcomes"]:
        span = f"{row['from']}" if row["from"] == row["to"] else f"{row['from']}–{row['to']}"
        rows.append(f"| {span} | **{row['name']}** | {row['text']} |")
    return "\n".join(rows)


def variants_table(game: Game, *kinds: str) -> str:
    """The variants of some kinds, each with its settings."""
    rows = ["| Name | What changes | In numbers |", "|---|---|---|"]
    for variant in game.variants.values():
        if variant.kind in kinds:
            settings = ", ".join(
                f"{key.replace('_', ' ')} {value}"
                for key, value in variant.settings.items()
                if key != "community"
            )
            rows.append(f"| **{variant.name}** | {variant.text} | {settings} |")
    return "\n".join(rows)


def glossary_table(game: Game) -> str:
    """Every symbol with its meaning."""
    rows = ["| | Name | Meaning |", "|---|---|---|"]
    rows += [f"| {{{row['icon']}}} | **{row['term']}** | {row['text']} |" for row in game.book["Glossary"]]
    layers = [
        f"| {{{layer.key}}} | **{layer.number} {layer.name}** | {layer.row['text']} |"
        for layer in game.layers
    ]
    return "\n".join([*rows, *layers])
