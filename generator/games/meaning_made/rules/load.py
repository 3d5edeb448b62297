"""Load: a face-up Pattern is paid for and lies in the Palette."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from generator.games.kit.english import counted
from generator.games.kit.table import EMPTY
from generator.games.kit.tokens import covers, minus
from generator.games.meaning_made.records import Pattern, Tokens
from generator.games.meaning_made.rules.cells import (
    card_in,
    icons,
    tokens_in,
    tokens_text,
    tokens_typed,
)
from generator.games.meaning_made.rules.doing import NONE, Action
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.effects import add_falls
from generator.games.meaning_made.rules.pending import PlacePattern
from generator.games.meaning_made.rules.state import Position, State, mixes
from generator.records.cells import listed
from generator.replay.errors import AmbiguousMove, CellError, IllegalMove, Reason
from generator.replay.script import ScriptRow


@dataclass(frozen=True, slots=True)
class Load(Action):
    """Load a face-up Pattern. `wild` are the tokens of any type: for missing Layers and surcharges.

    `saved` are the tokens of its cost that a discount takes off.
    """

    pattern: int
    wild: Tokens = NONE
    saved: Tokens = NONE
    key = word = "load"
    spends = 1
    called = "{w.load}"

    def payment(self, table: Position) -> Tokens:
        """All tokens that it pays."""
        cost = table.setting.game.patterns[self.pattern].tokens
        return Tokens(*(own + w - s for own, w, s in zip(cost, self.wild, self.saved, strict=True)))

    @classmethod
    def ways(cls, state: State) -> list[Load]:
        """Every payment for each Pattern of the Prism."""
        actions: list[Load] = []
        player = state.player
        energy, insight, support = state.tokens[player]
        vitals = state.vitals[player]
        patterns = state.setting.game.patterns
        discounts = state.setting.rules.layer_discount
        for pattern in state.prism:
            if pattern == EMPTY:
                continue
            card = patterns[pattern]
            cost = card.tokens
            for saved in mixes(state.discount(player, pattern), *cost) if discounts else (NONE,):
                e, i, s = energy - cost[0], insight - cost[1], support - cost[2]
                if discounts:
                    e, i, s = e + saved[0], i + saved[1], s + saved[2]
                if e < 0 or i < 0 or s < 0 or vitals < card.vitals:
                    continue
                amount = state.wild_cost(player, pattern)
                if amount <= e + i + s:
                    actions += _loads(pattern, amount, min(e, amount), min(i, amount), min(s, amount), saved)
        return actions

    def why_not(self, state: State, seat: int) -> Reason | None:
        """It lies in the Prism and is paid exactly, with Vitals, tokens and discount."""
        patterns, terms = state.setting.game.patterns, state.terms
        if not 0 <= self.pattern < len(patterns):
            return Reason("load.face-up", f"There is no such {terms.pattern}.")
        card = patterns[self.pattern]
        if self.pattern not in state.prism:
            return Reason("load.face-up", f"{card.title} does not lie in the {terms.prism}.")
        tokens = state.tokens[seat]
        if state.vitals[seat] < card.vitals:
            costs = f"{card.title} costs {card.vitals} {terms.vitals}"
            return Reason("load.vitals", f"{costs}; {state.me} has {state.vitals[seat]}.")
        less, saved = state.discount(seat, self.pattern), sum(self.saved)
        if saved != less or any(s > c for s, c in zip(self.saved, card.tokens, strict=True)):
            due = counted(less, terms.token)
            return Reason("load.discount", f"{card.title} is cheaper by {due}, not by {saved}.")
        costs_left = [cost - gone for cost, gone in zip(card.tokens, self.saved, strict=True)]
        for token, (cost, have) in enumerate(zip(costs_left, tokens, strict=True)):
            if have < cost:
                needs = f"{card.title} needs {cost} {terms.tokens[token]}"
                return Reason("load.tokens", f"{needs}; {state.me} has {have}.")
        return self._wild_not(state, card, seat)

    def _wild_not(self, state: State, card: Pattern, seat: int) -> Reason | None:
        amount, tokens = state.wild_cost(seat, self.pattern), state.tokens[seat]
        left = Tokens(*(h - c + s for h, c, s in zip(tokens, card.tokens, self.saved, strict=True)))
        paid = sum(self.wild)
        if paid == amount and min(self.wild) >= 0 and covers(left, self.wild):
            return None
        terms = state.terms
        further = counted(amount, f"further {terms.token}")
        due = f"{card.title} costs {further} of any kind{self._because(state, seat)}"
        if sum(left) < amount:
            return Reason("load.wild", f"{due}; {state.me} has {sum(left)} left.")
        if paid != amount:
            return Reason("load.wild", f"{due}, not {paid}.")
        wild_text, held_left = tokens_text(self.wild, terms), tokens_text(left, terms)
        return Reason("load.wild", f"{due}; {state.me} cannot pay {wild_text} out of {held_left}.")

    def _because(self, state: State, seat: int) -> str:
        have, surcharge = state.icons[seat], state.surcharge(seat)
        causes = [
            f"{counted(count - have[layer - 1], 'missing icon')} of {state.layer_name(layer)}"
            for layer, count in state.setting.pattern_needs[self.pattern]
            if have[layer - 1] < count
        ]
        causes += [f"a surcharge of {surcharge}"] if surcharge else []
        return f" for {listed(causes)}" if causes else ""

    def do(self, draft: Draft, seat: int) -> None:
        """Pay tokens and Vitals; the Pattern is placed after what a fall brings."""
        card = draft.setting.game.patterns[self.pattern]
        draft.work.append(PlacePattern(seat, draft.prism.index(self.pattern)))
        draft.pay(seat, self.payment(draft))
        if card.vitals and draft.change_vitals(seat, -card.vitals):
            add_falls(draft, (seat,))

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Load:
        """Its payment may be left out where there is one way to pay."""
        cards, terms = state.setting.game.patterns, state.terms
        pattern = card_in(row, [card.title for card in cards], terms.pattern)
        cost, title = cards[pattern].tokens, cards[pattern].title
        if not row.payment:
            return cls._only_way(state, pattern, title)
        paid = tokens_in(row, "payment", state)
        more, less = state.wild_cost(state.player, pattern), state.discount(state.player, pattern)
        wild, saved = Tokens(*minus(paid, cost)), Tokens(*minus(cost, paid))
        if sum(saved) != less or sum(wild) != more:
            extra = f" and {more} more of any kind" if more else ""
            extra += f", less {less} of any kind" if less else ""
            due = f"{title} costs {tokens_text(cost, terms)}{extra}"
            reason = Reason("load.tokens", f"{due}; the row pays {tokens_text(paid, terms)}.")
            raise CellError("payment", IllegalMove(reason))
        return cls(pattern, wild, saved)

    @classmethod
    def _only_way(cls, state: State, pattern: int, title: str) -> Load:
        may = state.takes_actions and state.may(state.player, cls.key)
        ways = [way for way in cls.ways(state) if way.pattern == pattern] if may else []
        if len(ways) > 1:
            choices = tuple(tokens_text(way.payment(state), state.terms) for way in ways)
            fault = f"{title} can be paid in {len(ways)} ways: {', or '.join(choices)}."
            raise CellError("payment", AmbiguousMove(f"{fault} Write the payment.", choices))
        return ways[0] if ways else cls(pattern)

    def cells(self, state: State) -> dict[str, str]:
        """The Pattern and what is paid."""
        title = state.setting.game.patterns[self.pattern].title
        paid = tokens_typed(self.payment(state), state)
        return {"card": title, "payment": paid or ("0" if sum(self.saved) else "")}

    def told(self, state: State, who: str) -> str:
        """`**Alex** loads **Nest** for {energy}{insight}.`"""
        card, terms = state.setting.game.patterns[self.pattern], state.terms
        paid = self.payment(state)
        parts = [icons(paid)] if sum(paid) else []
        if card.vitals:
            parts.append(f"{card.vitals}{{vitals}}")
        paying = f" for {' and '.join(parts)}" if parts else ""
        if self.saved != NONE:
            fewer = "\N{NO-BREAK SPACE}".join(("{discount}", str(sum(self.saved)), "fewer"))
            paying = f"{paying or ' for nothing'}, {fewer}"
        met = "".join(_icons_met(card, state))
        return f"{who} {terms.load.does} **{card.title}**{paying}{met}."


def _icons_met(card: Pattern, state: State) -> Iterator[str]:
    """Required Layer icons: those that the Palette shows, and those that tokens stand in for."""
    needs, have = card.layers, state.icons[state.player]
    keys = {layer.number: f"{{{layer.key}}}" for layer in state.setting.game.layers}
    met = [keys[layer] for at, layer in enumerate(needs) if needs[:at].count(layer) < have[layer - 1]]
    lacking = [keys[layer] for at, layer in enumerate(needs) if needs[:at].count(layer) >= have[layer - 1]]
    if met:
        yield f"; {''.join(met)} {'is' if len(met) == 1 else 'are'} in the {state.terms.palette} already"
    if lacking:
        token = state.terms.token
        stands = f"{token.a} stands in" if len(lacking) == 1 else f"{token.many} stand in"
        yield f"; {stands} for {''.join(lacking)}"


@lru_cache(maxsize=1 << 14)
def _loads(
    pattern: int, amount: int, energy: int, insight: int, support: int, saved: Tokens
) -> tuple[Load, ...]:
    """Every way to pay the tokens of any type for one Pattern out of what is left."""
    return tuple(Load(pattern, wild, saved) for wild in mixes(amount, energy, insight, support))
