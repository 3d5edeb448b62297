"""Contribute: tokens into boxes of an Initiative, or a marker alone that brings a missing Layer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from generator.games.kit.cells import in_cell
from generator.games.kit.english import counted
from generator.games.kit.table import EMPTY, put
from generator.games.kit.tokens import minus, parts, plus, smaller
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.cells import (
    card_in,
    icons,
    tokens_in,
    tokens_named,
    tokens_typed,
)
from generator.games.meaning_made.rules.doing import NONE, Action
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.state import State, mixes
from generator.records.cells import listed
from generator.replay.errors import Reason
from generator.replay.script import ScriptRow


@dataclass(frozen=True, slots=True)
class Contribute(Action):
    """Put tokens into boxes of their own type and `wild` into boxes of any type.

    Without tokens it is the marker alone, which brings a missing Layer.
    """

    initiative: int
    tokens: Tokens = NONE
    wild: Tokens = NONE
    key = word = "contribute"
    spends = 1
    called = "{w.contribute}"

    @property
    def paid(self) -> Tokens:
        """All tokens that it pays."""
        return Tokens._make(plus(self.tokens, self.wild))

    @classmethod
    def ways(cls, state: State) -> list[Contribute]:
        """Every choice of tokens for each Initiative, or the marker that brings a Layer."""
        actions: list[Contribute] = []
        player = state.player
        tokens = state.tokens[player]
        has_marker = state.markers_left(player) > 0
        limited, end = state.setting.rules.contributions_per_initiative, state.end_slot
        for slot, initiative in enumerate(state.index):
            if initiative == EMPTY:
                continue
            if (limited and state.gave_enough(player, slot)) or not (slot < end or state.gate_open(slot)):
                continue
            joined = player in state.orders[slot]
            if not joined and not (has_marker and state.has_space(slot)):
                continue
            boxes = state.open_boxes(slot)
            if any(boxes):
                room = boxes[3]
                limits = (
                    min(tokens[0], boxes[0] + room),
                    min(tokens[1], boxes[1] + room),
                    min(tokens[2], boxes[2] + room),
                )
                actions += contributions(initiative, limits, boxes)
            elif not joined and state.brings_layer(player, slot):
                actions.append(cls(initiative))
        return actions

    def why_not(self, state: State, seat: int) -> Reason | None:
        """It is face up, open, and has room for marker and tokens, which are there."""
        initiatives, terms = state.setting.game.initiatives, state.terms
        if not 0 <= self.initiative < len(initiatives):
            return Reason("contribute.face-up", f"There is no such {terms.initiative}.")
        card = initiatives[self.initiative]
        if self.initiative not in state.index:
            return Reason("contribute.face-up", f"{card.title} is not face up.")
        slot = state.index.index(self.initiative)
        if not state.gate_open(slot):
            return _gate_closed(state, card.title)
        if state.gave_enough(seat, slot):
            often = counted(state.setting.rules.contributions_per_initiative, "time")
            who = f"{state.me} may {terms.contribute.low} to {card.title} {often} a round"
            return Reason("contribute.once", f"{who} and has done so.")
        joined = seat in state.orders[slot]
        if not joined and not state.has_space(slot):
            taken = f"All {card.spaces} {terms.contribution.begun} spaces of {card.title} are taken"
            return Reason("contribute.space", f"{taken}; {state.me} has none there.")
        if not joined and state.markers_left(seat) < 1:
            markers = f"{state.setting.rules.contribution_markers} {terms.contribution.begun} markers"
            return Reason("contribute.marker", f"All {markers} of {state.me} are placed.")
        if not any(self.tokens) and not any(self.wild):
            return _marker_alone(state, seat, slot, joined=joined)
        return self._boxes_not(state, seat, card.title, slot)

    def _boxes_not(self, state: State, seat: int, title: str, slot: int) -> Reason | None:
        terms, free = state.terms, state.open_boxes(slot)
        if min(*self.tokens, *self.wild) < 0:
            never = f"{terms.contribution.a.begun} cannot take {terms.token.many} back."
            return Reason("contribute.boxes", never)
        for token in range(3):
            if self.tokens[token] > free[token]:
                return _no_room(title, free[token], str(terms.tokens[token]), self.tokens[token])
            used, have = self.paid[token], state.tokens[seat][token]
            if used > have:
                gift = f"{terms.contribute.does} {used} {terms.tokens[token]}"
                return Reason("contribute.tokens", f"{state.me} {gift} and has {have}.")
        if sum(self.wild) > free[3]:
            return _no_room(title, free[3], f"any {terms.token}", sum(self.wild))
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """Pay, fill the boxes, and with the first contribution lay the marker."""
        slot = draft.index.index(self.initiative)
        draft.pay(seat, self.paid)
        energy, insight, support, wild = draft.filled[slot]
        own = self.tokens
        boxes = (energy + own.energy, insight + own.insight, support + own.support, wild + sum(self.wild))
        draft.filled = put(draft.filled, slot, boxes)
        if draft.rules.contributions_per_initiative:
            draft.gave = put(draft.gave, slot, (*draft.gave[slot], seat))
        draft.facts.append(say.Contributed(seat, self.initiative, own, self.wild))
        if seat not in draft.orders[slot]:
            draft.add_marker(seat, slot)

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Contribute:
        """Tokens go into boxes of their own type first, unless the row says which go into those for any."""
        cards = state.setting.game.initiatives
        initiative = card_in(row, [card.title for card in cards], state.terms.initiative)
        if row.payment.casefold().strip() in {"", "marker", "marker alone", "layer"}:
            return cls(initiative)
        words, _, anything = row.payment.casefold().partition("any")
        if anything:
            own = in_cell("payment", lambda: tokens_named(words.strip(" ;,"), state))
            return cls(initiative, own, in_cell("payment", lambda: tokens_named(anything, state)))
        paid = tokens_in(row, "payment", state)
        room = state.open_boxes(state.index.index(initiative)) if initiative in state.index else (0,) * 4
        if not room[3]:
            return cls(initiative, paid)
        own = Tokens(*smaller(paid, room[:3]))
        return cls(initiative, own, Tokens(*minus(paid, own)))

    def cells(self, state: State) -> dict[str, str]:
        """The Initiative, and the tokens or the marker."""
        payment = tokens_typed(self.tokens, state)
        if sum(self.wild):
            payment = f"{payment or '0'}; any {tokens_typed(self.wild, state)}"
        title = state.setting.game.initiatives[self.initiative].title
        return {"card": title, "payment": payment or "marker"}

    def told(self, state: State, who: str) -> str:
        """`**Alex** contributes {energy} to **Food Network**.`"""
        title = state.setting.game.initiatives[self.initiative].title
        if not sum(self.paid):
            return f"{who} joins **{title}** with the marker alone."
        return f"{who} {state.terms.contribute.does} {icons(self.paid)} to **{title}**."

    def still_open(self, after: State) -> str:
        """What the Initiative still lacks after it, as a sentence; nothing if it is complete."""
        if self.initiative not in after.index:
            return ""
        slot = after.index.index(self.initiative)
        kinds = zip((*TOKENS, "token"), after.open_boxes(slot), strict=True)
        boxes = [f"{{{key}}}" for key, count in kinds for _ in range(count)]
        row = ("\N{NO-BREAK SPACE}" if len(boxes) <= SHORT_ROW else "").join(boxes)
        keys = {layer.number: f"{{{layer.key}}}" for layer in after.setting.game.layers}
        layers = "".join(keys[layer] for layer in after.missing_layers(slot))
        lacking = f"; still missing: {layers}" if layers else ""
        return f"Still open: {row}{lacking}." if row else f"Every box is full{lacking}."


SHORT_ROW = 3
"""So many icons are not parted by the end of a line."""


def _gate_closed(state: State, title: str) -> Reason:
    rules, terms = state.setting.rules, state.terms
    if state.round < rules.end_round_least:
        since = f"from round {rules.end_round_least} on; this is round {state.round}"
    else:
        since = f"only while {terms.meaning} is {rules.end_meaning_least} or more; it is {state.meaning}"
    return Reason("contribute.gate", f"{title} takes {terms.contribution.many} {since}.")


def _no_room(title: str, free: int, kind: str, given: int) -> Reason:
    boxes = counted(free, "unfilled box")
    return Reason("contribute.boxes", f"{title} has {boxes} for {kind}, not {given}.")


def _marker_alone(state: State, seat: int, slot: int, *, joined: bool) -> Reason | None:
    title, terms = state.setting.game.initiatives[state.index[slot]].title, state.terms
    fault = ""
    if not state.full(slot):
        fault = f"{title} has unfilled boxes; {terms.contribution.a} fills at least one."
    elif joined:
        fault = f"{state.me} is on {title} already, and no box is unfilled."
    elif not state.brings_layer(seat, slot):
        missing = listed([state.layer_name(layer) for layer in sorted(set(state.missing_layers(slot)))])
        fault = f"{title} lacks {missing}; {state.me} has no {terms.pattern} of it."
    return Reason("contribute.nothing", fault) if fault else None


@lru_cache(maxsize=1 << 14)
def contributions(
    initiative: int, tokens: tuple[int, int, int], open_boxes: tuple[int, int, int, int]
) -> tuple[Contribute, ...]:
    """Every choice of at least one token for the unfilled boxes of an Initiative.

    >>> len(contributions(0, (1, 5, 0), (2, 1, 1, 0)))  # one Energy, one Insight, or both
    3
    """
    most = smaller(tokens, open_boxes[:3])
    return tuple(
        Contribute(initiative, own, wild)
        for own in (NONE, *map(Tokens._make, parts(most)))
        for amount in range(open_boxes[3] + 1)
        for wild in mixes(amount, *minus(tokens, own))
        if own != NONE or amount
    )
