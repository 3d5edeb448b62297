"""The words of the sheet Notation that the rules play, by their keys: who, places, bans, calls.

A card whose action has another word is printed, but nobody can play it: a script decides what it does.
"""

from __future__ import annotations

from generator.records.notation import Ban, Call, Part, Shift, Who

OWNER, UP_TO, OWNER_UP_TO, THAT_CARD, YOURS = "owner", "up_to", "owner_up_to", "that_card", "yours"
BEADS_MOVED_BY = frozenset({Who.YOU, Who.CHOSEN, Who.ALL, Who.OTHERS, OWNER, UP_TO, OWNER_UP_TO})
"""Who may move beads or cards; whoever has “up to” may move fewer."""
POOLS = ("potential", "actual", "universal")
"""The three places of each player's beads beside cards."""
CARD, OWN_CARD, OWN_CARDS, THIS_CARD = "card", "own_card", "own_cards", "this_card"
BOUND_CARDS, NEW_CARD, SPACE = "bound_cards", "new_card", "space"
SOURCES = frozenset({*POOLS, CARD, OWN_CARD, OWN_CARDS, THIS_CARD})
TARGETS = frozenset({*SOURCES, BOUND_CARDS, NEW_CARD})
CARDS_MOVED = frozenset({("deck", "hand"), ("discard", "hand"), ("hand", "discard"), ("deck", SPACE)})
"""From where to where cards go."""
FUSING, CHARGING, ACTION, ENERGY, LOSS = "fusing", "charging", "action", "change_of_energy", "loss"
BANS_OF = {
    FUSING: frozenset({Who.CHOSEN, Who.YOU, Who.OTHERS, Who.ALL, OWNER}),
    CHARGING: frozenset({Who.CHOSEN, Who.YOU, Who.OTHERS, Who.ALL, OWNER}),
    ACTION: frozenset({THAT_CARD}),
    ENERGY: frozenset({THAT_CARD}),
    LOSS: frozenset({THAT_CARD, YOURS}),
}
"""What may be forbidden, and to whom."""

FUSE_AGAIN, CHARGE_AGAIN = "fuse_again", "charge_again"
IN_SILENCE, IN_STILLNESS = "heard_in_silence", "free_in_stillness"
DRAW_HELP, DRAW_HARM, PAY_MORE, PAY_LESS = "draw_help", "draw_harm", "pay_more", "pay_less"
LOVE, HATE, MOST_WINS, LEAST_WINS = "love", "hate", "most_wins", "least_wins"
LOOK, KEEP, BORROW = "look_at_any_deck", "keep_or_discard", "use_that_action"
MOVE_THIS, MOVE_CARD, TURN_BACK = "move_this_card", "move_card", "turn_back"
DOUBT, ASTRAY, TOO_LATE = "doubt", "lead_astray", "too_late"
EMPTY_CARD, WIDE, NEW_HAND, EXCHANGE, CHANCE = "empty_card", "capacity", "new_hand", "exchange", "chance"
LASTING = frozenset(
    {
        FUSE_AGAIN, CHARGE_AGAIN, IN_SILENCE, IN_STILLNESS, DRAW_HELP, DRAW_HARM, PAY_MORE, PAY_LESS,
        LOVE, HATE, MOST_WINS, LEAST_WINS, WIDE,
    }
)  # fmt: skip
"""Calls that change the rules for a round or a cycle."""
REACTIONS = frozenset({TURN_BACK, DOUBT, ASTRAY, TOO_LATE})
"""Calls that strike an announced action."""
CALLS = LASTING | REACTIONS | {
    LOOK, KEEP, BORROW, MOVE_THIS, MOVE_CARD, EMPTY_CARD, NEW_HAND, EXCHANGE, CHANCE,
}  # fmt: skip


def plays(part: Part) -> bool:
    """Whether the rules know what a part of an action does."""
    match part:
        case Shift(who=who, source=source, target=target, symbol="card"):
            return who in BEADS_MOVED_BY and (source, target) in CARDS_MOVED
        case Shift(who=who, source=source, target=target, symbol="bead"):
            here = source in POOLS or target in POOLS  # beads go between a card and a pool, or two pools
            return who in BEADS_MOVED_BY and source in SOURCES and target in TARGETS and here
        case Ban(who=who, action=action):
            return who in BANS_OF.get(action, frozenset())
        case Call(table=table):
            return table in CALLS
    return False


_OF_CARD = frozenset({EXCHANGE, EMPTY_CARD, BORROW, MOVE_CARD, WIDE})


def lacks(part: Part, selects: str) -> str:
    """What a part of an action has to have selected, and the column Selects does not name; else empty."""
    named = selects.split(" and ")
    needs = {
        "player": part.who == Who.CHOSEN,
        "card": part.who in (OWNER, OWNER_UP_TO, THAT_CARD),
        "space": isinstance(part, Shift) and part.target == SPACE,
    }
    if isinstance(part, Shift):
        needs["card"] |= CARD in (part.source, part.target)
    if isinstance(part, Call):
        needs["card"] |= part.table in _OF_CARD
        needs["space"] |= part.table in (MOVE_THIS, MOVE_CARD)
        needs["action"] = part.table in REACTIONS
    there = {*named, "card"} if "own card" in named else {*named}
    return next((kind for kind, needed in needs.items() if needed and kind not in there), "")
