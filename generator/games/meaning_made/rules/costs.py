"""What moves and choices cost in a given position: shared by listing, checking and doing."""

from __future__ import annotations

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules.actions import Load
from generator.games.meaning_made.rules.payments import mixes
from generator.games.meaning_made.rules.pending import Answering, Choose
from generator.games.meaning_made.rules.setting import Boxes
from generator.games.meaning_made.rules.state import Phase, Position


def missing_icons(table: Position, player: int, pattern: int) -> int:
    """Required Layer icons of a Pattern that the player's Palette does not show."""
    icons = table.icons[player]
    missing = 0
    for layer, count in table.setting.pattern_needs[pattern]:
        have = icons[layer - 1]
        if have < count:
            missing += count - have
    return missing


def surcharge(table: Position, player: int) -> int:
    """Tokens of any type that every Load costs this player on top."""
    rules = table.setting.rules
    tired = rules.fatigue_patterns and len(table.palettes[player]) >= rules.fatigue_patterns
    return rules.load_surcharge + (rules.fatigue_tokens if tired else 0)


def wild_cost(table: Position, player: int, pattern: int) -> int:
    """Tokens of any type that a Load of this Pattern costs the player."""
    return (
        table.setting.game.patterns[pattern].any_tokens
        + missing_icons(table, player, pattern) * table.setting.rules.layer_substitute
        + surcharge(table, player)
    )


def discount(table: Position, player: int, pattern: int) -> int:
    """Tokens of a Pattern's own cost that a Pattern of its Layer takes off: never more than it costs."""
    card = table.setting.game.patterns[pattern]
    less = table.setting.rules.layer_discount
    return min(less, sum(card.tokens)) if less and table.icons[player][card.layer - 1] else 0


def load_payment(table: Position, action: Load) -> Tokens:
    """All tokens that a Load pays."""
    cost = table.setting.game.patterns[action.pattern].tokens
    return Tokens(*(own + w - s for own, w, s in zip(cost, action.wild, action.saved, strict=True)))


def open_boxes(table: Position, slot: int) -> Boxes:
    """Unfilled boxes of the Initiative in a slot."""
    energy, insight, support, wild = table.setting.boxes[table.index[slot]]
    filled = table.filled[slot]
    return (energy - filled[0], insight - filled[1], support - filled[2], wild - filled[3])


def brings_layer(table: Position, player: int, slot: int) -> bool:
    """Whether the player's Palette shows a Layer that the contributors of a slot lack."""
    icons = table.icons[player]
    return any(icons[layer - 1] for layer in table.missing_layers(slot))


def unstarted(table: Position) -> tuple[int, ...]:
    """Slots whose Initiative Recycle would discard: face up, no filled box, not the End Initiative."""
    return tuple(
        slot for slot in range(table.end_slot) if table.index[slot] != EMPTY and not any(table.filled[slot])
    )


def donation_room(table: Position) -> int:
    """Support that may still be donated this round before the cap on Meaning is reached."""
    rules = table.setting.rules
    left = rules.donation_cap - table.donated
    return -(-left // rules.donation_meaning) if rules.donation_meaning and left > 0 else 0


def most_donated(table: Position, player: int) -> int:
    """The most Support that the player may donate now."""
    if table.fragile(player) or not table.may(player, "donate"):
        return 0
    support = table.tokens[player].support
    return min(table.setting.rules.donation_support, support, donation_room(table))


def may_convert(table: Position) -> bool:
    """Whether the player whose turn it is may convert now."""
    rules = table.setting.rules
    return bool(
        rules.conversion
        and table.phase is Phase.TURNS
        and table.conversions < rules.conversions_per_turn
        and table.tokens[table.player].energy >= rules.conversion_energy
        and table.may(table.player, "convert")
    )


def can_exchange(table: Position, choice: Answering) -> bool:
    """Whether the side of a Touchpoint that hands over tokens has them."""
    giver = choice.asker if choice.give else choice.player
    return table.tokens[giver][choice.token] >= table.setting.rules.touchpoint_tokens


def losses(table: Position, choice: Choose) -> tuple[Tokens, ...]:
    """The ways to lose tokens of any type; who has fewer loses all."""
    tokens = table.tokens[choice.player]
    return mixes(min(choice.amount, sum(tokens)), *tokens)
