"""What only Meaning Made's rulebook asks for by name: worked examples, which the rules have to be known for.

Counts and tables are every game's, see `generator.booklet.helpers`. The examples are Markdown in which
`{key}` is an icon.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.games.kit.tokens import token_icons
from generator.games.meaning_made.records import TOKENS, Game
from generator.records.notation import effect_text

EXAMPLE_LAYER = 4
"""The highest Layer of the worked lookup: far enough along that the tables have grown harsher."""


def rulebook_names(game: Game) -> Mapping[str, object]:
    """The names that the rulebook's text may use beside those of every game.

    `builds` and `layers_patterns` are for rulebooks of version 0.1; today's reads them from the sheets.
    """
    return {
        "builds": next(
            (card.title for card in game.patterns if card.layers and len(card.layers) < sum(card.tokens)), ""
        ),
        # The icon and the name of a Layer stay on one line.
        "layers_patterns": ", ".join(
            f"{layer.number}\u00a0{{{layer.key}}}\u00a0{layer.name}" for layer in game.pattern_layers
        ),
        "load_example": lambda: load_example(game),
        "lookup_example": lambda: lookup_example(game),
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
    paid = token_icons(card.tokens, TOKENS)
    layers = "".join(f"{{{game.layers[number - 1].key}}}" for number in card.layers)
    terms = game.terms
    lacking = card.layers.count(layer.number) - 1
    price = lacking * game.rules.layer_substitute
    token = terms.token if price == 1 else terms.token.many
    return (
        f"> **An example.** *{card.title}* asks for {layers}{paid}. You have one {terms.pattern} of "
        f"{layer.name}, so one {{{layer.key}}} is met. For what you lack you pay {price} {token} of any "
        f"kind, as well as {paid}."
    )


def lookup_example(game: Game) -> str:
    """One Event looked up in all three tables, as a quotation."""
    symbols, terms = game.book.symbols, game.terms
    column = min(EXAMPLE_LAYER, len(game.pattern_layers)) - 1
    telling = (card for card in game.events if game.event_table[card.letter][column])
    event, layer = next(telling, game.events[0]), game.layers[column]

    def cell(table: Mapping[str, Any], key: str) -> str:
        return effect_text(table[key][column], symbols)

    code = str(event.code)
    return (
        f"> **An example.** The {terms.event} of this round is *{event.title}*: letter {event.letter}, code "
        f"{code}. The highest {terms.layer} in play is {layer.number}, because somebody has "
        f"{terms.has_loaded} {terms.pattern.a} of {{{layer.key}}} {layer.name}. Row {event.letter} of the "
        f"Event Table says in column {layer.number}: {cell(game.event_table, event.letter)}. A player who "
        f"falls to 0 {{vitals}} in this round reads row {code} of the Individual {terms.consequence} table: "
        f"{cell(game.individual_table, code)}. Had the card been revealed for {terms.completion_penalty.a}, "
        f"its code alone would count: row {code} of the Group {terms.consequence} table, "
        f"{cell(game.group_table, code)}."
    )
