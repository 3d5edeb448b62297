"""What a Load or a contribution costs in a given state: shared by listing, checking and doing."""

from __future__ import annotations

from generator.games.meaning_made.rules.setting import Boxes
from generator.games.meaning_made.rules.state import EMPTY, Phase, State


def missing_icons(state: State, player: int, pattern: int) -> int:
    """Required Layer icons of a Pattern that the player's Palette does not show."""
    icons = state.icons[player]
    missing = 0
    for layer, count in state.setting.pattern_needs[pattern]:
        have = icons[layer - 1]
        if have < count:
            missing += count - have
    return missing


def surcharge(state: State, player: int) -> int:
    """Tokens of any type that every Load costs this player on top."""
    rules = state.setting.rules
    tired = rules.fatigue_patterns and len(state.palettes[player]) >= rules.fatigue_patterns
    return rules.load_surcharge + (rules.fatigue_tokens if tired else 0)


def wild_cost(state: State, player: int, pattern: int) -> int:
    """Tokens of any type that a Load of this Pattern costs the player."""
    return (
        state.setting.game.patterns[pattern].any_tokens
        + missing_icons(state, player, pattern) * state.setting.rules.layer_substitute
        + surcharge(state, player)
    )


def open_boxes(state: State, slot: int) -> Boxes:
    """Unfilled boxes of the Initiative in a slot."""
    energy, insight, support, wild = state.setting.boxes[state.index[slot]]
    filled = state.filled[slot]
    return (energy - filled[0], insight - filled[1], support - filled[2], wild - filled[3])


def brings_layer(state: State, player: int, slot: int) -> bool:
    """Whether the player's Palette shows a Layer that the contributors of a slot lack."""
    icons = state.icons[player]
    return any(icons[layer - 1] for layer in state.missing_layers(slot))


def unstarted(state: State) -> tuple[int, ...]:
    """Slots whose Initiative Recycle would discard: face up, no filled box, not the End Initiative."""
    return tuple(
        slot for slot in range(state.end_slot) if state.index[slot] != EMPTY and not any(state.filled[slot])
    )


def donation_room(state: State) -> int:
    """Support that may still be donated this round before the cap on Meaning is reached."""
    rules = state.setting.rules
    left = rules.donation_cap - state.donated
    return -(-left // rules.donation_meaning) if rules.donation_meaning and left > 0 else 0


def most_donated(state: State, player: int) -> int:
    """The most Support that the player may donate now."""
    if state.vitals[player] == 0 or not state.may(player, "donate"):
        return 0
    support = state.tokens[player].support
    return min(state.setting.rules.donation_support, support, donation_room(state))


def may_convert(state: State) -> bool:
    """Whether the player whose turn it is may convert now."""
    rules = state.setting.rules
    return bool(
        rules.conversion
        and state.phase is Phase.TURNS
        and state.conversions < rules.conversions_per_turn
        and state.tokens[state.player].energy >= rules.conversion_energy
        and state.may(state.player, "convert")
    )
