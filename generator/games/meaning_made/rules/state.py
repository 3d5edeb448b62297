"""The state of a game as a value: cheap to copy, compare and keep.

Cards are indices into the Game's tuples, EMPTY marks an empty slot. Decks have their top card first.
What belongs to a player lies in a tuple by seat; what belongs to an Initiative lies in a tuple by
slot: the Index from left to right, and the End Initiative's slot last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from generator.games.kit.table import EMPTY, Locked, Unlocked, player_order
from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules.pending import NOBODY, Answering, Choose, Work
from generator.games.meaning_made.rules.setting import Boxes, Needs, Setting
from generator.games.meaning_made.terms import ACTIONS, Terms

COMMUNITY = -1
"""The Community's seat number in a Contribution Order."""
BIT = {key: 1 << at for at, key in enumerate(ACTIONS)}
"""What an effect may ban, by the key of its symbol: a bit in `banned`."""
NO_BOXES: Boxes = (0, 0, 0, 0)


class Phase(StrEnum):
    """Where in a round the game is."""

    EVENT = "Event"
    TURNS = "Player Turns"
    WINDOW = "Stability Window"
    OVER = "Game over"


class Result(StrEnum):
    """How a game ended."""

    END = "End Initiative"
    COLLAPSE = "Collapse"
    ROUNDS = "Rounds"


@dataclass(slots=True)
class Position(Unlocked["State"]):
    """All that lies on the table, and the rules that only look at it: what a State keeps and a Draft changes.

    This is the one list of the fields. What has a value here begins with it.
    """

    setting: Setting = field(compare=False, repr=False)
    names: tuple[str, ...]
    starter: int
    seed: int  # for the next reshuffle
    player: int  # whose turn or donation it is
    actions_left: int  # in the Event phase: Events still to reveal
    meaning: int
    tokens: tuple[Tokens, ...]
    vitals: tuple[int, ...]
    legacy: tuple[int, ...]
    palettes: tuple[tuple[int, ...], ...]  # in the order of loading
    icons: tuple[tuple[int, ...], ...]  # Patterns in the Palette by Layer, a count each
    banned: tuple[int, ...]  # bits of BIT, this round
    touchpoints: tuple[int, ...]  # this round
    prism: tuple[int, ...]
    index: tuple[int, ...]
    filled: tuple[Boxes, ...]
    orders: tuple[tuple[int, ...], ...]
    gave: tuple[tuple[int, ...], ...]  # who contributed to each slot this round, a seat for each time
    pattern_deck: tuple[int, ...]
    initiative_deck: tuple[int, ...]
    event_deck: tuple[int, ...]
    pattern_discard: tuple[int, ...] = ()
    initiative_discard: tuple[int, ...] = ()
    event_discard: tuple[int, ...] = ()
    round: int = 1
    phase: Phase = Phase.EVENT
    conversions: int = 0  # this turn
    donated: int = 0  # Meaning from donations, this round
    recycles: int = 0  # this round
    highest: int = 1
    completed: tuple[int, ...] = ()
    events: tuple[int, ...] = ()  # face up this round; the last is the current one
    pending: tuple[Work, ...] = ()  # the last is next; between steps empty or a choice on top
    result: Result | None = None

    @property
    def terms(self) -> Terms:
        """The words of the workbook that the game is played with."""
        return self.setting.game.terms

    @property
    def me(self) -> str:
        """The name of the player whose turn it is."""
        return self.names[self.player]

    def layer_name(self, layer: int) -> str:
        """The name of a Layer."""
        names = (known.name for known in self.setting.game.layers if known.number == layer)
        return next(names, f"{self.terms.layer} {layer}")

    @property
    def end_slot(self) -> int:
        """The slot of the End Initiative."""
        return len(self.index) - 1

    def fragile(self, player: int) -> bool:
        """Whether the player is Fragile."""
        return self.vitals[player] == 0 and bool(self.setting.rules.fragile)

    def markers_left(self, player: int) -> int:
        """Contribution markers that the player still has."""
        placed = sum(player in order for order in self.orders)
        return self.setting.rules.contribution_markers - placed

    def may(self, player: int, action: str) -> bool:
        """Whether no effect of this round bans the action (a key of ACTIONS)."""
        return not self.banned[player] & BIT[action]

    def order(self) -> tuple[int, ...]:
        """The seats in player order, from the starting player on."""
        return player_order(len(self.names), self.starter)

    def contributors(self, slot: int) -> list[int]:
        """The seats on the Initiative in a slot, without the Community, in their order."""
        return [player for player in self.orders[slot] if player != COMMUNITY]

    def missing_layers(self, slot: int) -> tuple[int, ...]:
        """Layers that the contributors of a slot still lack, with repetition."""
        return _missing(self.setting.initiative_needs[self.index[slot]], self.orders[slot], self.icons)

    def gate_open(self, slot: int) -> bool:
        """Whether the Initiative of a slot takes contributions now: only the End Initiative may not."""
        rules = self.setting.rules
        return slot != self.end_slot or (
            self.meaning >= rules.end_meaning_least and self.round >= rules.end_round_least
        )

    def gave_enough(self, player: int, slot: int) -> bool:
        """Whether the player has made all contributions that the rules allow in this slot this round."""
        limit = self.setting.rules.contributions_per_initiative
        return bool(limit) and self.gave[slot].count(player) >= limit

    def may_touch(self, player: int) -> bool:
        """Whether the player may start another Touchpoint this round; a negative limit is none."""
        limit = self.setting.rules.touchpoints_per_round
        return limit < 0 or self.touchpoints[player] < limit

    def has_space(self, slot: int) -> bool:
        """Whether a Contribution space of the Initiative in a slot is free."""
        return len(self.orders[slot]) < self.setting.game.initiatives[self.index[slot]].spaces

    def full(self, slot: int) -> bool:
        """Whether every token box of the Initiative in a slot is filled."""
        return self.filled[slot] == self.setting.boxes[self.index[slot]]

    def open_boxes(self, slot: int) -> Boxes:
        """Unfilled boxes of the Initiative in a slot."""
        energy, insight, support, wild = self.setting.boxes[self.index[slot]]
        filled = self.filled[slot]
        return (energy - filled[0], insight - filled[1], support - filled[2], wild - filled[3])

    def brings_layer(self, player: int, slot: int) -> bool:
        """Whether the player's Palette shows a Layer that the contributors of a slot lack."""
        icons = self.icons[player]
        return any(icons[layer - 1] for layer in self.missing_layers(slot))

    def unstarted(self) -> tuple[int, ...]:
        """Slots whose Initiative Recycle would discard: face up, no filled box, not the End Initiative."""
        slots = range(self.end_slot)
        return tuple(slot for slot in slots if self.index[slot] != EMPTY and not any(self.filled[slot]))

    # ------------------------------------------------------------ what moves and choices cost

    def missing_icons(self, player: int, pattern: int) -> int:
        """Required Layer icons of a Pattern that the player's Palette does not show."""
        icons = self.icons[player]
        missing = 0
        for layer, count in self.setting.pattern_needs[pattern]:
            have = icons[layer - 1]
            if have < count:
                missing += count - have
        return missing

    def surcharge(self, player: int) -> int:
        """Tokens of any type that every Load costs this player on top."""
        rules = self.setting.rules
        tired = rules.fatigue_patterns and len(self.palettes[player]) >= rules.fatigue_patterns
        return rules.load_surcharge + (rules.fatigue_tokens if tired else 0)

    def wild_cost(self, player: int, pattern: int) -> int:
        """Tokens of any type that a Load of this Pattern costs the player."""
        stand_ins = self.missing_icons(player, pattern) * self.setting.rules.layer_substitute
        return self.setting.game.patterns[pattern].any_tokens + stand_ins + self.surcharge(player)

    def discount(self, player: int, pattern: int) -> int:
        """Tokens of a Pattern's own cost that a Pattern of its Layer takes off: never more than it costs."""
        card = self.setting.game.patterns[pattern]
        less = self.setting.rules.layer_discount
        return min(less, sum(card.tokens)) if less and self.icons[player][card.layer - 1] else 0

    def donation_room(self) -> int:
        """Support that may still be donated this round before the cap on Meaning is reached."""
        rules = self.setting.rules
        left = rules.donation_cap - self.donated
        return -(-left // rules.donation_meaning) if rules.donation_meaning and left > 0 else 0

    def most_donated(self, player: int) -> int:
        """The most Support that the player may donate now."""
        if self.fragile(player) or not self.may(player, "donate"):
            return 0
        most = (self.setting.rules.donation_support, self.tokens[player].support, self.donation_room())
        return min(most)

    def may_convert(self) -> bool:
        """Whether the player whose turn it is may convert now."""
        rules = self.setting.rules
        return bool(
            rules.conversion
            and self.phase is Phase.TURNS
            and self.conversions < rules.conversions_per_turn
            and self.tokens[self.player].energy >= rules.conversion_energy
            and self.may(self.player, "convert")
        )

    def touchpoint_gain(self, asker: int, other: int) -> int:
        """Vitals that both gain if the other one agrees to a Touchpoint."""
        rules = self.setting.rules
        if self.meaning <= rules.touchpoint_meaning_over:
            return 0
        fragile = self.fragile(asker) or self.fragile(other)
        return rules.touchpoint_vitals_fragile if fragile else rules.touchpoint_vitals

    def can_exchange(self, choice: Answering) -> bool:
        """Whether the side of a Touchpoint that hands over tokens has them."""
        giver = choice.asker if choice.give else choice.player
        return self.tokens[giver][choice.token] >= self.setting.rules.touchpoint_tokens

    def losses(self, choice: Choose) -> tuple[Tokens, ...]:
        """The ways to lose tokens of any type; who has fewer loses all."""
        tokens = self.tokens[choice.player]
        return mixes(min(choice.amount, sum(tokens)), *tokens)


class State(Locked, Position):
    """A moment of a game, which never changes. Two are equal if all that lies on the table is."""

    __slots__ = ()
    position = Position

    @property
    def choice(self) -> Choose | Answering | None:
        """The choice that somebody has to make before anything else."""
        top = self.pending[-1] if self.pending else None
        return top if isinstance(top, Choose | Answering) else None

    @property
    def takes_actions(self) -> bool:
        """Whether the player whose turn it is may take an action now."""
        return self.phase is Phase.TURNS and self.actions_left > 0 and self.choice is None


@lru_cache(maxsize=1 << 12)
def _missing(needs: Needs, order: tuple[int, ...], icons: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    missing: list[int] = []
    for layer, count in needs:
        have = sum(icons[player][layer - 1] for player in order if player != COMMUNITY)
        missing += [layer] * (count - have)
    return tuple(missing)


@lru_cache(maxsize=1 << 14)
def mixes(amount: int, energy: int, insight: int, support: int) -> tuple[Tokens, ...]:
    """Every way to take exactly `amount` tokens out of so many of each type."""
    return tuple(
        Tokens(e, i, amount - e - i)
        for e in range(min(amount, energy), -1, -1)
        for i in range(min(amount - e, insight), -1, -1)
        if amount - e - i <= support
    )


def to_act(state: State) -> int:
    """The seat that acts or chooses next; NOBODY for an Event and after the end."""
    choice = state.choice
    if choice is not None:
        return choice.player
    return state.player if state.phase in (Phase.TURNS, Phase.WINDOW) else NOBODY
